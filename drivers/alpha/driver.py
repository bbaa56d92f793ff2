"""A sign that speaks the Alpha protocol: told what to show, then asked what it shows."""

import asyncio
from typing import Final

from drivers.alpha import protocol as p
from drivers.driver import PATIENT, Driver, Inbox
from hal.bounds import Seconds, Word
from hal.device import Hear
from hal.display import Shows, ShowsOtherwise
from hal.life import Patience
from hal.port import LineOptions, LineSettings, Outlet, PortError

ATTEMPTS: Final = 2


class Options(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set, in seconds. `look`: how often the sign is asked what it shows.

    `version` and `serial`: from its plate; a sign may say its version itself, and none says its serial number.
    """

    line: LineSettings = LineSettings(baud=9600)
    look: Seconds = 10.0
    version: Word = ""
    serial: Word = ""
    answer_within: Seconds = 1.5
    patience: Patience = PATIENT


class AlphaSign(Driver):
    """The sign. What it shows must be what it was told (11.13)."""

    def __init__(self, name: str, outlet: Outlet, hear: Hear, options: Options) -> None:
        super().__init__(name, outlet, hear, options.patience)
        self._options = options
        self._reader = p.Reader()
        self._inbox: Inbox[p.Packet] = Inbox()
        self._wanted: str | None = None
        self._shown: str | None = None
        self._turn = asyncio.Lock()

    def received(self, data: bytes) -> None:
        """Take what came in."""
        for packet in self._reader.feed(data):
            self._inbox.put(packet)

    async def identify(self) -> str:
        """Wait until it answers, and tell it again what to show."""
        while await self.read_back() is None:
            self.missed()
            await asyncio.sleep(self._options.answer_within)
        if self._wanted is not None:
            await self.write(p.write_packet(p.write_text(self._wanted)))
        version = await self._software() or self._options.version or "not told"
        serial = self._options.serial or "not told"
        return f"Alpha sign, version {version}, serial {serial}"

    async def serve(self) -> None:
        """Look now and then whether it still shows what it was told."""
        while True:
            self.turned(self._options.look)
            await asyncio.sleep(self._options.look)
            async with self._turn:
                if await self._read() is None:
                    self.missed()
                elif self._wanted is not None and not self._compare():
                    await self._rewrite()

    async def show(self, text: str) -> bool:
        """Show a text, and return whether the sign, asked, shows it."""
        self._wanted = p.plain(text)
        async with self._turn:
            for _ in range(ATTEMPTS):
                try:
                    await self.write(p.write_packet(p.write_text(self._wanted)))
                except PortError:
                    return False
                if await self._read() is not None and self._compare():
                    return True
        return False

    async def _software(self) -> str:
        """Return which software it says that it has; nothing if it does not answer that, as a simple one may not."""
        async with self._turn:
            self._reader.reset()
            self._inbox.clear()
            await self.write(p.write_packet(p.read_information()))
            packet = await self._inbox.next(self._options.answer_within)
        return "" if packet is None else p.software_of(packet)

    async def _rewrite(self) -> None:
        """What it shows is wrong and must not be seen: it is blanked and written again (11.13)."""
        assert self._wanted is not None
        for text in ("", self._wanted):
            await self.write(p.write_packet(p.write_text(text)))
        if await self._read() is not None:
            self._compare()

    async def read_back(self) -> str | None:
        """Return what it shows; None when it does not answer."""
        async with self._turn:
            return await self._read()

    async def _read(self) -> str | None:
        self._reader.reset()
        self._inbox.clear()
        try:
            await self.write(p.write_packet(p.read_text()))
        except PortError:
            return None
        packet = await self._inbox.next(self._options.answer_within)
        self._shown = None if packet is None else p.text_of(packet)
        if self._shown is not None:
            self.answered()
        return self._shown

    def _compare(self) -> bool:
        assert self._shown is not None
        assert self._wanted is not None
        if self._shown == self._wanted:
            self.end("shows_otherwise")
            self.say(Shows(self._shown))
            return True
        if "shows_otherwise" not in self.faults:
            self.begin("shows_otherwise", f"{self._shown!r} instead of {self._wanted!r}")
            self.say(ShowsOtherwise(self._wanted, self._shown))
        return False
