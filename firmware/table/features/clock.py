"""The table's clock and the time of day: a difference goes on record, and a far time needs two people."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "clock"
_FAR: Final = "far"
_AHEAD: Final = "ahead"


class ClockCode(Code):
    """Why it is refused."""

    TIME_TAKEN = auto()


class ReportClock(Command, frozen=True):
    """The time of day differs from the table's; `far`: so much later that the table does not take it by itself."""

    until: int
    far: bool = False


class TakeTime(Command, frozen=True):
    """Two people say that the time of day is right, far as it is from the last on record."""


class ClockStepped(Event, frozen=True, tag="clock_stepped"):
    """The table's clock said `before` when the time of day was `after`; a far one waits for people's word."""

    before: int
    after: int
    far: bool


class TimeTaken(Event, frozen=True, tag="time_taken"):
    """The table goes on by the time of day."""


def waits(state: TableState) -> int:
    """Return the far time of day that waits for two people; 0 if none does."""
    return int(kept(state, NAME).get(_FAR, 0))


def ahead_by(state: TableState) -> int:
    """Return by how much the table's time is ahead of the time of day, as was put on record last; 0 where it is not."""
    return int(kept(state, NAME).get(_AHEAD, 0))


def in_step(state: TableState) -> TableState:
    """Return the state of a table that goes by the time of day."""
    return keep(keep(state, NAME, _FAR, None), NAME, _AHEAD, None)


def report_clock(turn: TableTurn, command: ReportClock) -> None:
    """Record that the time of day differs."""
    turn.say(ClockStepped(turn.at, command.until, command.far))


def take_time(turn: TableTurn, _: TakeTime) -> None:
    """Let the table go on by the time of day."""
    if not waits(turn.state):
        raise Refused(ClockCode.TIME_TAKEN)
    turn.say(TimeTaken())


def _fold_stepped(state: TableState, event: ClockStepped) -> TableState:
    state = keep(in_step(state), NAME, _FAR, event.after if event.far else None)
    return keep(state, NAME, _AHEAD, max(event.before - event.after, 0) or None)


def _fold_taken(state: TableState, _: TimeTaken) -> TableState:
    return in_step(state)


FEATURE: Final = Feature(
    decides={ReportClock: report_clock, TakeTime: take_time},
    folds={ClockStepped: _fold_stepped, TimeTaken: _fold_taken},
    beside={TakeTime: GAME},
    by_two=(TakeTime,),
    facts=(ReportClock,),
    while_closed=(ReportClock, TakeTime),
    offers={"take-time": TakeTime},
)
