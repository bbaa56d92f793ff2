"""Colours: type stands out from what is behind it, and nobody needs to tell red from green."""

from collections import Counter
from itertools import combinations

import pytest
from every_screen import Shown, every_state
from reference import MEANT, Picture

from firmware.kit import theme
from firmware.kit.items import Text
from firmware.kit.theme import Colour

# WCAG 2.1, 1.4.3: 4.5 for type, 3 for large type (24 pixels and more here).
PLAIN, LARGE, IS_LARGE = 4.5, 3.0, 24


def luminance(colour: Colour) -> float:
    shares = [part / 255 for part in colour]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_the_standard_does() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("look", theme.LOOKS)
def test_what_stands_on_a_button_can_be_read(look: str) -> None:
    paint = theme.LOOKS[look]
    assert contrast(paint.ink, paint.fill) >= PLAIN


@pytest.mark.parametrize("shown", [s for s in every_state() if s.language == "en"], ids="-".join)
def test_type_stands_out_from_what_is_behind_it(shown: Shown) -> None:
    picture = Picture(shown, MEANT[shown.screen])
    drawn = picture.draw()
    scene = shown.scene(picture.size)
    for item in scene.items[scene.above :]:
        if isinstance(item, Text) and item.text:
            x, y, w, h = item.box
            # What is behind is what most of the box's edge shows.
            edge = [drawn.getpixel((px, py)) for px in range(x, x + w, 3) for py in (y + 2, y + h - 3)]
            ground = Counter(edge).most_common(1)[0][0]
            least = LARGE if item.px >= IS_LARGE else PLAIN
            assert contrast(item.ink, ground) >= least, (item.text, item.ink, ground)  # type: ignore[arg-type]


# How people without one kind of cones see a colour: the matrices of Vienot, Brettel and Mollon (1999), on linear light.
BLIND = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: Colour, kind: str) -> tuple[float, ...]:
    linear = [(part / 255) ** 2.2 for part in colour]
    mixed = [sum(m * part for m, part in zip(row, linear, strict=True)) for row in BLIND[kind]]
    return tuple(max(part, 0) ** (1 / 2.2) * 255 for part in mixed)


@pytest.mark.parametrize("kind", BLIND)
def test_the_sides_are_told_apart_without_red_and_green(kind: str) -> None:
    # Player and Banker by colour on each road; a Tie has its own mark, a slash or a letter, and no colour to tell.
    pairs = [(theme.ROAD_RED, theme.ROAD_BLUE), (theme.PLAYER, theme.BANKER), (theme.PLAYER_DEEP, theme.BANKER_DEEP)]
    for one, other in pairs:
        apart = sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5
        assert apart > 60, (one, other, apart)


def test_chips_are_told_apart_by_their_values() -> None:
    assert len({body for body, _ in theme.CHIPS.values()}) == len(theme.CHIPS)
    for (body, mark), _ in combinations(theme.CHIPS.values(), 2):
        assert contrast(body, mark) >= LARGE
