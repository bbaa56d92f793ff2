"""Who sits where at a table, with how many points: what it is ordered until that is as the tournament has it."""

from collections.abc import Iterator, Mapping

from firmware.table.core.commands import Command
from firmware.table.features.seat_joining import JoinSeat
from firmware.table.features.tournament_tables import AdjustPoints, LeaveSeat, MoveSeat, NameSeat
from firmware.table.shown.session_table import TableSeen
from firmware.tournament.finishing import players_at
from firmware.tournament.state import RoundState, Tournament


def seat_orders(
    state: Tournament, number: int, seen: TableSeen, there: RoundState, balances: Mapping[int, int]
) -> Iterator[Command]:
    """Bring seats and points of a table to those of the tournament, between coups."""
    playing = players_at(state, there, number)
    seats = {there.seats[player].ats: player for player in playing}
    sits = {seat.player: ats for ats, seat in seen.seats.items()}
    # Whoever is out leaves first: somebody may move to that terminal.
    for ats, seat in sorted(seen.seats.items(), key=lambda one: one[1].player in playing):
        if seat.player in playing and there.seats[seat.player].ats != ats:
            yield MoveSeat(ats, there.seats[seat.player].ats)
        elif seat.player not in playing and ats in seats and seats[ats] not in sits:
            yield NameSeat(ats, seats[ats])
        elif seat.player not in playing:
            yield LeaveSeat(ats)
        else:
            # What a table cannot take off stays owed there, and the tournament's balance below zero.
            more = max(balances.get(seat.player, 0) - seat.points, -seat.balance)
            if more:
                yield AdjustPoints(ats, more, "penalty" if more < 0 else "correction")
    for ats, player in sorted(seats.items()):
        # From another table; whoever moves here has been seen to sit somewhere.
        if player not in sits and ats not in seen.seats:
            yield JoinSeat(ats, player, max(balances.get(player, 0), 0))
