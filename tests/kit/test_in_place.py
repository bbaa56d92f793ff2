"""What acts does not change under a finger: one that was meant for what was there does not touch what has come."""

import pygame
import pytest

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.items import Button
from firmware.kit.painter import Painter
from firmware.kit.scene import Action, Scene
from firmware.kit.stage import LiveScene
from hal.touch import Motion, Touched

PLACE = Box(20, 20, 100, 60)
WRONG = Button(PLACE, ("op", "seen"), "A card lies wrong", 20)
CONFIRM = Button(PLACE, ("op", "confirm"), "Confirm", 20, note="Player wins 7 – 6")
OTHER = Button(PLACE, ("op", "confirm"), "Confirm", 20, note="Tie 6 – 6")
DOWN, UP = Touched(Motion.DOWN, 50, 50), Touched(Motion.UP, 50, 50)


class Finger:
    """A screen with one button, and a finger on it."""

    def __init__(self, button: Button) -> None:
        self.button = button
        self.acted: list[Action] = []
        self.next: list[Touched] = []
        surface = pygame.Surface((200, 100), depth=32)
        painter = Painter(surface, Art())
        self.stage = LiveScene(painter, lambda _: None, self, lambda: Scene((self.button,)), *[lambda: 0.0] * 2)
        self.stage.serve(self.acted.append)
        self.stage.look(0)

    def touches(self) -> list[Touched]:
        now, self.next = self.next, []
        return now

    def becomes(self, button: Button, now: int) -> None:
        self.button = button
        self.stage.changed()
        self.stage.look(now)

    def does(self, now: int, *touches: Touched) -> None:
        self.next = list(touches)
        self.stage.look(now)


def test_what_stands_there_from_the_first_can_be_touched_at_once() -> None:
    finger = Finger(WRONG)
    finger.does(1, DOWN, UP)
    assert finger.acted == [("op", "seen")]


@pytest.mark.parametrize(("after", "acted"), [(350, []), (599, []), (600, [("op", "confirm")])])
def test_what_has_just_come_is_not_touched(after: int, acted: list[Action]) -> None:
    finger = Finger(WRONG)
    finger.becomes(CONFIRM, 5000)
    finger.does(5000 + after, DOWN, UP)
    assert finger.acted == acted


def test_what_says_something_else_has_just_come_too() -> None:
    finger = Finger(CONFIRM)
    finger.becomes(OTHER, 5000)
    finger.does(5350, DOWN, UP)
    assert finger.acted == []


def test_a_touch_that_began_before_the_change_does_nothing() -> None:
    for before, after in ((WRONG, CONFIRM), (CONFIRM, OTHER)):
        finger = Finger(before)
        finger.does(5000, DOWN)
        finger.becomes(after, 5100)
        finger.does(9000, UP)
        assert finger.acted == []


def test_what_the_finger_itself_brought_about_is_waited_for_and_touched() -> None:
    finger = Finger(WRONG)

    def act(action: Action) -> None:
        finger.acted.append(action)
        finger.button = CONFIRM

    finger.stage.serve(act)
    finger.does(5000, DOWN, UP)
    finger.does(5350, DOWN, UP)
    assert finger.acted == [("op", "seen"), ("op", "confirm")]


@pytest.mark.parametrize("after", [40, 150, 349])
def test_a_finger_that_taps_twice_does_not_touch_what_the_first_tap_brought(after: int) -> None:
    finger = Finger(WRONG)

    def act(action: Action) -> None:
        finger.acted.append(action)
        finger.button = CONFIRM

    finger.stage.serve(act)
    finger.does(5000, DOWN, UP)
    finger.does(5000 + after, DOWN, UP)
    assert finger.acted == [("op", "seen")]


def test_what_a_finger_brought_about_elsewhere_can_be_touched_at_once() -> None:
    finger = Finger(WRONG)
    elsewhere = Button(Box(130, 20, 60, 60), ("yes",), "Yes", 20)

    def act(action: Action) -> None:
        finger.acted.append(action)
        finger.button = elsewhere

    finger.stage.serve(act)
    finger.does(5000, DOWN, UP)
    finger.does(5040, Touched(Motion.DOWN, 150, 50), Touched(Motion.UP, 150, 50))
    assert finger.acted == [("op", "seen"), ("yes",)]


def test_what_is_lit_again_in_its_place_is_no_change() -> None:
    dark = Button(PLACE, ("op", "confirm"), "Confirm", 20, on=False)
    finger = Finger(dark)
    finger.becomes(Button(PLACE, ("op", "confirm"), "Confirm", 20), 5000)
    finger.does(5010, DOWN, UP)
    assert finger.acted == [("op", "confirm")]


def test_what_comes_where_nothing_stood_can_be_touched_at_once() -> None:
    finger = Finger(Button(Box(150, 20, 40, 60), ("op", "cut"), "Cutting card", 20))
    finger.becomes(CONFIRM, 5000)
    finger.does(5010, DOWN, UP)
    assert finger.acted == [("op", "confirm")]


def test_what_stood_there_before_the_time_was_turned_back_can_be_touched() -> None:
    finger = Finger(WRONG)
    finger.becomes(CONFIRM, 500_000_000)
    finger.does(1_000, DOWN, UP)
    assert finger.acted == [("op", "confirm")]
