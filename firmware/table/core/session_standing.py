"""What a tournament lets a table show of it: who leads, each seat's place, and how much is still to come."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from firmware.table.core.kept import kept
from firmware.table.core.session_terms import SESSION, reserved_for

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState


# The key under which a session keeps it, and how many leaders it names.
STANDING: Final = "standing"
LEADERS: Final = 10
NAMED: Final = 24
MARK: Final = 8


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the leaders: the place, the player's number and name, and the points."""

    place: int
    player: int
    name: str
    points: int


class SeatStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of this table: its player's place, and the points to the players before and behind; -1: nobody."""

    ats: int
    place: int
    before: int = -1
    behind: int = -1


class SessionStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """How a round stands, as a table shows it. `mark`: tells these contents from others.

    `field`: how many play the round. `left`: coups that still count at this table; -1: by minutes. `hidden`: nobody is
    shown the places. `over`: it was announced who goes on. `cash`: balances become money, so that
    all players may agree to end the session early (12.3.5(b)).
    """

    mark: str
    round: str
    field: int
    left: int
    hidden: bool
    over: bool
    cash: bool
    leaders: tuple[Leader, ...] = ()
    seats: tuple[SeatStanding, ...] = ()


_encode: Final = msgspec.json.Encoder().encode


def written(standing: SessionStanding) -> str:
    """Return a standing as it is kept."""
    return _encode(standing).decode()


@lru_cache(maxsize=4)
def _read(text: str) -> SessionStanding:
    return msgspec.json.decode(text, type=SessionStanding)


def standing_of(state: "TableState") -> SessionStanding | None:
    """Return what is shown of the tournament at this table."""
    found = kept(state, SESSION).get(STANDING, "") if reserved_for(state) else ""
    return _read(str(found)) if found else None


def seat_standing(state: "TableState", ats: int) -> SeatStanding | None:
    """Return the place of a terminal's player; None if there is none to show."""
    standing = standing_of(state)
    if standing is None:
        return None
    return next((seat for seat in standing.seats if seat.ats == ats), None)
