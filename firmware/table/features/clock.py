"""The table's clock and the time of day: a difference goes on record, and a far time needs two people."""

from enum import auto
from typing import Final, NamedTuple

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
_FAR_BY: Final = "far by"
_JUMPS: Final = "jumps"
# Of how many jumps the state knows: of more, the smallest is forgotten. A smaller one than this is none.
MOST_JUMPS: Final = 64
LEAST_JUMP_MS: Final = 60_000
_AHEAD: Final = "ahead"


class ClockCode(Code):
    """Why it is refused."""

    TIME_TAKEN = auto()


class ReportClock(Command, frozen=True):
    """The time of day differs from the table's; `far`: so much later that the table does not take it by itself."""

    until: int
    far: bool = False


class ReportSkip(Command, frozen=True):
    """The table was off, and its time went on from `since` to now; whether for so long, only its board's clock says."""

    since: int


class TakeTime(Command, frozen=True):
    """Two people say that the time of day is right, far as it is from the last on record."""


class ClockStepped(Event, frozen=True, tag="clock_stepped"):
    """The table's clock said `before` when the time of day was `after`; a far one waits for people's word."""

    before: int
    after: int
    far: bool


class TimeTaken(Event, frozen=True, tag="time_taken"):
    """The table goes on by the time of day; `at`: by its own time until then, missing in older journals."""

    at: int = 0


class TimeSkipped(Event, frozen=True, tag="time_skipped"):
    """The table was off from `before` to `after`, as its board's clock says."""

    before: int
    after: int


class Jump(NamedTuple):
    """The table's time went from here to there at once: while it was off, or as somebody set its clock."""

    before: int
    after: int


def waits(state: TableState) -> int:
    """Return the far time of day that waits for two people; 0 if none does."""
    return int(kept(state, NAME).get(_FAR, 0))


def ahead_by(state: TableState) -> int:
    """Return by how much the table's time is ahead of the time of day, as was put on record last; 0 where it is not."""
    return int(kept(state, NAME).get(_AHEAD, 0))


def jumps(state: TableState) -> tuple[Jump, ...]:
    """Return how the table's time went forward at once, since it was turned back last; the largest of many."""
    found = str(kept(state, NAME).get(_JUMPS, ""))
    return tuple(Jump(*map(int, one.split("-"))) for one in found.split())


def without_jumps(state: TableState) -> TableState:
    """Return the state of a table whose time was put right."""
    return keep(state, NAME, _JUMPS, None)


def _jumped(state: TableState, before: int, after: int) -> TableState:
    if after - before < LEAST_JUMP_MS or before < 0:
        return state
    found = [*jumps(state), Jump(before, after)]
    if len(found) > MOST_JUMPS:
        found.remove(min(found, key=lambda one: one.after - one.before))
    return keep(state, NAME, _JUMPS, " ".join(f"{one.before}-{one.after}" for one in found))


def in_step(state: TableState) -> TableState:
    """Return the state of a table that goes by the time of day."""
    return keep(keep(keep(state, NAME, _FAR, None), NAME, _FAR_BY, None), NAME, _AHEAD, None)


def report_clock(turn: TableTurn, command: ReportClock) -> None:
    """Record that the time of day differs."""
    turn.say(ClockStepped(turn.at, command.until, command.far))


def report_skip(turn: TableTurn, command: ReportSkip) -> None:
    """Record that the table's time went on while it was off."""
    if turn.at - command.since >= LEAST_JUMP_MS:
        turn.say(TimeSkipped(command.since, turn.at))


def take_time(turn: TableTurn, _: TakeTime) -> None:
    """Let the table go on by the time of day."""
    if not waits(turn.state):
        raise Refused(ClockCode.TIME_TAKEN)
    turn.say(TimeTaken(turn.at))


def _fold_stepped(state: TableState, event: ClockStepped) -> TableState:
    if event.after > event.before and not event.far:
        state = _jumped(state, event.before, event.after)
    state = keep(in_step(state), NAME, _FAR, event.after if event.far else None)
    state = keep(state, NAME, _FAR_BY, event.after - event.before if event.far else None)
    return keep(state, NAME, _AHEAD, max(event.before - event.after, 0) or None)


def _fold_taken(state: TableState, event: TimeTaken) -> TableState:
    by = int(kept(state, NAME).get(_FAR_BY, 0))
    state = _jumped(state, event.at, event.at + by) if event.at and by else state
    return in_step(state)


def _fold_skipped(state: TableState, event: TimeSkipped) -> TableState:
    return _jumped(state, event.before, event.after)


FEATURE: Final = Feature(
    decides={ReportClock: report_clock, ReportSkip: report_skip, TakeTime: take_time},
    folds={ClockStepped: _fold_stepped, TimeTaken: _fold_taken, TimeSkipped: _fold_skipped},
    beside={TakeTime: GAME},
    by_two=(TakeTime,),
    facts=(ReportClock, ReportSkip),
    while_closed=(ReportClock, ReportSkip, TakeTime),
    offers={"take-time": TakeTime},
)
