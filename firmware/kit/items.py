"""What pictures are made of: grounds, panels, type, buttons."""

from collections.abc import Iterator
from typing import Literal

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.house_theme import Paint, rgb
from firmware.kit.scene import Action, Item, Lettering, Stands
from firmware.kit.theme import CHALK, Ink, on
from hal.visible import visible

Align = Literal["left", "centre", "right"]


class Ground(Item, frozen=True):
    """The background of a picture: a colour that darkens downwards."""

    upper: Ink
    lower: Ink

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(art.once(self, lambda: self._made(art)), self.box[:2])

    def _made(self, art: Art) -> pygame.Surface:
        strip = pygame.Surface((1, 2), depth=32)
        strip.set_at((0, 0), art.colour(self.upper))
        strip.set_at((0, 1), art.colour(self.lower))
        return pygame.transform.smoothscale(strip, self.box[2:])


class Veil(Item, frozen=True):
    """Darkens what lies behind a dialogue."""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(art.once(("veil", self.box[2:]), self._made), self.box[:2])

    def _made(self) -> pygame.Surface:
        veil = pygame.Surface(self.box[2:])
        veil.fill((4, 6, 10))
        veil.set_alpha(196)
        return veil


class Plate(Item, frozen=True):
    """A surface with an edge and rounded corners."""

    look: str = "panel"
    radius: int = 8
    edge: int = 1

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        paint_panel(surface, art, self.box, self.look, self.radius, self.edge)


def paint_panel(surface: pygame.Surface, art: Art, box: Box, look: str, radius: int, edge: int = 1) -> None:
    """Paint a panel: filled, hatched, or its edge alone."""
    paint = art.theme.looks[look]
    if paint.fill is None:
        art.outlined(surface, box, rgb(paint.edge), radius, max(edge, 1))
        return
    if edge:
        art.rounded(surface, box, rgb(paint.edge), radius)
        box = box.inset(edge)
    art.rounded(surface, box, rgb(paint.fill), radius - edge)
    if paint.hatch is not None:
        inside = box.inset(max(radius // 3, 1))
        stripes = art.once(("hatch", look, inside[2:]), lambda: _hatch(paint, inside[2:]))
        surface.blit(stripes, inside[:2])


def _hatch(paint: Paint, size: tuple[int, int]) -> pygame.Surface:
    """Return the stripes of an alarm, visible without colour."""
    assert paint.fill is not None
    assert paint.hatch is not None
    w, h = size
    sheet = pygame.Surface(size, depth=32)
    sheet.fill(rgb(paint.fill))
    wide = max(h // 5, 6)
    for x in range(-h, w, 2 * wide):
        pygame.draw.polygon(sheet, rgb(paint.hatch), ((x, h), (x + h, 0), (x + h + wide, 0), (x + wide, h)))
    return sheet


class Emblem(Item, frozen=True):
    """The house's own picture."""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        drawn = art.once(("emblem", self.box[2:]), lambda: art.drawing("logo", self.box[2:], {}))
        surface.blit(drawn, self.box.centred(*drawn.get_size())[:2])


class Bar(Item, frozen=True):
    """A plain stretch of colour."""

    ink: Ink

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        art.rounded(surface, self.box, art.colour(self.ink), min(self.box.w, self.box.h) // 2)


class Text(Item, frozen=True):
    """Text in a box: as large as wanted, smaller if it must be, on several lines if there is room."""

    text: str
    px: int
    ink: Ink = CHALK
    bold: bool = False
    align: Align = "left"

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        write(surface, art, self.lettered(), self.ink, self.align)

    def lettered(self) -> Lettering:
        """Return its type."""
        return Lettering(self.text, self.px, self.box, bold=self.bold)

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        yield self.lettered()


def write(surface: pygame.Surface, art: Art, what: Lettering, ink: Ink, align: Align) -> None:
    """Draw text in its box, centred vertically, and nowhere else."""
    box = what.box
    # A line break would start a second line, and the font rejects NUL.
    px, lines = art.fitted(visible(what.text), what.px, bold=what.bold, room=box[2:])
    high = art.line(px)
    y = box.y + (box.h - high * len(lines)) // 2
    for line in lines:
        drawn = art.text(line, px, ink, bold=what.bold)
        free = box.w - drawn.get_width()
        x = box.x + {"left": 0, "centre": free // 2, "right": free}[align]
        # What does not fit is cut off at the edge of the box.
        cut_x, cut_y = max(box.x - x, 0), max(box.y - y, 0)
        surface.blit(drawn, (x + cut_x, y + cut_y), (cut_x, cut_y, box.w, box.bottom - max(y, box.y)))
        y += high


class Button(Item, frozen=True):
    """Something to touch: what it does, and below that any detail."""

    does: Action
    label: str
    px: int
    look: str = "plain"
    note: str = ""
    on: bool = True

    @property
    def action(self) -> Action:
        """What a touch on it means; empty while it is off."""
        return self.does if self.on else ()

    @property
    def stands(self) -> Stands:
        """What can be touched there, even while it is off."""
        return (self.does, self.label, self.note)

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        look = self.look if self.on else "off"
        paint_panel(surface, art, self.box, look, min(self.box.h // 5, self.px // 2))
        for lettering in self.lettering():
            write(surface, art, lettering, on(look), "centre")

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        room = self.box.inset(min(self.px // 2, self.box.w // 16), self.px // 5)
        if not self.note:
            yield Lettering(self.label, self.px, room, bold=True)
            return
        upper, lower = room.down(11, 9)
        yield Lettering(self.label, self.px, upper, bold=True)
        yield Lettering(self.note, round(self.px * 0.8), lower)


class Touchable(Item, frozen=True):
    """A place that can be touched; the items behind it draw it."""

    does: Action

    @property
    def action(self) -> Action:
        """What a touch on it means."""
        return self.does

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw nothing."""


class Pressed(Item, frozen=True):
    """The highlight under a finger."""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        light = art.once(("pressed", self.box[2:]), self._made)
        surface.blit(light, self.box[:2])

    def _made(self) -> pygame.Surface:
        light = pygame.Surface(self.box[2:])
        light.fill((255, 255, 255))
        light.set_alpha(46)
        return light
