"""Real time, and the processor's, for measuring only."""

import time
from collections.abc import Callable

from hal.clock import ticks_s, worked_s


def seconds(work: Callable[[], object], best_of: int = 3) -> float:
    """Return how long some work takes, the best of some runs: what the machine did besides is not the work's."""
    return min(_once(work) for _ in range(best_of))


def _once(work: Callable[[], object]) -> float:
    start = ticks_s()
    work()
    return ticks_s() - start


def cpu_s() -> float:
    """Return the processor's seconds of this process so far."""
    return worked_s()


def rest(seconds: float) -> None:
    """Leave what is measured to itself for so long."""
    time.sleep(seconds)
