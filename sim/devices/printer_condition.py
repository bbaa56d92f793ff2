"""How a simulated printer is, and how it says so: asked in real time, in the stream, or by itself."""

from collections.abc import Callable
from typing import Final

ROLL_MM: Final = 80_000
LOW_MM: Final = 4_000


class Condition:
    """Its paper, cover and cutter."""

    def __init__(self) -> None:
        self.paper_mm = float(ROLL_MM)
        self.cover_open = False
        self.cutter_stuck = False
        self.broken = False

    def use(self, millimetres: float) -> None:
        """Print on so much paper."""
        self.paper_mm -= millimetres

    def load(self, millimetres: float) -> None:
        """Leave so much paper in it."""
        self.paper_mm = float(millimetres)

    def cover(self, *, is_open: bool) -> None:
        """Open or close its cover."""
        self.cover_open = is_open

    def cutter(self, *, stuck: bool) -> None:
        """Have the cutter stick, or free it."""
        self.cutter_stuck = stuck

    @property
    def out(self) -> bool:
        """Whether there is no paper."""
        return self.paper_mm <= 0

    @property
    def low(self) -> bool:
        """Whether there is little."""
        return self.paper_mm < LOW_MM

    @property
    def stopped(self) -> bool:
        """Whether something keeps it from printing."""
        return self.out or self.cover_open or self.cutter_stuck or self.broken

    def answer(self, question: int) -> bytes:
        """Return the answer to a question in real time."""
        return bytes((0x12 | QUESTIONS[question](self),))

    @property
    def paper(self) -> int:
        """What it says of its paper in the stream."""
        return 0x03 * self.low | 0x0C * self.out

    def report(self) -> bytes:
        """Return what it says by itself: four bytes; that of the drawer's plug is always set."""
        first = 0x14 | 0x08 * self.stopped | 0x20 * self.cover_open
        second = 0x08 * self.cutter_stuck | 0x20 * self.broken
        return bytes((first, second, self.paper, 0x0F))


QUESTIONS: Final[dict[int, Callable[[Condition], int]]] = {
    1: lambda its: 0x08 * its.stopped,
    2: lambda its: 0x04 * its.cover_open | 0x20 * its.out | 0x40 * (its.cutter_stuck or its.broken),
    3: lambda its: 0x08 * its.cutter_stuck | 0x20 * its.broken,
    4: lambda its: 0x0C * its.low | 0x60 * its.out,
}
