"""Chance from a recorded seed: the same seed and the same names give the same order, on any machine."""

from collections.abc import Iterable
from hashlib import sha256

from firmware.tournament.facts import Seated


def shuffled(members: Iterable[int], seed: int, what: str) -> tuple[int, ...]:
    """Return members in random order. `what`: what is drawn, so that one seed gives each draw its own order.

    Anybody with the seed can repeat the draw: members are ordered by the hash of seed, draw and number.
    """
    return tuple(sorted(members, key=lambda member: sha256(f"{seed}/{what}/{member}".encode()).digest()))


def draw_seats(players: Iterable[int], tables: tuple[int, ...], seed: int, what: str) -> tuple[Seated, ...]:
    """Return a seat for each player: tables differ by at most one player."""
    # 12.1.1: which table a player comes to, and how many play there, is the same chance for all
    return tuple(
        Seated(player, tables[index % len(tables)], index // len(tables) + 1)
        for index, player in enumerate(shuffled(players, seed, what))
    )
