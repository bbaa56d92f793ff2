"""The table's real journal, on a card that takes its time and can be full, opened anew after each loss of power."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.game.events import Event
from firmware.table.core.codec import read_event
from firmware.table.core.evolve import evolve
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.service import Happened
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.devices import DeviceReported
from firmware.table.features.known_devices import DeviceIdentified
from firmware.table.features.note_doubts import LeftNoteTold, NoteDoubted
from firmware.table.features.papers import PaperEnded, PaperOrdered
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read
from firmware.table.journal.file import rows as rows_of
from firmware.table.journal.sqlite_journal import SqliteJournal
from sim.soak.power import Around, Moment, PowerCut

SYNC_S: Final = 0.01
# How many of the last events and commands are at hand: what was acknowledged just now is among them.
LATELY: Final = 60
# Kinds of which all there ever were are asked for: what devices and tickets had said, and what a note is.
EVERY: Final = (
    DeviceReported, DeviceIdentified, TicketShown, BoughtIn, NoteDoubted, LeftNoteTold,
)  # fmt: skip


class SoakJournal:
    """The journal of a soak."""

    def __init__(self, path: Path) -> None:
        self._full = False
        self.cut = PowerCut()
        self.writing = Moment()
        self._path = path
        self._open = SqliteJournal(path)
        self._look = connect_to_read(path)
        self._read_to = 0
        self._lately: deque[Event] = deque(maxlen=LATELY)
        self._of_command: OrderedDict[str, list[Event]] = OrderedDict()
        self._every: dict[type[Event], list[Event]] = {kind: [] for kind in EVERY}
        self._of_device: defaultdict[str, list[Event]] = defaultdict(list)

    def fill(self) -> None:
        """The storage is full from here on."""
        self._full = True

    def make_room(self) -> None:
        """Somebody has made room."""
        self._full = False

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Keep events, after as long as a card takes; while it is full, nothing is kept."""
        self.writing.passes()
        await asyncio.sleep(SYNC_S)
        if self._full:
            raise JournalError("the storage is full")
        await self._power("before")
        await self._open.append(at, batches, snapshot)
        await self._power("after")

    async def _power(self, around: Around) -> None:
        if self.cut.here(around):
            await asyncio.Future()  # the board gets no further

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup."""
        return self._open.of_coup(coup)

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a command that was carried out lately."""
        return self._open.of_command(command)

    def issued(self, number: str) -> int | None:
        """Return under which count a ticket of this number was issued last."""
        return self._open.issued(number)

    def recover(self) -> TableState:
        """Return what the file gives, opened anew."""
        self._open.close()
        self._open = SqliteJournal(self._path)
        return self._open.recover()

    def lately(self, command: str | None = None) -> Sequence[Event]:
        """Return the last events out of the file; those of a command, where it is named and was one of the last."""
        self._read()
        return list(self._lately) if command is None else self._of_command.get(command, ())

    def every(self, *kinds: type[Event]) -> Sequence[Event]:
        """Return all events of some kinds of `EVERY`, kind by kind, as they stood in the file when they came there."""
        self._read()
        return [event for kind in kinds for event in self._every[kind]]

    def of_device(self, device: str) -> Sequence[Event]:
        """Return all that a device reported, as what it was identified, and the papers of a terminal's printer."""
        self._read()
        return self._of_device.get(device, ())

    def _read(self) -> None:
        """Read what has come into the file since: each row once, however often somebody asks."""
        for row in rows_of(self._look, self._read_to, self.rows):
            assert isinstance(row.event, bytes)
            event = read_event(row.event)
            self._lately.append(event)
            if row.command is not None:
                self._of_command.setdefault(row.command, []).append(event)
            if type(event) in self._every:
                self._every[type(event)].append(event)
            if isinstance(event, DeviceReported | DeviceIdentified):
                self._of_device[event.device].append(event)
            if isinstance(event, PaperOrdered | PaperEnded):
                self._of_device[f"ats-{event.ats} ticket_printer"].append(event)
            self._read_to = row.sequence
        while len(self._of_command) > LATELY:
            self._of_command.popitem(last=False)

    def happened_since(self, row: int, state: TableState) -> list[Happened]:
        """Return what was kept after a row that gave this state, and the state after each: what nobody was told of."""
        happened = []
        for at, event in self._after(row):
            state = evolve(state, event)
            happened.append(Happened(at, (event,), state))
        return happened

    def _after(self, row: int) -> list[tuple[int, Event]]:
        # Old shoes may have been packed meanwhile.
        return [(one.at, read_event(one.event)) for one in rows_of(self._look, row) if isinstance(one.event, bytes)]

    @property
    def last_at(self) -> int:
        """The time of the last entry."""
        return self._open.last_at

    @property
    def rows(self) -> int:
        """How many events there are."""
        return self._open.sequence

    @property
    def digest(self) -> str:
        """The head of its chain: the same seed gives the same journal, byte for byte."""
        return self._open.head.hex()

    def checked(self) -> TableState:
        """Return what the whole file gives from its first row on, each held against the chain. Raises JournalError."""
        return verify(self._path).state

    def close(self) -> None:
        """Close the file."""
        self._look.close()
        self._open.close()
