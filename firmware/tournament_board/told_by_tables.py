"""What a table is seen to be, held against what the tournament knows: what is to be reported of it."""

from collections.abc import Iterator, Sequence

from firmware.table.shown.session_coups import SessionCoup
from firmware.table.shown.session_table import TableSeen
from firmware.tournament import commands as c
from firmware.tournament.events import Line
from firmware.tournament.finishing import players_at
from firmware.tournament.state import Session, Tournament, seat_key


def session_of(state: Tournament) -> Session | None:
    """Return the session that is being played."""
    return None if state.round is None else state.round.session


def coups_of(state: Tournament, number: int, coups: Sequence[SessionCoup]) -> Iterator[c.TournamentCommand]:
    """Return what is to be told of coups: those that are new, and those that came to something else."""
    for coup in coups:
        lines = tuple(Line(line.player, line.wagered, line.won) for line in coup.lines)
        key = seat_key(number, coup.coup)
        was = state.coups.get(key)
        if key in state.strange:
            # A tournament that is started anew is told all coups again, also those of another that was played here.
            continue
        if was is None:
            yield from _opened(state, number)
            yield c.ReportCoup(number, coup.coup, coup.kind, lines)
        elif (was.kind, was.lines) != (coup.kind, lines):
            yield c.ReportCorrection(number, coup.coup, coup.kind, lines)


def facts_of(state: Tournament, number: int, seen: TableSeen) -> Iterator[c.TournamentCommand]:
    """Return what a table is seen to be, and the tournament does not know yet."""
    session = session_of(state)
    if session is None or number not in session.coups or number in session.finished:
        return
    if seen.open:
        yield from _opened(state, number)
    for ats in sorted(seen.failed):
        if seat_key(number, ats) not in session.failed:
            yield c.ReportFailure(number, ats, "malfunction")
    for key in session.failed:
        table, ats = map(int, key.split("/"))
        if table == number and ats not in seen.failed:
            yield c.ReportRestored(table, ats)
    # A terminal is a retired player's until the coup is over; whoever is no player of this table agrees to nothing.
    for player in players_at(state, state.rounds[state.current], number) if state.terms.balances == "cash" else ():
        if player not in session.agreed and any(seat.player == player for seat in seen.seats.values() if seat.agreed):
            yield c.Agree(player)


def _opened(state: Tournament, number: int) -> Iterator[c.TournamentCommand]:
    session = session_of(state)
    if session is not None and number in session.coups and number not in session.open:
        yield c.ReportOpened(number)
