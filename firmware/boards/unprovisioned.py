"""The picture of a board without a board file: what is missing, why a file was refused, and its serial number."""

import asyncio
from pathlib import Path
from typing import Final

import pygame

from firmware.boards.picture import Canvas, Draw, Picture
from firmware.boards.proving import Proving
from firmware.boards.running import Say, until_told
from firmware.boards.systemd import watching
from firmware.boards.vital_signs import VitalSigns
from firmware.kit.art import Art
from firmware.kit.items import Ground, Text
from firmware.kit.qr import LONGEST, Modules, qr_code
from firmware.kit.scene import Draft, Item, Scene
from firmware.kit.settings import ScreenSettings
from firmware.kit.sounds import Sounds
from firmware.kit.theme import CHALK, GOLD, MIST, NIGHT, SLATE, scale_of
from firmware.kit.window import Window
from firmware.kit.words import languages, words_of
from firmware.provisioned.said import SAID, TakeInSaid, said_at
from firmware.software.proof import Proven
from hal.clock import since_start_s

# Readers need four light modules around a code.
QUIET: Final = 4
LOOK_S: Final = 2.0
DARK: Final = (0, 0, 0)
LIGHT: Final = (255, 255, 255)


class SerialCode(Item, frozen=True):
    """A QR code, as large as its box allows with whole modules."""

    modules: Modules

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        del art
        count = len(self.modules) + 2 * QUIET
        px = max(min(self.box.w, self.box.h) // count, 1)
        place = self.box.centred(count * px, count * px)
        surface.fill(LIGHT, tuple(place))
        for down, row in enumerate(self.modules):
            for right, dark in enumerate(row):
                if dark:
                    surface.fill(DARK, (place.x + (right + QUIET) * px, place.y + (down + QUIET) * px, px, px))


def picture(said: TakeInSaid, role: str, serial: str, size: tuple[int, int]) -> Scene:
    """Return the picture, in every language: nobody has chosen one yet."""
    draft = Draft(size, scale_of(size))
    scale = draft.scale
    draft.put(Ground(draft.whole, NIGHT, SLATE))
    rest = draft.whole.inset(scale.px(4))
    wide = rest.w > rest.h
    texts, code = rest.across(62, 38, gap=scale.gap) if wide else rest.down(62, 38, gap=scale.gap)
    spoken = [words_of(language) for language in languages()]
    lines = [(words("unprovisioned.title", role=role), GOLD, scale.px(6)) for words in spoken]
    lines += [(words(f"unprovisioned.{said.code}"), CHALK, scale.px(4)) for words in spoken]
    lines.append((said.code, MIST, scale.px(3)))
    lines.append((serial or "–", CHALK, scale.px(5)))
    for box, (text, ink, px) in zip(texts.down(*[1] * len(lines), gap=scale.gap), lines, strict=True):
        draft.put(Text(box, text, px, ink, bold=ink is GOLD))
    if serial:
        draft.put(SerialCode(code, qr_code(serial[:LONGEST])))
    return draft.done()


async def show(role: str, serial: str, say: Say, said: Path = SAID) -> None:
    """Show it until told to stop. This also marks the slot good, as a board without a file is no failure."""
    canvas = opened(say)
    shown = Picture(canvas, None, Sounds(0), languages()[0], say)
    proving = Proving(shown.own_faults)
    proving.ask()
    signs = VitalSigns(role, (), shown.why_dark, tuple, lambda: proving.state, provisioned=False)
    parts = [*watching((shown.why_dark,), signs), proving.run(_untold)]
    if canvas is not None:
        draw: Draw = lambda size, _: picture(said_at(said), role, serial, size)  # noqa: E731
        parts += [shown.run(draw, _untouched, lambda: round(since_start_s() * 1000)), _look(shown)]
    await until_told(parts)


def opened(say: Say) -> Canvas | None:
    """Return the screen, if there is one; no configuration has named it yet."""
    try:
        return Window(ScreenSettings(), "Rapid Table")
    except pygame.error as error:
        say(f"there is no screen: {error}")
        return None


async def _look(shown: Picture) -> None:
    """Look again and again: another file may have been refused since."""
    while True:
        await asyncio.sleep(LOOK_S)
        shown.changed()


async def _untold(_: Proven) -> None:
    """Tell nobody: the vitals say it."""


def _untouched(_: tuple[str, ...]) -> None:
    """Do nothing: the picture has nothing to touch."""
