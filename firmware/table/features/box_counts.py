"""Cash boxes as the count room counts them: what was in a removed box, compared with the ledger."""

from collections.abc import Mapping
from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.day_figures import dropped
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "box-counts"
TODAY: Final = "today "
_EXPECTED: Final = "today expected "
_COUNTED: Final = "today counted "


class BoxCountsCode(Code):
    """Why it is refused."""

    NO_BOX_TO_COUNT = auto()
    COUNT_BELOW_ZERO = auto()


class CountBox(Command, frozen=True):
    """A terminal's removed and uncounted boxes hold this much in all."""

    ats: int
    amount: int


class BoxCounted(Event, frozen=True, tag="box_counted"):
    """A terminal's boxes up to this period were counted: `amount` was there, `expected` should be."""

    ats: int
    period: int
    expected: int
    amount: int


def to_count(state: TableState, ats: int) -> int | None:
    """Return what should be in the boxes of a terminal that wait to be counted; None where none does."""
    waits = state.cash_box_periods.get(ats, 0) > int(kept(state, NAME).get(f"period {ats}", 0))
    return dropped(state.ledger.get(ats, {})) - int(kept(state, NAME).get(f"drop {ats}", 0)) if waits else None


def counted_today(state: TableState) -> Mapping[int, tuple[int, int]]:
    """Return what was counted since the last day was closed: what should have been there, and what was."""
    found = kept(state, NAME)
    boxes = [int(key.removeprefix(_COUNTED)) for key in found if key.startswith(_COUNTED)]
    return {ats: (int(found[f"{_EXPECTED}{ats}"]), int(found[f"{_COUNTED}{ats}"])) for ats in boxes}


def count_box(turn: TableTurn, command: CountBox) -> None:
    """Put a count on record."""
    need_terminal(turn, command.ats)
    expected = to_count(turn.state, command.ats)
    if expected is None:
        raise Refused(BoxCountsCode.NO_BOX_TO_COUNT, ats=command.ats)
    if command.amount < 0:
        raise Refused(BoxCountsCode.COUNT_BELOW_ZERO)
    turn.say(BoxCounted(command.ats, turn.state.cash_box_periods[command.ats], expected, command.amount))


def _fold(state: TableState, event: BoxCounted) -> TableState:
    ats, before = event.ats, kept(state, NAME)
    state = keep(state, NAME, f"period {ats}", event.period)
    state = keep(state, NAME, f"drop {ats}", int(before.get(f"drop {ats}", 0)) + event.expected)
    state = keep(state, NAME, f"{_EXPECTED}{ats}", int(before.get(f"{_EXPECTED}{ats}", 0)) + event.expected)
    return keep(state, NAME, f"{_COUNTED}{ats}", int(before.get(f"{_COUNTED}{ats}", 0)) + event.amount)


FEATURE: Final = Feature(
    decides={CountBox: count_box},
    folds={BoxCounted: _fold},
    beside={CountBox: GAME},
    by_two=(CountBox,),
    while_closed=(CountBox,),
    signed_soon=(BoxCounted,),
)
