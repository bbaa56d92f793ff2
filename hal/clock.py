"""Time, as a value that is handed in: nothing else in the firmware asks what time it is."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Says what time it is, in whole milliseconds that never run back."""

    def now_ms(self) -> int:
        """Return the time."""
        ...


class LoopClock:
    """The time of an asyncio loop, counted from a start: virtual on a loop of virtual time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, start_ms: int = 0) -> None:
        self._loop = loop
        self._start = loop.time() - start_ms / 1000

    def now_ms(self) -> int:
        """Return the milliseconds since the start."""
        return round((self._loop.time() - self._start) * 1000)


def ticks_s() -> float:
    """Return seconds from which others can be taken off: how long something took."""
    return time.perf_counter()


def worked_s() -> float:
    """Return the seconds that a processor has worked for this process so far."""
    return time.process_time()


def wall_s() -> float:
    """Return the time of day, in seconds since 1970: for what other people's clocks are compared with."""
    return time.time()


def time_of_day(ms: int) -> str:
    """Return a time as people at the table read it, hours and minutes by the board's own zone."""
    return time.strftime("%H:%M", time.localtime(ms / 1000))


def day_and_time(ms: int) -> str:
    """Return a day and a time of it, by the board's own zone."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000))


def board_clock(loop: asyncio.AbstractEventLoop, not_before_ms: int = 0) -> LoopClock:
    """Return the clock of a board: the time of day when it starts, and from then on only forward.

    A board without a battery may wake up in the past: it then goes on from the last time that its journal knows.
    """
    return woken_clock(loop, round(time.time() * 1000), not_before_ms)


def woken_clock(loop: asyncio.AbstractEventLoop, wall_ms: int, not_before_ms: int) -> LoopClock:
    """Return the clock of a board whose own clock says this when it starts."""
    return LoopClock(loop, max(wall_ms, not_before_ms))
