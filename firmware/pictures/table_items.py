"""What lies on a baccarat table: the cloth, chips, and the clock of the wagering period."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

import pygame
from msgspec.structs import replace

from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.kit.house_theme import rgb
from firmware.kit.items import Text, paint_panel, write
from firmware.kit.scene import Action, Draft, Item, Lettering
from firmware.kit.theme import AMBER, CHALK, GOLD, MIST, NIGHT, figure_on
from firmware.kit.words import Words
from firmware.pictures.chips import Heap, chip_of, heap_for, heap_of

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# The seconds at the end of a wagering period that are felt, and not only counted.
LAST_S: Final = 5
MINUTE_MS: Final = 60_000
# From where the lamp is to where it is dark.
SHADES: Final = 255
# How much is seen of chips that the table has not accepted yet, of 255.
SEEN_THROUGH: Final = 110
# And of those of the tray that the balance cannot pay.
DIMMED: Final = 40


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
        tones = list(zip(lit, dark, strict=True))
        shades = [bytes(round(a + (b - a) * n / SHADES) for a, b in tones) for n in range(SHADES + 1)]
        across = [(x / 47 - 0.5) ** 2 * 2.2 for x in range(48)]
        down = [(y / 29 - 0.35) ** 2 * 1.6 for y in range(30)]
        lamp = b"".join(shades[min(round((x + y) * SHADES), SHADES)] for y in down for x in across)
        small = pygame.image.frombytes(lamp, (48, 30), "RGB").convert(32)
        sheet = pygame.transform.smoothscale(small, self.box[2:])
        if felt.weave:
            for y in range(0, self.box.h, 4):
                sheet.fill((felt.weave,) * 3, (0, y, self.box.w, 2), pygame.BLEND_RGB_ADD)
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
    """A chip of the tray, with its value on it. `dim`: the balance cannot pay it."""

    value: int
    label: str
    does: Action = ()
    chosen: bool = False
    dim: bool = False

    @property
    def action(self) -> Action:
        """What a touch on it means."""
        return self.does

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        width = min(self.box.w, self.box.h)
        width = width if self.chosen or not self.does else round(width * 0.86)
        at = self.box.centred(width, width)
        if self.chosen:
            ring = max(width // 24, 2)
            art.outlined(surface, at, art.colour(GOLD), width // 2, ring)
            at = at.inset(ring)
        chip = chip_of(art, self.value, at.w)
        if not self.dim:
            surface.blit(chip, at[:2])
            write(surface, art, next(self.lettering()), figure_on(self.value), "centre")
            return
        dim = art.once(("dim", self.value, at.w), lambda: _dimmed(chip))
        surface.blit(dim, at[:2])
        write(surface, art, next(self.lettering()), MIST, "centre")

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        width = round(min(self.box.w, self.box.h) * 0.82)
        yield Lettering(self.label, width * 30 // 100, self.box.centred(width * 64 // 100, width), bold=True)


def _dimmed(chip: pygame.Surface) -> pygame.Surface:
    """Return a chip that there is no money for: its shape is there, and hardly its colour."""
    dim = chip.copy()
    dim.fill((255, 255, 255, DIMMED), special_flags=pygame.BLEND_RGBA_MULT)
    return dim


class ChipStack(Item, frozen=True):
    """The chips of a wager, and their amount (4.2). `pending`: the table has not accepted it yet (4.6)."""

    amount: int
    label: str
    pending: bool = False

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        if self.pending:
            # What is not placed yet is seen through.
            self._stack(surface, lambda heap: art.once(("ghost", heap), lambda: _faded(heap_of(art, heap))))
        else:
            self._stack(surface, lambda heap: heap_of(art, heap))
        pill = self._pill()
        if self.label:
            paint_panel(surface, art, pill, "notice" if self.pending else "deep", pill.h // 2)
            write(surface, art, next(self.lettering()), CHALK, "centre")

    def _stack(self, surface: pygame.Surface, drawn: Callable[[Heap], pygame.Surface]) -> None:
        x, y, w, h = self.box
        room = (w, h - (self._pill_height() * 9 // 10 if self.label else 0))
        heap = heap_for(self.amount, room)
        surface.blit(drawn(heap), (x + (w - heap.size[0]) // 2, y + room[1] - heap.size[1]))

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


def _faded(drawn: pygame.Surface) -> pygame.Surface:
    ghost = drawn.copy()
    ghost.fill((255, 255, 255, SEEN_THROUGH), special_flags=pygame.BLEND_RGBA_MULT)
    return ghost


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
        colours = art.colour(ink if ink != CHALK else GOLD), art.colour(NIGHT)
        for step, place in enumerate(_steps(bar, steps)):
            surface.fill(colours[step >= lit], place)

    def lettering(self) -> Iterator[Lettering]:
        """Return the type on it."""
        figure, _ = self.parts()
        yield Lettering(str(self.left), figure.h * 86 // 100, figure, bold=True)

    def parts(self) -> tuple[Box, Box]:
        """Return where the figure stands, and where the bar does."""
        figure, bar = self.box.down(80, 20)
        return figure, bar


@lru_cache(maxsize=64)
def _steps(bar: Box, steps: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return where each step of a bar stands."""
    width = bar.w / steps
    y, wide, high = bar.y + bar.h // 3, max(round(width) - 2, 1), max(bar.h // 2, 3)
    return tuple((bar.x + round(step * width), y, wide, high) for step in range(steps))


def put_moment(draft: Draft, place: Text, words: Words, now: int) -> None:
    """Put the date and the time of day where this type is, and wake at the next minute: nothing else is drawn anew."""
    draft.put(replace(place, text=words.moment(now)))
    draft.wake(now - now % MINUTE_MS + MINUTE_MS)


def put_countdown(draft: Draft, box: Box, closes_at: int, period: int, now: int) -> None:
    """Put the seconds that are left of a wagering period, and wake at the next."""
    # crown 8.2
    left = max(-(-(closes_at - now) // 1000), 0)
    draft.put(Countdown(box, left, -(-period // 1000)))
    draft.wake(closes_at - (left - 1) * 1000)
