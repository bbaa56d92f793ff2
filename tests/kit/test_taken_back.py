"""A touch that has begun can be taken back on every screen: a finger that slides off before it leaves does nothing."""

from collections.abc import Iterator

import pygame
import pytest
from every_screen import Shown, every_state

from firmware.kit.art import Art
from firmware.kit.items import Pressed
from firmware.kit.painter import Painter
from firmware.kit.pointer import Pointer
from firmware.kit.scene import Action, Item, Scene
from firmware.kit.stage import LiveScene
from hal.touch import Motion, Touched

SIZE = (1280, 800)
# On no picture at all: where a finger is when it has left the glass by its edge.
OUTSIDE = (-1, -1)


def _slides(pointer: Pointer, scene: Scene, start: tuple[int, int], end: tuple[int, int]) -> None:
    pointer.touched(Touched(Motion.DOWN, *start), scene)
    pointer.touched(Touched(Motion.MOVE, *end), scene)
    pointer.touched(Touched(Motion.UP, *end), scene)


def _touchable(scene: Scene) -> Iterator[Item]:
    for item in scene.items[scene.above :]:
        if item.action and scene.touched(*item.box.middle) is item:
            yield item


@pytest.mark.parametrize("shown", [shown for shown in every_state() if shown.language == "en"], ids=str)
def test_nothing_that_can_be_touched_acts_before_the_finger_leaves_it(shown: Shown) -> None:
    scene = shown.scene(SIZE)
    for item in _touchable(scene):
        acted: list[Action] = []
        pointer = Pointer(acted.append)
        _slides(pointer, scene, item.box.middle, OUTSIDE)
        assert acted == [], item
        _slides(pointer, scene, item.box.middle, item.box.middle)
        assert acted == [item.action]


def test_the_light_goes_where_a_finger_slides_off_and_comes_back_with_it() -> None:
    shown = next(shown for shown in every_state() if (shown.screen, shown.state) == ("ats", "betting"))
    scene = shown.scene(SIZE)
    bet = next(item for item in _touchable(scene) if item.action[0] == "bet")
    next_touches: list[Touched] = []
    painted: list[int] = []

    class Fingers:
        def touches(self) -> list[Touched]:
            now = list(next_touches)
            next_touches.clear()
            return now

    class Watched(Painter):
        def paint(self, scene: Scene) -> list:  # type: ignore[type-arg]
            painted.append(sum(isinstance(item, Pressed) for item in scene.items))
            return super().paint(scene)

    canvas = Watched(pygame.Surface(SIZE, depth=32), Art())
    stage = LiveScene(canvas, lambda _: None, Fingers(), lambda: scene, *[lambda: 0.0] * 2)
    acted: list[Action] = []
    stage.serve(acted.append)
    stage.look(0)
    painted.clear()
    for motion, at in ((Motion.DOWN, bet.box.middle), (Motion.MOVE, OUTSIDE), (Motion.MOVE, bet.box.middle)):
        next_touches.append(Touched(motion, *at))
        stage.look(1)
    assert painted == [1, 0, 1]
    next_touches.append(Touched(Motion.UP, *bet.box.middle))
    stage.look(2)
    assert acted == [bet.action]
