"""Where things stand on a picture: boxes, and ways to divide them."""

from itertools import accumulate
from typing import NamedTuple, Self


class Box(NamedTuple):
    """A rectangle, in pixels from the top left."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel to its right."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first pixel below it."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        """Its centre."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: int, y: int) -> bool:
        """Whether a pixel lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def touches(self, other: "Box") -> bool:
        """Whether two boxes share a pixel."""
        x, y, w, h = self
        ox, oy, ow, oh = other
        return x < ox + ow and ox < x + w and y < oy + oh and oy < y + h

    def inset(self, by: int, down: int | None = None) -> Self:
        """Return the box within it, smaller by so much on each side."""
        dy = by if down is None else down
        return self._replace(x=self.x + by, y=self.y + dy, w=self.w - 2 * by, h=self.h - 2 * dy)

    def moved(self, dx: int, dy: int) -> Self:
        """Return it elsewhere."""
        return self._replace(x=self.x + dx, y=self.y + dy)

    def top(self, h: int, gap: int = 0) -> tuple[Self, Self]:
        """Cut a strip off the top: the strip, and the rest."""
        return self._replace(h=h), self._replace(y=self.y + h + gap, h=self.h - h - gap)

    def foot(self, h: int, gap: int = 0) -> tuple[Self, Self]:
        """Cut a strip off the bottom: the strip, and the rest."""
        return self._replace(y=self.bottom - h, h=h), self._replace(h=self.h - h - gap)

    def left(self, w: int, gap: int = 0) -> tuple[Self, Self]:
        """Cut a strip off the left: the strip, and the rest."""
        return self._replace(w=w), self._replace(x=self.x + w + gap, w=self.w - w - gap)

    def end(self, w: int, gap: int = 0) -> tuple[Self, Self]:
        """Cut a strip off the right: the strip, and the rest."""
        return self._replace(x=self.right - w, w=w), self._replace(w=self.w - w - gap)

    def across(self, *shares: float, gap: int = 0) -> list[Self]:
        """Divide it side by side."""
        return [self._replace(x=self.x + at, w=w) for at, w in _divided(self.w, shares, gap)]

    def down(self, *shares: float, gap: int = 0) -> list[Self]:
        """Divide it one above the other."""
        return [self._replace(y=self.y + at, h=h) for at, h in _divided(self.h, shares, gap)]

    def grid(self, columns: int, rows: int, gap: int = 0) -> list[Self]:
        """Divide it into equal cells, row by row."""
        return [cell for row in self.down(*[1] * rows, gap=gap) for cell in row.across(*[1] * columns, gap=gap)]

    def centred(self, w: int, h: int) -> Self:
        """Return a box of this size in its middle."""
        return self._replace(x=self.x + (self.w - w) // 2, y=self.y + (self.h - h) // 2, w=w, h=h)


def _divided(length: int, shares: tuple[float, ...], gap: int) -> list[tuple[int, int]]:
    """Return where each share begins, and how long it is; together they fill the length to the pixel."""
    free, whole = length - gap * (len(shares) - 1), sum(shares)
    edges = [0, *(round(free * part / whole) for part in accumulate(shares))]
    return [(edges[n] + n * gap, edges[n + 1] - edges[n]) for n in range(len(shares))]
