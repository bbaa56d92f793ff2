"""What lies on a baccarat table: the cloth, chips, and the clock of the wagering period."""

from collections.abc import Iterator
from typing import Final

import pygame

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.house_theme import rgb
from firmware.kit.items import paint_panel, write
from firmware.kit.scene import Action, Draft, Item, Lettering
from firmware.kit.theme import AMBER, CHALK, GOLD, NIGHT, figure_on
from firmware.pictures.chips import chip_of, heap_for, heap_of

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# The seconds at the end of a wagering period that are felt, and not only counted.
LAST_S: Final = 5


def card_text(code: str) -> str:
    """Return a card as people read it in a line.

    >>> card_text("TH")
    '10♥'
    """
    return code[:-1].replace("T", "10") + SUITS[code[-1]]


class Cloth(Item, frozen=True):
    """The cloth of the table under its lamp. `printed`: with the arcs that the theme prints where nothing lies."""

    printed: bool = False

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(art.once(self, lambda: self._made(art)), self.box[:2])

    def _made(self, art: Art) -> pygame.Surface:
        felt = art.theme.felt
        lit, dark = rgb(felt.lit), rgb(felt.dark)
        small = pygame.Surface((48, 30), depth=32)
        for x in range(48):
            for y in range(30):
                far = min(((x / 47 - 0.5) ** 2 * 2.2 + (y / 29 - 0.35) ** 2 * 1.6), 1.0)
                small.set_at((x, y), tuple(round(a + (b - a) * far) for a, b in zip(lit, dark, strict=True)))
        sheet = pygame.transform.smoothscale(small, self.box[2:])
        if felt.weave:
            thread = pygame.Surface(self.box[2:], depth=32)
            for y in range(0, self.box.h, 4):
                thread.fill((felt.weave,) * 3, (0, y, self.box.w, 2))
            sheet.blit(thread, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        if self.printed:
            self._print(sheet, art)
        return sheet

    def _print(self, sheet: pygame.Surface, art: Art) -> None:
        w = self.box.w
        for arc in art.theme.felt.arcs:
            line = max(round(arc.width * w), 1)
            middle = (round(arc.x * w), round(arc.y * w))
            pygame.draw.circle(sheet, rgb(arc.ink), middle, round(arc.radius * w), line)


class FeltFrame(Item, frozen=True):
    """A frame around what is about to end."""

    width: int

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        art.outlined(surface, self.box, art.colour(AMBER), max(self.width * 2, 8), self.width)


class Glow(Item, frozen=True):
    """The light around what has won."""

    width: int

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        art.outlined(surface, self.box, art.colour(GOLD), max(self.width * 2, 12), self.width)


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
            art.rounded(surface, at, art.colour(GOLD), width // 2)
            at = at.inset(max(width // 24, 2))
        surface.blit(chip_of(art, self.value, at.w), at[:2])
        write(surface, art, next(self.lettering()), figure_on(self.value), "centre")

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        width = round(min(self.box.w, self.box.h) * 0.82)
        yield Lettering(self.label, width * 30 // 100, self.box.centred(width * 64 // 100, width), bold=True)


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
        room = (box.w, box.h - (self._pill_height() * 9 // 10 if self.label else 0))
        heap = heap_for(self.amount, room)
        drawn = heap_of(art, heap)
        surface.blit(drawn, (box.x + (box.w - heap.size[0]) // 2, box.y + room[1] - heap.size[1]))

    def _pill_height(self) -> int:
        return max(min(self.box.h * 28 // 100, self.box.w * 22 // 100), min(self.box.h * 46 // 100, 24))

    def _pill(self) -> Box:
        high = self._pill_height()
        wide = min(self.box.w, round(high * (1.2 + 0.62 * len(self.label))))
        return self.box.foot(high)[0].centred(wide, high)

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        if self.label:
            pill = self._pill()
            yield Lettering(self.label, pill.h * 78 // 100, pill.inset(pill.h // 3, 0), bold=True)


class ChipsMoving(Item, frozen=True):
    """Chips on their way between the dealer and a bet."""

    amount: int

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw them."""
        heap = heap_for(self.amount, self.box[2:])
        surface.blit(heap_of(art, heap), self.box.centred(*heap.size)[:2])


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
        ink = AMBER if self.left <= LAST_S else CHALK
        write(surface, art, next(self.lettering()), ink, "centre")
        width = bar.w / steps
        for step in range(steps):
            colour = (ink if ink != CHALK else GOLD) if step < lit else NIGHT
            surface.fill(
                art.colour(colour),
                (bar.x + round(step * width), bar.y + bar.h // 3, max(round(width) - 2, 1), max(bar.h // 2, 3)),
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
