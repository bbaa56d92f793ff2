"""A board shows that it starts before its software is loaded; what is wrong with a configuration its role says."""

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from firmware.boards.starting import OF_A_BOARD, picture, show_starting
from firmware.kit.items import Text
from firmware.kit.words import languages, words_of

ROLES = ("table", "ats", "wnd")
SCREEN = "[screen]\nsize = [800, 480]\n"
# Prints what is loaded when the first picture is shown.
WHEN_SHOWN = """
import sys
import pygame
from firmware.kit.window import Window
present = Window.present
def shown(window, places):
    present(window, places)
    print(*sys.modules)
    sys.exit(0)
Window.present = shown
from firmware.cli.main import main
main(["run", "--role", "ats", "--config", sys.argv[1]])
"""


@pytest.fixture(autouse=True)
def on_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("role", ROLES)
def test_it_says_which_board_starts_and_what_is_waited_for(role: str, language: str) -> None:
    said = [item.text for item in picture(role, language, (1280, 800)).items if isinstance(item, Text)]
    words = words_of(language)
    assert said == [words(f"starting.{role}"), words("starting.loads"), words(f"starting.then-{role}")]


def test_it_is_drawn_on_the_screen_of_the_configuration(tmp_path: Path) -> None:
    config = tmp_path / "ats.toml"
    config.write_text(SCREEN)
    assert show_starting("ats", config)
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_size() == (800, 480)
    assert len({tuple(surface.get_at((x, y))) for x in range(0, 800, 4) for y in range(0, 480, 4)}) > 2


@pytest.mark.parametrize(
    "text",
    ["", "[table]\n", "[screen]\nsize = 3\n", "[screen", "[screen]\nlanguage = 'xx'\n", "x = " + "[" * 20_000],
    ids=["nothing", "no screen", "no size", "no TOML", "no language", "too deep"],
)
def test_a_configuration_that_names_no_screen_is_for_the_role_to_judge(text: str, tmp_path: Path) -> None:
    config = tmp_path / "ats.toml"
    config.write_text(text)
    assert not show_starting("ats", config)
    assert not show_starting("ats", tmp_path / "none.toml")


def test_a_screen_that_cannot_be_opened_is_for_the_role_to_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "ats.toml"
    config.write_text(SCREEN)

    def refused(*_: object) -> None:
        raise pygame.error("no video mode")

    monkeypatch.setattr("firmware.boards.starting.Window", refused)
    assert not show_starting("ats", config)


def test_on_a_desk_nothing_is_opened_before_the_configuration_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "ats.toml"
    config.write_text(SCREEN)
    for name in OF_A_BOARD:
        monkeypatch.delenv(name, raising=False)
    assert not show_starting("ats", config)


@pytest.mark.outside
def test_it_is_there_before_the_role_and_its_devices_are_loaded(tmp_path: Path) -> None:
    config = tmp_path / "ats.toml"
    config.write_text(SCREEN)
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    program = [sys.executable, "-c", WHEN_SHOWN, str(config)]
    loaded = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60, env=environment).stdout
    names = loaded.split()
    assert "firmware.boards.starting" in names
    late = ("firmware.terminal", "firmware.config", "firmware.link", "drivers")
    assert [name for name in names if name.startswith(late)] == []
