"""Where a touch lies on the picture: turned and calibrated as the screen hangs."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hal.touch import Point

# More than a panel can be off.
Share = Annotated[float, Meta(ge=-100, le=100)]


class Calibration(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the touch panel's own places lie on the screen: x' = a x + b y + c, y' = d x + e y + f, all from 0 to 1."""

    a: Share = 1
    b: Share = 0
    c: Share = 0
    d: Share = 0
    e: Share = 1
    f: Share = 0

    def apply(self, point: Point) -> Point:
        """Return where a place of the panel lies."""
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f


def calibrate(touched: tuple[Point, Point, Point], shown: tuple[Point, Point, Point]) -> Calibration:
    """Return the calibration of three touches on three marks that were shown. They must not lie on one line."""
    (x0, y0), (x1, y1), (x2, y2) = touched
    area = (x0 - x2) * (y1 - y2) - (x1 - x2) * (y0 - y2)
    if abs(area) < 1e-6:
        raise ValueError("the three touches lie on one line: touch the marks where they are shown")

    def row(s0: float, s1: float, s2: float) -> tuple[float, float, float]:
        a = ((s0 - s2) * (y1 - y2) - (s1 - s2) * (y0 - y2)) / area
        b = ((x0 - x2) * (s1 - s2) - (x1 - x2) * (s0 - s2)) / area
        return a, b, s0 - a * x0 - b * y0

    (p0, q0), (p1, q1), (p2, q2) = shown
    return Calibration(*row(p0, p1, p2), *row(q0, q1, q2))


class Mapping(Struct, frozen=True, forbid_unknown_fields=True):
    """How the picture hangs: turned clockwise by so many degrees, and calibrated."""

    rotation: Literal[0, 90, 180, 270] = 0
    calibration: Calibration = Calibration()

    @property
    def sideways(self) -> bool:
        """Whether the picture is as wide as the screen is high."""
        return self.rotation in (90, 270)

    def place(self, point: Point, size: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel of the picture, of this size, that a place of the panel (0 to 1) is."""
        x, y = self.calibration.apply(point)
        x, y = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[self.rotation]
        return _pixel(x, size[0]), _pixel(y, size[1])


def _pixel(share: float, pixels: int) -> int:
    return min(max(int(share * pixels), 0), pixels - 1)
