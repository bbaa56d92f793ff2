"""A table, a terminal and a device on a wire, whose power and cables can be cut at any byte."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from firmware.game.events import Event
from firmware.link.local_table import LocalTable
from firmware.link.table_link import Issued
from firmware.refusal import Refused
from firmware.table.core.journal import Batch
from firmware.table.core.reported import TicketFate
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.core.state import TableState
from firmware.table.journal.memory import MemoryJournal
from hal.clock import LoopClock
from hal.currency import Note
from hal.note_way import NoteInFlight
from sim.devices.note_model import NoteModel
from sim.devices.wire import Wire
from sim.memory_pocket import MemoryPocket
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, simulated

ATS: Final = 1
DARK_S: Final = 0.7
SYNC_S: Final = 0.03
WAY_S: Final = 0.02


# Nothing is cut; and so long after a cut all is at rest.
NOTHING: Final = ""
AFTER_S: Final = 9.0


class CutOutcome(Struct, frozen=True):
    """What a cut left: what is wrong about it, if anything; and whether something is in doubt.

    `moved`: if nothing was cut, how many bytes had crossed when something moved last.
    """

    wrong: str
    doubt: bool
    moved: int
    credited: int = 0


class SlowJournal(MemoryJournal):
    """A journal on a card whose sync takes as long as a poor one's."""

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Append, after a while."""
        await asyncio.sleep(SYNC_S)
        await super().append(at, batches, snapshot)


class CutLink(LocalTable):
    """The way from the terminal to the table: it takes its time, and what is on it when the terminal dies is lost."""

    async def why_not(self, note: Note) -> Refused | None:
        """Ask about a note in escrow."""
        await asyncio.sleep(WAY_S)
        why = await super().why_not(note)
        await asyncio.sleep(WAY_S)
        return why

    async def credit(self, note: NoteInFlight) -> bool:
        """Credit a note."""
        await asyncio.sleep(WAY_S)
        credited = await super().credit(note)
        await asyncio.sleep(WAY_S)
        return credited

    async def doubt(self, note: NoteInFlight, why: str) -> None:
        """Keep a doubt."""
        await asyncio.sleep(WAY_S)
        await super().doubt(note, why)
        await asyncio.sleep(WAY_S)

    async def pay_by_ticket(self, number: int) -> Issued | None:
        """Issue a ticket."""
        await asyncio.sleep(WAY_S)
        issued = await super().pay_by_ticket(number)
        await asyncio.sleep(WAY_S)
        return issued

    async def report(self, ticket: str, fate: TicketFate, why: str, copy: int = 0) -> None:
        """Report a ticket."""
        await asyncio.sleep(WAY_S)
        await super().report(ticket, fate, why, copy)
        await asyncio.sleep(WAY_S)


# What runs on a terminal from its start on.
Start = Callable[[], list[asyncio.Task[Any]]]


class World:
    """A table, a terminal and a device on a wire, of which some can be cut.

    `moved`: how many bytes had crossed when something moved last; it is kept once `watch_what_moves` was called.
    """

    def __init__(self, model: Any, line: Any, notes: NoteList = ALL) -> None:
        self.model = model
        self.wire = Wire(model, line)
        self.pocket = MemoryPocket()
        self.events: list[Event] = []
        journal, clock = SlowJournal(), LoopClock(asyncio.get_running_loop())
        setup = Setup("crown-baccarat", machine=MACHINE, notes=notes)
        self.service = TableService(setup, journal, clock, self._follow, simulated(journal))
        self._then: Callable[[], None] = lambda: None
        self._start: Start = list
        self.tasks: list[asyncio.Task[Any]] = []
        self.moved = 0
        self._stood: object = None

    def _follow(self, happened: Happened) -> None:
        self.events += happened.events
        self._then()

    def link(self) -> CutLink:
        """Return the way from the terminal to the table."""
        return CutLink(ATS, self.service, self.pocket.life)

    def follow_with(self, follow: Callable[[], None]) -> None:
        """Have the terminal's desk told of what happens at the table."""
        self._then = follow

    def boot(self, start: Start | None = None) -> None:
        """Start the terminal: as it is said here, or was the first time."""
        self._start = start or self._start
        self.tasks = self._start()

    async def kill(self) -> None:
        """The terminal loses its power: whatever it was doing, it does no more."""
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def cut_or_watch(self, byte: int, what: str) -> None:
        """Cut something when so many more bytes have crossed; or nothing, and watch."""
        if what == NOTHING:
            self.watch_what_moves()
        else:
            self.cut_at(byte, what)

    def watch_what_moves(self) -> None:
        """Cut nothing, and see from here on at which byte anything moves: a note, a memory, the journal."""
        self.wire.watch(self._look)

    def _look(self, crossed: int) -> None:
        path = self.model.path if isinstance(self.model, NoteModel) else None
        lies = (path.place, path.cash_box.total() + len(path.tickets)) if path is not None else ()
        stands = (*lies, len(self.events), self.pocket.in_flight(), self.pocket.ticket(), self.pocket.count)
        if stands != self._stood:
            self._stood, self.moved = stands, crossed

    def cut_at(self, byte: int, what: str) -> None:
        """Cut something when so many more bytes have crossed."""
        at = self.wire.crossed + byte
        cut = False

        def watch(crossed: int) -> None:
            nonlocal cut
            if crossed >= at and not cut:
                cut = True
                self._cut(what)
                # By then all has its power again that is off for less than seconds, and no byte is counted any more.
                asyncio.get_running_loop().call_later(2 * DARK_S, self._watch_no_more)

        self.wire.watch(watch)

    def _watch_no_more(self) -> None:
        self.wire.watch(None)

    def _cut(self, what: str) -> None:
        loop = asyncio.get_running_loop()
        if what in ("device", "both"):
            self.model.power(on=False)
            loop.call_later(DARK_S, lambda: self.model.power(on=True))
        if what.startswith("cable"):
            self.wire.unplug()
            loop.call_later(2 * DARK_S, self.wire.plug)
        if what == "cable, then device":
            loop.call_later(DARK_S, lambda: self.model.power(on=False))
            loop.call_later(1.5 * DARK_S, lambda: self.model.power(on=True))
        if what == "both" or what.startswith("terminal"):
            later, dark = re.search(r"(\d+) ms later", what), re.search(r"for (\d+) s", what)
            loop.call_later(
                int(later[1]) / 1000 if later else 0, self._terminal_off, float(dark[1]) if dark else DARK_S
            )

    def _terminal_off(self, seconds: float) -> None:
        for task in self.tasks:
            task.cancel()
        asyncio.get_running_loop().call_later(seconds, self.boot)
