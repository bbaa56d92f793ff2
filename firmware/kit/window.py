"""A board's screen, or a window on a desk: opened as configured, rotated as it hangs."""

import os
import zlib
from typing import Final

import pygame

from firmware.kit.box import Box
from firmware.kit.finger_files import finger_files
from firmware.kit.settings import ScreenSettings

HEARD: Final = (
    pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP,
    pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP, pygame.QUIT,
)  # fmt: skip

ICON: Final = (32, 32)
# SDL's drivers without a desktop; the last one shows nothing to anybody.
OWN: Final = ("kmsdrm", "dummy")
# On a board's own screen (KMSDRM) SDL would use desktop OpenGL for the window's surface and show nothing.
RENDERER: Final = ("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")


class Window:
    """The surface that is drawn on, and the screen that shows it."""

    def __init__(self, settings: ScreenSettings, title: str) -> None:
        self._turned = settings.rotation
        self.theme = settings.theme
        self.moves = settings.motion
        os.environ.setdefault(*RENDERER)
        pygame.display.init()
        pygame.display.set_caption(title)
        # Without an icon pygame loads its own, with more modules than everything else here.
        pygame.display.set_icon(pygame.Surface(ICON))
        size = settings.size or (0, 0)
        if self._sideways:
            size = size[1], size[0]
        flags = pygame.FULLSCREEN if settings.size is None else 0
        self._screen = pygame.display.set_mode(size, flags)
        if settings.size is None:
            pygame.mouse.set_visible(False)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(HEARD)
        shown = self._screen.get_size()
        self.size = (shown[1], shown[0]) if self._sideways else shown
        # A desktop window gets its touches from the desktop and is not woken by files.
        self.fingers = finger_files() if pygame.display.get_driver().lower() in OWN else None
        self._drawn: int | None = None
        self.surface = pygame.Surface(self.size, depth=32) if self._turned else self._screen

    @property
    def _sideways(self) -> bool:
        return self._turned in (90, 270)

    def present(self, places: list[Box]) -> None:
        """Show what was drawn in these places."""
        pygame.display.update([self._turn(place) for place in places])
        self._drawn = None

    def _turn(self, place: Box) -> tuple[int, int, int, int]:
        """Copy a place rotated as the screen hangs, and return where it lies there."""
        if not self._turned:
            return place
        w, h = self.size
        there = {
            90: (h - place.bottom, place.x, place.h, place.w),
            180: (w - place.right, h - place.bottom, place.w, place.h),
            270: (place.y, w - place.right, place.h, place.w),
        }[self._turned]
        self._screen.blit(pygame.transform.rotate(self.surface.subsurface(place), -self._turned), there)
        return there

    def closed(self) -> bool:
        """Whether the window on a desk was closed."""
        return bool(pygame.event.get(pygame.QUIT))

    def holds(self) -> bool:
        """Whether the screen has kept its contents since this was first asked after drawing."""
        if self._drawn is None:
            self._drawn = self._sum()
        return self._drawn == self._sum()

    def blank(self) -> None:
        """Show nothing."""
        self._screen.fill((0, 0, 0))
        pygame.display.flip()

    def _sum(self) -> int:
        return zlib.crc32(self._screen.get_buffer().raw)
