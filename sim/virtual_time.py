"""An asyncio loop whose time passes only by its own timers: an hour's betting takes as long as its work."""

import asyncio
import selectors
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from heapq import heapify, heappop, heappush
from typing import Any, Final, TypeVarTuple, Unpack, cast

Ts = TypeVarTuple("Ts")


class NothingToWaitFor(RuntimeError):
    """The loop waits, and nothing is left that could wake it."""


class TimeStandsStill(RuntimeError):
    """The loop turns and turns, and no time passes: something asks again and again, and never waits."""


# A busy instant of fifty terminals takes some hundred turns.
MOST_TURNS: Final = 100_000
# Timers are sorted anew where there are more than so many, and most of them were cancelled: asyncio's own figures.
MOST_TIMERS: Final = 100
# What is due within so many seconds is due now.
RESOLUTION_S: Final = 1e-9


class _Call:
    """A call that is due, at once or at a time: what asyncio's handles do, for less, as a night makes millions."""

    __slots__ = ("args", "callback", "context", "due", "timers")

    def __init__(
        self, callback: Callable[..., object] | None, args: tuple[Any, ...], context: Context | None, due: float,
        timers: "_Timers | None",
    ) -> None:  # fmt: skip
        self.callback = callback
        self.args = args
        self.context = copy_context() if context is None else context
        self.due = due
        self.timers = timers

    def __lt__(self, _: object) -> bool:
        """Of two that are due at the same time neither is before the other."""
        return False

    def cancel(self) -> None:
        """Have it not called."""
        if self.callback is not None:
            self.callback = None
            self.args = ()
            if self.timers is not None:
                self.timers.cancelled += 1

    def cancelled(self) -> bool:
        """Whether it is not called any more."""
        return self.callback is None

    def when(self) -> float:
        """Return the time at which it is due."""
        return self.due


class _Timers:
    """What is due later, in asyncio's order. `cancelled`: how many of it are not wanted any more."""

    __slots__ = ("cancelled", "heap")

    def __init__(self) -> None:
        self.heap: list[tuple[float, _Call]] = []
        self.cancelled = 0

    def thin_out(self) -> None:
        """Leave out what was cancelled, where that is most of it."""
        if len(self.heap) > MOST_TIMERS and 2 * self.cancelled > len(self.heap):
            self.heap[:] = [pair for pair in self.heap if pair[1].callback is not None]
            heapify(self.heap)
            self.cancelled = 0


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time; for everything that touches no real port.

    It never waits: what it would have waited for, it adds to the clock. Its turns are asyncio's, in the same order.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._ready_calls: deque[_Call] = deque()
        self._timers = _Timers()
        self._each_turn: Callable[[], None] | None = None
        self._turns = 0
        super().__init__(selectors.SelectSelector())

    def at_each_turn(self, look: Callable[[], None]) -> None:
        """Have somebody look after each turn of the loop, before time goes on."""
        self._each_turn = look

    def hold_up(self, seconds: float) -> None:
        """Have time pass in the midst of a turn, as where a call does not come back: nobody else has a turn."""
        self._now += seconds

    def expect_more(self) -> None:
        """Count turns anew: what comes now is asked from outside, and is not something that never waits."""
        self._turns = 0

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Have something called in the next turn."""
        call = _Call(callback, args, context, self._now, None)
        self._ready_calls.append(call)
        return cast("asyncio.Handle", call)

    # Threads know nothing of virtual time; a signal's handler is all that asks in this way.
    call_soon_threadsafe = call_soon

    def call_at(
        self, when: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Have something called at a time."""
        call = _Call(callback, args, context, when, self._timers)
        heappush(self._timers.heap, (when, call))
        return cast("asyncio.TimerHandle", call)

    def call_later(
        self, delay: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Have something called after a while."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def close(self) -> None:
        """End; what waits is not called any more."""
        self._ready_calls.clear()
        self._timers.heap.clear()
        super().close()

    def _run_once(self) -> None:
        """Take one turn, in place of asyncio's own: have time pass, and call what is due by then."""
        ready, timers = self._ready_calls, self._timers
        heap = timers.heap
        if 2 * timers.cancelled > MOST_TIMERS:
            timers.thin_out()
        while heap and heap[0][1].callback is None:
            heappop(heap)
            timers.cancelled -= 1
        if not ready and not heap:
            raise NothingToWaitFor("the table waits, and no timer is set that could wake it")
        seconds = 0.0 if ready else heap[0][0] - self._now
        if self._each_turn is not None:
            self._each_turn()
        if seconds > 0:
            self._turns = 0
            self._now += seconds
        else:
            self._stand_still()
        end = self._now + RESOLUTION_S
        # Far from now the least step of a float is longer than that: what is due at this very time is due.
        while heap and (heap[0][0] < end or heap[0][0] <= self._now):
            call = heappop(heap)[1]
            call.timers = None
            ready.append(call)
        self._call_ready(ready)

    def _stand_still(self) -> None:
        """Count a turn in which no time passes."""
        self._turns += 1
        if self._turns > MOST_TURNS:
            self._turns = 0
            raise TimeStandsStill(f"{MOST_TURNS} turns of the loop at {self._now:.1f} s, and time does not go on")

    def _call_ready(self, ready: deque[_Call]) -> None:
        """Call what is due; what that makes due is called in the next turn."""
        for _ in range(len(ready)):
            call = ready.popleft()
            callback = call.callback
            if callback is None:
                continue
            try:
                call.context.run(callback, *call.args)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:  # noqa: BLE001 - whoever handles such is told
                self.call_exception_handler({"message": f"Exception in callback {callback!r}", "exception": error})

    def run_in_executor(self, _: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Do at once what would be done by another thread: threads know nothing of virtual time."""
        return done_at_once(self, func, *args)

    def time(self) -> float:
        """Return the virtual seconds since the loop was made."""
        return self._now


def done_at_once(loop: asyncio.AbstractEventLoop, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """Return what a thread would have come to, come to here."""
    done = loop.create_future()
    try:
        done.set_result(func(*args))
    except Exception as error:  # noqa: BLE001 - whoever asked is told, as a thread would tell
        done.set_exception(error)
    return done
