"""What a configuration says of a board's screen."""

from typing import Literal

from msgspec import Struct

from firmware.kit.words import languages


class ScreenSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's screen. `size`: of the picture, in pixels; without, the whole screen. `diagonal`: in inches.

    `rotation`: how the screen hangs, clockwise. `sound`: how loud, from 0 (none) to 1.
    """

    size: tuple[int, int] | None = None
    diagonal: float = 10.1
    rotation: Literal[0, 90, 180, 270] = 0
    language: str = "en"
    sound: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.sound <= 1:
            raise ValueError("sound is from 0 (none) to 1")
        if self.diagonal <= 0:
            raise ValueError("diagonal is the screen's, in inches")
        if self.language not in languages():
            raise ValueError(f"no language {self.language!r}; there are {', '.join(languages())}")
        if self.size is not None and min(self.size) < 480:
            raise ValueError("size is at least 480 pixels in each direction")


def pixels_per_millimetre(settings: ScreenSettings, size: tuple[int, int]) -> float:
    """Return how many pixels a millimetre of this screen has."""
    return float((size[0] ** 2 + size[1] ** 2) ** 0.5 / (settings.diagonal * 25.4))
