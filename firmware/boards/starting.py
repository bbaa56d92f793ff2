"""What a board shows while its software loads: a weak board takes seconds, and a black screen says nothing."""

import os
from pathlib import Path
from typing import Final

import msgspec
import pygame

from firmware.files import NotReadable, read_text
from firmware.kit.art import Art
from firmware.kit.items import Ground, Text
from firmware.kit.painter import Painter
from firmware.kit.scene import Draft, Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.theme import CHALK, GOLD, MIST, NIGHT, SLATE, scale_of
from firmware.kit.window import Window
from firmware.kit.words import words_of
from firmware.toml_text import read_toml

# Services of systemd have the first of these; the second names the screen's driver.
OF_A_BOARD: Final = {"NOTIFY_SOCKET", "SDL_VIDEODRIVER"}
_READS: Final = "a configuration is a TOML file"


def picture(role: str, language: str, size: tuple[int, int]) -> Scene:
    """Return the picture: which board this is, and what it waits for."""
    words = words_of(language)
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    draft.put(Ground(draft.whole, NIGHT, SLATE))
    _, title, loads, then, _ = draft.whole.inset(scale.px(4)).down(3, 1, 1, 1, 3)
    draft.put(Text(title, words(f"starting.{role}"), scale.px(6), GOLD, bold=True))
    draft.put(Text(loads, words("starting.loads"), scale.px(4), CHALK))
    draft.put(Text(then, words(f"starting.then-{role}"), scale.px(3), MIST))
    return draft.done()


def show_starting(role: str, config: Path) -> bool:
    """Show it on the screen that a configuration names; return whether it is shown.

    The role opens the same screen again, and says what is wrong with it or with its configuration. On a desk nothing is
    shown: loading is quick there, and SDL would print which window systems it lacks, where one line is due.
    """
    settings = _screen(config) if os.environ.keys() & OF_A_BOARD else None
    if settings is None:
        return False
    try:
        window = Window(settings, "Rapid Table")
    except pygame.error:
        return False
    scene = picture(role, settings.language, window.size)
    window.present(Painter(window.surface, Art(window.theme, scale_of(window.size).least)).paint(scene))
    return True


def _screen(config: Path) -> ScreenSettings | None:
    """Return what a configuration says of the screen, if that much of it can be read."""
    try:
        said = read_toml(read_text(config, _READS)).get("screen")
        return None if said is None else msgspec.convert(said, ScreenSettings)
    except (NotReadable, ValueError):
        return None
