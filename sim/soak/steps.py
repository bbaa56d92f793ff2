"""What is looked at after each step, that is each turn of the loop, before time goes on: all that may have moved."""

import asyncio
from typing import Any, Final, NamedTuple

from firmware.link.remote_table import RemoteTable
from firmware.table.core.state import TableState
from sim.soak.cash_desk import PaidOut
from sim.soak.faults import Faults
from sim.soak.money import boards_of, notes_astray, tickets_astray
from sim.soak.pages import Pages
from sim.soak.promises import Promises
from sim.soak.watch import Watch
from sim.soak.whole_stories import WholeStories
from sim.whole_table import Seat, WholeTable

LONGEST_QUEUE: Final = 1024
# How many tasks a table and a terminal have at most: more is a queue that grows.
MOST_TASKS: Final = 60
MOST_TASKS_OF_SEAT: Final = 30
COUNT_S: Final = 1.0


class Held(NamedTuple):
    """What holds a table to its word. Each says what was `wrong`."""

    watch: Watch
    promises: Promises
    pages: Pages
    money: PaidOut
    stories: WholeStories


class Steps:
    """Looks at a table. `wrong`: what did not hold; `failed_at`: when that was first seen, or 0."""

    def __init__(self, table: WholeTable, faults: Faults, held: Held, wrong: list[str]) -> None:
        self.failed_at = 0.0
        self._count_at = 0.0
        self.held = held
        self.wrong = wrong
        self._table = table
        self._faults = faults
        self._told = (wrong, faults.stranger.wrong, *(one.wrong for one in held))
        self._state: TableState | None = None
        self._public: Any = None
        self._notes: dict[int, Any] = {}
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
        moved = table.state is not self._state
        if moved:
            self._happened(table.state)
        for seat in table.seats.values():
            self._at(seat, moved=moved)
        displayed = table.display.remote.public
        if displayed is not self._public and displayed is not None:
            self._public = displayed
            self.held.watch.displays(self._public)
        if not self.failed_at and any(self._told):
            self.fail(asyncio.get_running_loop().time())

    def _happened(self, state: TableState) -> None:
        before, self._state = self._state, state
        table = self._table
        if before is None or before.tickets is not state.tickets or before.ledger is not state.ledger:
            found = [self.held.money.astray(table)]
            for ats in table.seats:
                found += [self.held.pages.astray(ats), tickets_astray(table, ats)]
            self.wrong += [wrong for wrong in found if wrong]
        self.at_work()

    def at_work(self) -> None:
        """No task is dead, and no queue grows."""
        table = self._table
        for seat in table.seats.values():
            self.wrong += [f"ATS {seat.ats}: {why!r}" for board in (seat, *seat.others) for why in board.broken()]
        if not self._faults.restarting:
            self.wrong += [f"the table's board: {why!r}" for why in table.broken()]
        self.wrong += [f"the display: {why!r}" for why in table.display.broken()]
        self._count_tasks()
        if table.boards is not None and table.boards.waiting > LONGEST_QUEUE:
            self.wrong.append(f"{table.boards.waiting} messages wait to be sent")

    def _count_tasks(self) -> None:
        """Count what is under way, once a second: what grows is still there then, and to count takes long."""
        now = asyncio.get_running_loop().time()
        if now < self._count_at:
            return
        self._count_at = now + COUNT_S
        tasks, seats = len(asyncio.all_tasks()), len(self._table.seats)
        if tasks > MOST_TASKS + MOST_TASKS_OF_SEAT * seats:
            self.wrong.append(f"{tasks} tasks are under way")

    def _at(self, seat: Seat, *, moved: bool) -> None:
        """Hold a terminal's notes against the ledger, and what it shows as accepted against what was."""
        notes = [_note_at(board) for board in boards_of(seat)] if seat.others else _note_at(seat)
        if moved or notes != self._notes.get(seat.ats):
            self._notes[seat.ats] = notes
            astray = notes_astray(self._table, seat)
            if astray:
                self.wrong.append(astray)
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
