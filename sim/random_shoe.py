"""A scenario out of a seed: a shoe dealt to its last coup, and players with habits of their own."""

import random
from collections.abc import Iterator
from typing import Final

from firmware.books import load_book
from firmware.game.hands import Side
from firmware.game.table_of_play import TableOfPlay
from hal.cards import DECK, Card

DECKS: Final = 8
BUY_IN: Final = 1000
STAKES: Final = (5, 10, 25, 50, 100)
# The cutting card lies about twenty cards from the back (crown 3.7.1).
BEHIND_CUT: Final = 20


def shoe_scenario(rulebook: str, seed: int, terminals: int = 3) -> str:
    """Return a scenario that plays one shoe of a rule book."""
    chance = random.Random(seed)
    cards = list(DECK) * DECKS
    chance.shuffle(cards)
    return "\n".join(_steps(chance, cards, load_book(rulebook).table_of_play, rulebook, terminals)) + "\n"


def _steps(
    chance: random.Random, cards: list[Card], table: TableOfPlay, rulebook: str, terminals: int
) -> Iterator[str]:
    yield f"rulebook {rulebook}"
    yield f"table ats={terminals} decks={DECKS} side=pairs"
    yield "shoe unburned"
    yield f"burn {cards.pop()}"
    yield from (f"buyin {ats} {BUY_IN} by={'note' if ats == 1 else 'dealer'}" for ats in range(1, terminals + 1))
    last = False
    while not last:
        last = len(cards) <= BEHIND_CUT
        if last:
            yield "cut"
        yield from _coup(chance, cards, table, terminals)
    yield from (f"cashout {ats}" for ats in range(1, terminals + 1))


def _coup(chance: random.Random, cards: list[Card], table: TableOfPlay, terminals: int) -> Iterator[str]:
    yield "bets"
    for ats in range(1, terminals + 1):
        stake = chance.choice(STAKES)
        yield f"wait {chance.randint(1, 5)}"
        yield f"wager {ats} {chance.choice(('player', 'banker'))} {stake}"
        if chance.random() < 0.3:
            yield f"wager {ats} {chance.choice(('tie', 'player-pair', 'banker-pair'))} 5"
    yield "close"
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    while (side := table.due(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
        hands[side].append(cards.pop())
        yield f"card {hands[side][-1]}"
    yield "confirm"
