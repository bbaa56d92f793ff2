"""The five roads: bead plate, big road, and the three roads derived from it."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final, NamedTuple

ROWS: Final = 6
TIE: Final = "T"
OUTCOMES: Final = "PBT"
RED, BLUE = "R", "B"


class Cell(NamedTuple):
    """A place on a road, counted from zero, and the mark in it."""

    col: int
    row: int
    mark: str


class BigCell(NamedTuple):
    """A place on the big road, the side that won, and the ties since."""

    col: int
    row: int
    side: str
    ties: int


class Road(NamedTuple):
    """A derived road: its marks in their order, and where they lie."""

    marks: str
    cells: tuple[Cell, ...]


class Roads(NamedTuple):
    """The five roads of a sequence of outcomes."""

    bead_plate: tuple[Cell, ...]
    big_road: tuple[BigCell, ...]
    big_eye_boy: Road
    small_road: Road
    cockroach_pig: Road


def roads_of(outcomes: str) -> Roads:
    """Return the five roads of a string of `P`, `B` and `T`."""
    for place, outcome in enumerate(outcomes, 1):
        if outcome not in OUTCOMES:
            raise ValueError(f"outcome {place} is {outcome!r}; outcomes are P, B and T")
    streaks = tuple(_streaks(outcomes.replace(TIE, "")))
    lengths = tuple(len(streak) for streak in streaks)
    return Roads(_bead_plate(outcomes), _big_road(outcomes, streaks), *(_derived(lengths, k) for k in (1, 2, 3)))


def _bead_plate(outcomes: str) -> tuple[Cell, ...]:
    return tuple(Cell(n // ROWS, n % ROWS, outcome) for n, outcome in enumerate(outcomes))


def _streaks(marks: Iterable[str]) -> Iterator[str]:
    """Cut a sequence into runs of the same mark: the unbent columns of a road."""
    streak = ""
    for mark in marks:
        if streak and mark != streak[0]:
            yield streak
            streak = ""
        streak += mark
    if streak:
        yield streak


def _big_road(outcomes: str, streaks: Iterable[str]) -> tuple[BigCell, ...]:
    ties = [0]
    for outcome in outcomes:
        if outcome == TIE:
            ties[-1] += 1
        else:
            ties.append(0)
    # Ties before the first outcome go onto its cell.
    placed = list(_place(streaks))
    if len(ties) > 1:
        ties[1] += ties[0]
    return tuple(BigCell(*cell, tied) for cell, tied in zip(placed, ties[1:], strict=True))


def _place(streaks: Iterable[str]) -> Iterator[Cell]:
    """Lay streaks out: down to row six or a taken cell, then to the right."""
    taken: set[tuple[int, int]] = set()
    begin = -1
    for streak in streaks:
        begin = next(col for col in count(begin + 1) if (col, 0) not in taken)
        col, row, bent = begin, 0, False
        for step, mark in enumerate(streak):
            if step:
                bent = bent or row + 1 == ROWS or (col, row + 1) in taken
                col, row = (col + 1, row) if bent else (col, row + 1)
            taken.add((col, row))
            yield Cell(col, row, mark)


def _derived(lengths: tuple[int, ...], k: int) -> Road:
    """Return derived road k = 1, 2, 3 of the big road's unbent columns."""
    marks = "".join(_marks(lengths, k))
    return Road(marks, tuple(_place(_streaks(marks))))


def _marks(lengths: tuple[int, ...], k: int) -> Iterator[str]:
    """Compare each big-road entry, from (1-based) column k+1 row 2 or column k+2 row 1 on."""
    for n, length in enumerate(lengths):
        for row in range(1, length + 1):
            if row == 1 and n > k:
                yield RED if lengths[n - 1] == lengths[n - 1 - k] else BLUE
            elif row > 1 and n >= k:
                yield BLUE if row == lengths[n - k] + 1 else RED
