"""Film strips: what moves on a screen as frames side by side, to be looked at (`python -m film`, into build/films)."""

import sys
from pathlib import Path
from typing import Final

import pygame
from ats_states import ats_states
from msgspec.structs import replace
from PIL import Image
from reference import art_of

from firmware.kit.house_theme import FIRST
from firmware.kit.motion import LONG_AGO
from firmware.kit.painter import Painter
from firmware.kit.words import words_of
from firmware.pictures.moments import Moments
from firmware.terminal.scene import picture
from firmware.terminal.view import AtsView, Flight

SIZE: Final = (1280, 800)
SHOWN: Final = (480, 300)
BEGAN: Final = 1000
EACH_MS: Final = 60
COLUMNS: Final = 5


def films() -> dict[str, AtsView]:
    states = ats_states(words_of("en"))
    chip = Flight(25_00, ("chip", "2500"), ("bet", "banker"), BEGAN)
    dealt = Moments(player=(LONG_AGO, BEGAN), banker=(LONG_AGO,))
    return {
        "deal-and-turn": replace(states["dealing"], moments=dealt),
        "take-pay-result-mark": replace(states["banker-wins"], moments=Moments(ended=BEGAN)),
        "chip": replace(states["placed"], flights=(chip,)),
        "count": replace(states["last-seconds"], closes_at=BEGAN + 3000),
    }


def strip(view: AtsView, frames: int = 10) -> Image.Image:
    """Return the frames as a terminal paints them, one over the other."""
    surface = pygame.Surface(SIZE, depth=32)
    painter = Painter(surface, art_of(FIRST, SIZE))
    sheet = Image.new("RGB", (SHOWN[0] * COLUMNS, SHOWN[1] * -(-frames // COLUMNS)))
    for number in range(frames):
        painter.paint(picture(view, SIZE, words_of("en"), BEGAN + number * EACH_MS))
        frame = Image.frombytes("RGB", SIZE, pygame.image.tobytes(surface, "RGB")).resize(SHOWN)
        sheet.paste(frame, (number % COLUMNS * SHOWN[0], number // COLUMNS * SHOWN[1]))
    return sheet


if __name__ == "__main__":
    folder = Path("build/films")
    folder.mkdir(parents=True, exist_ok=True)
    for name, view in films().items():
        strip(view).save(folder / f"{name}.png")
        sys.stdout.write(f"made: {folder / name}.png\n")
