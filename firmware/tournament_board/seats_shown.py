"""Who plays and sits where, as the Director's page shows it, and what can be done about any of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from firmware.table.core.hall_page import GROUND_SAID, GROUNDS, NAMED, PEOPLE, SEAT_NAMED, HallChoice, HallSeat
from firmware.tournament.finishing import players_at
from firmware.tournament.state import Tournament


def named(name: str, most: int = NAMED) -> str:
    """Return a name as a page can show it: in one line, and cut where it is too long."""
    return "".join(letter for letter in name if letter.isprintable())[:most]


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Return what tables are called; one that has no name, or another's, has to be known by its number.

    >>> told_apart({1: "Salon", 2: "", 3: "Window", 4: "Window"})
    {1: 'Salon', 2: '', 3: '', 4: ''}
    """
    called = {number: named(name) for number, name in names.items()}
    alone = [name for name in called.values() if list(called.values()).count(name) == 1]
    return {number: name if name in alone else "" for number, name in called.items()}


def seats_shown(state: Tournament, tables: Sequence[int]) -> dict[str, Any]:
    """Return the players of a page, and what can be done about them; nothing while nobody plays."""
    seated = list(_seats(state, tables))
    people = (*seated, *_others(state, {seat.player for seat in seated}))[:PEOPLE]
    # crown 12.2.1(h): wherever they are, but not once the prizes are given
    if not people or state.over:
        return {"seats": people}
    grounds = tuple(named(ground, GROUND_SAID) for ground in state.rules.departures.grounds[:GROUNDS])
    return {"seats": people, "acts": (HallChoice("disqualify", "disqualify PLAYER GROUND"),), "grounds": grounds}


def _seats(state: Tournament, tables: Sequence[int]) -> Iterator[HallSeat]:
    """Return who sits where in the round: players who are in, by table and terminal."""
    there = state.round
    if there is None or there.announced:
        return
    for table in tables:
        for player in sorted(players_at(state, there, table), key=lambda number: there.seats[number].ats):
            yield HallSeat(table, there.seats[player].ats, player, named(state.players[player].name, SEAT_NAMED))


def _others(state: Tournament, seated: set[int]) -> Iterator[HallSeat]:
    """Return who has no seat now, and is not out: between rounds everybody."""
    there = state.round
    absent = there.absent if there is not None and not there.announced else ()
    for number, player in state.players.items():
        if number not in seated and player.status != "out":
            why = "waiting" if player.status == "waiting" else "absent" if number in absent else ""
            yield HallSeat(0, 0, number, named(player.name, SEAT_NAMED), why)  # type: ignore[arg-type]
