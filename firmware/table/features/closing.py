"""Closing the table, after its notice (13.7)."""

from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import Notice
from firmware.table.core.feature import Feature
from firmware.table.core.needs import NOTICE
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.card_checks import CheckCards, Finding, check_cards


class ClosingCode(Code):
    """Why it is refused."""

    CLOSING_NOTICE = auto()


class AnnounceClosing(Command, frozen=True):
    """Show when the table is going to close."""


class CloseTable(Command, frozen=True):
    """Close the table. `cards`: what the check of the cards found, where it has been made."""

    cards: Finding | Literal[""] = ""


class ClosingAnnounced(Event, frozen=True, tag="closing_announced"):
    """The table is going to close, not before `closes_at`; the sign says so since `announced_at`."""

    closes_at: int
    announced_at: int | None = None


class TableClosed(Event, frozen=True, tag="table_closed"):
    """The table is closed."""


def announce_closing(turn: TableTurn, _: AnnounceClosing) -> None:
    """Show when the table closes: not before twenty minutes while players are there."""
    # crown 13.7; reading 29
    closes_at = turn.at + (NOTICE if turn.state.accounts else 0)
    turn.say(ClosingAnnounced(closes_at, turn.at))
    rule = turn.rules.book.numbers.table_closing or None
    turn.say(Notice("closing", "This table is closing", rule, closes_at))


def close_table(turn: TableTurn, command: CloseTable) -> None:
    """Close the table, once this has been announced for long enough, or nobody is there."""
    # crown 3.4, 13.7
    state, rule = turn.state, turn.rules.book.numbers.table_closing
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, rule, coup=state.game.coup.number)
    # Whoever came while an empty table was going to close has its twenty minutes too, from when the sign went up.
    closes_at = state.closes_at
    if closes_at is not None and state.announced_at is not None:
        closes_at = max(closes_at, state.announced_at + NOTICE)
    if state.accounts and (closes_at is None or turn.at < closes_at):
        raise Refused(ClosingCode.CLOSING_NOTICE, rule)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN, rule)
    turn.say(TableClosed())
    if command.cards:
        check_cards(turn, CheckCards(command.cards))


def _fold_closing(state: TableState, event: ClosingAnnounced) -> TableState:
    return replace(state, closes_at=event.closes_at, announced_at=event.announced_at)


def _fold_closed(state: TableState, _: TableClosed) -> TableState:
    return replace(state, open=False)


FEATURE: Final = Feature(
    decides={AnnounceClosing: announce_closing, CloseTable: close_table},
    folds={ClosingAnnounced: _fold_closing, TableClosed: _fold_closed},
    asked=dict.fromkeys((AnnounceClosing, CloseTable), act("close-table")),
)
