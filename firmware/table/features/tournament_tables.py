"""What a tournament orders at its table: the table itself, when coups may open, seats, and points."""

from collections.abc import Iterator
from enum import auto
from functools import reduce
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_BALANCE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.ledger import POINTS, Movement
from firmware.table.core.needs import need_account, need_terminal, need_unfrozen
from firmware.table.core.reported import SessionHold
from firmware.table.core.session_bounds import ANNOUNCED
from firmware.table.core.session_terms import SESSION, agreed_at, has_agreed, player_at, reserved_for, seat_of
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.features.winnings import departed


class TournamentTablesCode(Code):
    """Why it is refused."""

    NOT_RESERVED = auto()
    SEAT_OCCUPIED = auto()
    POINTS_BEYOND = auto()


class ReserveTable(Command, frozen=True):
    """From now on the table is a tournament's alone (12.3.1); with no name, it is open to everybody again."""

    name: str


class HoldSession(Command, frozen=True):
    """The session opens no further coup, and why; with no reason it goes on."""

    why: SessionHold | Literal[""]


class MoveSeat(Command, frozen=True):
    """A player goes on at another terminal, with all points."""

    ats: int
    to: int


class LeaveSeat(Command, frozen=True):
    """A player is out of the session: the points at the terminal end."""

    ats: int


class NameSeat(Command, frozen=True):
    """Another player has the seat, with the points there (12.2.1(i))."""

    ats: int
    player: int


class AgreeEnd(Command, frozen=True):
    """The player of a terminal agrees, by touch, that the session ends early (12.3.5(b))."""

    ats: int


class AdjustPoints(Command, frozen=True):
    """A player has this many points more, or (below zero) fewer, by the tournament's own books."""

    ats: int
    points: int
    why: Literal["penalty", "correction"]


class TableReserved(Event, frozen=True, tag="table_reserved"):
    """The table is a tournament's alone, whose coups begin with this one; or everybody's again."""

    name: str
    since: int


class SessionHeld(Event, frozen=True, tag="session_held"):
    """The session opens no further coup for this reason; or, with none, it goes on."""

    why: SessionHold | Literal[""]


class SeatMoved(Event, frozen=True, tag="seat_moved"):
    """A player went on at another terminal, with this many points.

    `next_coup`: the first that can be of whoever plays next where they sat; 0 in journals of before.
    """

    ats: int
    to: int
    player: int
    points: int
    next_coup: int = 0


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A player was out of the session; this many points ended. `next_coup`: as of `SeatMoved`."""

    ats: int
    player: int
    points: int
    next_coup: int = 0


class SeatNamed(Event, frozen=True, tag="seat_named"):
    """Another player has the seat."""

    ats: int
    player: int


class EndAgreed(Event, frozen=True, tag="end_agreed"):
    """The player of a terminal agreed that the session ends early (12.3.5(b))."""

    ats: int
    player: int


class PointsAdjusted(Event, frozen=True, tag="points_adjusted"):
    """A player's points were adjusted by the tournament's own books."""

    ats: int
    player: int
    points: int
    why: Literal["penalty", "correction"]


def reserve(turn: TableTurn, command: ReserveTable) -> None:
    """Reserve the table for a tournament, or give it back: between coups, while no account is open."""
    # crown 12.3.1, 12.3.2
    state = turn.state
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    before = reserved_for(state)
    if command.name and before not in ("", command.name):
        raise Refused(TableCode.TABLE_RESERVED, "12.3.1", name=before)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    # Money from a session waits to be paid out, and is not played with anywhere.
    if command.name and any(not account.only_paid for account in state.accounts.values()):
        raise Refused(TableCode.ACCOUNTS_OPEN, "12.3.2")
    if command.name != before:
        turn.say(TableReserved(command.name, state.game.coups + 1))


def hold_session(turn: TableTurn, command: HoldSession) -> None:
    """Open no further coup, or go on; a coup that is under way is completed."""
    # crown 12.2.5, 12.1.1
    need_session(turn)
    if kept(turn.state, SESSION).get("hold", "") != command.why:
        turn.say(SessionHeld(command.why))


def move_seat(turn: TableTurn, command: MoveSeat) -> None:
    """Move a player with all points, between coups."""
    need_between(turn)
    need_account(turn, command.ats)
    need_terminal(turn, command.to)
    if command.to in turn.state.accounts:
        raise Refused(TournamentTablesCode.SEAT_OCCUPIED, ats=command.to)
    if fault_name("ats", command.to) in turn.state.faults:
        raise Refused(TableCode.ATS_OUT, ats=command.to)
    player, points = player_at(turn.state, command.ats), turn.state.balance(command.ats)
    turn.say(SeatMoved(command.ats, command.to, player, points, turn.state.next_coup))


def leave_seat(turn: TableTurn, command: LeaveSeat) -> None:
    """End the points of a player who is out, between coups."""
    need_between(turn)
    need_account(turn, command.ats)
    turn.say(
        SeatLeft(command.ats, player_at(turn.state, command.ats), turn.state.balance(command.ats), turn.state.next_coup)
    )


def name_seat(turn: TableTurn, command: NameSeat) -> None:
    """Give a seat to another player, between coups."""
    need_between(turn)
    need_account(turn, command.ats)
    turn.say(SeatNamed(command.ats, command.player))


def agree_end(turn: TableTurn, command: AgreeEnd) -> None:
    """Record, once, that a player agreed to an early end."""
    # crown 12.3.5(b)
    need_session(turn)
    need_account(turn, command.ats)
    if not has_agreed(turn.state, command.ats):
        turn.say(EndAgreed(command.ats, player_at(turn.state, command.ats)))


def adjust_points(turn: TableTurn, command: AdjustPoints) -> None:
    """Adjust a player's points, between coups; never below none."""
    need_between(turn)
    need_account(turn, command.ats)
    after = turn.state.balance(command.ats) + command.points
    if not command.points or not 0 <= after <= MOST_BALANCE:
        raise Refused(TournamentTablesCode.POINTS_BEYOND, ats=command.ats)
    turn.say(PointsAdjusted(command.ats, player_at(turn.state, command.ats), command.points, command.why))


def need_session(turn: TableTurn) -> None:
    """Refuse outside a tournament's session."""
    if not turn.state.session or not reserved_for(turn.state):
        raise Refused(TournamentTablesCode.NOT_RESERVED, "12.3.1")


def need_between(turn: TableTurn) -> None:
    """Refuse outside a tournament's session, and while a coup is open."""
    need_session(turn)
    need_unfrozen(turn)
    if turn.state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=turn.state.game.coup.number)


def _fold_reserved(state: TableState, event: TableReserved) -> TableState:
    if not event.name:
        return keep(state, SESSION, "reserved", None)
    found = kept(state, SESSION)
    # A tournament comes back to a table in later rounds: its first coup here stays the first.
    since = found["since"] if found.get("of") == event.name else event.since
    if found.get("of") != event.name:
        state = keep(state, SESSION, ANNOUNCED, None)
    values = {"reserved": event.name, "of": event.name, "since": since}
    return reduce(lambda before, one: keep(before, SESSION, *one), values.items(), state)


def _fold_held(state: TableState, event: SessionHeld) -> TableState:
    return keep(state, SESSION, "hold", event.why or None)


def _fold_moved(state: TableState, event: SeatMoved) -> TableState:
    account = state.accounts[event.ats]
    state = departed(state, event.ats, event.next_coup)
    state = with_account(with_account(state, event.ats, None), event.to, replace(account, wagers={}))
    return keep(keep(state, SESSION, seat_of(event.ats), None), SESSION, seat_of(event.to), event.player)


def _fold_named(state: TableState, event: SeatNamed) -> TableState:
    return keep(state, SESSION, seat_of(event.ats), event.player)


def _fold_agreed(state: TableState, event: EndAgreed) -> TableState:
    return keep(state, SESSION, agreed_at(event.ats), event.player)


def _fold_left(state: TableState, event: SeatLeft) -> TableState:
    state = with_account(departed(state, event.ats, event.next_coup), event.ats, None)
    return keep(state, SESSION, seat_of(event.ats), None)


def _post_moved(_: TableState, event: SeatMoved) -> Iterator[Movement]:
    yield event.ats, POINTS.balance, "points/moved", event.points
    yield event.to, "points/moved", POINTS.balance, event.points


def _post_left(_: TableState, event: SeatLeft) -> Iterator[Movement]:
    yield event.ats, POINTS.balance, "points/granted", event.points


def _post_adjusted(_: TableState, event: PointsAdjusted) -> Iterator[Movement]:
    yield event.ats, "points/granted", POINTS.balance, event.points


ORDERS: Final = (ReserveTable, HoldSession, MoveSeat, LeaveSeat, NameSeat, AdjustPoints)
FEATURE: Final = Feature(
    decides={
        ReserveTable: reserve,
        HoldSession: hold_session,
        MoveSeat: move_seat,
        LeaveSeat: leave_seat,
        NameSeat: name_seat,
        AgreeEnd: agree_end,
        AdjustPoints: adjust_points,
    },
    folds={
        TableReserved: _fold_reserved,
        SessionHeld: _fold_held,
        SeatMoved: _fold_moved,
        SeatLeft: _fold_left,
        SeatNamed: _fold_named,
        EndAgreed: _fold_agreed,
    },
    moves={SeatMoved: _post_moved, SeatLeft: _post_left, PointsAdjusted: _post_adjusted},
    beside=dict.fromkeys(ORDERS, TOURNAMENT),
    signed_soon=(SeatMoved, SeatLeft, PointsAdjusted),
)
