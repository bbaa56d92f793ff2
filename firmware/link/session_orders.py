"""A tournament's orders, each kind of message beside the table's command that it becomes."""

from collections.abc import Callable
from typing import Final, Never, cast

from firmware.link import tournament_messages as t
from firmware.link.cup_messages import LeaderView, PlaceView
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.commands import Command
from firmware.table.core.session_bounds import RoundBounds
from firmware.table.core.session_standing import Leader, SeatStanding, SessionStanding
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.coups_allowed import AllowCoups
from firmware.table.features.hall_pages import AnswerHall, ShowHall
from firmware.table.features.prizes import CreditPrize
from firmware.table.features.seat_joining import JoinSeat
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import EndSession, SessionSeat, StartSession
from firmware.table.features.tournament_tables import (
    AdjustPoints,
    HoldSession,
    LeaveSeat,
    MoveSeat,
    NameSeat,
    ReserveTable,
)
from firmware.table.shown.session_coups import SessionCoup, SessionLine
from firmware.table.shown.session_table import SeatSeen, TableSeen


def _start(one: t.StartOrder) -> StartSession:
    seats = tuple(SessionSeat(seat.ats, seat.player, seat.points) for seat in one.seats)
    terms = SessionTerms(
        one.minimum, one.compulsory, one.maximum, one.warning, one.last, one.until, one.open_wagers, _bounds(one.limits)
    )
    return StartSession(one.name, tuple(seat.ats for seat in seats), 0, seats, terms)


def _say_start(one: StartSession) -> t.StartOrder:
    seats = tuple(t.SeatOrder(seat.ats, seat.player, seat.points) for seat in one.seats)
    terms = one.terms
    return t.StartOrder(
        one.name, seats, terms.minimum, terms.compulsory, terms.maximum, terms.warning, terms.last, terms.until,
        terms.open_wagers, _say_bounds(terms.limits),
    )  # fmt: skip


def _bounds(said: tuple[t.BetOrder, ...]) -> tuple[BetBounds, ...]:
    return tuple(BetBounds(one.bet, one.minimum, one.maximum, one.step) for one in said)


def _say_bounds(bounds: tuple[BetBounds, ...]) -> tuple[t.BetOrder, ...]:
    return tuple(t.BetOrder(one.bet, one.minimum, one.maximum, one.step) for one in bounds)


def _standings(one: t.StandingsOrder) -> PostStandings:
    leaders = tuple(Leader(line.place, line.player, line.name, line.points) for line in one.leaders)
    seats = tuple(SeatStanding(seat.ats, seat.place, seat.before, seat.behind) for seat in one.seats)
    return PostStandings(
        SessionStanding(one.mark, one.round, one.field, one.left, one.hidden, one.over, one.cash, leaders, seats)
    )


def _say_standings(command: PostStandings) -> t.StandingsOrder:
    one = command.standing
    leaders = tuple(LeaderView(line.place, line.player, line.name, line.points) for line in one.leaders)
    seats = tuple(PlaceView(seat.ats, seat.place, seat.before, seat.behind) for seat in one.seats)
    return t.StandingsOrder(one.mark, one.round, one.field, one.left, one.hidden, one.over, one.cash, leaders, seats)


_COMMANDS: Final[dict[type[t.Order], Callable[[Never], Command]]] = {
    t.ReserveOrder: lambda one: ReserveTable(one.name),
    t.StartOrder: _start,
    t.BoundsOrder: lambda one: AnnounceBounds(RoundBounds(one.minimum, _bounds(one.limits))),
    t.EndOrder: lambda one: EndSession(one.cash, one.name),
    t.HoldOrder: lambda one: HoldSession(one.why),
    t.AllowOrder: lambda one: AllowCoups(one.last, one.until),
    t.MoveOrder: lambda one: MoveSeat(one.ats, one.to),
    t.JoinOrder: lambda one: JoinSeat(one.ats, one.player, one.points),
    t.LeaveOrder: lambda one: LeaveSeat(one.ats),
    t.NameOrder: lambda one: NameSeat(one.ats, one.player),
    t.AdjustOrder: lambda one: AdjustPoints(one.ats, one.points, one.why),
    t.StandingsOrder: _standings,
    t.PageOrder: lambda one: ShowHall(one.change),
    t.ReplyOrder: lambda one: AnswerHall(one.number, one.why),
    t.PrizeOrder: lambda one: CreditPrize(one.payment, one.ats, one.amount),
}
_ORDERS: Final[dict[type[Command], Callable[[Never], t.Order]]] = {
    ReserveTable: lambda one: t.ReserveOrder(one.name),
    StartSession: _say_start,
    AnnounceBounds: lambda one: t.BoundsOrder(one.bounds.minimum, _say_bounds(one.bounds.limits)),
    EndSession: lambda one: t.EndOrder(one.cash, one.name),
    HoldSession: lambda one: t.HoldOrder(one.why),
    AllowCoups: lambda one: t.AllowOrder(one.last, one.until),
    MoveSeat: lambda one: t.MoveOrder(one.ats, one.to),
    JoinSeat: lambda one: t.JoinOrder(one.ats, one.player, one.points),
    LeaveSeat: lambda one: t.LeaveOrder(one.ats),
    NameSeat: lambda one: t.NameOrder(one.ats, one.player),
    AdjustPoints: lambda one: t.AdjustOrder(one.ats, one.points, one.why),
    PostStandings: _say_standings,
    ShowHall: lambda one: t.PageOrder(one.change),
    AnswerHall: lambda one: t.ReplyOrder(one.number, one.why),
    CreditPrize: lambda one: t.PrizeOrder(one.payment, one.ats, one.amount),
}


def command_of(order: t.Order) -> Command:
    """Return the table's command for an order."""
    return cast("Callable[[t.Order], Command]", _COMMANDS[type(order)])(order)


def order_of(command: Command) -> t.Order:
    """Return the order that carries a command across the network."""
    return cast("Callable[[Command], t.Order]", _ORDERS[type(command)])(command)


def coup_view(coup: SessionCoup) -> t.SessionCoupView:
    """Return a coup as it is sent."""
    lines = tuple(t.LineView(one.ats, one.player, one.wagered, one.won) for one in coup.lines)
    return t.SessionCoupView(coup.coup, coup.kind, lines)


def read_coup(view: t.SessionCoupView) -> SessionCoup:
    """Return a received coup."""
    lines = tuple(SessionLine(one.ats, one.player, one.wagered, one.won) for one in view.lines)
    return SessionCoup(view.coup, view.kind, lines)


def read_seen(view: t.HallView) -> TableSeen:
    """Return a received table."""
    seats = {one.ats: SeatSeen(one.player, one.balance, one.points, one.agreed) for one in view.seats}
    return TableSeen(
        view.reserved, view.session, view.hold, view.open, seats, frozenset(view.failed),
        view.coups, view.last, view.until, view.at, view.standing, view.terminals, view.page, view.wish,
        view.bounds, view.name,
    )  # fmt: skip


def seat_views(seen: TableSeen) -> tuple[t.SeatView, ...]:
    """Return a session's terminals as they are sent."""
    return tuple(
        t.SeatView(ats, one.player, one.balance, one.points, one.agreed) for ats, one in sorted(seen.seats.items())
    )
