"""The language of motion: each movement, its duration, and its easing.

A picture is drawn from the present state and when it began, so any movement can be interrupted and nothing waits for
one. Without motion (`[screen] motion = false`) everything is in its final place at once.
"""

from typing import Final

# In milliseconds.
TIMES: Final = {
    "chip": 180,
    "deal": 260,
    "turn": 220,
    "pay": 340,
    "take": 260,
    "result": 350,
    "mark": 320,
    "count": 200,
}
LONG_AGO: Final = -1_000_000_000


def share(kind: str, began: int, now: int) -> float | None:
    """Return a movement's eased progress from 0 to 1; None before it begins and after it ends.

    >>> share("deal", 1000, 999), share("deal", 1000, 1000), share("deal", 1000, 1260)
    (None, 0.0, None)
    """
    done = (now - began) / TIMES[kind]
    return eased(done) if 0 <= done < 1 else None


def eased(done: float) -> float:
    """Return a movement's progress: quick at first, gentle at the end.

    >>> eased(0), eased(0.5), eased(1)
    (0, 0.875, 1)
    """
    return 1 - (1 - done) ** 3


def between(one: int, other: int, done: float) -> int:
    """Return a place between two others.

    >>> between(100, 200, 0.875)
    188
    """
    return round(one + (other - one) * done)
