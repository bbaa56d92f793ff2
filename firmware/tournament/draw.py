"""Chance from a recorded seed: the same seed and the same names give the same order, on any machine."""

from collections.abc import Iterable
from hashlib import sha256

from firmware.tournament.facts import Seated


def shuffled(members: Iterable[int], seed: int, what: str) -> tuple[int, ...]:
    """Return members in an order of chance. `what`: what is drawn, so that one seed gives each draw its own order.

    Whoever has the seed can draw again: each member's place is that of the hash of seed, draw and number.
    """
    return tuple(sorted(members, key=lambda member: sha256(f"{seed}/{what}/{member}".encode()).digest()))


def draw_seats(players: Iterable[int], tables: tuple[int, ...], seed: int, what: str) -> tuple[Seated, ...]:
    """Return a seat for each player: tables are as full as one another, to one seat."""
    # 12.1.1: who comes to which table, and how many they are there, is the same chance for all
    return tuple(
        Seated(player, tables[index % len(tables)], index // len(tables) + 1)
        for index, player in enumerate(shuffled(players, seed, what))
    )
