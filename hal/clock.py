"""Time, as a value that is passed in: nothing else in the firmware asks for the time."""

import time
from collections.abc import Callable
from typing import Final, Protocol

# A table that was off for longer than this asks people whether the time of day is right: 31 days.
FAR_MS: Final = 31 * 24 * 60 * 60 * 1000
# How much a clock moves towards the time of day at once.
SLEW_MS: Final = 50


class Clock(Protocol):
    """Says what time it is, in whole milliseconds that never run back."""

    def now_ms(self) -> int:
        """Return the time."""
        ...


class Ticking(Protocol):
    """What of asyncio's loop a clock needs. A short command takes the time too, and need not wait for asyncio."""

    def time(self) -> float:
        """Return seconds that go on evenly."""
        ...


class LoopClock:
    """The time of an asyncio loop, counted from a start: virtual on a loop of virtual time."""

    def __init__(self, loop: Ticking, start_ms: int = 0) -> None:
        self._loop = loop
        self._start = loop.time() - start_ms / 1000

    def now_ms(self) -> int:
        """Return the milliseconds since the start."""
        return round((self._loop.time() - self._start) * 1000)


class FollowingClock:
    """A board's clock: it runs with the loop, follows the time of day when told, and goes back only by order.

    `known_ms`: the last time on record. A time of day that is far after it is not taken without people's word.
    """

    def __init__(self, loop: Ticking, wall_ms: Callable[[], int], known_ms: int = 0) -> None:
        self._loop = loop
        self._wall = wall_ms
        wall = wall_ms()
        start = wall if not known_ms else known_ms if is_far(wall - known_ms) else max(wall, known_ms)
        self._offset = start - self._ticks()
        self._last = start

    def _ticks(self) -> int:
        return round(self._loop.time() * 1000)

    def now_ms(self) -> int:
        """Return the time."""
        self._last = max(self._last, self._ticks() + self._offset)
        return self._last

    def behind_ms(self) -> int:
        """Return how far the time of day is ahead of this clock; negative if it is behind."""
        return self._wall() - self.now_ms()

    def slew(self) -> None:
        """Move towards the time of day, in steps too small to be seen."""
        off = self._wall() - (self._ticks() + self._offset)
        self._offset += max(-SLEW_MS, min(SLEW_MS, off))

    def turn_back(self, ms: int) -> None:
        """Go on from an earlier time because people say so: later records keep their order, though not their times."""
        self._offset -= ms
        self._last = self._ticks() + self._offset

    def take(self) -> None:
        """Go on from the time of day; if that is in the past, wait until it is later than now."""
        self._offset = self._wall() - self._ticks()


def is_far(ms: int) -> bool:
    """Whether a time of day is too far ahead to be believed: nobody leaves a table off that long."""
    return ms > FAR_MS


def ticks_s() -> float:
    """Return a count of seconds, for measuring how long something took."""
    return time.perf_counter()


def worked_s() -> float:
    """Return the processor time of this process so far, in seconds."""
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


def following_clock(loop: Ticking, known_ms: int = 0) -> FollowingClock:
    """Return the clock of a board that follows the time of day, which others set (chrony)."""
    return FollowingClock(loop, lambda: round(time.time() * 1000), known_ms)


def board_clock(loop: Ticking, not_before_ms: int = 0) -> LoopClock:
    """Return the clock of a board: the time of day when it starts, and from then on only forward.

    A board without a battery may wake up in the past: it then goes on from the last time in its journal.
    """
    return woken_clock(loop, round(time.time() * 1000), not_before_ms)


def woken_clock(loop: Ticking, wall_ms: int, not_before_ms: int) -> LoopClock:
    """Return the clock of a board whose own clock says this when it starts."""
    return LoopClock(loop, max(wall_ms, not_before_ms))


def since_start_s() -> float:
    """Return the seconds since this machine was started, the same for all its processes."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def pause(seconds: float) -> None:
    """Wait, in a program that does only one thing."""
    time.sleep(seconds)
