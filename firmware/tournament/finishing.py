"""When tables, and with them a session, are finished."""

from typing import Literal

from firmware.tournament import events as e
from firmware.tournament.state import RoundState, Session, Tournament, seat_key
from firmware.tournament.turn import Turn


def players_at(state: Tournament, there: RoundState, table: int) -> tuple[int, ...]:
    """Return who plays at a table: seated there, neither out nor absent for good."""
    return tuple(
        seat.player
        for seat in there.seats.values()
        if seat.table == table and state.players[seat.player].status == "in" and seat.player not in there.absent
    )


def left_in(state: Tournament, there: RoundState) -> tuple[int, ...]:
    """Return whose round it still is: neither out nor absent for good."""
    return tuple(
        player for player in there.players if state.players[player].status == "in" and player not in there.absent
    )


def quota(state: Tournament, session: Session) -> int | None:
    """Return how many coups each table counts in this session; None while the minutes run."""
    # crown 12.1.1: the same number at tables of any speed, also in a session of minutes
    return state.terms.coups or session.target


def seats_out(state: Tournament) -> dict[str, int]:
    """Return seats whose terminal failed and whose player waits, with the number of coups their table played."""
    there = state.round
    if there is None or there.session is None:
        return {}
    session = there.session
    still = [table for table in session.coups if table not in session.finished]
    seats = [there.seats[player] for table in still for player in players_at(state, there, table)]
    held = {seat_key(seat.table, seat.ats): session.coups[seat.table] for seat in seats}
    return {seat: coups for seat, coups in held.items() if seat in session.failed}


def coups_while_held(state: Tournament) -> int | None:
    """Return how many coups any table plays while terminals are out of order; None: none is."""
    # crown 12.1.1
    return min(seats_out(state).values(), default=None)


def coups_to_play(state: Tournament, session: Session, table: int) -> int | None:
    """Return how many of the session's coups a table plays; None while minutes run and nothing holds it."""
    wanted, held = quota(state, session), coups_while_held(state)
    if held is None:
        return wanted
    # A coup that is under way is completed.
    up_to = max(held, session.coups[table] + (table in session.open))
    return up_to if wanted is None else min(up_to, wanted)


def finish_tables(turn: Turn) -> None:
    """Finish each table that has played its coups or has nobody left; the last one ends the session."""
    session = turn.session()
    for table in session.coups:
        if table in session.finished or table in session.open:
            continue
        how = _how(turn, table)
        if how is not None:
            turn.say(e.TableFinished(turn.round().name, session.number, table, how))
    end_session(turn)


def _how(turn: Turn, table: int) -> Literal["complete", "empty"] | None:
    session = turn.session()
    if not players_at(turn.state, turn.round(), table):
        return "empty"
    wanted = quota(turn.state, session)
    return "complete" if wanted is not None and session.coups[table] >= wanted else None


def end_session(turn: Turn) -> None:
    """End the session when each of its tables is finished; balances are disposed of (12.2.1(b))."""
    there, session = turn.round(), turn.session()
    if set(session.coups) - session.finished:
        return
    # crown 12.2.1(b)
    balances = tuple(e.Balance(player, turn.state.balance(player)) for player in there.scores)
    turn.say(e.SessionEnded(there.name, session.number, turn.state.terms.balances, balances))
