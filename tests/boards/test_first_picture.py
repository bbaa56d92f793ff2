"""The first picture is said when it is there, and drawn by what a board's own screen can show."""

import asyncio
import os

import pygame
import pytest
from device_under_test import run

from firmware.boards.picture import Draw, Picture
from firmware.kit.box import Box
from firmware.kit.house_theme import FIRST
from firmware.kit.items import Plate
from firmware.kit.scene import Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.sounds import Sounds
from firmware.kit.window import Window


class Screen:
    size = (480, 480)
    theme = FIRST
    moves = False
    fingers = None

    def __init__(self) -> None:
        self.surface = pygame.Surface(self.size, depth=32)

    def present(self, places: list[Box]) -> None:
        assert places is not None

    def closed(self) -> bool:
        return False


def nothing(_: tuple[int, int], __: int) -> Scene:
    return Scene(())


def something(_: tuple[int, int], __: int) -> Scene:
    return Scene((Plate(Box(10, 10, 100, 100), "alarm"),))


@pytest.mark.parametrize(("draw", "there"), [(nothing, False), (something, True)])
def test_a_screen_on_which_nothing_was_drawn_has_no_picture(draw: Draw, *, there: bool) -> None:
    said: list[str] = []

    async def story() -> None:
        picture = Picture(Screen(), None, Sounds(0), "en", said.append)
        assert picture.why_dark()
        task = asyncio.create_task(picture.run(draw, lambda _: None, lambda: 0))
        await asyncio.sleep(0.1)
        assert (picture.why_dark() == "") is there
        task.cancel()

    run(story)
    assert (said == ["first picture, 480 x 480"]) is there


def test_a_board_without_a_screen_lacks_none() -> None:
    assert Picture(None, None, Sounds(0), "en").why_dark() == ""


def test_a_window_is_drawn_by_what_every_board_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "")
    del os.environ["SDL_FRAMEBUFFER_ACCELERATION"]
    Window(ScreenSettings(size=(480, 480)), "Table 7")
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "opengles2"
