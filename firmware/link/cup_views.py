"""What everybody, and each player, may know of the tournament that has a table."""

from firmware.link.plain import plain
from firmware.link.tournament_messages import CupView, LeaderView, PlaceView
from firmware.table.core.session_standing import seat_standing, standing_of
from firmware.table.core.session_terms import hold_of, terms_of
from firmware.table.core.state import TableState


def cup_view(state: TableState) -> CupView | None:
    """Return how the tournament stands; None at a table that is nobody's."""
    standing, terms = standing_of(state), terms_of(state)
    if standing is None:
        return None
    leaders = tuple(LeaderView(one.place, one.player, plain(one.name), one.points) for one in standing.leaders)
    return CupView(
        plain(standing.round), standing.field, standing.left, standing.hidden, standing.over,
        standing.cash and bool(state.session), terms.minimum, terms.compulsory, terms.maximum, terms.warning,
        hold_of(state), leaders,
    )  # fmt: skip


def place_view(state: TableState, ats: int) -> PlaceView | None:
    """Return the place of who sits at a terminal; None where there is none to show."""
    seat = seat_standing(state, ats)
    return None if seat is None else PlaceView(seat.ats, seat.place, seat.before, seat.behind)
