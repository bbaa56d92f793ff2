"""Pins by RPi.GPIO's interface: RPi.GPIO itself up to the Pi 4, or rpi-lgpio where that installs. Lines are BCM's."""

import asyncio
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from hal.pins import Heard, PinsError, Pull


class RpiGpio(Protocol):
    """The part of the library that is used, in its own words."""

    BCM: int
    IN: int
    OUT: int
    LOW: int
    BOTH: int
    PUD_UP: int
    PUD_DOWN: int
    PUD_OFF: int

    def setmode(self, mode: int, /) -> None:
        """Say how lines are numbered."""
        ...

    def setup(self, line: int, direction: int, /, *, initial: int = ..., pull_up_down: int = ...) -> None:
        """Take a line."""
        ...

    def add_event_detect(self, line: int, edge: int, /, *, callback: Callable[[int], None]) -> None:
        """Have edges told."""
        ...

    def input(self, line: int, /) -> int:
        """Return a line's level."""
        ...

    def output(self, line: int, level: object, /) -> None:
        """Set a line's level."""
        ...

    def cleanup(self, lines: list[int], /) -> None:
        """Give lines back."""
        ...


class RpiGpioPins:
    """Lines that are set up. The library calls from a thread of its own; what it says goes to the loop."""

    def __init__(self, gpio: RpiGpio, inputs: Mapping[int, Pull], outputs: Sequence[int], heard: Heard) -> None:
        self._gpio = gpio
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._lines = [*inputs, *outputs]
        pulls = {"up": gpio.PUD_UP, "down": gpio.PUD_DOWN, "none": gpio.PUD_OFF}
        gpio.setmode(gpio.BCM)
        for line in outputs:
            gpio.setup(line, gpio.OUT, initial=gpio.LOW)
        for line, pull in inputs.items():
            gpio.setup(line, gpio.IN, pull_up_down=pulls[pull])
            gpio.add_event_detect(line, gpio.BOTH, callback=self._edge)

    def _edge(self, line: int) -> None:
        self._loop.call_soon_threadsafe(self._tell, line)

    def _tell(self, line: int) -> None:
        # The library says that there was an edge, not which: the level is what it is now.
        self._heard(line, self.read(line), round(self._loop.time() * 1000))

    def read(self, line: int) -> bool:
        """Return a line's level."""
        return bool(self._gpio.input(line))

    def write(self, line: int, *, level: bool) -> None:
        """Set a line's level."""
        self._gpio.output(line, level)

    def close(self) -> None:
        """Give the lines back."""
        self._gpio.cleanup(self._lines)


def open_pins(_: str, inputs: Mapping[int, Pull], outputs: Sequence[int], heard: Heard) -> RpiGpioPins:
    """Set the lines up."""
    try:
        gpio = cast("RpiGpio", importlib.import_module("RPi.GPIO"))
    except (ImportError, RuntimeError) as error:
        # RPi.GPIO refuses with a RuntimeError where it does not know the board.
        raise PinsError("no_backend", str(error)) from None
    try:
        return RpiGpioPins(gpio, inputs, outputs, heard)
    except (RuntimeError, ValueError) as error:
        raise PinsError("line_taken", str(error)) from None
