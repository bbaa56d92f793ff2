"""What all simulated devices have in common: power, a line, a control channel for the tester, and what they tell."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

Tell = Callable[[dict[str, Any]], None]
Command = Callable[[list[str]], None]
# How long a power cycle leaves a device dark.
DARK_S: Final = 0.5


class NoCommand(ValueError):
    """What was asked of the device is none of its commands, or does not fit; says what would."""


class Model:
    """A device. Makes fill in `received`, `powered`, and `commands`.

    `pace`: how much shorter its mechanics take than they would, for tests in real time.
    """

    def __init__(self, tell: Tell = lambda _: None) -> None:
        self.on = True
        self.pace = 1.0
        self.tell = tell
        self._send: Callable[[bytes], None] = lambda _: None
        self._overheard: Callable[[bytes, bool], None] = lambda _, __: None
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def tell_to(self, tell: Tell) -> None:
        """Tell somebody else from here on what happens in it."""
        self.tell = tell

    # Its line.

    def attach(self, send: Callable[[bytes], None]) -> None:
        """Hang the device on a line: what it sends goes there."""
        self._send = send

    def overhear(self, listen: Callable[[bytes, bool], None]) -> None:
        """Have somebody told of what crosses its line: the bytes, and whether they go to the host."""
        self._overheard = listen

    def hear(self, data: bytes) -> None:
        """Take what the host sent; a device without power hears nothing."""
        self._overheard(data, False)  # noqa: FBT003
        if self.on:
            self.received(data)

    def received(self, data: bytes) -> None:
        """Take what the host sent."""
        raise AssertionError(f"{type(self).__name__} does not listen to {data!r}")

    def send(self, data: bytes) -> None:
        """Send to the host."""
        if self.on:
            self._overheard(data, True)  # noqa: FBT003
            self._send(data)

    def unknown(self, data: bytes) -> None:
        """Say that the host sent what this device does not know, byte for byte: it is never swallowed."""
        self.tell({"event": "unknown", "bytes": data.hex(" ")})

    # Its time and its power.

    def run_at(self, pace: float) -> None:
        """Let its mechanics take so much of the time that they would: 0.5 is twice as fast."""
        self.pace = pace

    def after(self, seconds: float, name: str, work: Callable[[], None]) -> None:
        """Do something later, in the place of what stands under this name; it does not outlive the power."""
        self.cancel(name)

        def due() -> None:
            del self._timers[name]
            work()

        self._timers[name] = asyncio.get_running_loop().call_later(seconds * self.pace, due)

    def cancel(self, name: str) -> None:
        """Do not do what stands under this name."""
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def power(self, *, on: bool) -> None:
        """Switch it: off forgets all that is not mechanical, or made to last."""
        if on is self.on:
            return
        for name in list(self._timers):
            self.cancel(name)
        self.on = on
        self.powered()

    def powered(self) -> None:
        """The power came or went: `on` says which."""

    # The tester's control channel.

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it: by its first words, how it reads, and what does it."""
        return {"power-cycle": ("power-cycle", self._power_cycle)}

    def holds(self) -> str:
        """Return what lies in it, for people."""
        return ""

    def do(self, line: str) -> None:
        """Do what a tester says. Raises NoCommand."""
        words = line.split()
        known = self.commands()
        for count in (2, 1):
            found = known.get(" ".join(words[:count]))
            if found is not None:
                found[1](words[count:])
                return
        raise NoCommand(f"{line!r} is none of: {'; '.join(form for form, _ in known.values())}")

    def _power_cycle(self, _: list[str]) -> None:
        self.power(on=False)
        asyncio.get_running_loop().call_later(DARK_S * self.pace, lambda: self.power(on=True))
