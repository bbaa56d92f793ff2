"""A tournament says how it stands; the table shows it to players and the room until it hears otherwise."""

from enum import auto
from string import hexdigits
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_BALANCE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.session_standing import (
    LEADERS,
    MARK,
    NAMED,
    STANDING,
    SessionStanding,
    standing_of,
    written,
)
from firmware.table.core.session_terms import SESSION, reserved_for
from firmware.table.core.setup import MOST_TERMINALS
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class StandingsCode(Code):
    """Why it is refused."""

    STANDINGS_OF_NOBODY = auto()


class PostStandings(Command, frozen=True):
    """Show how the tournament stands."""

    standing: SessionStanding


class StandingsPosted(Event, frozen=True, tag="standings_posted"):
    """The table shows how the tournament stands."""

    standing: SessionStanding


def post_standings(turn: TableTurn, command: PostStandings) -> None:
    """Show it, at a tournament's table."""
    if not reserved_for(turn.state):
        raise Refused(StandingsCode.STANDINGS_OF_NOBODY, "12.3.1")
    if not _is_sound(command.standing):
        raise Refused(TableCode.BEYOND_BOUNDS, what="standing")
    if standing_of(turn.state) != command.standing:
        turn.say(StandingsPosted(command.standing))


def _is_sound(standing: SessionStanding) -> bool:
    """Whether screens can show it, and messages carry it."""
    texts = (standing.round, *(leader.name for leader in standing.leaders))
    counts = [standing.field, standing.left + 1]
    counts += [figure for leader in standing.leaders for figure in (leader.place, leader.player)]
    counts += [figure for seat in standing.seats for figure in (seat.place, seat.before + 1, seat.behind + 1)]
    return (
        set(standing.mark) <= set(hexdigits)
        and len(standing.mark) <= MARK
        and all(len(text) <= NAMED for text in texts)
        and len(standing.leaders) <= LEADERS
        and all(1 <= seat.ats <= MOST_TERMINALS for seat in standing.seats)
        and len(standing.seats) <= MOST_TERMINALS
        and all(0 <= count <= MOST_BALANCE for count in counts)
        and all(abs(leader.points) <= MOST_BALANCE for leader in standing.leaders)
    )


def _fold(state: TableState, event: StandingsPosted) -> TableState:
    return keep(state, SESSION, STANDING, written(event.standing))


FEATURE: Final = Feature(
    decides={PostStandings: post_standings},
    folds={StandingsPosted: _fold},
    beside={PostStandings: TOURNAMENT},
)
