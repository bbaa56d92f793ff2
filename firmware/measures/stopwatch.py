"""Real time, for measuring only."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], best_of: int = 3) -> float:
    """Return how long some work takes, the best of some runs: what the machine did besides is not the work's."""
    return min(_once(work) for _ in range(best_of))


def _once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def now() -> float:
    """Return a time in seconds from which others can be taken off."""
    return time.perf_counter()
