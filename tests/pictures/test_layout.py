"""Each state of each screen, in each size, orientation and language: all of it fits, can be read and can be touched."""

import math
from itertools import combinations

import pytest
from _pytest.mark import ParameterSet
from every_screen import ALL_SIZES, STATES, Shown, Size, every_state

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button, Ground, Plate, Pressed, Text, Touchable, Veil
from firmware.kit.scene import Item, Scene
from firmware.kit.theme import scale_of
from firmware.pictures.table_items import Chip, Cloth, Countdown, FeltFrame
from firmware.terminal.at_the_finger import Sentence

ARTS = {size: Art(least=scale_of(size).least) for size in ALL_SIZES}
# People touch with fingers: this much in each direction.
FINGER_MM = 12
# Where bets are placed there is more room (docs of the rules, 4.2.1).
AREA_MM = 22
# And read from arm's length: type of at least this size (a line of it is a quarter higher).
READ_MM = 2.6
# Character for character as long as simplified Chinese, in type of the same widths: the whole suite tries some of it.
AS_LONG = {"zh-Hant": pytest.mark.some(8)}
# What is behind others, or lies on what it belongs to: a sentence for a moment only.
BEHIND = (Cloth, FeltFrame, Ground, Plate, Veil, Pressed, Touchable, Sentence)


def shown_on(*screens: str) -> list[ParameterSet]:
    return [
        pytest.param(shown, marks=AS_LONG.get(shown.language, ()), id="-".join(shown))
        for shown in every_state()
        if shown.screen in screens
    ]


def pixels_per_mm(size: Size) -> float:
    return (size[0] ** 2 + size[1] ** 2) ** 0.5 / (ALL_SIZES[size] * 25.4)


def in_front(scene: Scene) -> tuple[Item, ...]:
    return scene.items[scene.above :]


def outside(scene: Scene, size: Size) -> list[Item]:
    whole = Box(0, 0, *size)
    return [item for item in scene.items if not (whole.holds(item.box.x, item.box.y) and
            item.box.right <= whole.right and item.box.bottom <= whole.bottom and min(item.box[2:]) > 0)]  # fmt: skip


def overlapping(scene: Scene) -> list[tuple[Item, Item]]:
    moving = scene.items[-1:] if scene.moving else ()
    shown = [item for item in in_front(scene) if not isinstance(item, BEHIND) and item not in moving]
    touched = [item for item in in_front(scene) if item.action]
    return [
        *(pair for pair in combinations(shown, 2) if pair[0].box.touches(pair[1].box)),
        *(pair for pair in combinations(touched, 2) if pair[0].box.touches(pair[1].box)),
    ]


def clipped(scene: Scene, size: Size) -> list[str]:
    """Return type that does not fit, even at the least size that is allowed."""
    found, art = [], ARTS[size]
    for item in scene.items:
        for what in item.lettering():
            px, lines = art.fitted(what.text, what.px, bold=what.bold, room=what.box[2:])
            wide = max(art.width(line, px, bold=what.bold) for line in lines)
            # A single line may stand out of its box by what no character reaches: a sixth of it.
            if wide > what.box.w or art.line(px) * len(lines) > what.box.h + px * 0.17:
                found.append(f"{what.text!r} at {px} of {what.px} in {what.box}")
    return found


def too_fine(scene: Scene, size: Size) -> list[str]:
    """Return type that is too fine to be read at arm's length."""
    return [
        what.text
        for item in scene.items
        for what in item.lettering()
        if what.text
        and ARTS[size].fitted(what.text, what.px, bold=what.bold, room=what.box[2:])[0] < READ_MM * pixels_per_mm(size)
    ]


def too_small(scene: Scene, size: Size) -> list[Item]:
    least = FINGER_MM * pixels_per_mm(size) - 1
    buttons = [item for item in in_front(scene) if isinstance(item, Button | Touchable | Chip) and item.action]
    return [item for item in buttons if item.box.w < least or item.box.h < least]


@pytest.mark.parametrize("shown", shown_on("ats"))
def test_betting_areas_are_large_while_bets_are_taken(shown: Shown) -> None:
    for size, inches in ALL_SIZES.items():
        scene = shown.scene(size)
        areas = [item.box for item in scene.items if item.action[:1] == ("bet",)]
        if inches == 10.1 and any(isinstance(item, Countdown) for item in scene.items):
            least = AREA_MM * pixels_per_mm(size) - 1
            assert all(min(box.w, box.h) >= least for box in areas), (shown, size)


# What must be read in the room: capitals of 10 arc minutes from 6 m, on 43 inches.
ROOM_MM = 6000 * math.tan(math.radians(10 / 60))
ROOM_INCHES = 43
# Of a font's size, what its capitals take.
CAPITALS = 0.733


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
@pytest.mark.parametrize("shown", shown_on("wnd"))
def test_the_display_is_read_from_six_metres(shown: Shown, size: Size) -> None:
    per_mm = math.hypot(*size) / (ROOM_INCHES * 25.4)
    least = ROOM_MM * per_mm / CAPITALS
    for item in shown.scene(size).items:
        for what in item.lettering():
            px, _ = ARTS[size].fitted(what.text, what.px, bold=what.bold, room=what.box[2:])
            assert px >= least or not what.text, f"{what.text!r} at {px} of {what.px}, least {least:.1f}"


@pytest.mark.some(5)
@pytest.mark.parametrize("shown", shown_on(*STATES))
def test_all_fits_in_every_size(shown: Shown) -> None:
    for size in ALL_SIZES:
        scene = shown.scene(size)
        where = f"{shown} {size}"
        assert not outside(scene, size), where
        assert not overlapping(scene), where
        assert not clipped(scene, size), where
        if shown.screen != "wnd":
            assert not too_small(scene, size), where
            assert not too_fine(scene, size), where
        for item in in_front(scene):
            if item.action:
                assert scene.touched(*item.box.middle) is item, where


def test_what_the_test_is_for_is_found() -> None:
    # Each of the four faults, made on purpose.
    size = (1280, 800)
    box = Box(100, 100, 200, 80)
    button = Button(box, ("a",), "Touch", 20)
    assert outside(Scene((Text(Box(1200, 0, 100, 20), "x", 10),)), size)
    assert overlapping(Scene((button, Button(box.moved(190, 0), ("b",), "Other", 20))))
    assert clipped(Scene((Text(Box(0, 0, 40, 20), "A long line of words", 20),)), size)
    assert not clipped(Scene((Text(Box(0, 0, 400, 30), "A long line of words", 20),)), size)
    assert too_small(Scene((Button(Box(0, 0, 60, 60), ("a",), "A", 20),)), size)
    assert too_fine(Scene((Text(Box(0, 0, 60, 20), "small", 10),)), size)
