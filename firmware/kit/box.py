"""Where things stand on a picture: boxes, and ways to divide them."""

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

# Pictures divide the same boxes each time: this many divisions are remembered.
DIVISIONS: Final = 1024


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

    # Each picture needs hundreds of these: `_replace` would take most of its time.

    def inset(self, by: int, down: int | None = None) -> "Box":
        """Return the box inset by this much on each side."""
        dy = by if down is None else down
        x, y, w, h = self
        return Box(x + by, y + dy, w - 2 * by, h - 2 * dy)

    def moved(self, dx: int, dy: int) -> "Box":
        """Return the box moved by this much."""
        x, y, w, h = self
        return Box(x + dx, y + dy, w, h)

    def top(self, h: int, gap: int = 0) -> tuple["Box", "Box"]:
        """Cut a strip off the top: the strip, and the rest."""
        x, y, w, high = self
        return Box(x, y, w, h), Box(x, y + h + gap, w, high - h - gap)

    def foot(self, h: int, gap: int = 0) -> tuple["Box", "Box"]:
        """Cut a strip off the bottom: the strip, and the rest."""
        x, y, w, high = self
        return Box(x, y + high - h, w, h), Box(x, y, w, high - h - gap)

    def left(self, w: int, gap: int = 0) -> tuple["Box", "Box"]:
        """Cut a strip off the left: the strip, and the rest."""
        x, y, wide, h = self
        return Box(x, y, w, h), Box(x + w + gap, y, wide - w - gap, h)

    def end(self, w: int, gap: int = 0) -> tuple["Box", "Box"]:
        """Cut a strip off the right: the strip, and the rest."""
        x, y, wide, h = self
        return Box(x + wide - w, y, w, h), Box(x, y, wide - w - gap, h)

    def across(self, *shares: float, gap: int = 0) -> list["Box"]:
        """Divide it side by side."""
        x, y, width, h = self
        return [Box(x + at, y, w, h) for at, w in _divided(width, shares, gap)]

    def down(self, *shares: float, gap: int = 0) -> list["Box"]:
        """Divide it one above the other."""
        x, y, w, height = self
        return [Box(x, y + at, w, h) for at, h in _divided(height, shares, gap)]

    def grid(self, columns: int, rows: int, gap: int = 0) -> list["Box"]:
        """Divide it into equal cells, row by row."""
        return [cell for row in self.down(*[1] * rows, gap=gap) for cell in row.across(*[1] * columns, gap=gap)]

    def centred(self, w: int, h: int) -> "Box":
        """Return a box of this size in its middle."""
        x, y, wide, high = self
        return Box(x + (wide - w) // 2, y + (high - h) // 2, w, h)


@lru_cache(maxsize=DIVISIONS)
def _divided(length: int, shares: tuple[float, ...], gap: int) -> tuple[tuple[int, int], ...]:
    """Return each share's start and length; together they fill the length to the pixel."""
    free, whole = length - gap * (len(shares) - 1), sum(shares)
    edges = [0, *(round(free * part / whole) for part in accumulate(shares))]
    return tuple((edges[n] + n * gap, edges[n + 1] - edges[n]) for n in range(len(shares)))
