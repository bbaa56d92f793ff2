"""Time, as a value that is handed in: nothing else in the firmware asks what time it is."""

import asyncio
from typing import Protocol


class Clock(Protocol):
    """Says what time it is, in whole milliseconds since a start of its own that never moves back."""

    def now_ms(self) -> int:
        """Return the time."""
        ...


class LoopClock:
    """The time of an asyncio loop: real on a board, virtual on a loop of virtual time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._start = loop.time()

    def now_ms(self) -> int:
        """Return the milliseconds since this clock was made."""
        return round((self._loop.time() - self._start) * 1000)
