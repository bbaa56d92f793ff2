"""Opening a table. A table that returns opens once other boards' memory or a supervisor's word allows it."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.events import Notice, TableOpened
from firmware.table.core.feature import Feature
from firmware.table.core.head import JournalRestored
from firmware.table.core.setup import Setup
from firmware.table.core.state import Branch, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.waiting import Doubt, Heard, OpeningStage, Waiting, at_any_time
from firmware.table.features.tickets import with_machine


class OpeningCode(Code):
    """Why it is refused."""

    TABLE_OPEN = auto()
    WORD_NOT_WANTED = auto()


class OpenTable(Command, frozen=True):
    """The table opens with this setup."""

    setup: Setup


class HeadsAgreed(Event, frozen=True, tag="heads_agreed"):
    """The table opened, as its journal agrees with what other boards remember."""

    heard: tuple[Heard, ...]


class OpenedOnWord(Event, frozen=True, tag="opened_on_word"):
    """A supervisor opened the table, although other boards' memory did not settle that its journal is whole."""

    doubts: tuple[Doubt, ...]
    heard: tuple[Heard, ...]


class AgreeHeads(Command, frozen=True):
    """Other boards' memory agrees with the journal."""

    heard: tuple[Heard, ...]


class OpenOnWord(Command, frozen=True):
    """A supervisor opens the table, knowing what speaks against it."""

    doubts: tuple[Doubt, ...]
    heard: tuple[Heard, ...]


def open_table(turn: TableTurn, command: OpenTable) -> None:
    """Open the table, with the notice of its version."""
    # crown 7.1; mbs 3.1
    if turn.state.open:
        raise Refused(OpeningCode.TABLE_OPEN)
    texts, numbers = turn.rules.book.texts, turn.rules.book.numbers
    turn.say(TableOpened(command.setup))
    turn.say(Notice("version", texts.version, numbers.version_notice or None, turn.at))


def agree_heads(turn: TableTurn, command: AgreeHeads) -> None:
    """Record that other boards' memory agrees with the journal."""
    turn.say(HeadsAgreed(command.heard))


def open_on_word(turn: TableTurn, command: OpenOnWord) -> None:
    """Record that a supervisor opened the table, and what was known then."""
    turn.say(OpenedOnWord(command.doubts, command.heard))


def _fold_opened(state: TableState, event: TableOpened) -> TableState:
    # What was announced before it closed is over.
    return replace(with_machine(state, event.setup.machine), setup=event.setup, open=True, closes_at=None)


def restored(state: TableState, event: JournalRestored) -> TableState:
    """Remember where the journal parts from the lost one."""
    # Tickets printed after the copy's end exist: none of ours may have one of their numbers.
    terminals = range(1, state.setup.ats + 1)
    counts = {ats: state.ticket_counts.get(ats, 0) + event.skip for ats in terminals} if event.skip else {}
    return replace(
        state,
        restore_unseen=True,
        compared=frozenset(),
        branches=(*state.branches, Branch(event.era, event.up_to)),
        ticket_counts={**state.ticket_counts, **counts},
    )


def opened_on_word(state: TableState, _: OpenedOnWord) -> TableState:
    """Note that a supervisor knows of it."""
    return replace(state, restore_unseen=False)


def word_for(waiting: Waiting) -> OpenOnWord:
    """Return the command that a supervisor must give, with what is known."""
    return OpenOnWord(waiting.doubtful, waiting.heard)


def _when_wanted(waiting: Waiting, now: int, _: bool) -> None:  # noqa: FBT001 - a feature's
    if waiting.stage(now) is not OpeningStage.WORD_NEEDED:
        raise Refused(OpeningCode.WORD_NOT_WANTED)


def start(state: TableState, setup: Setup) -> Iterator[OpenTable]:
    """Open a table that is not open."""
    if not state.open:
        yield OpenTable(setup)


FEATURE: Final = Feature(
    decides={OpenTable: open_table, AgreeHeads: agree_heads, OpenOnWord: open_on_word},
    folds={TableOpened: _fold_opened, JournalRestored: restored, OpenedOnWord: opened_on_word},
    beside={OpenOnWord: GAME},
    while_closed=(OpenTable, AgreeHeads, OpenOnWord),
    while_waiting={AgreeHeads: at_any_time, OpenOnWord: _when_wanted},
    recorded=(HeadsAgreed,),
    starts=start,
)
