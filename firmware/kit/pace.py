"""When a screen is drawn: the share of time drawing may take, and when the next picture is due."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

MOVING_S: Final = 1 / 60
# A movement takes at most one part in this many of the time, down to the pace at which it is still one: where a
# board has no time, touches and answers have it.
ONE_PART_MOVES: Final = 4
SLOWEST_S: Final = 1 / 24
# After this many seconds without a touch or a change, what may come next is prepared.
READY_S: Final = 0.25
# How fast a slow picture is forgotten with each quicker one.
FORGETS: Final = 0.8
# How often touches are looked for while nothing moves.
RESTING_S: Final = 1 / 50
# And after this long without one: looking is most of an idle board's work.
CALM_S: Final = 5.0
CALM_LOOK_S: Final = 1 / 20
# Where touches and changes wake the screen: still needed for silent changes, such as a closed window.
WOKEN_LOOK_S: Final = 1 / 4

# Changes closer together than this, in seconds, count as work.
WORK_S: Final = 0.5
# During work, drawing takes one part in this many of the time: money comes before pictures.
ONE_PART_IN: Final = 10
# And of what the processor does for the board, looking for fingers left out; but no picture waits for that for longer
# than this, in seconds.
ONE_PART_OF_WORK: Final = 12
LATEST_S: Final = 1.0
# For this long, what a finger asked for is shown at once: the answer may come from the table.
ANSWER_S: Final = 1.0


def loop_s() -> float:
    """Return the running loop's time."""
    return asyncio.get_running_loop().time()


class DrawingTime:
    """What drawing may take: any time while idle, a tenth during work.

    `time`: the loop's. `worked`: processor time spent on this board.
    """

    def __init__(self, time: Callable[[], float], worked: Callable[[], float]) -> None:
        self._time = time
        self._worked = worked
        self._changed_at = -WORK_S
        self._work_until = 0.0
        self._free_at = 0.0
        self._worked_at = 0.0
        self._latest = 0.0
        self._answer_until = 0.0
        self._slowest = 0.0

    @property
    def answers(self) -> bool:
        """Whether a finger may still be waiting for its answer."""
        return self._time() < self._answer_until

    def is_free(self) -> bool:
        """Whether there is time for work that nobody waits for."""
        return self._time() >= max(self._answer_until - ANSWER_S, self._changed_at) + READY_S

    def moves_s(self) -> float:
        """How long between a movement's pictures, judged by how long recent ones took."""
        return max(MOVING_S, min(self._slowest * ONE_PART_MOVES, SLOWEST_S))

    def look_s(self, calm_s: float) -> float:
        """How long until touches are looked for again while nothing moves."""
        return RESTING_S if self._time() < self._answer_until + CALM_S - ANSWER_S else calm_s

    def touched(self) -> None:
        """A finger asks for something."""
        self._answer_until = self._time() + ANSWER_S

    def changed(self) -> None:
        """Something has changed; two changes in quick succession are work."""
        now = self._time()
        if now - self._changed_at < WORK_S:
            self._work_until = now + WORK_S
        self._changed_at = now

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Count what a picture takes."""
        began, worked = self._time(), self._worked()
        yield
        now, more = self._time(), self._worked()
        self._free_at = now + (now - began) * (ONE_PART_IN - 1)
        self._slowest = max(now - began, self._slowest * FORGETS)
        self._worked_at = more + (more - worked) * (ONE_PART_OF_WORK - 1)
        self._latest = now + LATEST_S

    def may(self) -> bool:
        """Whether a picture may be drawn now."""
        now = self._time()
        if now >= self._work_until or self.answers:
            return True
        return now >= self._free_at and (now >= self._latest or self._worked() >= self._worked_at)


class FrameClock:
    """When the next picture is due: a fixed time after the last, however long drawing took. Loop time by default.

    `calm_s`: how often touches are looked for after a while without one.
    """

    calm_s = CALM_LOOK_S

    def __init__(
        self,
        time: Callable[[], float] = loop_s,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._time = time
        self._sleep = sleep
        self._due = 0.0

    async def next(self, seconds: float) -> None:
        """Wait for it."""
        now = self._time()
        self._due = max(self._due + seconds, now)
        await self._sleep(self._due - now)

    def wake(self, least_s: float = 0.0) -> None:
        """Nothing to do: this clock looks often enough."""


class WokenClock(FrameClock):
    """A clock for a screen that touches and changes wake: without them it looks less often."""

    calm_s = WOKEN_LOOK_S

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Future[None] | None = None

    async def next(self, seconds: float) -> None:
        """Wait for it, or until woken."""
        loop = self._loop = asyncio.get_running_loop()
        self._began = loop.time()
        self._ringing = loop.create_future()
        self._timer = loop.call_later(seconds, self._ring)
        try:
            await self._ringing
        finally:
            self._timer.cancel()
            self._ringing = None

    def wake(self, least_s: float = 0.0) -> None:
        """Make it due now, or at the least interval after the last."""
        if self._ringing is None or self._loop is None or self._timer is None:
            return  # it is being looked at just now
        at = self._began + least_s
        if at < self._timer.when():
            self._timer.cancel()
            self._timer = self._loop.call_at(at, self._ring)

    def _ring(self) -> None:
        if self._ringing is not None and not self._ringing.done():
            self._ringing.set_result(None)
