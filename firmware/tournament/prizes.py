"""The prizes: shares of the pool by place; equal places share, and somebody gets the last cent (12.2.1(j))."""

from typing import assert_never

from firmware.tournament.conditions import Prizes
from firmware.tournament.draw import shuffled
from firmware.tournament.facts import Award
from firmware.tournament.state import Ranking


def prizes_of(terms: Prizes, pool: int, ranking: Ranking, seed: int) -> tuple[Award, ...]:
    """Return the awards, never more than the pool. What no place gets stays with the house.

    Players are numbered by entry. Equal players share their places' prizes equally.
    """
    amounts = [pool * percent // 100 for percent in terms.percents]
    awards: list[Award] = []
    place = 0
    for group in ranking:
        together = sum(amounts[place : place + len(group)])
        if together:
            awards += _shared(terms, group, place + 1, together, seed)
        place += len(group)
    return _with_last(terms, awards, sum(amounts), pool, seed)


def _shared(terms: Prizes, group: tuple[int, ...], place: int, together: int, seed: int) -> list[Award]:
    each, over = divmod(together, len(group))
    order = _order(terms, group, seed)
    # Indivisible cents go one by one to the first in order, or to nobody.
    lucky = set(order[:over])
    return [Award(player, place, each + (player in lucky)) for player in group if each or player in lucky]


def _order(terms: Prizes, group: tuple[int, ...], seed: int) -> tuple[int, ...]:
    match terms.last_cent:
        case "house":
            return ()
        case "earliest-entry":
            return tuple(sorted(group))
        case "lot":
            return shuffled(group, seed, "last-cent")
        case _:
            assert_never(terms.last_cent)


def _with_last(terms: Prizes, awards: list[Award], shared: int, pool: int, seed: int) -> tuple[Award, ...]:
    """Give the few cents that the percentages leave over to one of those in the best place."""
    first = tuple(award.player for award in awards if award.place == 1)
    order = _order(terms, first, seed)
    return tuple(
        Award(award.player, award.place, award.amount + (pool - shared if award.player in order[:1] else 0))
        for award in awards
    )
