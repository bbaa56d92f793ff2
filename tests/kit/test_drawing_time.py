"""Money before pictures: while there is work a screen draws a tenth of the time, but for touches."""

from collections.abc import Sequence

import pygame
import pytest

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button, Text
from firmware.kit.pace import CALM_LOOK_S, CALM_S, RESTING_S, DrawingTime
from firmware.kit.painter import Painter
from firmware.kit.scene import Action, Scene
from firmware.kit.stage import LiveScene
from hal.touch import Motion, Touched

SIZE = (100, 100)


class Screen:
    """A screen whose every picture takes so many milliseconds; it is looked at fifty times a second."""

    def __init__(self, takes_ms: float) -> None:
        self.now = 0.0
        self.worked = 0.0
        self.takes_s = takes_ms / 1000
        self.drawn: list[float] = []
        self.next: list[Touched] = []
        self.moving = False
        self.number = 0
        painter = Painter(pygame.Surface(SIZE, depth=32), Art())
        times = (lambda: self.now, lambda: self.worked)
        self.scene = LiveScene(painter, lambda _: None, self, self._picture, *times)
        self.look()
        self.pass_s(2)

    def touches(self) -> list[Touched]:
        now, self.next = self.next, []
        return now

    def _picture(self) -> Scene:
        self.now += self.takes_s
        self.worked += self.takes_s
        self.drawn.append(self.now)
        button = Button(Box(0, 0, 50, 50), ("go",), "Go", 20)
        return Scene((button, Text(Box(0, 50, 50, 30), str(self.number), 20)), moving=self.moving)

    def look(self) -> None:
        self.scene.look(round(self.now * 1000))

    def pass_s(self, seconds: float, changes: Sequence[float] = (), busy: float = 1.0) -> int:
        """Let time pass, with changes at these moments; return how many pictures were drawn.

        `busy`: the part of it in which the processor works for the board.
        """
        began, before = self.now, len(self.drawn)
        left = list(changes)
        while self.now - began < seconds:
            self.now += 0.02
            self.worked += 0.02 * busy
            while left and self.now - began >= left[0]:
                del left[0]
                self.number += 1
                self.scene.changed()
            self.look()
        return len(self.drawn) - before


@pytest.mark.parametrize("takes_ms", [1, 5, 20, 80])
def test_in_a_rush_drawing_takes_a_tenth_of_the_time_and_the_last_of_it_is_shown(takes_ms: int) -> None:
    screen = Screen(takes_ms)
    drawn = screen.pass_s(5, [n * 0.01 for n in range(480)])
    assert drawn * takes_ms / 1000 <= 5 / 10 + takes_ms / 1000
    assert drawn >= min(5 / 0.02, 5 / (takes_ms / 100)) * 0.7  # it does draw, as often as it may
    assert screen.drawn[-1] >= screen.drawn[0] + 2 + 4.8 - 1e-9  # not before the last change


def test_where_the_processor_is_waited_for_drawing_takes_a_tenth_of_what_it_does() -> None:
    # A share of 7 % of a core: 1 ms of drawing in a rush is 10 ms of its work, and no picture waits for long.
    screen = Screen(1)
    assert 12 <= screen.pass_s(5, [n * 0.01 for n in range(480)], busy=0.07) <= 39


@pytest.mark.parametrize("takes_ms", [5, 80])
def test_one_change_at_rest_is_drawn_at_once(takes_ms: int) -> None:
    screen = Screen(takes_ms)
    for _ in range(5):
        assert screen.pass_s(0.03, [0.0]) == 1
        screen.pass_s(1)


def test_what_moves_while_nothing_else_happens_is_drawn_at_each_look() -> None:
    screen = Screen(5)
    screen.moving = True
    screen.scene.changed()
    assert screen.pass_s(1) >= 38


def test_a_touch_is_drawn_at_once_in_the_worst_of_a_rush() -> None:
    acted: list[Action] = []
    screen = Screen(60)
    screen.scene.serve(acted.append)
    screen.pass_s(1, [n * 0.01 for n in range(99)])
    for motion in (Motion.DOWN, Motion.UP):
        screen.next = [Touched(motion, 20, 20)]
        before = len(screen.drawn)
        screen.look()
        assert len(screen.drawn) == before + 1
    assert acted == [("go",)]
    # And so is what comes of it, until the table has had time to answer; then money comes first again.
    assert screen.pass_s(0.9, [n * 0.1 for n in range(9)]) >= 8
    assert screen.pass_s(2, [n * 0.01 for n in range(200)]) <= 4


def test_fingers_are_looked_for_less_often_where_there_was_none_for_a_while() -> None:
    times = [0.0]
    drawing = DrawingTime(lambda: times[0], lambda: 0.0)
    drawing.touched()
    times[0] = CALM_S - 0.1
    assert drawing.look_s(CALM_LOOK_S) == RESTING_S
    times[0] = CALM_S + 0.1
    assert drawing.look_s(CALM_LOOK_S) == CALM_LOOK_S > RESTING_S
    drawing.touched()
    assert drawing.look_s(CALM_LOOK_S) == RESTING_S
