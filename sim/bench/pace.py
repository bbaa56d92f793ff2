"""A loop whose time runs as fast as the tester wants, while real sockets are served all the same."""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any, Final

from hal.clock import ticks_s
from sim.virtual_time import done_at_once

# As fast as it goes: waiting is left out.
FAST: Final = 0.0
# Sockets are looked at so often at least, in real seconds.
LOOK_S: Final = 0.02


class _PacedSelector(selectors.DefaultSelector):
    """Waits by real time, and lets the loop's time run at its pace."""

    def __init__(self) -> None:
        super().__init__()
        self.speed = 1.0
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has come, and let time pass."""
        if self.speed == FAST:
            events = super().select(0 if timeout is not None else LOOK_S)
            if not events and timeout:
                self.now += timeout
            return events
        began = ticks_s()
        events = super().select(None if timeout is None else timeout / self.speed)
        passed = (ticks_s() - began) * self.speed
        # A machine that is late is not to make devices late: no timer is overtaken.
        self.now += passed if timeout is None else min(passed, max(timeout, 0.0))
        return events


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
        """Have it run so fast from now on."""
        self._paced.speed = speed

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Have another thread do something; at once where waiting is left out, as it would come too late for all."""
        if self.speed != FAST:
            return super().run_in_executor(executor, func, *args)
        return done_at_once(self, func, *args)

    def time(self) -> float:
        """Return the bench's seconds."""
        return self._paced.now
