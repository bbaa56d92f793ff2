"""Three marks on an empty screen, to be touched one after the other."""

from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Bar, Text
from firmware.kit.painter import Painter
from firmware.kit.scene import Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.theme import CHALK, GOLD, NIGHT, scale_of
from firmware.kit.window import Window
from firmware.kit.words import words_of
from hal.touch import PlainTouch, Point

Three = tuple[Point, Point, Point]
# Their places as shares of the screen: far apart and not in line.
MARKS: Final[Three] = ((0.12, 0.14), (0.88, 0.5), (0.3, 0.88))
LOOK_MS: Final = 20


def touched_marks(settings: ScreenSettings, panel: PlainTouch) -> tuple[Three, Three] | None:
    """Show one mark after the other, and return where each was touched; None when the window was closed."""
    window = Window(settings, "Calibration")
    painter = Painter(window.surface, Art(settings.theme))
    touched: list[Point] = []
    while len(touched) < len(MARKS):
        window.present(painter.paint(_picture(window.size, MARKS[len(touched)], settings.language)))
        if window.closed():
            return None
        touched += panel.places()[:1]
        pygame.time.wait(LOOK_MS)
    first, second, third = touched
    a, b, c = (_on_the_screen(mark, settings.rotation) for mark in MARKS)
    return (first, second, third), (a, b, c)


def _on_the_screen(mark: Point, rotation: int) -> Point:
    """Return where a place of the picture lies on a rotated screen."""
    x, y = mark
    return {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[rotation]


def _picture(size: tuple[int, int], mark: Point, language: str) -> Scene:
    scale = scale_of(size)
    whole = Box(0, 0, *size)
    x, y = round(mark[0] * size[0]), round(mark[1] * size[1])
    long, thick = scale.px(8), max(scale.px(0.4), 2)
    text = Text(whole.centred(size[0] * 6 // 10, scale.px(8)), words_of(language)("calibrate"), scale.large, CHALK)
    return Scene(
        (
            Bar(whole, NIGHT),
            text,
            Bar(Box(x - long // 2, y - thick // 2, long, thick), GOLD),
            Bar(Box(x - thick // 2, y - long // 2, thick, long), GOLD),
        )
    )
