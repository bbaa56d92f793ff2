"""The language of motion: what each movement is, how long it takes, and how it eases.

A picture is drawn from what is so now, and from since when: so a movement can be left at any moment for what follows,
and nothing ever waits for one. Without motion (`[screen] motion = false`) all stands where it will stand.
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
    """Return how much of a movement is done, from 0 to 1, as it eases; None before it began and when it is over.

    >>> share("deal", 1000, 999), share("deal", 1000, 1000), share("deal", 1000, 1260)
    (None, 0.0, None)
    """
    done = (now - began) / TIMES[kind]
    return eased(done) if 0 <= done < 1 else None


def eased(done: float) -> float:
    """Return how far a movement is: quick at first, and gently to its end.

    >>> eased(0), eased(0.5), eased(1)
    (0, 0.875, 1)
    """
    return 1 - (1 - done) ** 3


def between(one: int, other: int, done: float) -> int:
    """Return what lies between two places.

    >>> between(100, 200, 0.875)
    188
    """
    return round(one + (other - one) * done)
