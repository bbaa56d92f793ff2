"""What is drawn again and again, drawn once: type, chips, cards, rounded corners."""

from collections.abc import Callable, Hashable
from importlib import resources
from typing import Final

import pygame

from firmware.kit.box import Box
from firmware.kit.theme import Colour

FONTS: Final = resources.files("firmware.kit") / "fonts"
FACES: Final = {False: "NotoSansSC-Regular.otf", True: "NotoSansSC-Bold.otf"}
# What is kept drawn, at most; a board has little memory.
KEPT: Final = 12 * 1024 * 1024
# Type may be smaller than wanted, where a language needs it, down to this share.
LEAST: Final = 0.62
# Shapes are drawn so much larger and then made smaller, so that their edges are smooth.
FINE: Final = 4
# Of the face's own box: what lies above the highest character, and how much of it a line takes.
ABOVE: Final = 0.2
LOOSE: Final = 0.08  # of the last line may lie outside: there is nothing in it
LINE: Final = 1.24
CJK: Final = "\u2e80"


class Art:
    """Draws, and keeps what it drew."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._kept: dict[Hashable, pygame.Surface] = {}
        self._size = 0
        self._fits: dict[tuple[str, int, bool, int, int], tuple[int, tuple[str, ...]]] = {}

    def once(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return what was made under a key; make it if it is not there any more."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make()
            self._size += found.get_width() * found.get_height() * 4
            while self._size > KEPT and len(self._kept) > 1:
                oldest = self._kept.pop(next(iter(self._kept)))
                self._size -= oldest.get_width() * oldest.get_height() * 4
        return found

    def kept(self) -> int:
        """Return how many bytes are kept."""
        return sum(drawn.get_width() * drawn.get_height() * 4 for drawn in self._kept.values())

    # Type.

    def font(self, px: int, *, bold: bool) -> pygame.font.Font:
        """Return a font whose line is about this high."""
        known = self._fonts.get((px, bold))
        if known is None:
            with resources.as_file(FONTS / FACES[bold]) as path:
                known = self._fonts[px, bold] = pygame.font.Font(str(path), px)
        return known

    def width(self, text: str, px: int, *, bold: bool) -> int:
        """Return how wide a line is."""
        return self.font(px, bold=bold).size(text)[0]

    def line(self, px: int) -> int:
        """Return how high a line is: the face's own box has room for what no screen here says."""
        return round(px * LINE)

    def fitted(self, text: str, px: int, *, bold: bool, room: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
        """Return the size and the lines in which a text fits; at the least size they may not."""
        key = text, px, bold, *room
        known = self._fits.get(key)
        if known is None:
            if len(self._fits) > 2000:
                self._fits.clear()
            known = self._fits[key] = self._fit(text, px, bold=bold, room=room)
        return known

    def _fit(self, text: str, px: int, *, bold: bool, room: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
        w, h = room
        least = max(round(px * LEAST), 1)
        for size in range(px, least - 1, -1):
            lines = self._wrapped(text, size, w, bold=bold)
            high = self.line(size) * len(lines) <= h + size * LOOSE
            if high and all(self.width(line, size, bold=bold) <= w for line in lines):
                return size, lines
        return least, self._wrapped(text, least, w, bold=bold)

    def _wrapped(self, text: str, px: int, w: int, *, bold: bool) -> tuple[str, ...]:
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for piece in _pieces(paragraph):
                if line and self.width((line + piece).rstrip(), px, bold=bold) > w:
                    lines.append(line.rstrip())
                    line = ""
                line += piece
            lines.append(line.rstrip())
        return tuple(lines)

    def text(self, text: str, px: int, ink: Colour, *, bold: bool) -> pygame.Surface:
        """Return a line of type."""
        return self.once(("text", text, px, ink, bold), lambda: self._type(text, px, ink, bold=bold))

    def _type(self, text: str, px: int, ink: Colour, *, bold: bool) -> pygame.Surface:
        drawn = self.font(px, bold=bold).render(text, True, ink)  # noqa: FBT003
        # The face's box is higher than a line here: cut it, so that capitals stand in the middle of what is left.
        top, high = round(px * ABOVE), self.line(px)
        high = min(high, drawn.get_height() - top)
        return drawn.subsurface((0, top, drawn.get_width(), high)).copy()

    # Shapes.

    def corner(self, radius: int, colour: Colour) -> pygame.Surface:
        """Return a disc, of whose quarters rounded corners are made."""
        return self.once(("disc", radius, colour), lambda: self.disc(2 * radius, colour))

    @staticmethod
    def disc(width: int, colour: Colour) -> pygame.Surface:
        """Return a disc with smooth edges."""
        large = pygame.Surface((width * FINE, width * FINE), pygame.SRCALPHA)
        large.fill((*colour, 0))
        pygame.draw.circle(large, colour, (width * FINE // 2, width * FINE // 2), width * FINE // 2)
        return pygame.transform.smoothscale(large, (width, width))

    def rounded(self, surface: pygame.Surface, box: Box, colour: Colour, radius: int) -> None:
        """Paint a rectangle with rounded corners."""
        x, y, w, h = box
        r = max(min(radius, w // 2, h // 2), 0)
        if r < 2:
            surface.fill(colour, box)
            return
        surface.fill(colour, (x + r, y, w - 2 * r, h))
        surface.fill(colour, (x, y + r, r, h - 2 * r))
        surface.fill(colour, (x + w - r, y + r, r, h - 2 * r))
        disc = self.corner(r, colour)
        for px, qx in ((x, 0), (x + w - r, r)):
            for py, qy in ((y, 0), (y + h - r, r)):
                surface.blit(disc, (px, py), (qx, qy, r, r))


def _pieces(text: str) -> list[str]:
    """Cut a line where it may be broken: after blanks, and after each character of Chinese."""
    pieces, piece = [], ""
    for place, sign in enumerate(text):
        piece += sign
        following = text[place + 1] if place + 1 < len(text) else ""
        # No line begins with a mark that closes something.
        if sign == " " or (sign >= CJK and following not in "，。：；！？）、"):
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece else pieces
