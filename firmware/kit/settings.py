"""What a configuration says of a board's screen."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from firmware.kit.house_theme import FIRST, theme_of
from firmware.kit.words import languages
from hal.bounds import Plugged, Word

# Below this there is no room for the picture; no screen is larger than the upper limit.
Pixels = Annotated[int, Meta(ge=480, le=16_384)]


class ScreenSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's screen. `size`: the picture's, in pixels; by default the whole screen. `diagonal`: in inches.

    `rotation`: how the screen hangs, clockwise. `sound`: how loud, from 0 (none) to 1. `theme`: one that every board
    has, by its name, or a house's own, by its file. `motion`: whether cards and chips move.
    """

    size: tuple[Pixels, Pixels] | None = None
    diagonal: Annotated[float, Meta(gt=0, le=1000)] = 10.1
    rotation: Literal[0, 90, 180, 270] = 0
    language: Word = "en"
    sound: Annotated[float, Meta(ge=0, le=1)] = 0.0
    theme: Plugged = FIRST
    motion: bool = True

    def __post_init__(self) -> None:
        if self.language not in languages():
            raise ValueError(f"no language {self.language!r}; there are {', '.join(languages())}")
        theme_of(self.theme)


def pixels_per_millimetre(settings: ScreenSettings, size: tuple[int, int]) -> float:
    """Return how many pixels a millimetre of this screen has."""
    return float((size[0] ** 2 + size[1] ** 2) ** 0.5 / (settings.diagonal * 25.4))
