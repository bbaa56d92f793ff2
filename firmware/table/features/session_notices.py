"""A round's limits are announced at its tables: a higher minimum is shown for twenty minutes before it holds."""

from enum import auto
from typing import Final

from firmware.books import every_bet_name
from firmware.game.events import Event
from firmware.game.wagers import ANY
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.bounds import MOST_STAKE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import Notice
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.needs import NOTICE
from firmware.table.core.session_bounds import (
    ANNOUNCED,
    AnnouncedBounds,
    RoundBounds,
    announced_bounds,
    raises,
    written_announcement,
)
from firmware.table.core.session_terms import SESSION, SessionTerms, reserved_for
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

MINUTE: Final = 60_000


class SessionNoticesCode(Code):
    """Why it is refused."""

    SESSION_NOTICE = auto()
    SESSION_LIMITS = auto()
    BOUNDS_OF_NOBODY = auto()


class AnnounceBounds(Command, frozen=True):
    """Show the limits of the round's sessions."""

    bounds: RoundBounds


class BoundsAnnounced(Event, frozen=True, tag="bounds_announced"):
    """The table shows the limits of the round's sessions, which hold from `effective_at` on."""

    bounds: RoundBounds
    effective_at: int


def announce(turn: TableTurn, command: AnnounceBounds) -> None:
    """Show them; they hold at once if no minimum is raised, or nobody has played here yet."""
    # crown 5.1, 12.2.1(c)
    if not reserved_for(turn.state):
        raise Refused(SessionNoticesCode.BOUNDS_OF_NOBODY, "12.3.1")
    if turn.state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=turn.state.session)
    need_sound(command.bounds)
    known = announced_bounds(turn.state)
    if known is not None and known.bounds == command.bounds:
        return
    waits = NOTICE if _raises(turn, command.bounds) else 0
    turn.say(BoundsAnnounced(command.bounds, turn.at + waits))
    rule = turn.rules.book.numbers.raised_minimum or None
    turn.say(Notice("limit", _text(command.bounds), rule, turn.at + waits))


def need_shown(turn: TableTurn, terms: SessionTerms) -> None:
    """Refuse a session whose terms raise a minimum that was not shown for long enough."""
    # crown 5.1
    bounds = RoundBounds(terms.minimum, terms.limits)
    need_sound(bounds)
    known = announced_bounds(turn.state)
    if known is not None and known.bounds == bounds:
        left = known.effective_at - turn.at
    else:
        left = NOTICE if _raises(turn, bounds) else 0
    if left > 0:
        raise Refused(SessionNoticesCode.SESSION_NOTICE, "5.1", minutes=-(-left // MINUTE))


def _raises(turn: TableTurn, bounds: RoundBounds) -> bool:
    return turn.state.started and raises(turn.state, turn.rules.offer.names, bounds, turn.at)


def need_sound(bounds: RoundBounds) -> None:
    """Refuse impossible limits, and those that name a bet twice, or one that does not exist."""
    names = [one.bet for one in bounds.limits]
    known = len(set(names)) == len(names) and set(names) <= {ANY, *every_bet_name()}
    if not known or not 0 <= bounds.minimum <= MOST_STAKE or not all(map(_is_sound, bounds.limits)):
        raise Refused(SessionNoticesCode.SESSION_LIMITS)


def _is_sound(one: BetBounds) -> bool:
    return 0 < one.minimum <= one.maximum <= MOST_STAKE and one.step > 0


def _text(bounds: RoundBounds) -> str:
    least = [f"in all: minimum {bounds.minimum}"] if bounds.minimum else []
    said = [
        f"{'all bets' if one.bet == ANY else one.bet}: minimum {one.minimum}, maximum {one.maximum}, step {one.step}"
        for one in bounds.limits
    ]
    return "; ".join([*least, *said]) or "the table's own limits"


def _fold(state: TableState, event: BoundsAnnounced) -> TableState:
    return keep(state, SESSION, ANNOUNCED, written_announcement(AnnouncedBounds(event.bounds, event.effective_at)))


FEATURE: Final = Feature(
    decides={AnnounceBounds: announce},
    folds={BoundsAnnounced: _fold},
    beside={AnnounceBounds: TOURNAMENT},
)
