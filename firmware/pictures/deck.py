"""The deck: indices, pips and courts from the theme's vectors, at the size a card is shown."""

from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.scene import Item
from firmware.kit.theme import CARD_BLACK, CARD_RED, GOLD, IVORY, LINE, Ink
from hal.cards import Card

# A card is as wide as this share of its height.
SHAPE: Final = 0.7
# Narrower, in pixels, pips are specks: a card shows its rank and one large suit.
PLAIN: Final = 52
# A card turns in so many steps.
STEPS: Final = 8
SHADE: Final = (0, 0, 0, 70)
# Where the pips of a rank stand, in shares of their field.
_LEFT, _RIGHT, _MIDDLE = 0.0, 1.0, 0.5
_SIDES: Final = {
    1: (0.5,), 2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0.0, 1 / 3, 2 / 3, 1.0),
}  # fmt: skip
# For each rank: how many pips in each side column, and where in the middle one.
_PIPS: Final[dict[str, tuple[int, tuple[float, ...]]]] = {
    "2": (0, (0.0, 1.0)), "3": (0, (0.0, 0.5, 1.0)), "4": (2, ()), "5": (2, (0.5,)), "6": (3, ()),
    "7": (3, (0.25,)), "8": (3, (0.25, 0.75)), "9": (4, (0.5,)), "T": (4, (1 / 6, 5 / 6)),
}  # fmt: skip


def pips(rank: str) -> tuple[tuple[float, float], ...]:
    """Return where the pips of a rank stand; one for each point.

    >>> len(pips("9")), pips("3")
    (9, ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)))
    """
    beside, middle = _PIPS[rank]
    sides = [(x, y) for x in (_LEFT, _RIGHT) for y in (_SIDES[beside] if beside else ())]
    return (*sides, *((_MIDDLE, y) for y in middle))


class CardFace(Item, frozen=True):
    """A card, as large as fits."""

    card: Card

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(face_of(art, self.card, self.box[2:]), self.box[:2])


class CardBack(Item, frozen=True):
    """A card that lies face down."""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(back_of(art, self.box[2:]), self.box[:2])


class CardTurning(Item, frozen=True):
    """A card being turned, in steps; the first half shows its back."""

    card: Card
    step: int

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        drawn = art.once(("turning", self.card, self.box[2:], self.step), lambda: self._made(art))
        surface.blit(drawn, self.box.centred(*drawn.get_size())[:2])

    def _made(self, art: Art) -> pygame.Surface:
        half = STEPS / 2
        size = self.box[2:]
        shown = back_of(art, size) if self.step < half else face_of(art, self.card, size)
        return pygame.transform.smoothscale(shown, (max(round(size[0] * abs(self.step - half) / half), 2), size[1]))


class CardPlace(Item, frozen=True):
    """Where a card will lie; `due`: the next one."""

    due: bool = False

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        ink, edge = (GOLD, max(self.box.w // 30, 3)) if self.due else (LINE, max(self.box.w // 60, 1))
        art.outlined(surface, self.box, art.colour(ink), self.box.w // 10, edge)


def face_of(art: Art, card: Card, size: tuple[int, int]) -> pygame.Surface:
    """Return a card's face."""
    return art.once(("card", card, size), lambda: _face(art, card, size))


def back_of(art: Art, size: tuple[int, int]) -> pygame.Surface:
    """Return a card's back."""

    def make() -> pygame.Surface:
        sheet, paper = _paper(art, size)
        drawn = art.drawing("back", paper[2:], {})
        sheet.blit(drawn, paper.centred(*drawn.get_size())[:2])
        return sheet

    return art.once(("back", size), make)


def _paper(art: Art, size: tuple[int, int]) -> tuple[pygame.Surface, Box]:
    """Return an empty card with its shadow, and where on it there is paper."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    lift = max(size[0] // 40, 1)
    paper = Box(0, 0, size[0] - lift, size[1] - lift)
    radius = max(paper.w // 11, 2)
    shade = pygame.Surface(size, pygame.SRCALPHA)
    art.rounded(shade, paper.moved(lift, lift), (0, 0, 0), radius)
    shade.set_alpha(SHADE[3])
    sheet.blit(shade, (0, 0))
    art.rounded(sheet, paper, (186, 184, 178), radius)
    art.rounded(sheet, paper.inset(1), art.colour(IVORY), radius - 1)
    return sheet, paper


def _face(art: Art, card: Card, size: tuple[int, int]) -> pygame.Surface:
    sheet, paper = _paper(art, size)
    ink = CARD_RED if card.red else CARD_BLACK
    if paper.w < PLAIN:
        _plain(sheet, art, paper, card, ink)
        return sheet
    w, h = paper.w, paper.h
    index, _ = paper.inset(round(w * 0.05), round(h * 0.03)).left(round(w * 0.36))
    rank, below = index.top(round(w * 0.46))
    _rank(sheet, art, rank, card, ink)
    suit = below.top(round(w * 0.27))[0]
    _vector(sheet, art, f"suit-{card.suit}", suit.moved(0, round(w * 0.03)), ink)
    field = Box(round(w * 0.43), round(h * 0.07), round(w * 0.5), round(h * 0.86))
    if card.rank in "JQK":
        _vector(sheet, art, f"court-{card.rank}", field, ink)
    elif card.rank == "A":
        _vector(sheet, art, f"suit-{card.suit}", field, ink)
    else:
        _pips(sheet, art, field, card, ink)
    return sheet


def _plain(sheet: pygame.Surface, art: Art, paper: Box, card: Card, ink: Ink) -> None:
    upper, lower = paper.inset(paper.w // 12, paper.h // 18).down(52, 48)
    _rank(sheet, art, upper, card, ink)
    _vector(sheet, art, f"suit-{card.suit}", lower.inset(paper.w // 10, paper.h // 24), ink)


def _rank(sheet: pygame.Surface, art: Art, box: Box, card: Card, ink: Ink) -> None:
    """Write the rank as high as its box; 10 is narrowed."""
    text = "10" if card.rank == "T" else card.rank
    drawn = art.text(text, round(box.h * 1.02), ink, bold=True)
    wide = min(drawn.get_width(), box.w)
    if wide < drawn.get_width():
        drawn = pygame.transform.smoothscale(drawn, (wide, drawn.get_height()))
    sheet.blit(drawn, box.centred(*drawn.get_size())[:2])


def _vector(sheet: pygame.Surface, art: Art, name: str, box: Box, ink: Ink) -> None:
    drawn = art.drawing(name, box[2:], {"ink": art.colour(ink)})
    sheet.blit(drawn, box.centred(*drawn.get_size())[:2])


def _pips(sheet: pygame.Surface, art: Art, field: Box, card: Card, ink: Ink) -> None:
    side = round(field.w * 0.36)
    pip = art.drawing(f"suit-{card.suit}", (side, side), {"ink": art.colour(ink)})
    upside = pygame.transform.flip(pip, flip_x=False, flip_y=True)
    for x, y in pips(card.rank):
        at = (field.x + round(x * (field.w - side)), field.y + round(y * (field.h - side)))
        sheet.blit(upside if y > 0.5 else pip, at)
