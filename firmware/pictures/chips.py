"""Chips as drawn: one from above, and stacks on the felt, one for each denomination."""

from collections import Counter
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from firmware.kit.art import FINE, Art
from firmware.kit.house_theme import rgb
from firmware.kit.theme import CHIPS, Colour

# How a chip on the felt is seen: this high for its width, and so thick.
TILT: Final = 0.56
THICK: Final = 0.15
# A higher stack is drawn as this many, with its amount below.
HIGHEST: Final = 8
SPOTS: Final = 6
# A low stack is drawn no larger than one of this many.
LOW: Final = 5
# From one of so many stacks to the next, in shares of a chip's width.
CLOSE: Final = (1.0, 1.0, 0.84, 0.7, 0.58, 0.5, 0.44, 0.4, 0.36)


def pieces(amount: int) -> tuple[int, ...]:
    """Return the chips that make an amount, largest first; the figure beside them covers any remainder.

    >>> pieces(130_00)
    (10000, 2500, 500)
    """
    found: list[int] = []
    for value in sorted(CHIPS, reverse=True):
        found += [value] * (amount // value)
        amount %= value
    return tuple(found)


def stacks(amount: int) -> tuple[tuple[int, int], ...]:
    """Return the stacks that make an amount: each denomination, and how many of it.

    >>> stacks(130_00 + 5_00)
    ((10000, 1), (2500, 1), (500, 2))
    """
    return tuple(Counter(pieces(amount)).items())


def tones(art: Art, value: int) -> dict[str, Colour]:
    """Return the colours that the theme's picture of a chip names."""
    paint = art.theme.chips[str(value)]
    body = rgb(paint.body)
    return {"body": body, "spots": rgb(paint.spots), "dark": _mixed(body, 0, 0.42), "light": _mixed(body, 255, 0.3)}


def _mixed(colour: Colour, with_: int, share: float) -> Colour:
    red, green, blue = (round(part + (with_ - part) * share) for part in colour)
    return red, green, blue


def chip_of(art: Art, value: int, width: int) -> pygame.Surface:
    """Return a chip from above."""
    return art.once(("chip", value, width), lambda: art.drawing("chip", (width, width), tones(art, value)))


class Heap(NamedTuple):
    """The stacks of an amount, as they stand side by side: how wide a chip is, and how high one lies on another."""

    width: int
    rise: int
    stacks: tuple[tuple[int, int], ...]

    @property
    def size(self) -> tuple[int, int]:
        """The room they take."""
        most = max(min(count, HIGHEST) for _, count in self.stacks)
        return self.width + self.step * (len(self.stacks) - 1), round(self.width * TILT) + self.rise * most

    @property
    def step(self) -> int:
        """From one stack to the next: they stand close, the smaller in front."""
        return int(self.width * CLOSE[len(self.stacks)])


def heap_for(amount: int, room: tuple[int, int]) -> Heap:
    """Return the stacks of an amount, as large as fits; the smallest are left out where room is short."""
    all_of = stacks(amount) or ((CHIPS[0], 1),)
    w, h = room
    for shown in range(len(all_of), 0, -1):
        most = max(min(count, HIGHEST) for _, count in all_of[:shown])
        wide = int(w / (1 + CLOSE[shown] * (shown - 1)))
        width = min(wide, int((h - 1) / (TILT + THICK * max(most, LOW))))
        if width >= h * 0.34 or shown == 1:
            return Heap(max(width, 4), max(int(width * THICK), 1), all_of[:shown])
    raise AssertionError("one stack is always drawn")


def heap_of(art: Art, heap: Heap) -> pygame.Surface:
    """Return the stacks, drawn."""
    return art.once(("heap", heap), lambda: _heap(art, heap))


def _heap(art: Art, heap: Heap) -> pygame.Surface:
    sheet = pygame.Surface(heap.size, pygame.SRCALPHA)
    high = heap.size[1]
    for place, (value, count) in enumerate(heap.stacks):
        lying = min(count, HIGHEST)
        for number in range(lying):
            y = high - round(heap.width * TILT) - heap.rise * (number + 1)
            sheet.blit(_lying(art, value, heap.width, heap.rise), (place * heap.step, y))
    return sheet


def _lying(art: Art, value: int, width: int, rise: int) -> pygame.Surface:
    """Return a chip as it lies on the felt, with its edge and the spots on that."""

    def make() -> pygame.Surface:
        high = round(width * TILT)
        drawn = pygame.transform.smoothscale(_edge(tones(art, value), width * FINE, rise * FINE), (width, high + rise))
        # Its face is smooth as drawn: scaling down would take ten times as long, under a finger.
        face = art.drawing("chip", (width, width), tones(art, value))
        drawn.blit(pygame.transform.smoothscale(face, (width, high)), (0, 0))
        return drawn

    return art.once(("lying", value, width, rise), make)


def _edge(paint: dict[str, Colour], w: int, thick: int) -> pygame.Surface:
    """Return what is seen of a chip below its face, of this width and so thick."""
    h = round(w * TILT)
    large = pygame.Surface((w, h + thick), pygame.SRCALPHA)
    rim = _mixed(paint["body"], 0, 0.22)
    pygame.draw.ellipse(large, paint["dark"], (0, thick, w, h))
    large.fill(rim, (0, h // 2, w, thick - FINE))
    pygame.draw.ellipse(large, rim, (0, thick - FINE, w, h))
    for spot in range(SPOTS):
        _spot(large, _mixed(paint["spots"], 0, 0.1), spot, thick)
    return large


def _spot(large: pygame.Surface, colour: Colour, number: int, thick: int) -> None:
    """Draw one spot on the edge, where the edge is seen."""
    w = large.get_width()
    h = large.get_height() - thick
    begin = (number / SPOTS) * 2 * pi + pi / 6 - 0.21
    angles = [begin + step * 0.07 for step in range(7)]
    seen = [angle for angle in angles if sin(angle) > 0]
    for one, other in pairwise(seen):
        (x0, y0), (x1, y1) = ((w / 2 * (1 + cos(a)), h / 2 * (1 + sin(a))) for a in (one, other))
        pygame.draw.polygon(large, colour, ((x0, y0), (x1, y1), (x1, y1 + thick - FINE), (x0, y0 + thick - FINE)))
