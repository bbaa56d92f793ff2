"""A screen as winning number display: what was drawn is compared with what the screen holds."""

import asyncio
import zlib
from typing import Final

import pygame
from msgspec import Struct

from hal.device import FaultBegan, FaultEnded, Hear, StageChanged
from hal.display import Shows, ShowsOtherwise
from hal.life import Stage

KIND: Final = "wnd"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a profile may set. `size`: in pixels; without, the whole screen."""

    size: tuple[int, int] | None = None
    colour: tuple[int, int, int] = (255, 214, 102)
    background: tuple[int, int, int] = (8, 12, 20)
    look: float = 10.0


def connect(name: str, options: Options, hear: Hear) -> "Screen":
    """Return the display of a profile."""
    return Screen(name, options, hear)


class Screen:
    """The screen."""

    def __init__(self, name: str, options: Options, hear: Hear) -> None:
        self.name = name
        self.stage = Stage.ABSENT
        self.faults: frozenset[str] = frozenset()
        self._options = options
        self._hear = hear
        self._surface: pygame.Surface | None = None
        self._wanted: str | None = None
        self._drawn = 0

    async def run(self) -> None:
        """Open the screen, and look now and then whether it still holds what was drawn."""
        self._to(Stage.OPENING)
        pygame.display.init()
        pygame.font.init()
        flags = pygame.FULLSCREEN if self._options.size is None else 0
        self._surface = pygame.display.set_mode(self._options.size or (0, 0), flags)
        self._to(Stage.IDENTIFYING)
        self._to(Stage.READY, f"{pygame.display.get_driver()} {self._surface.get_width()}x{self._surface.get_height()}")
        if self._wanted is not None:
            self._draw(self._wanted)
        while True:
            await asyncio.sleep(self._options.look)
            if self._wanted is not None and not self._compare():
                self._draw(self._wanted)  # whatever was there instead, is no more (11.13)
                self._compare()

    def _to(self, stage: Stage, detail: str = "") -> None:
        self.stage = stage
        self._hear(StageChanged(stage, detail))

    async def show(self, text: str) -> bool:
        """Show a text, and return whether the screen holds it."""
        self._wanted = text
        if self._surface is None:
            return False
        self._draw(text)
        return self._compare()

    async def read_back(self) -> str | None:
        """Return what it shows: the text, if the screen's pixels are the ones drawn for it."""
        if self._surface is None or self._wanted is None:
            return None
        return self._wanted if self._held() == self._drawn else ""

    def _draw(self, text: str) -> None:
        surface = self._surface
        assert surface is not None
        options = self._options
        surface.fill(options.background)
        lines = text.split("\n")
        height = surface.get_height() // (len(lines) + 1)
        for place, line in enumerate(lines):
            picture = self._fitting(line, height, surface.get_width() * 9 // 10)
            middle = surface.get_height() * (2 * place + 1) // (2 * len(lines))
            surface.blit(picture, picture.get_rect(center=(surface.get_width() // 2, middle)))
        pygame.display.flip()
        self._drawn = self._held()

    def _fitting(self, line: str, height: int, width: int) -> pygame.Surface:
        """Return a line as large as it can be."""
        picture = pygame.font.Font(None, height).render(line, True, self._options.colour)  # noqa: FBT003
        scale = min(1.0, width / max(picture.get_width(), 1))
        return pygame.transform.smoothscale_by(picture, scale) if scale < 1 else picture

    def _held(self) -> int:
        assert self._surface is not None
        return zlib.crc32(self._surface.get_buffer().raw)

    def _compare(self) -> bool:
        if self._wanted is None:
            return True
        if self._held() == self._drawn:
            if self.faults:
                self.faults = frozenset()
                self._hear(FaultEnded("shows_otherwise"))
            self._hear(Shows(self._wanted))
            return True
        if not self.faults:
            self.faults = frozenset({"shows_otherwise"})
            self._hear(FaultBegan("shows_otherwise", "its pixels are not the ones drawn"))
            self._hear(ShowsOtherwise(self._wanted, ""))
        return False
