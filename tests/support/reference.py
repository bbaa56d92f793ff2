"""Reference pictures: kept in tests/pictures/kept, made anew by `make pictures`, and compared pixel by pixel."""

import os
import sys
import time
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from every_screen import ALL_SIZES, STATES, Shown, Size
from PIL import Image, ImageChops

from firmware.kit.art import Art
from firmware.kit.house_theme import FIRST
from firmware.kit.painter import Painter
from firmware.kit.theme import scale_of

KEPT: Final = Path(__file__).parent.parent / "pictures" / "kept"
MADE: Final = Path("build/pictures")
HIGH: Final = (600, 1024)
# Every state at the size that its screen is meant for; of each screen one at every size, and in the other languages.
MEANT: Final[dict[str, Size]] = {"ats": (1280, 800), "sgc": (1280, 800), "wnd": (1920, 1080)}
EVERYWHERE: Final = {"ats": "placed", "sgc": "question", "wnd": "settled"}
# Smooth edges may come out a shade differently where another processor's instructions round them, and kept pictures
# have 256 colours. So much may differ of all pixels, and of a patch of them: a figure of the smallest type is more.
SHADE: Final = 24
ALL_OF_IT: Final = 0.005
PATCH: Final = 16
OF_A_PATCH: Final = 0.08
APART: Final = [0] * (SHADE + 1) + [255] * (255 - SHADE)
# One more, as two means are rounded.
CLEAR: Final = SHADE + OF_A_PATCH * (255 - SHADE) + 1


class Picture(NamedTuple):
    shown: Shown
    size: Size
    theme: str = FIRST

    @property
    def name(self) -> str:
        screen, state, language = self.shown
        special = "" if (self.size, language) == (MEANT[screen], "en") else f"-{self.size[0]}x{self.size[1]}-{language}"
        return f"{screen}-{state}{special}.png"

    def draw(self) -> Image.Image:
        surface = pygame.Surface(self.size, depth=32)
        Painter(surface, art_of(self.theme, self.size)).paint(self.shown.scene(self.size))
        return Image.frombytes("RGB", self.size, pygame.image.tobytes(surface, "RGB"))


@cache
def art_of(theme: str, size: Size) -> Art:
    return Art(theme, scale_of(size).least)


def every_picture() -> list[Picture]:
    meant = [Picture(Shown(screen, state, "en"), MEANT[screen]) for screen in STATES for state in STATES[screen]]
    others = [
        Picture(Shown(screen, state, language), size)
        for screen, state in EVERYWHERE.items()
        for size, language in (
            *((size, "en") for size in ALL_SIZES),
            (MEANT[screen], "zh-Hans"),
            (HIGH, "zh-Hans"),
            (MEANT[screen], "zh-Hant"),
        )
        if (size, language) != (MEANT[screen], "en")
    ]
    return meant + others


def in_greenwich() -> None:
    """Times of day are shown by the board's own zone."""
    os.environ["TZ"] = "UTC"
    time.tzset()


def differs(made: Image.Image, kept: Image.Image) -> bool:
    """Whether more than a few pixels differ, in all or in one place: a figure that changed is a place."""
    if made.size != kept.size:
        return True
    red, green, blue = ImageChops.difference(made.convert("RGB"), kept.convert("RGB")).split()
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(APART)
    if mask.histogram()[255] > made.width * made.height * ALL_OF_IT:
        return True
    return mask.reduce(PATCH).getextrema()[1] > 255 * OF_A_PATCH  # type: ignore[operator]


def differs_in_small(made: Image.Image, kept: Image.Image) -> bool:
    """Whether the means of patches, as `reduce(PATCH)` gives them, say by themselves that two pictures differ.

    A pixel that does not count differs by SHADE at most, and one that does by 255: a patch whose mean differs by more
    than CLEAR has more than OF_A_PATCH that do. Where they do not say so, the pictures themselves are compared.
    """
    apart = ImageChops.difference(made, kept)
    return max(most for _, most in apart.getextrema()) > CLEAR  # type: ignore[misc,union-attr]


def packed(picture: Image.Image) -> Image.Image:
    """Return a picture in the colours that come nearest to its own: a third of its size, no pixel SHADE away."""
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def keep_all() -> None:
    """Make every picture anew; look at what changed before it is committed."""
    in_greenwich()
    KEPT.mkdir(exist_ok=True)
    wanted = {picture.name: picture for picture in every_picture()}
    for old in KEPT.glob("*.png"):
        if old.name not in wanted:
            old.unlink()
            sys.stdout.write(f"gone: {old.name}\n")
    for name, picture in wanted.items():
        made = picture.draw()
        if not (KEPT / name).exists() or differs(made, Image.open(KEPT / name)):
            packed(made).save(KEPT / name, optimize=True)
            sys.stdout.write(f"made: {name}\n")


if __name__ == "__main__":
    keep_all()
