"""A tournament's session as its table knows it: whose the table is, the terms of its wagers, and who sits where."""

from typing import TYPE_CHECKING, Final, Literal, cast

from msgspec import Struct

from firmware.refusal import Refused
from firmware.table.core.bet_bounds import BetBounds, read_bounds, written_bounds
from firmware.table.core.codes import TableCode
from firmware.table.core.kept import kept
from firmware.table.core.reported import SessionHold
from firmware.table.core.standing import Standing

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState

# The name under which sessions keep things.
SESSION: Final = "session"
# crown 12.2.5: no coup without the Director; 12.1.1: nobody's chance is less than another's
_WHY: Final = {
    "director-away": (TableCode.SESSION_DIRECTOR_AWAY, "12.2.5"),
    "seat-out": (TableCode.SESSION_SEAT_OUT, "12.1.1"),
    "coups-played": (TableCode.SESSION_COUPS_PLAYED, "12.1.1"),
}


class SessionTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be wagered on a coup of a session, in all; 0 is no bound. `warning`: seconds before betting ends.

    `last`, `until`: no coup of the table opens beyond this one, or from this time on, until the tournament allows more.
    `open_wagers`: everybody at the table sees what the others wager. `limits`: of single bets; a bet without one has
    the table's own.
    """

    minimum: int = 0
    compulsory: int = 0
    maximum: int = 0
    warning: int = 0
    last: int = 0
    until: int = 0
    open_wagers: bool = False
    limits: tuple[BetBounds, ...] = ()


NO_TERMS: Final = SessionTerms()
_FIGURES: Final = ("minimum", "compulsory", "maximum", "warning", "last", "until")


def terms_of(state: "TableState") -> SessionTerms:
    """Return the terms of the running session; no bounds if there is none."""
    found = kept(state, SESSION)
    if not state.session or "minimum" not in found:
        return NO_TERMS
    figures = {name: int(found.get(name, 0)) for name in _FIGURES}
    return SessionTerms(**figures, open_wagers=bool(found.get("open_wagers", 0)), limits=read_bounds(found))


def kept_terms(terms: SessionTerms) -> dict[str, int | str]:
    """Return the terms as they are kept."""
    figures: dict[str, int | str] = {name: getattr(terms, name) for name in _FIGURES}
    return {**figures, "open_wagers": int(terms.open_wagers), "limits": written_bounds(terms.limits)}


def least_in_all(state: "TableState") -> int:
    """Return the least total wager of an account on a coup; below it nothing is recognised."""
    # crown 5.3.3, 12.2.1(c)
    return max(state.setup.aggregate_minimum, terms_of(state).minimum)


def player_at(state: "TableState", ats: int) -> int:
    """Return the tournament player who sits at a terminal; 0: nobody."""
    return int(kept(state, SESSION).get(seat_of(ats), 0)) if state.session else 0


def players_of(state: "TableState") -> dict[int, int]:
    """Return the running session's players by terminal."""
    found = kept(state, SESSION)
    return {ats: int(found[seat_of(ats)]) for ats in state.accounts if seat_of(ats) in found} if state.session else {}


def first_coup(state: "TableState") -> int:
    """Return the first coup of the tournament that has, or last had, this table for itself; 0: none."""
    return int(kept(state, SESSION).get("since", 0))


def agreed(state: "TableState") -> frozenset[int]:
    """Return the terminals whose players agreed to an early end of the session."""
    return frozenset(ats for ats in state.accounts if has_agreed(state, ats))


def has_agreed(state: "TableState", ats: int) -> bool:
    """Whether the player at a terminal agreed to an early end."""
    return ats in state.accounts and agreed_at(ats) in kept(state, SESSION)


def agreed_at(ats: int) -> str:
    """Return the key for a terminal's agreement."""
    return f"agreed/{ats}"


def seat_of(ats: int) -> str:
    """Return the key for a terminal's player."""
    return f"player/{ats}"


def reserved_for(state: "TableState") -> str:
    """Return the tournament that has this table; empty: none."""
    return str(kept(state, SESSION).get("reserved", ""))


def hold_of(state: "TableState") -> SessionHold | Literal[""]:
    """Return why the running session opens no coup; empty: it does."""
    return cast("SessionHold", kept(state, SESSION).get("hold", "")) if state.session else ""


def need_not_reserved(table: Standing) -> None:
    """Refuse anything but the tournament's own at its reserved table, between sessions too."""
    # crown 12.3.1, 12.3.2
    name = reserved_for(table.state)
    if name:
        raise Refused(TableCode.TABLE_RESERVED, "12.3.2", name=name)


def need_session_lets(table: Standing) -> None:
    """Refuse to open a coup that the tournament does not allow."""
    if not table.state.session:
        need_not_reserved(table)
        return
    hold = hold_of(table.state)
    if hold:
        code, rule = _WHY[hold]
        raise Refused(code, rule, name=table.state.session)
    # crown 12.1.1: a tournament that cannot be reached cannot say in time that all coups are played
    terms = terms_of(table.state)
    if 0 < terms.last <= table.state.game.coups or 0 < terms.until <= table.at:
        raise Refused(TableCode.SESSION_COUPS_PLAYED, "12.1.1", name=table.state.session)
