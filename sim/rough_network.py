"""A network between boards that is cut, on one side too, loses, doubles, delays and reorders."""

import asyncio
import random

from firmware.link.bus import MemoryNetwork

# What a good network takes, and which share of messages a rough one loses.
QUICK_S = 0.001
LOST = 0.15


class RoughNetwork(MemoryNetwork):
    """A network in memory that can be made bad for a while. A cut names `all`, a device, or a kind and a device."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(self._carry)
        self._chance = chance
        self._down: set[str] = set()
        self._rough = False

    def _carry(self, subject: str) -> tuple[float, ...]:
        """Return after how long each copy of a message arrives; none of one that is lost."""
        kind, _, device = subject.partition(".")
        if "all" in self._down or device in self._down or f"{kind} {device}" in self._down:
            return ()
        if not self._rough:
            return (QUICK_S,)
        if self._chance.random() < LOST:
            return ()
        return tuple(self._chance.random() for _ in range(self._chance.choice((1, 1, 2))))

    async def cut(self, what: str, seconds: float) -> None:
        """Carry nothing to and from it for so long."""
        self._down.add(what)
        await asyncio.sleep(seconds)
        self._down.discard(what)

    async def be_rough(self, seconds: float) -> None:
        """Lose, double, delay and reorder for so long."""
        self._rough = True
        await asyncio.sleep(seconds)
        self._rough = False
