"""Drop and count: the notes that an emptied cash box should hold."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.authority import act
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import Movement
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class EmptyCashBox(Command, frozen=True):
    """A terminal's cash box is taken out and an empty one put in: a period of its count ends."""

    ats: int


class CashBoxEmptied(Event, frozen=True, tag="cash_box_emptied"):
    """A cash box was taken out: what should be in it, by value, and as a sum; the number of the period that ended."""

    ats: int
    period: int
    notes: dict[int, int]
    total: int


def empty_cash_box(turn: TableTurn, command: EmptyCashBox) -> None:
    """End the period of a cash box, with what should be in it."""
    need_terminal(turn, command.ats)
    accounts = turn.state.ledger.get(command.ats, {})
    held = {int(name[9:]): -amount for name, amount in accounts.items() if name.startswith("cash-box/") and amount}
    notes = {value: held[value] // value for value in sorted(held, reverse=True)}
    period = turn.state.cash_box_periods.get(command.ats, 0) + 1
    turn.say(CashBoxEmptied(command.ats, period, notes, sum(held.values())))


def _fold_cash_box_emptied(state: TableState, event: CashBoxEmptied) -> TableState:
    return replace(state, cash_box_periods={**state.cash_box_periods, event.ats: event.period})


def _post_cash_box_emptied(_: TableState, event: CashBoxEmptied) -> Iterator[Movement]:
    for value, count in event.notes.items():
        yield event.ats, f"drop/{value}", f"cash-box/{value}", value * count


FEATURE: Final = Feature(
    decides={EmptyCashBox: empty_cash_box},
    folds={CashBoxEmptied: _fold_cash_box_emptied},
    moves={CashBoxEmptied: _post_cash_box_emptied},
    asked={EmptyCashBox: act("limits")},
    signed_soon=(CashBoxEmptied,),
)
