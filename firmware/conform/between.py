"""What stands between a table and the network while a terminal is checked: it sees all that the terminal says.

It can also have answers and views lost, as a network does, and the table say more than a terminal of today knows.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Final

import msgspec

from firmware.link import messages as m
from firmware.link.bus import ACCOUNT, BEAT, PUBLIC, Bus, Come, Hear, Reply

_read: Final = msgspec.json.Decoder(m.Envelope).decode
# What no table says today: a newer one may.
UNKNOWN_KEY: Final = "of-a-newer-table"


class Between:
    """A table's end of the network, with somebody between."""

    def __init__(self, bus: Bus, terminal: str) -> None:
        self.terminal: Final = terminal
        # What the terminal asked, and when it beat, since somebody last looked.
        self.asked: list[m.Envelope] = []
        self.beats: list[float] = []
        self.unreadable: list[bytes] = []
        self.something = asyncio.Event()
        self._lost_answers = self._lost_views = 0
        self._lost_to = b""
        self._silent = self._newer = False
        self._bus = bus

    def lose(self, *, answers: int = 0, views: int = 0, to: str = "wager") -> None:
        """Lose so many of the next answers, to requests whose name begins so, and of the next views."""
        self._lost_answers, self._lost_views, self._lost_to = answers, views, f'"{to}'.encode()

    def fall_silent(self, *, silent: bool) -> None:
        """Let nothing through; or everything again."""
        self._silent = silent

    def say_more(self, *, more: bool) -> None:
        """Have the table say what no terminal of today knows."""
        self._newer = more

    def forget(self) -> None:
        """Look at what comes from here on."""
        self.asked.clear()
        self.beats.clear()

    @property
    def device(self) -> str:
        """Who this board is: the table."""
        return self._bus.device

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask, as the table: it never does."""
        return await self._bus.ask(data, seconds)

    async def publish(self, subject: str, data: bytes) -> None:
        """Say something to whoever listens, unless it gets lost."""
        if self._silent:
            return
        if subject in (PUBLIC, f"{ACCOUNT}.{self.terminal}"):
            if self._lost_views:
                self._lost_views -= 1
                return
            if self._newer:
                data = msgspec.json.encode({**msgspec.json.decode(data), UNKNOWN_KEY: 1})
        await self._bus.publish(subject, data)

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen, and see when the terminal beats."""
        ours = subject == f"{BEAT}.{self.terminal}"
        await self._bus.hear(subject, partial(self._beat, hear) if ours else hear)

    def _beat(self, hear: Hear, data: bytes) -> None:
        self.beats.append(asyncio.get_running_loop().time())
        self.something.set()
        hear(data)

    async def serve(self, come: Come, devices: Iterable[str]) -> None:
        """Hear what devices ask."""
        await self._bus.serve(partial(self._came, come), devices)

    def _came(self, come: Come, device: str, data: bytes, reply: Reply | None) -> None:
        if self._silent:
            return
        if device == self.terminal:
            try:
                self.asked.append(_read(data))
            except m.UNREADABLE:
                self.unreadable.append(data)
            self.something.set()
            if reply is not None and self._lost_answers and self._lost_to in data:
                self._lost_answers -= 1
                reply = _nobody
        come(device, data, reply)

    def mute(self, device: str, seconds: float) -> None:
        """Hear nothing of a device for so long."""
        self._bus.mute(device, seconds)

    async def live(self) -> None:
        """Carry until cancelled."""
        await self._bus.live()

    async def close(self) -> None:
        """Leave."""
        await self._bus.close()


def _nobody(_: bytes) -> None:
    """An answer that gets lost."""
