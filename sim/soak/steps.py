"""What is looked at after each step, that is each turn of the loop, before time goes on: all that may have moved."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from firmware.link.remote_table import RemoteTable
from firmware.table.core.state import TableState
from sim.devices.note_path import NotePath
from sim.soak.cash_desk import PaidOut
from sim.soak.faults import Faults
from sim.soak.money import boards_of, notes_astray, tickets_astray
from sim.soak.pages import Pages
from sim.soak.power import CutPocket
from sim.soak.promises import Promises
from sim.soak.tickets_in import TakenIn
from sim.soak.watch import Watch
from sim.soak.whole_stories import WholeStories
from sim.whole_table import Seat, WholeTable

LONGEST_QUEUE: Final = 1024
# How many tasks a table and a terminal have at most: more is a queue that grows.
MOST_TASKS: Final = 60
MOST_TASKS_OF_SEAT: Final = 30
COUNT_S: Final = 1.0
# What was seen before the first look.
NOTHING_YET: Final = TableState.unopened()


class Held(NamedTuple):
    """What holds a table to its word. Each says what was `wrong`."""

    watch: Watch
    promises: Promises
    pages: Pages
    money: PaidOut
    taken: TakenIn
    stories: WholeStories


class Steps:
    """Looks at a table. `wrong`: what did not hold; `failed_at`: when that was first seen, or 0.

    `looks`: the terminals that would look different, filled by whoever makes them so. This is asked after each turn of
    the loop, and in most of them nothing has moved that it looks at.
    """

    def __init__(self, table: WholeTable, faults: Faults, held: Held, wrong: list[str], looks: set[int]) -> None:
        self.failed_at = 0.0
        self._count_at = 0.0
        self.held = held
        self.wrong = wrong
        self._table = table
        self._faults = faults
        self._told = (wrong, faults.stranger.wrong, *(one.wrong for one in held))
        self._state: TableState | None = None
        self._public: Any = None
        self._moves = -1
        self._notes: dict[int, Any] = {}
        self._looks = looks
        self._shown: dict[int, tuple[int, dict[str, Any]]] = {}

    def fail(self, at: float) -> None:
        """Note when something was seen that does not hold; the loop may have ended by then."""
        self.failed_at = at

    def all_wrong(self) -> list[str]:
        """Return what did not hold, whoever saw it."""
        return [wrong for said in self._told for wrong in said]

    def look(self) -> None:
        """Look, after a turn of the loop."""
        table = self._table
        state = table.service.state
        if state is not self._state:
            self._happened(state)
        moves = NotePath.moves + CutPocket.kept
        if moves != self._moves:
            self._moves = moves
            self._notes_moved()
        if self._looks:
            for ats in self._looks:
                self._look_at(table.seats[ats])
            self._looks.clear()
        displayed = table.display.remote.public
        if displayed is not self._public and displayed is not None:
            self._public = displayed
            self.held.watch.displays(self._public)
        if not self.failed_at and any(self._told):
            self.fail(asyncio.get_running_loop().time())

    def _happened(self, state: TableState) -> None:
        before, self._state = self._state or NOTHING_YET, state
        table = self._table
        tickets = before.tickets is not state.tickets
        if tickets or before.ledger is not state.ledger:
            found = [self.held.money.astray(table), *self.held.taken.astray()]
            for ats in table.seats:
                if tickets or before.ledger.get(ats) is not state.ledger.get(ats):
                    found += [self.held.pages.astray(ats), tickets_astray(table, ats)]
            self.wrong += [wrong for wrong in found if wrong]
        doubts = before.note_doubts is not state.note_doubts or before.setup is not state.setup
        for seat in table.seats.values():
            ats = seat.ats
            pocket = before.pockets.get(ats) is not state.pockets.get(ats)
            if doubts or pocket or before.ledger.get(ats) is not state.ledger.get(ats):
                self._hold_notes((seat,))
            self._look_at(seat)
        self.at_work()

    def at_work(self) -> None:
        """No task is dead, and no queue grows."""
        self._once_a_second()
        table = self._table
        if table.boards is not None and table.boards.waiting > LONGEST_QUEUE:
            self.wrong.append(f"{table.boards.waiting} messages wait to be sent")

    def _once_a_second(self) -> None:
        """Look for dead tasks, and count those under way: what is dead, or grows, is still so then."""
        now = asyncio.get_running_loop().time()
        if now < self._count_at:
            return
        self._count_at = now + COUNT_S
        table = self._table
        for seat in table.seats.values():
            self.wrong += [f"ATS {seat.ats}: {why!r}" for board in (seat, *seat.others) for why in board.broken()]
        if not self._faults.restarting:
            self.wrong += [f"the table's board: {why!r}" for why in table.broken()]
        self.wrong += [f"the display: {why!r}" for why in table.display.broken()]
        tasks, seats = len(asyncio.all_tasks()), len(table.seats)
        if tasks > MOST_TASKS + MOST_TASKS_OF_SEAT * seats:
            self.wrong.append(f"{tasks} tasks are under way")

    def _notes_moved(self) -> None:
        """Somewhere a note has moved, or a pocket remembers another: hold those terminals."""
        moved = []
        for seat in self._table.seats.values():
            notes = [_note_at(board) for board in boards_of(seat)]
            if notes != self._notes.get(seat.ats):
                self._notes[seat.ats] = notes
                moved.append(seat)
        self._hold_notes(moved)
        self.wrong += self.held.taken.astray()

    def _hold_notes(self, seats: Iterable[Seat]) -> None:
        """Hold terminals' notes against the ledger."""
        self.wrong += [astray for seat in seats if (astray := notes_astray(self._table, seat))]

    def _look_at(self, seat: Seat) -> None:
        """Hold what a terminal shows as accepted against what was."""
        if seat.on and seat.terminal is not None and (wagers := seat.terminal.desk.player.wagers):
            shown = _coup_known(seat.remote), wagers
            if shown != self._shown.get(seat.ats):
                self._shown[seat.ats] = shown[0], dict(wagers)
                self.held.watch.shows(seat.ats, *shown)


def _note_at(board: Seat) -> tuple[Any, Any]:
    """Return where the note in a board's acceptor is, and which one its pocket remembers."""
    return board.devices["note_acceptor"].model.path.place, board.pocket.in_flight()


def _coup_known(table: RemoteTable) -> int:
    """Return the coup that a terminal knows of: the one that is open, or the last that ended."""
    public = table.public
    if public is None:
        return 0
    return public.coup or (public.recent[-1].coup if public.recent else 0)
