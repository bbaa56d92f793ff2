"""The end of a table's journal, by two people, and the beginning of the next: no ticket number comes twice."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.setup import MOST_MACHINES, MOST_TERMINALS
from firmware.table.core.state import Branch, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.days import CloseDay, close_day
from firmware.table.features.readings import take_reading

NAME: Final = "retired"
# How often a head can say that a journal is a new one.
MOST_ERAS: Final = 9999


class RetiringCode(Code):
    """Why it is refused."""

    RETIRED_ALREADY = auto()
    NOT_NEW = auto()


class RetireTable(Command, frozen=True):
    """Two people end this journal: its last day is closed, and no more is played on it."""


class BeginJournal(Command, frozen=True):
    """The first row of the journal after a retired one: what must not come twice.

    `before`: the hash of the last row there; `era`: of the rows from now on. `counts`: by terminal, how many ticket
    numbers were used; with which `machine` number, and which `machines` before. `key`: the check value of their secret.
    """

    before: str
    era: int
    counts: dict[int, int]
    machine: int
    machines: tuple[int, ...]
    key: str


class TableRetired(Event, frozen=True, tag="table_retired"):
    """The journal is ended: this many tickets, worth this much, are outstanding, and are paid from its list."""

    tickets: int
    amount: int


class JournalBegun(Event, frozen=True, tag="journal_begun"):
    """The journal follows one that was retired."""

    before: str
    era: int
    counts: dict[int, int]
    machine: int
    machines: tuple[int, ...]
    key: str


def is_retired(state: TableState) -> bool:
    """Whether a journal was ended."""
    return bool(kept(state, NAME))


def retire(turn: TableTurn, _: RetireTable) -> None:
    """End the journal, while nobody plays and nobody has credit."""
    state = turn.state
    if is_retired(state):
        raise Refused(RetiringCode.RETIRED_ALREADY)
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN)
    close_day(turn, CloseDay())
    take_reading(turn, "retired", "hand")
    outstanding = [ticket.amount for ticket in state.tickets.values() if ticket.fate != "paid"]
    turn.say(TableRetired(len(outstanding), sum(outstanding)))


def begin_journal(turn: TableTurn, command: BeginJournal) -> None:
    """Begin with what the previous journal used up."""
    state = turn.state
    if state.open or state.ticket_counts or state.ledger or state.branches:
        raise Refused(RetiringCode.NOT_NEW)
    machines = (command.machine, *command.machines)
    if not 1 <= command.era <= MOST_ERAS or not all(0 <= machine <= MOST_MACHINES for machine in machines):
        raise Refused(TableCode.BEYOND_BOUNDS, what="journal")
    if any(ats not in range(1, MOST_TERMINALS + 1) or count < 0 for ats, count in command.counts.items()):
        raise Refused(TableCode.BEYOND_BOUNDS, what="counts")
    turn.say(JournalBegun(*(getattr(command, name) for name in command.__struct_fields__)))


def following(state: TableState, head: str) -> BeginJournal:
    """Return what the journal after this one begins with."""
    counts, machine = state.ticket_counts, state.setup.machine
    return BeginJournal(head, state.era + 1, counts, machine, state.machines_before, state.ticket_key)


def _fold_retired(state: TableState, _: TableRetired) -> TableState:
    return keep(replace(state, open=False), NAME, "retired", 1)


def _fold_begun(state: TableState, event: JournalBegun) -> TableState:
    return replace(
        state,
        setup=replace(state.setup, machine=event.machine),
        machines_before=event.machines,
        ticket_counts=event.counts,
        ticket_key=event.key,
        # Other boards remember the previous journal: here it is lost from its first row on.
        branches=(Branch(event.era, 0),),
        restore_unseen=True,
    )


FEATURE: Final = Feature(
    decides={RetireTable: retire, BeginJournal: begin_journal},
    folds={TableRetired: _fold_retired, JournalBegun: _fold_begun},
    beside={RetireTable: CASINO},
    by_two=(RetireTable,),
    while_closed=(RetireTable, BeginJournal),
    signed_soon=(TableRetired,),
)
