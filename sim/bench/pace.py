"""A loop whose time runs as fast as the tester wants, while real sockets and people's eyes are served all the same."""

import asyncio
import selectors
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, Final

from hal.clock import ticks_s
from sim.virtual_time import done_at_once

# As fast as it goes: waiting is left out.
FAST: Final = 0.0
SLOWEST: Final = 0.1
FASTEST: Final = 1000.0
# Sockets are looked at so often at least, in real seconds.
LOOK_S: Final = 0.02
# Nothing comes for so long: then it is looked again.
LONGEST_S: Final = 3600.0
# A machine that was away for longer does not make up for it.
MOST_BEHIND_S: Final = 0.1
# How often is looked whether something holds, in real seconds.
SOON_S: Final = 0.05


class _PacedSelector(selectors.DefaultSelector):
    """Waits by real time, and lets the loop's time run at its pace."""

    def __init__(self) -> None:
        super().__init__()
        self.speed = 1.0
        self.now = 0.0
        self._looked = ticks_s()
        self._behind = 0.0
        self._resting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._rests = 0

    def wake(self, sleeper: asyncio.Future[None], seconds: float) -> None:
        """Wake somebody after so many real seconds."""
        self._rests += 1
        heappush(self._resting, (ticks_s() + seconds, self._rests, sleeper))

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has come, and let time pass."""
        events = self._fast(timeout) if self.speed == FAST else self._at_pace(timeout)
        while self._resting and self._resting[0][0] <= ticks_s():
            _, _, sleeper = heappop(self._resting)
            if not sleeper.done():
                sleeper.set_result(None)
        return events

    def _fast(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Leave waiting out, unless there is nothing to come but from sockets."""
        events = super().select(0 if timeout is not None else min(LOOK_S, self._rest()))
        if not events and timeout:
            self.now += timeout
        return events

    def _at_pace(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait as long as the pace wants. What work and sleep took too long is caught up with, timer after timer."""
        due = LONGEST_S if timeout is None else max(timeout, 0.0)
        events = super().select(min(max(due - self._behind, 0.0) / self.speed, self._rest()))
        before, self._looked = self._looked, ticks_s()
        owed = self._behind + (self._looked - before) * self.speed
        passes = min(owed, due)
        self._behind = min(owed - passes, MOST_BEHIND_S * self.speed)
        self.now += passes
        return events

    def _rest(self) -> float:
        """Return how long it is until somebody is to be woken."""
        return max(self._resting[0][0] - ticks_s(), 0.0) if self._resting else LONGEST_S


class PacedLoop(asyncio.SelectorEventLoop):
    """The bench's loop. `speed`: how many of its seconds pass in a real one; FAST leaves waiting out."""

    def __init__(self) -> None:
        self._paced = _PacedSelector()
        super().__init__(self._paced)

    @property
    def speed(self) -> float:
        """How fast its time runs."""
        return self._paced.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        """Have it run so fast from now on. Raises ValueError."""
        if speed != FAST and not SLOWEST <= speed <= FASTEST:
            raise ValueError(f"time runs {SLOWEST:g} to {FASTEST:g} times as fast, or ({FAST:g}) as fast as it goes")
        self._paced.speed = speed

    async def rest(self, seconds: float) -> None:
        """Sleep for so many real seconds, however fast time runs: what is for people's eyes has their pace."""
        sleeper = self.create_future()
        self._paced.wake(sleeper, seconds)
        await sleeper

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds, no longer than so many real seconds; return whether it does."""
        for _ in range(round(seconds / SOON_S)):
            if holds():
                break
            await self.rest(SOON_S)
        return holds()

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Have another thread do something; at once where waiting is left out, as it would come too late for all."""
        if self.speed != FAST:
            return super().run_in_executor(executor, func, *args)
        return done_at_once(self, func, *args)

    def time(self) -> float:
        """Return the bench's seconds."""
        return self._paced.now
