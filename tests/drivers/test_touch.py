"""Touches: fingers and mice of pygame, turned and calibrated."""

import pygame
import pytest

from drivers.touch.events import touch_of
from drivers.touch.make import MAKE
from drivers.touch.mapping import Calibration, Mapping, calibrate
from hal.touch import Motion, Touched

SIZE = (1280, 800)


def finger(kind: int, x: float, y: float, number: int = 0) -> pygame.event.Event:
    return pygame.event.Event(kind, x=x, y=y, finger_id=number, touch_id=0, dx=0, dy=0)


def mouse(kind: int, *, button: int = 1, touch: bool = False, held: int = 1) -> pygame.event.Event:
    more = {"buttons": (held, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    return pygame.event.Event(kind, pos=(10, 20), touch=touch, **more)


def test_fingers_are_touches_in_pixels() -> None:
    plain = Mapping()
    for kind, motion in (
        (pygame.FINGERDOWN, Motion.DOWN),
        (pygame.FINGERMOTION, Motion.MOVE),
        (pygame.FINGERUP, Motion.UP),
    ):
        assert touch_of(finger(kind, 0.5, 0.25, 3), SIZE, plain) == Touched(motion, 640, 200, 3)
    assert touch_of(finger(pygame.FINGERDOWN, 1.0, 1.2), SIZE, plain) == Touched(Motion.DOWN, 1279, 799)
    assert touch_of(finger(pygame.FINGERDOWN, -0.1, 0.0), SIZE, plain) == Touched(Motion.DOWN, 0, 0)


def test_a_mouse_is_a_finger_too_but_not_a_fingers_echo() -> None:
    plain = Mapping()
    assert touch_of(mouse(pygame.MOUSEBUTTONDOWN), SIZE, plain) == Touched(Motion.DOWN, 10, 20, -1)
    assert touch_of(mouse(pygame.MOUSEBUTTONUP), SIZE, plain) == Touched(Motion.UP, 10, 20, -1)
    assert touch_of(mouse(pygame.MOUSEMOTION), SIZE, plain) == Touched(Motion.MOVE, 10, 20, -1)
    # The picture is turned on the screen, and the mouse points at the screen.
    turned = Mapping(rotation=180, calibration=Calibration(a=2))
    assert touch_of(mouse(pygame.MOUSEBUTTONDOWN), SIZE, turned) == Touched(Motion.DOWN, 1269, 779, -1)
    assert touch_of(mouse(pygame.MOUSEMOTION, held=0), SIZE, plain) is None
    assert touch_of(mouse(pygame.MOUSEBUTTONDOWN, button=3), SIZE, plain) is None
    assert touch_of(mouse(pygame.MOUSEBUTTONDOWN, touch=True), SIZE, plain) is None
    assert touch_of(pygame.event.Event(pygame.KEYDOWN), SIZE, plain) is None


@pytest.mark.parametrize(
    ("rotation", "size", "place"),
    # The panel's corner at (0.1, 0.2): where it lies on a picture that is turned clockwise with it.
    [(0, (1000, 500), (100, 100)), (90, (500, 1000), (100, 900)), (180, (1000, 500), (900, 400)),
     (270, (500, 1000), (400, 100))],
)  # fmt: skip
def test_rotation(rotation: int, size: tuple[int, int], place: tuple[int, int]) -> None:
    assert Mapping(rotation=rotation).place((0.1, 0.2), size) == place  # type: ignore[arg-type]


def test_three_touches_calibrate() -> None:
    wanted = Calibration(a=0.9, b=0.02, c=0.05, d=-0.01, e=1.1, f=-0.04)
    touched = ((0.1, 0.1), (0.9, 0.15), (0.5, 0.9))
    found = calibrate(touched, tuple(wanted.apply(point) for point in touched))  # type: ignore[arg-type]
    for point in ((0.0, 0.0), (0.3, 0.8), (1.0, 1.0)):
        assert found.apply(point) == pytest.approx(wanted.apply(point))
    with pytest.raises(ValueError, match="on one line"):
        calibrate(((0, 0), (0.5, 0.5), (1, 1)), touched)


def test_what_pygame_has_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    touch = MAKE.drive(Mapping())
    assert touch.touches() == []  # no picture yet
    pygame.display.init()
    pygame.display.set_mode((100, 100))
    pygame.event.clear()
    pygame.event.post(finger(pygame.FINGERDOWN, 0.5, 0.5))
    pygame.event.post(mouse(pygame.MOUSEBUTTONUP))
    assert touch.touches() == [Touched(Motion.DOWN, 50, 50), Touched(Motion.UP, 10, 20, -1)]
    assert touch.touches() == []
    pygame.display.quit()
