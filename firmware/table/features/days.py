"""The gaming day: it is closed at the table, with its figures, and the next one begins."""

from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.authority import GAME
from firmware.table.core.bounds import need_figures
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.day_figures import DayFigures, figures, ledger_text, read_ledger
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.box_counts import NAME as BOXES
from firmware.table.features.box_counts import TODAY, counted_today
from firmware.table.features.readings import take_reading
from firmware.table.features.tray import NAME as TRAY
from firmware.table.features.tray import tray_today

NAME: Final = "day"


class BeginDays(Command, frozen=True):
    """The table's board has started: gaming days are counted from now on, if they are not yet."""


class CloseDay(Command, frozen=True):
    """A supervisor closes the gaming day."""


class DayBegan(Event, frozen=True, tag="day_began"):
    """The first gaming day begins: what the accounts hold so far belongs to no day."""

    number: int
    at: int


class DayClosed(Event, frozen=True, tag="day_closed"):
    """A gaming day is closed with these figures, and the next one begins. `date`: of the day that it began in."""

    number: int
    date: str
    began_at: int
    ended_at: int
    figures: DayFigures


def number_of(state: TableState) -> int:
    """Return the number of the open day."""
    return int(kept(state, NAME).get("number", 1))


def began_at(state: TableState) -> int:
    """Return when the open day began; 0 if days were not counted from the first row on."""
    return int(kept(state, NAME).get("began", 0))


def is_over(state: TableState, now: int) -> bool:
    """Whether the open day should have been closed: by the calendar another has begun."""
    day = state.setup.day
    return "began" in kept(state, NAME) and day.date_of(now) > day.date_of(began_at(state))


def figures_now(state: TableState) -> DayFigures:
    """Return the open day's figures so far."""
    before = read_ledger(kept(state, NAME).get("ledger"))
    return figures(before, state.ledger, tray_today(state), counted_today(state))


def begin_days(turn: TableTurn, _: BeginDays) -> None:
    """Count gaming days from now on."""
    if "number" not in kept(turn.state, NAME):
        turn.say(DayBegan(1, turn.at))


def close_day(turn: TableTurn, _: CloseDay) -> None:
    """Close the day: between coups, so that what was won is won."""
    state = turn.state
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    need_figures(state)
    found = figures_now(state)
    assert found.agrees, "a day's figures do not agree with the ledger"
    number, began = number_of(state), began_at(state)
    date = state.setup.day.date_of(began if "began" in kept(state, NAME) else turn.at)
    turn.say(DayClosed(number, date, began, turn.at, found))
    take_reading(turn, f"day {number}", "day")
    month = state.setup.day.date_of(turn.at)[:7]
    if month != date[:7]:
        take_reading(turn, date[:7], "month")


def _fold_began(state: TableState, event: DayBegan) -> TableState:
    return _begun(state, event.number, event.at)


def _fold_closed(state: TableState, event: DayClosed) -> TableState:
    tray = event.figures.tray
    left = tray.expected if tray.counted is None else tray.counted
    # What was counted belongs to the day that is closed; in the tray lies what was counted, or what should.
    fresh = replace(state, kept={**state.kept, TRAY: {"opening": left}})
    for key in [key for key in kept(fresh, BOXES) if key.startswith(TODAY)]:
        fresh = keep(fresh, BOXES, key, None)
    return _begun(fresh, event.number + 1, event.ended_at)


def _begun(state: TableState, number: int, at: int) -> TableState:
    state = keep(keep(state, NAME, "number", number), NAME, "began", at)
    return keep(state, NAME, "ledger", ledger_text(state.ledger))


FEATURE: Final = Feature(
    decides={BeginDays: begin_days, CloseDay: close_day},
    folds={DayBegan: _fold_began, DayClosed: _fold_closed},
    beside={CloseDay: GAME},
    while_closed=(BeginDays, CloseDay),
    signed_soon=(DayClosed,),
)
