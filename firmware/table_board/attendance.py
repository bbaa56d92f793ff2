"""Which boards are present, which are lost (11.14), and which ask more than a board may."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import msgspec

from firmware.link import messages as m
from firmware.link.bounds import LONGEST_BEAT
from firmware.refusal import Refused
from firmware.table.core.faults import Faulty, fault_name
from firmware.table.core.reported import CALLED, TAKEN_BACK, fault_began, fault_ended
from firmware.table.core.service import TableService
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table_board.conduct import Conduct
from firmware.table_board.door import Door

# A terminal that has been silent for this long is lost (11.14).
LOST_S: Final = 5.0
TERMINAL: Final = "ats-"
FLOODING: Final = "flooding"
BY: Final = "table"
# Bars exactly the named devices from connecting.
Bar = Callable[[frozenset[str]], None]
_decode: Final = msgspec.json.Decoder(m.Beat).decode


class Attendance:
    """Who is present, and how they behave."""

    def __init__(self, service: TableService, door: Door, bar: Bar) -> None:
        self.heard_at: dict[int, float] = {}
        # The last change of its account that each terminal says it knows.
        self.knows: dict[int, int] = {}
        self._service = service
        self._door = door
        self._bar = bar
        self._lost: set[int] = set()
        self._flooding: set[str] = set()
        self._barred: frozenset[str] = frozenset()
        self._expected: tuple[int, ...] = ()

    def remember(self) -> None:
        """Take up again what stood when the table was started.

        A terminal with an account was present, and is expected back; a device that flooded must calm down first.
        """
        self._expected = tuple(self._service.state.accounts)
        for name, codes in self._service.state.troubles.items():
            device, _, part = name.partition(" ")
            if part == "network" and FLOODING in codes:
                self._flooding.add(device)
                self._door.flooded(device)

    def beat(self, ats: int, data: bytes) -> bool:
        """Take what came on a terminal's own subject, and return whether it was a beat that counts."""
        beat = _read_beat(data) if len(data) <= LONGEST_BEAT else None
        if not self._door.beat(f"{TERMINAL}{ats}", readable=beat is not None) or beat is None:
            return False
        self.heard(ats)
        self.knows[ats] = beat.number
        return True

    def heard(self, ats: int) -> None:
        """Note that a terminal is present."""
        self.heard_at[ats] = _now()

    def hears(self, ats: int) -> bool:
        """Whether a terminal has been heard, and is not lost."""
        return ats in self.heard_at and ats not in self._lost

    async def look(self) -> None:
        """Record who is lost, who is back, and who asks for too much."""
        self._expect()
        await self._look_for_lost()
        # Together, so that ten floods at once cost the others no more than one.
        conducts = self._door.conducts.items()
        await asyncio.gather(*(self._judge(*known) for known in conducts if known[1].wants_a_look))
        self.bar()

    def bar(self) -> None:
        """Bar whoever floods from the server, and admit again those who were barred for long enough."""
        barred = frozenset(d for d, conduct in self._door.conducts.items() if _now() < conduct.barred_until)
        if barred != self._barred:
            self._barred = barred
            self._bar(barred)

    def _expect(self) -> None:
        """Start the time limit, once the table is open, for terminals that are expected back."""
        for ats in self._expected:
            self.heard_at.setdefault(ats, _now())
        self._expected = ()

    async def _judge(self, device: str, conduct: Conduct) -> None:
        if refused := conduct.row_due(_now()):
            await self._report(device, "over its quota", f"{refused} messages refused")
        if conduct.flooding and device not in self._flooding:
            self._flooding.add(device)
            await self._floods(device)
        elif conduct.calms_down(_now()):
            self._flooding.discard(device)
            await self._calms_down(device)

    async def _look_for_lost(self) -> None:
        """Record a malfunction for a terminal that has fallen silent, until it is heard again."""
        now = _now()
        for ats, at in tuple(self.heard_at.items()):
            silent = now - at > LOST_S
            if silent and ats not in self._lost:
                self._lost.add(ats)
                await self.fault("ats", ats)
            elif not silent and ats in self._lost:
                self._lost.discard(ats)
                if f"{TERMINAL}{ats}" not in self._flooding:
                    await self.in_order("ats", ats)

    async def _floods(self, device: str) -> None:
        """Record a malfunction of a terminal that floods (11.14), and call somebody to it."""
        await self._report(device, fault_began(FLOODING))
        ats = self._terminal(device)
        if ats:
            await self._service.submit(ReportDevice(f"{device} attendant", CALLED, FLOODING), by=BY)
            await self.fault("ats", ats)

    async def _calms_down(self, device: str) -> None:
        await self._report(device, fault_ended(FLOODING))
        ats = self._terminal(device)
        if ats:
            await self._service.submit(ReportDevice(f"{device} attendant", TAKEN_BACK, FLOODING), by=BY)
        if ats and ats not in self._lost:
            await self.in_order("ats", ats)

    async def _report(self, device: str, what: str, detail: str = "") -> None:
        await self._service.submit(ReportDevice(f"{device} network", what, detail), by=BY)

    async def fault(self, what: Faulty, ats: int = 0) -> None:
        """Have a malfunction begin, unless it has already."""
        if fault_name(what, ats) not in self._service.state.faults:
            await self._unless_said(Malfunction(what, ats))

    async def in_order(self, what: Faulty, ats: int = 0) -> None:
        """Have a malfunction end, unless it has already."""
        if fault_name(what, ats) in self._service.state.faults:
            await self._unless_said(ClearMalfunction(what, ats))

    async def _unless_said(self, command: Malfunction | ClearMalfunction) -> None:
        # A person may do the same at the console in this instant; a refusal then means that it is already so.
        with contextlib.suppress(Refused):
            await self._service.submit(command, by=BY)

    def _terminal(self, device: str) -> int:
        """Return which of the table's terminals a device is; 0 for none."""
        named = device.removeprefix(TERMINAL)
        is_number = device.startswith(TERMINAL) and named.isascii() and named.isdigit() and len(named) <= 2
        return int(named) if is_number and 1 <= int(named) <= self._service.state.setup.ats else 0


def _read_beat(data: bytes) -> m.Beat | None:
    try:
        beat = _decode(data)
    except m.UNREADABLE:
        return None
    return beat if beat.version == m.VERSION else None


def _now() -> float:
    return asyncio.get_running_loop().time()
