"""A player whose terminal failed at another table comes to a session, with all points (crown 12.1.1)."""

from collections.abc import Iterator
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.accounts import Account
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_BALANCE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.faults import fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.ledger import POINTS, Movement
from firmware.table.core.needs import need_terminal
from firmware.table.core.session_terms import SESSION, players_of, seat_of
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.features.tournament_tables import TournamentTablesCode, need_between


class JoinSeat(Command, frozen=True):
    """A player comes to a terminal with this many points."""

    ats: int
    player: int
    points: int


class SeatJoined(Event, frozen=True, tag="seat_joined"):
    """A player came from another table, with this many points."""

    ats: int
    player: int
    points: int


def join_seat(turn: TableTurn, command: JoinSeat) -> None:
    """Seat a player who comes from another table, between coups."""
    # crown 12.1.1
    need_between(turn)
    need_terminal(turn, command.ats)
    if command.ats in turn.state.accounts:
        raise Refused(TournamentTablesCode.SEAT_OCCUPIED, ats=command.ats)
    if fault_name("ats", command.ats) in turn.state.faults:
        raise Refused(TableCode.ATS_OUT, ats=command.ats)
    if not 0 <= command.points <= MOST_BALANCE or command.player in players_of(turn.state).values():
        raise Refused(TournamentTablesCode.POINTS_BEYOND, ats=command.ats)
    turn.say(SeatJoined(command.ats, command.player, command.points))


def _fold(state: TableState, event: SeatJoined) -> TableState:
    return keep(with_account(state, event.ats, Account(points=True)), SESSION, seat_of(event.ats), event.player)


def _post(_: TableState, event: SeatJoined) -> Iterator[Movement]:
    yield event.ats, "points/granted", POINTS.balance, event.points


FEATURE: Final = Feature(
    decides={JoinSeat: join_seat},
    folds={SeatJoined: _fold},
    moves={SeatJoined: _post},
    beside={JoinSeat: TOURNAMENT},
    signed_soon=(SeatJoined,),
)
