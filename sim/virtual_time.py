"""An asyncio loop whose time passes only by its own timers: an hour's betting takes as long as its work."""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any, Final


class NothingToWaitFor(RuntimeError):
    """The loop waits, and nothing is left that could wake it."""


class TimeStandsStill(RuntimeError):
    """The loop turns and turns, and no time passes: something asks again and again, and never waits."""


# A busy instant of fifty terminals takes some hundred turns.
MOST_TURNS: Final = 100_000


class _VirtualSelector(selectors.SelectSelector):
    """Never waits: what the loop would have waited for, it adds to the clock."""

    now = 0.0
    each_turn: Callable[[], None] = staticmethod(lambda: None)
    turns = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise NothingToWaitFor("the table waits, and no timer is set that could wake it")
        self.each_turn()
        self.turns = self.turns + 1 if timeout <= 0 else 0
        if self.turns > MOST_TURNS:
            self.turns = 0
            raise TimeStandsStill(f"{MOST_TURNS} turns of the loop at {self.now:.1f} s, and time does not go on")
        self.now += max(timeout, 0.0)
        return []


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time; for everything that touches no real port."""

    def __init__(self) -> None:
        self._virtual = _VirtualSelector()
        super().__init__(self._virtual)

    def at_each_turn(self, look: Callable[[], None]) -> None:
        """Have somebody look after each turn of the loop, before time goes on."""
        self._virtual.each_turn = look

    def expect_more(self) -> None:
        """Count turns anew: what comes now is asked from outside, and is not something that never waits."""
        self._virtual.turns = 0

    def run_in_executor(self, _: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Do at once what would be done by another thread: threads know nothing of virtual time."""
        return done_at_once(self, func, *args)

    def time(self) -> float:
        """Return the virtual seconds since the loop was made."""
        return self._virtual.now


def done_at_once(loop: asyncio.AbstractEventLoop, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    """Return what a thread would have come to, come to here."""
    done = loop.create_future()
    try:
        done.set_result(func(*args))
    except Exception as error:  # noqa: BLE001 - whoever asked is told, as a thread would tell
        done.set_exception(error)
    return done
