"""Who sits where, as the Director's page shows it, and what can be done about whoever sits there."""

from collections.abc import Iterator, Sequence
from typing import Any

from firmware.table.core.hall_page import GROUND_SAID, GROUNDS, NAMED, SEAT_NAMED, SEATS, HallChoice, HallSeat
from firmware.tournament.finishing import players_at
from firmware.tournament.state import Tournament


def named(name: str, most: int = NAMED) -> str:
    """Return a name as a page can show it: in one line, and cut where it is too long."""
    return "".join(letter for letter in name if letter.isprintable())[:most]


def seats_shown(state: Tournament, tables: Sequence[int]) -> dict[str, Any]:
    """Return the seats of a page, and what can be done about them; nothing while nobody has a seat."""
    seats = tuple(_seats(state, tables))[:SEATS]
    if not seats:
        return {}
    grounds = tuple(named(ground, GROUND_SAID) for ground in state.rules.departures.grounds[:GROUNDS])
    return {"seats": seats, "acts": (HallChoice("disqualify", "disqualify PLAYER GROUND"),), "grounds": grounds}


def _seats(state: Tournament, tables: Sequence[int]) -> Iterator[HallSeat]:
    """Return who sits where in the round: players who are in, by table and terminal."""
    there = state.round
    if there is None or there.announced:
        return
    for table in tables:
        for player in sorted(players_at(state, there, table), key=lambda number: there.seats[number].ats):
            name, points = named(state.players[player].name, SEAT_NAMED), state.balance(player)
            yield HallSeat(table, there.seats[player].ats, player, name, points)
