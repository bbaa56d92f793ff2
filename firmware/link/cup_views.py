"""What everybody, and each player, may know of the tournament at a table."""

from firmware.link.cup_messages import BetLimitView, CupView, LeaderView, NextBoundsView, PlaceView
from firmware.link.plain import plain
from firmware.table.core.session_bounds import coming_bounds
from firmware.table.core.session_standing import seat_standing, standing_of
from firmware.table.core.session_terms import hold_of, terms_of
from firmware.table.core.state import TableState


def cup_view(state: TableState, at: int) -> CupView | None:
    """Return how the tournament stands; None at a table without one."""
    standing, terms = standing_of(state), terms_of(state)
    if standing is None:
        return None
    leaders = tuple(LeaderView(one.place, one.player, plain(one.name), one.points) for one in standing.leaders)
    return CupView(
        plain(standing.round), standing.field, standing.left, standing.hidden, standing.over,
        standing.cash and bool(state.session), terms.minimum, terms.compulsory, terms.maximum, terms.warning,
        hold_of(state), leaders, _open_wagers(state) if terms.open_wagers else {},
        _next_bounds(state, at),
    )  # fmt: skip


def _next_bounds(state: TableState, at: int) -> NextBoundsView | None:
    coming = coming_bounds(state, at)
    if coming is None:
        return None
    limits = tuple(BetLimitView(one.bet, one.minimum, one.maximum) for one in coming.bounds.limits)
    return NextBoundsView(coming.effective_at, coming.bounds.minimum, limits)


def _open_wagers(state: TableState) -> dict[str, tuple[int, ...]]:
    """Return what lies on each bet, of each terminal from the first on."""
    lies: dict[str, list[int]] = {}
    for ats, account in state.accounts.items():
        for bet, stake in account.wagers.items():
            lies.setdefault(bet, [0] * state.setup.ats)[ats - 1] = stake
    return {bet: tuple(stakes) for bet, stakes in lies.items()}


def place_view(state: TableState, ats: int) -> PlaceView | None:
    """Return the place of a terminal's player; None if there is none to show."""
    seat = seat_standing(state, ats)
    return None if seat is None else PlaceView(seat.ats, seat.place, seat.before, seat.behind)
