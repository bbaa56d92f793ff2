"""Who plays at the bench by themselves: a dealer, and players at the terminals."""

import asyncio
import random
from typing import Final

from sim.bench.cups import Cups
from sim.soak.cards import ShoeCards
from sim.soak.dealer import Dealer
from sim.soak.people import SeatedPlayer
from sim.whole_table import WholeTable

# How often is looked at a tournament, and somebody around it does something.
LOOK_S: Final = 0.5


class Autoplay:
    """A dealer who deals, and players who wager where one does, or where they came for a tournament."""

    def __init__(self, table: WholeTable, cards: ShoeCards, chance: random.Random, cups: Cups) -> None:
        self._table: Final = table
        self._cards: Final = cards
        self._chance: Final = chance
        self._cups: Final = cups
        self._dealing: asyncio.Task[None] | None = None
        self._playing: list[asyncio.Task[None]] = []

    @property
    def deals(self) -> bool:
        """Whether a dealer deals."""
        return self._dealing is not None

    def deal(self, *, on: bool, mistakes: float) -> None:
        """Have a dealer deal from now on, or no more."""
        if self._dealing is not None:
            self._dealing.cancel()
            self._dealing = None
        if on:
            dealer = Dealer(self._table, self._cards, self._chance, mistakes, self._waits)
            self._dealing = asyncio.create_task(dealer.run())
        self._seat_players()

    def _waits(self) -> bool:
        """Whether a tournament is about to go on, and nothing is dealt before that."""
        return self._cups.simulated and not self._table.state.session

    def _for_points(self) -> str:
        return "any" if self._cups.simulated else ""

    async def run(self) -> None:
        """Have a tournament go on, and its players play, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self._cups.live(directs=self.deals)
            if bool(self._playing) is not (self.deals or self._cups.simulated):
                self._seat_players()

    def _seat_players(self) -> None:
        for task in self._playing:
            task.cancel()
        self._playing = []
        if self.deals or self._cups.simulated:
            # Nobody feeds a real acceptor.
            seats = [seat for seat in self._table.seats.values() if seat.devices["note_acceptor"].model is not None]
            players = [SeatedPlayer(seat, random.Random(seat.ats), self._for_points) for seat in seats]
            self._playing = [asyncio.create_task(player.run()) for player in players]

    def stop(self) -> None:
        """Leave all as it is."""
        for task in (self._dealing, *self._playing):
            if task is not None:
                task.cancel()
