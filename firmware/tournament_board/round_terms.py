"""A round's terms as its tables are told them: the limits that are announced, and what holds in a session."""

from firmware.game.wagers import ANY
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.session_bounds import RoundBounds
from firmware.table.core.session_terms import SessionTerms
from firmware.tournament.conditions import ANY_BET, Play, Round


def bounds_of(terms: Round) -> RoundBounds:
    """Return the limits that a round's tables announce."""
    return RoundBounds(terms.minimum, _limits(terms))


def session_terms(terms: Round, play: Play, last: int, until: int) -> SessionTerms:
    """Return what holds in a session of a round, which goes up to this coup of the table, or until this time."""
    # crown 12.2.1(c)
    return SessionTerms(
        terms.minimum, terms.compulsory, terms.maximum, play.warning_seconds, last, until,
        not play.secret_wagers, _limits(terms),
    )  # fmt: skip


def _limits(terms: Round) -> tuple[BetBounds, ...]:
    return tuple(
        BetBounds(ANY if one.bet == ANY_BET else one.bet, one.minimum, one.maximum, one.step) for one in terms.limits
    )
