"""A store of what is drawn often, drawn once: type, chips, cards, rounded corners."""

from collections.abc import Callable, Hashable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import pygame

from firmware.kit.box import Box
from firmware.kit.house_theme import FIRST, font_file, theme_of
from firmware.kit.theme import Colour, Ink

# The most that is kept: a board has little memory.
KEPT: Final = 12 * 1024 * 1024
# A language that needs room may have smaller type, down to this share.
LEAST: Final = 0.62
# Shapes are drawn this much larger and scaled down, for smooth edges.
FINE: Final = 4
# Of the face's own box: what lies above the highest character, and how much of it a line takes.
ABOVE: Final = 0.2
LOOSE: Final = 0.08  # of the last line may lie outside: there is nothing in it
LINE: Final = 1.24
CJK: Final = "\u2e80"


class Art:
    """Draws as a theme says and keeps the results. `least`: the smallest type, in pixels."""

    def __init__(self, theme: str = FIRST, least: int = 1) -> None:
        pygame.font.init()
        self.theme = theme_of(theme)
        self._named = theme
        self._least = least
        self._colours = self.theme.colours()
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._kept: dict[Hashable, pygame.Surface] = {}
        self._size = 0
        self._fits: dict[tuple[str, int, bool, int, int], tuple[int, tuple[str, ...]]] = {}

    def once(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return what was made under a key, making it again if needed. The least recently used goes first."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        else:
            found = self._kept[key] = make()
            self._size += found.get_width() * found.get_height() * 4
            while self._size > KEPT and len(self._kept) > 1:
                oldest = self._kept.pop(next(iter(self._kept)))
                self._size -= oldest.get_width() * oldest.get_height() * 4
        return found

    def kept(self) -> int:
        """Return how many bytes are kept."""
        return sum(drawn.get_width() * drawn.get_height() * 4 for drawn in self._kept.values())

    def colour(self, ink: Ink) -> Colour:
        """Return the colour of an ink."""
        return self._colours[ink]

    def drawing(self, name: str, size: tuple[int, int], tones: Mapping[str, Colour]) -> pygame.Surface:
        """Return one of the theme's pictures, as large as fits. `@names` in it are the theme's inks, or these tones."""
        text = self.theme.pictures[name]
        for token, colour in sorted({**self._colours, **tones}.items(), reverse=True):
            text = text.replace(f"@{token}", "#{:02x}{:02x}{:02x}".format(*colour))
        return pygame.image.load_sized_svg(BytesIO(text.encode()), size)

    # Type.

    def font(self, px: int, *, bold: bool) -> pygame.font.Font:
        """Return a font whose line is about this high."""
        known = self._fonts.get((px, bold))
        if known is None:
            fonts = self.theme.fonts
            file = font_file(self._named, fonts.bold if bold else fonts.regular)
            source = file if isinstance(file, Path) else BytesIO(file.read_bytes())
            known = self._fonts[px, bold] = pygame.font.Font(source, px)
        return known

    def width(self, text: str, px: int, *, bold: bool) -> int:
        """Return how wide a line is."""
        return self.font(px, bold=bold).size(text)[0]

    def line(self, px: int) -> int:
        """Return a line's height; the face's own box has room for characters that no screen uses."""
        return round(px * LINE)

    def fitted(self, text: str, px: int, *, bold: bool, room: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
        """Return the size and lines in which a text fits; at the least size it may not."""
        key = text, px, bold, *room
        known = self._fits.get(key)
        if known is None:
            if len(self._fits) > 2000:
                self._fits.clear()
            known = self._fits[key] = self._fit(text, px, bold=bold, room=room)
        return known

    def _fit(self, text: str, px: int, *, bold: bool, room: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
        w, h = room
        least = min(max(round(px * LEAST), self._least), px)
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

    def text(self, text: str, px: int, ink: Ink, *, bold: bool) -> pygame.Surface:
        """Return a line of type."""
        return self.once(("text", text, px, ink, bold), lambda: self._type(text, px, ink, bold=bold))

    def _type(self, text: str, px: int, ink: Ink, *, bold: bool) -> pygame.Surface:
        drawn = self.font(px, bold=bold).render(text, True, self.colour(ink))  # noqa: FBT003
        # The face's box is higher than a line: cut it so that capitals stand in the middle.
        top, high = round(px * ABOVE), self.line(px)
        high = min(high, drawn.get_height() - top)
        return drawn.subsurface((0, top, drawn.get_width(), high)).copy()

    # Shapes.

    def corner(self, radius: int, colour: Colour) -> pygame.Surface:
        """Return a disc whose quarters make rounded corners."""
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

    def outlined(self, surface: pygame.Surface, box: Box, colour: Colour, radius: int, edge: int) -> None:
        """Paint only the edge of a rectangle with rounded corners."""
        x, y, w, h = box
        r = max(min(radius, w // 2, h // 2), edge)
        for line in ((x + r, y, w - 2 * r, edge), (x + r, y + h - edge, w - 2 * r, edge)):
            surface.fill(colour, line)
        for line in ((x, y + r, edge, h - 2 * r), (x + w - edge, y + r, edge, h - 2 * r)):
            surface.fill(colour, line)
        ring = self.ring(2 * r, colour, edge)
        for px, qx in ((x, 0), (x + w - r, r)):
            for py, qy in ((y, 0), (y + h - r, r)):
                surface.blit(ring, (px, py), (qx, qy, r, r))

    def ring(self, width: int, colour: Colour, edge: float) -> pygame.Surface:
        """Return a circle's line with smooth edges."""

        def make() -> pygame.Surface:
            size = width * FINE
            large = pygame.Surface((size, size), pygame.SRCALPHA)
            large.fill((*colour, 0))
            pygame.draw.circle(large, colour, (size // 2, size // 2), size // 2, max(round(edge * FINE), 1))
            return pygame.transform.smoothscale(large, (width, width))

        return self.once(("ring", width, colour, edge), make)


def _pieces(text: str) -> list[str]:
    """Cut a line where it may break: after blanks, but not beside a dash, and after each Chinese character."""
    pieces, piece = [], ""
    for place, sign in enumerate(text):
        piece += sign
        following = text[place + 1] if place + 1 < len(text) else ""
        # No line begins with a closing mark.
        blank = sign == " " and "–" not in (following, text[place - 1 : place])  # a range stays whole
        if blank or (sign >= CJK and following not in "，。：；！？）、"):
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece else pieces
