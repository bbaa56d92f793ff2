"""Tables of a tournament in a scenario: their shoes, and the steps of coups at them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from firmware.books import load_book
from firmware.game.hands import Side
from hal.cards import DECK, Card

# A new shoe is put in before a coup that the one in play may not have the cards for.
LEFT: Final = 60


class CupTables:
    """Several tables. `coups`: how many each has opened."""

    def __init__(self, rulebook: str, chance: Random) -> None:
        self._book: Final = load_book(rulebook).table_of_play
        self._chance: Final = chance
        self._shoes: dict[int, list[Card]] = {}
        self.coups: Final[Counter[int]] = Counter()

    def cards(self, table: int) -> Iterator[str]:
        """Deal a coup out."""
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        while (side := self._book.due(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
            hands[side].append(self._shoes[table].pop())
            yield f"card {hands[side][-1]}"

    def dealt(self, table: int) -> Iterator[str]:
        """Close betting, deal the coup out, and confirm it."""
        yield "close"
        yield from self.cards(table)
        yield "confirm"

    def opened(self, table: int, wagers: Mapping[int, str]) -> Iterator[str]:
        """Open betting; at these terminals this is wagered."""
        yield f"at {table}"
        if len(self._shoes.get(table, ())) < LEFT:
            self._shoes[table] = list(DECK) * 8
            self._chance.shuffle(self._shoes[table])
            yield "shoe"
        yield "bets"
        self.coups[table] += 1
        yield from (f"wager {ats} {wager}" for ats, wager in wagers.items())

    def coup(self, table: int, wagers: Mapping[int, str]) -> Iterator[str]:
        """Play a coup."""
        yield from self.opened(table, wagers)
        yield from self.dealt(table)
