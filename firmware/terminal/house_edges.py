"""The house edge of each bet, counted exactly, in short steps so that the terminal can do its other work."""

import asyncio
from collections.abc import Callable
from fractions import Fraction

from firmware.books import load_book
from firmware.errands import Errands
from firmware.game.odds import odds_in_steps

# By bet and option; a bet without options has only the first.
Edges = dict[tuple[str, int], Fraction]


class HouseEdges:
    """House edges, by rule book and number of decks. `changed` is called when some have been counted."""

    def __init__(self, errands: Errands, changed: Callable[[], None]) -> None:
        self._errands = errands
        self._changed = changed
        self._counted: dict[tuple[str, int], Edges] = {}

    def of(self, book_id: str, decks: int) -> Edges:
        """Return them; none while they are still being counted."""
        if (book_id, decks) not in self._counted:
            self._counted[book_id, decks] = {}
            self._errands.begin(self._count(book_id, decks))
        return self._counted[book_id, decks]

    async def _count(self, book_id: str, decks: int) -> None:
        steps = odds_in_steps(load_book(book_id), decks)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                self._counted[book_id, decks] = {(row.bet, row.option or 1): row.house_edge for row in end.value.bets}
                self._changed()
                return
            await asyncio.sleep(0)
