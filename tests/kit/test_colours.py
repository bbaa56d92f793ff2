"""Colours of each theme: type stands out from what is behind it, and nobody needs to tell red from green."""

from collections import Counter

import pytest
from every_screen import Shown, every_state
from reference import MEANT, Picture

from firmware.kit import theme
from firmware.kit.house_theme import rgb, shipped, theme_of
from firmware.kit.items import Button, Text
from firmware.kit.scene import Lettering
from firmware.kit.theme import Colour, figure_on, on

# WCAG 2.1, 1.4.3 and 1.4.6: of type, whatever its size; in the theme for whoever wants more, more.
LEAST = dict.fromkeys(shipped(), 4.5) | {"contrast": 7.0}
# Of what only tells one mark from another, and of what is off.
MARK = 3.0
OFF = 4.5


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


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("look", theme.LOOKS)
def test_what_stands_on_a_button_can_be_read(look: str, name: str) -> None:
    house = theme_of(name)
    paint = house.looks[look]
    # On what has no fill of its own lies the cloth.
    behind = [paint.fill, paint.hatch] if paint.fill is not None else [house.felt.lit, house.felt.dark]
    for colour in behind:
        if colour is not None:
            assert contrast(rgb(paint.ink), rgb(colour)) >= (OFF if look == "off" else LEAST[name])


@pytest.mark.some(5)
@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("shown", [s for s in every_state() if s.language == "en"], ids="-".join)
def test_type_stands_out_from_what_is_behind_it(shown: Shown, name: str) -> None:
    colours = theme_of(name).colours()
    picture = Picture(shown, MEANT[shown.screen], name)
    drawn = picture.draw()
    scene = shown.scene(picture.size)
    for item in scene.items[scene.above :]:
        lettered: list[tuple[Lettering, str]] = []
        if isinstance(item, Text) and item.text:
            lettered = [(item.lettered(), item.ink)]
        elif isinstance(item, Button):
            lettered = [(what, on(item.look if item.on else "off")) for what in item.lettering()]
        for what, ink in lettered:
            x, y, w, h = what.box
            # What is behind is what most of the box's upper and lower edge shows.
            edge: Counter[tuple[int, ...]] = Counter()
            for row in (y + 2, y + h - 3):
                for count, colour in drawn.crop((x, row, x + w, row + 1)).getcolors(w) or ():
                    edge[colour] += count  # type: ignore[index]
            ground = edge.most_common(1)[0][0]
            least = OFF if ink == on("off") else LEAST[name]
            assert contrast(colours[ink], ground) >= least, (what.text, ink, ground)  # type: ignore[arg-type]


# How people without one kind of cones see a colour: the matrices of Vienot, Brettel and Mollon (1999), on linear light.
BLIND = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: Colour, kind: str) -> tuple[float, ...]:
    linear = [(part / 255) ** 2.2 for part in colour]
    mixed = [sum(m * part for m, part in zip(row, linear, strict=True)) for row in BLIND[kind]]
    return tuple(max(part, 0) ** (1 / 2.2) * 255 for part in mixed)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("kind", BLIND)
def test_the_sides_are_told_apart_without_red_and_green(kind: str, name: str) -> None:
    # Player and Banker by colour on each road; a Tie has its own mark, a slash or a letter, and no colour to tell.
    house = theme_of(name)
    ink = house.colours()
    fill = {look: rgb(str(house.looks[look].fill)) for look in ("player", "banker")}
    pairs = [(ink["road-red"], ink["road-blue"]), (ink["player"], ink["banker"]), (fill["player"], fill["banker"])]
    for one, other in pairs:
        apart = sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5
        assert apart > 40, (one, other, apart)


@pytest.mark.parametrize("name", shipped())
def test_chips_are_told_apart_by_their_values(name: str) -> None:
    house = theme_of(name)
    assert len({house.chips[str(value)].body for value in theme.CHIPS}) == len(theme.CHIPS)
    for value in theme.CHIPS:
        paint = house.chips[str(value)]
        assert contrast(house.colours()[figure_on(value)], rgb(paint.body)) >= LEAST[name]
        assert contrast(rgb(paint.spots), rgb(paint.body)) >= MARK


@pytest.mark.parametrize("name", shipped())
def test_red_is_bankers_and_alarms_are_amber_and_hatched(name: str) -> None:
    house = theme_of(name)
    for look in ("alarm", "danger", "warn"):
        paint = house.looks[look]
        assert paint.hatch is not None
        red, green, blue = rgb(paint.edge)
        assert red > green > blue  # amber
        assert green > red * 0.6
    for look in theme.LOOKS:
        red, green, blue = rgb(house.looks[look].fill or "#000000")
        is_red = red > 100 and red > 3 * max(green, blue)
        assert is_red == (look == "banker"), look


@pytest.mark.parametrize("name", shipped())
def test_cards_and_roads_can_be_read_on_their_paper(name: str) -> None:
    ink = theme_of(name).colours()
    for mark in ("card-red", "card-black", "road-red", "road-blue", "road-green"):
        assert contrast(ink[mark], ink["ivory"]) >= LEAST[name]
    for disc in ("road-red", "road-blue", "road-green"):
        assert contrast(ink["chalk"], ink[disc]) >= LEAST[name]
