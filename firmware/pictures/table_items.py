"""What lies on a baccarat table: chips, cards, and the roads beside it."""

from collections.abc import Iterator
from typing import Final

import pygame

from firmware.kit.art import FINE, Art
from firmware.kit.box import Box
from firmware.kit.items import paint_panel, write
from firmware.kit.scene import Action, Draft, Item, Lettering
from firmware.kit.theme import CHALK, CHIPS, GOLD, LINE, LOOKS, NIGHT, Colour
from hal.cards import Card

RED: Final = (190, 20, 30)
BLACK: Final = (22, 24, 30)
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
HIGHEST_STACK: Final = 5


def card_text(code: str) -> str:
    """Return a card as people read it in a line.

    >>> card_text("TH")
    '10♥'
    """
    return code[:-1].replace("T", "10") + SUITS[code[-1]]


class Chip(Item, frozen=True):
    """A chip of the tray, with its value on it."""

    value: int
    label: str
    does: Action = ()
    chosen: bool = False

    @property
    def action(self) -> Action:
        """What a touch on it means."""
        return self.does

    @property
    def at_once(self) -> bool:
        """Whether the finger need not leave it again."""
        return True

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        width = min(self.box.w, self.box.h)
        width = width if self.chosen or not self.does else round(width * 0.86)
        at = self.box.centred(width, width)
        if self.chosen:
            art.rounded(surface, at, GOLD, width // 2)
            at = at.inset(max(width // 24, 2))
        surface.blit(chip_of(art, self.value, at.w), at[:2])
        ink = CHIPS[self.value][1]
        write(surface, art, Lettering(self.label, at.w * 30 // 100, at, bold=True), ink, "centre")

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        width = round(min(self.box.w, self.box.h) * 0.82)
        yield Lettering(self.label, width * 30 // 100, self.box.centred(width * 64 // 100, width), bold=True)


def chip_of(art: Art, value: int, width: int) -> pygame.Surface:
    """Return a chip."""
    return art.once(("chip", value, width), lambda: _chip(value, width))


def _chip(value: int, width: int) -> pygame.Surface:
    body, mark = CHIPS[value]
    size = width * FINE
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    middle = size // 2, size // 2
    pygame.draw.circle(large, (*_darker(body), 255), middle, size // 2)
    pygame.draw.circle(large, (*body, 255), middle, size // 2 - FINE)
    for turn in range(8):
        spoke = pygame.math.Vector2(1, 0).rotate(turn * 45)
        side = pygame.math.Vector2(0, 1).rotate(turn * 45)
        outer, inner = spoke * (size // 2 - FINE), spoke * (size * 0.4)
        half = side * size * 0.055
        corners = [
            pygame.math.Vector2(middle) + point for point in (outer - half, outer + half, inner + half, inner - half)
        ]
        pygame.draw.polygon(large, (*mark, 255), corners)
    pygame.draw.circle(large, (*_darker(body), 255), middle, round(size * 0.375))
    pygame.draw.circle(large, (*body, 255), middle, round(size * 0.355))
    pygame.draw.circle(large, (*mark, 255), middle, round(size * 0.335), max(size // 90, 1))
    return pygame.transform.smoothscale(large, (width, width))


def _darker(colour: Colour) -> Colour:
    return colour[0] * 6 // 10, colour[1] * 6 // 10, colour[2] * 6 // 10


def pieces(amount: int) -> tuple[int, ...]:
    """Return the chips that make an amount, largest first; what no chip makes is left to the figure beside them.

    >>> pieces(130_00)
    (10000, 2500, 500)
    """
    found: list[int] = []
    for value in sorted(CHIPS, reverse=True):
        found += [value] * (amount // value)
        amount %= value
    return tuple(found)


class ChipStack(Item, frozen=True):
    """The chips of a wager, and their amount (4.2). `pending`: the table has not accepted it yet (4.6)."""

    amount: int
    label: str
    pending: bool = False

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        if self.pending:
            # What is not placed yet is seen through.
            ghost = art.once(("ghost", self.box[2:], self.amount), lambda: self._made(art))
            surface.blit(ghost, self.box[:2])
        else:
            self._stack(surface, art, self.box)
        pill = self._pill()
        if self.label:
            paint_panel(surface, art, pill, "notice" if self.pending else "deep", pill.h // 2)
            write(surface, art, next(self.lettering()), CHALK, "centre")

    def _made(self, art: Art) -> pygame.Surface:
        ghost = pygame.Surface(self.box[2:], pygame.SRCALPHA)
        self._stack(ghost, art, Box(0, 0, *self.box[2:]))
        ghost.set_alpha(110)
        return ghost

    def _stack(self, surface: pygame.Surface, art: Art, box: Box) -> None:
        chips = pieces(self.amount)[:HIGHEST_STACK]
        pill = self._pill_height() if self.label else 0
        width = min(box.w, round((box.h - pill) * 0.8))
        rise = max((box.h - pill - width) // HIGHEST_STACK, 1)
        x = box.x + (box.w - width) // 2
        for place, value in enumerate(chips):
            surface.blit(chip_of(art, value, width), (x, box.bottom - pill - width - place * rise))

    def _pill_height(self) -> int:
        return max(self.box.h * 30 // 100, min(self.box.h * 46 // 100, 24))

    def _pill(self) -> Box:
        return self.box.foot(self._pill_height())[0]

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        if self.label:
            pill = self._pill()
            yield Lettering(self.label, pill.h * 78 // 100, pill.inset(pill.h // 3, 0), bold=True)


class CardFace(Item, frozen=True):
    """A card, as large as fits."""

    card: Card

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        drawn = art.once(("card", self.card, self.box[2:]), lambda: self._made(art))
        surface.blit(drawn, self.box[:2])

    def _made(self, art: Art) -> pygame.Surface:
        face = pygame.Surface(self.box[2:], pygame.SRCALPHA)
        box = Box(0, 0, *self.box[2:])
        art.rounded(face, box, (196, 198, 204), box.w // 9)
        art.rounded(face, box.inset(1), (252, 252, 250), box.w // 9 - 1)
        ink = RED if self.card.red else BLACK
        rank = "10" if self.card.rank == "T" else self.card.rank
        upper, lower = box.inset(box.w // 12, box.h // 18).down(52, 48)
        write(face, art, Lettering(rank, round(box.w * 0.62), upper, bold=True), ink, "centre")
        write(face, art, Lettering(SUITS[self.card.suit], round(box.w * 0.6), lower), ink, "centre")
        return face


class CardPlace(Item, frozen=True):
    """Where a card will lie; `due`: the next one."""

    due: bool = False

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        edge = GOLD if self.due else LINE
        art.rounded(surface, self.box, edge, self.box.w // 9)
        art.rounded(
            surface, self.box.inset(3 if self.due else 1), (16, 44, 46) if self.due else (12, 38, 40), self.box.w // 9
        )


class Countdown(Item, frozen=True):
    """The rest of the wagering period (8.2): its seconds, and a bar of as many steps as it has."""

    left: int
    period: int
    label: str = ""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        steps = max(min(self.period, 30), 1)
        lit = -(-self.left * steps // max(self.period, 1))
        _, bar = self.parts()
        ink = LOOKS["alarm"].edge if self.left <= 5 else CHALK
        write(surface, art, next(self.lettering()), ink, "centre")
        width = bar.w / steps
        for step in range(steps):
            colour = (ink if ink != CHALK else GOLD) if step < lit else NIGHT
            surface.fill(
                colour, (bar.x + round(step * width), bar.y + bar.h // 3, max(round(width) - 2, 1), max(bar.h // 2, 3))
            )

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        figure, _ = self.parts()
        yield Lettering(str(self.left), figure.h * 86 // 100, figure, bold=True)

    def parts(self) -> tuple[Box, Box]:
        """Return where the figure stands, and where the bar does."""
        figure, bar = self.box.down(80, 20)
        return figure, bar


def put_countdown(draft: Draft, box: Box, closes_at: int, period: int, now: int) -> None:
    """Put the seconds that are left of a wagering period, and wake at the next."""
    # crown 8.2
    left = max(-(-(closes_at - now) // 1000), 0)
    draft.put(Countdown(box, left, -(-period // 1000)))
    draft.wake(closes_at - (left - 1) * 1000)
