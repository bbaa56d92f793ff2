"""The five roads, on paper as players know them."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from firmware.game.roads import ROWS, BigCell, Cell, roads_of
from firmware.kit.art import FINE, Art
from firmware.kit.box import Box
from firmware.kit.items import write
from firmware.kit.scene import Item, Lettering
from firmware.kit.theme import AMBER, CHALK, GRID, INK, IVORY, LINE, ROAD_BLUE, ROAD_GREEN, ROAD_RED, Colour, Ink
from firmware.table.core.marks import CORRECTED

OF_WINNER: Final = {"P": ROAD_BLUE, "B": ROAD_RED, "T": ROAD_GREEN}
OF_MARK: Final = {"R": ROAD_RED, "B": ROAD_BLUE}


class DrawnRoad(Item, frozen=True):
    """One of the roads. `marks`: of the coups of the shoe. `letters`: what stands in the bead plate for P, B and T."""

    kind: str
    marks: tuple[str, ...]
    letters: tuple[str, str, str] = ("P", "B", "T")

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(art.once(self, lambda: self._made(art)), self.box[:2])

    def last_cell(self) -> Box | None:
        """Return where on the picture the last coup's mark is."""
        cells = KINDS[self.kind].cells("".join(mark[0] for mark in self.marks))
        if not cells:
            return None
        lay = _Lay.of(self.box)
        col, row, *_ = cells[-1]
        first = max(max(col for col, *_ in cells) - lay.columns + 1, 0)
        return lay.cell(col - first, row).moved(self.box.x, self.box.y)

    def _made(self, art: Art) -> pygame.Surface:
        if not self.marks:
            return self._empty(art)
        sheet = pygame.Surface(self.box[2:], depth=32)
        sheet.fill(art.colour(IVORY))
        lay = _Lay.of(self.box)
        lay.lines(sheet, art.colour(GRID))
        kind = KINDS[self.kind]
        cells = kind.cells("".join(mark[0] for mark in self.marks))
        first = max((col for col, *_ in cells), default=0) - lay.columns + 1
        for number, cell in enumerate(cells):
            col, row, *_ = cell
            if col >= first:
                place = lay.cell(col - max(first, 0), row)
                kind.draw(self, sheet, art, place, cell, number)
        return sheet

    def _empty(self, art: Art) -> pygame.Surface:
        """Return a sheet on which there is nothing yet: it keeps quiet."""
        sheet = pygame.Surface(self.box[2:], pygame.SRCALPHA)
        art.outlined(sheet, Box(0, 0, *self.box[2:]), art.colour(LINE), 4, 1)
        return sheet


# What the help goes by for it, among the roads.
ASK_BOARD: Final = "ask_board"


class AskBoard(Item, frozen=True):
    """What the next Player or Banker would mark on each of the five roads."""

    marks: tuple[str, ...]
    letters: tuple[str, str, str] = ("P", "B", "T")

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        surface.blit(art.once(self, lambda: self._made(art)), self.box[:2])

    def _made(self, art: Art) -> pygame.Surface:
        sheet = pygame.Surface(self.box[2:], depth=32)
        sheet.fill(art.colour(IVORY))
        whole = Box(0, 0, *self.box[2:])
        for winner, half in zip("PB", whole.across(1, 1, gap=2), strict=True):
            cells = half.inset(3, 3).across(*[1] * len(KINDS), gap=2)
            for (kind, cell), place in zip(asked(self.marks, winner).items(), cells, strict=True):
                if cell is not None:
                    road = DrawnRoad(place, kind, (*self.marks, winner), self.letters)
                    at = place.centred(*[min(place.w, place.h)] * 2)
                    KINDS[kind].draw(road, sheet, art, at, cell, len(self.marks))
        sheet.fill(art.colour(GRID), (whole.w // 2 - 1, 0, 2, whole.h))
        return sheet


def asked(marks: tuple[str, ...], winner: str) -> dict[str, Cell | BigCell | None]:
    """Return what a winner of the next coup would mark, by road; None where that road has nothing to say yet.

    >>> [cell is not None for cell in asked(("B", "P"), "B").values()]
    [True, True, True, False, False]
    """
    outcomes = "".join(mark[0] for mark in marks)
    found: dict[str, Cell | BigCell | None] = {}
    for kind, look in KINDS.items():
        before, after = look.cells(outcomes), look.cells(outcomes + winner)
        found[kind] = after[-1] if len(after) > len(before) else None
    return found


class NewMark(Item, frozen=True):
    """The ring around a mark that has just come."""

    def draw(self, surface: pygame.Surface, art: Art) -> None:
        """Draw it."""
        width = min(self.box.w, self.box.h)
        surface.blit(art.ring(width, art.colour(AMBER), max(width / 10, 2)), self.box[:2])


class _Lay(NamedTuple):
    """The paper of a road: square cells, as many columns as there is room for."""

    side: float
    columns: int
    size: tuple[int, int]

    @classmethod
    def of(cls, box: Box) -> "_Lay":
        side = box.h / ROWS
        return cls(side, max(int(box.w / side), 1), (box.w, box.h))

    def lines(self, sheet: pygame.Surface, colour: Colour) -> None:
        w, h = self.size
        for row in range(ROWS + 1):
            sheet.fill(colour, (0, min(round(row * self.side), h - 1), w, 1))
        for column in range(int(w / self.side) + 1):
            sheet.fill(colour, (round(column * self.side), 0, 1, h))

    def cell(self, column: int, row: int) -> Box:
        x, y = round(column * self.side), round(row * self.side)
        return Box(x, y, round((column + 1) * self.side) - x, round((row + 1) * self.side) - y).inset(1)


def _ring(art: Art, width: int, ink: Ink, share: float) -> pygame.Surface:
    return art.ring(width, art.colour(ink), width * share)


def _slash(art: Art, width: int, ink: Ink) -> pygame.Surface:
    def make() -> pygame.Surface:
        size = width * FINE
        large = pygame.Surface((size, size), pygame.SRCALPHA)
        large.fill((*art.colour(ink), 0))
        pygame.draw.line(
            large, art.colour(ink), (size // 8, size * 7 // 8), (size * 7 // 8, size // 8), max(size // 6, 2)
        )
        return pygame.transform.smoothscale(large, (width, width))

    return art.once(("slash", width, ink), make)


def _bead(road: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: Cell, number: int) -> None:
    width = min(place.w, place.h)
    at = place.centred(width, width)
    sheet.blit(art.corner(width // 2, art.colour(OF_WINNER[cell.mark])), at[:2])
    letter = road.letters["PBT".index(cell.mark)]
    write(sheet, art, Lettering(letter, round(width * 0.62), at, bold=True), CHALK, "centre")
    # A pair is a dot of its side's colour in that side's corner.
    mark = road.marks[number]
    dot = max(width * 3 // 8, 5)
    if "p" in mark:
        sheet.blit(_pair(art, dot, ROAD_BLUE), (at.right - dot, at.bottom - dot))
    if "b" in mark:
        sheet.blit(_pair(art, dot, ROAD_RED), at[:2])
    # One that was settled otherwise at first is crossed in the corner that no pair has.
    if CORRECTED in mark:
        sheet.blit(_cross(art, max(width // 2, 7)), (at.right - max(width // 2, 7), at.y))


def _pair(art: Art, width: int, ink: Ink) -> pygame.Surface:
    def make() -> pygame.Surface:
        dot = art.disc(width, art.colour(CHALK))
        inner = art.disc(max(width - 2, 2), art.colour(ink))
        dot.blit(inner, ((width - inner.get_width()) // 2,) * 2)
        return dot

    return art.once(("pair", width, ink), make)


def _cross(art: Art, width: int) -> pygame.Surface:
    """Return the mark of a coup that was corrected: a cross on a white square, which is no pair's dot."""

    def make() -> pygame.Surface:
        size, line = width * FINE, max(width * FINE // 6, FINE)
        large = pygame.Surface((size, size))
        large.fill(art.colour(INK))
        large.fill(art.colour(CHALK), (FINE, FINE, size - 2 * FINE, size - 2 * FINE))
        near, far = size // 4, size - size // 4
        for start, end in (((near, near), (far, far)), ((near, far), (far, near))):
            pygame.draw.line(large, art.colour(INK), start, end, line)
        return pygame.transform.smoothscale(large, (width, width))

    return art.once(("cross", width), make)


def _big(_: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: BigCell, __: int) -> None:
    width = min(place.w, place.h)
    at = place.centred(width, width)
    sheet.blit(_ring(art, width, OF_WINNER[cell.side], 0.14), at[:2])
    if cell.ties:
        sheet.blit(_slash(art, width, ROAD_GREEN), at[:2])
    if cell.ties > 1:
        write(sheet, art, Lettering(str(cell.ties), round(width * 0.62), at, bold=True), INK, "centre")


def _hollow(_: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: Cell, __: int) -> None:
    width = min(place.w, place.h)
    sheet.blit(_ring(art, width, OF_MARK[cell.mark], 0.18), place.centred(width, width)[:2])


def _full(_: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: Cell, __: int) -> None:
    width = min(place.w, place.h) // 2 * 2
    sheet.blit(art.corner(width // 2, art.colour(OF_MARK[cell.mark])), place.centred(width, width)[:2])


def _dash(_: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: Cell, __: int) -> None:
    width = min(place.w, place.h)
    sheet.blit(_slash(art, width, OF_MARK[cell.mark]), place.centred(width, width)[:2])


class RoadLook(NamedTuple):
    """How a road is laid out, and how its cells are drawn."""

    cells: Callable[[str], Sequence[Cell | BigCell]]
    draw: Callable[..., None]


KINDS: Final = {
    "bead_plate": RoadLook(lambda outcomes: roads_of(outcomes).bead_plate, _bead),
    "big_road": RoadLook(lambda outcomes: roads_of(outcomes).big_road, _big),
    "big_eye_boy": RoadLook(lambda outcomes: roads_of(outcomes).big_eye_boy.cells, _hollow),
    "small_road": RoadLook(lambda outcomes: roads_of(outcomes).small_road.cells, _full),
    "cockroach_pig": RoadLook(lambda outcomes: roads_of(outcomes).cockroach_pig.cells, _dash),
}
