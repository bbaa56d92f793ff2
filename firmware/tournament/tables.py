"""What happens at a tournament's tables besides coups: failed terminals, rule 6, and early ends."""

from typing import Final, assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import MOST_SEATS
from firmware.tournament.coups import need_closed, need_table, running
from firmware.tournament.finishing import end_session, players_at
from firmware.tournament.proof import proven
from firmware.tournament.state import seat_key
from firmware.tournament.turn import Turn

# The numbers of rule 6 behind each switch of the conditions (12.2.2).
RULES: Final = {
    "dealer_buy_in": "6.3",
    "note_buy_in": "6.4",
    "further_buy_in": "6.5",
    "leaving": "6.6.1",
    "payout": "6.7",
}


def decide_table(turn: Turn, command: c.TableCommand) -> None:
    """Decide on what happens at tables."""
    match command:
        case c.ReportFailure():
            _failed(turn, command)
        case c.ReportRestored():
            session = running(turn.state)
            if session is not None and seat_key(command.table, command.ats) in session.failed:
                turn.say(e.SeatRestored(command.table, command.ats))
        case c.MovePlayer():
            _move(turn, command)
        case c.AskAccount():
            _ask(turn, command)
        case c.Agree():
            _agree(turn, command)
        case c.ConcludeTable():
            _conclude(turn, command)
        case _:
            assert_never(command)


def _failed(turn: Turn, command: c.ReportFailure) -> None:
    """Record a terminal's failure while its table plays; seats_held says whom it holds up."""
    session = running(turn.state)
    if session is not None and command.table in session.coups and command.table not in session.finished:
        turn.say(e.SeatFailed(command.table, command.ats, command.why))


def _move(turn: Turn, command: c.MovePlayer) -> None:
    """Move a player with their points; to another table only from a terminal that failed, and after as many coups."""
    was = turn.seated(command.player)
    session = need_table(turn, was.table)
    need_table(turn, command.table)
    if not 1 <= command.ats <= MOST_SEATS:
        raise Refused(TournamentCode.SEAT_UNKNOWN, seat=seat_key(command.table, command.ats))
    # crown 12.1.1: all play the same number of coups, and no table opens one while a player's terminal is out
    if command.table != was.table and seat_key(was.table, was.ats) not in session.failed:
        raise Refused(TournamentCode.SEAT_IN_ORDER, "12.1.1", player=command.player)
    if session.coups[command.table] != session.coups[was.table]:
        raise Refused(TournamentCode.COUPS_DIFFER, "12.1.1", table=command.table)
    need_closed(turn, was.table)
    need_closed(turn, command.table)
    seat = e.Seated(command.player, command.table, command.ats)
    for number in players_at(turn.state, turn.round(), seat.table):
        if turn.round().seats[number].ats == seat.ats:
            raise Refused(TournamentCode.SEAT_TAKEN, seat=seat_key(seat.table, seat.ats))
    if seat_key(seat.table, seat.ats) in session.failed:
        raise Refused(TournamentCode.SEAT_OUT_OF_ORDER, seat=seat_key(seat.table, seat.ats))
    turn.say(e.PlayerMoved(seat, was))


def _ask(turn: Turn, command: c.AskAccount) -> None:
    turn.seated(command.player)
    # crown 12.2.2
    if getattr(turn.rules().rule_6, command.what):
        raise Refused(TournamentCode.RULE_6_EXCLUDED, "12.2.2", number=RULES[command.what])


def _need_cash(turn: Turn) -> None:
    # crown 12.3.5(b)
    if turn.state.terms.balances != "cash":
        raise Refused(TournamentCode.NOT_IN_CASH, "12.3.5(b)")


def _agree(turn: Turn, command: c.Agree) -> None:
    seat = turn.seated(command.player)
    need_table(turn, seat.table)
    _need_cash(turn)
    turn.say(e.PlayerAgreed(command.player))


def _conclude(turn: Turn, command: c.ConcludeTable) -> None:
    """Conclude a table's session early (12.3.5)."""
    need_closed(turn, command.table)
    session, there = turn.session(), turn.round()
    proof: tuple[e.Reach, ...] = ()
    if command.ground == "determined":
        # crown 12.3.5(a)
        proof = proven(turn.state, there, command.table)
        if not proof:
            raise Refused(TournamentCode.NOT_DETERMINED, "12.3.5(a)", table=command.table)
    else:
        _need_cash(turn)
        waiting = set(players_at(turn.state, there, command.table)) - session.agreed
        if waiting:
            raise Refused(TournamentCode.NOT_AGREED, "12.3.5(b)", count=len(waiting))
    turn.say(e.TableFinished(there.name, session.number, command.table, command.ground, proof))
    end_session(turn)
