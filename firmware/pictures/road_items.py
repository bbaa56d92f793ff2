"""The five roads, on paper as players know them."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from firmware.game.roads import ROWS, BigCell, Cell, roads_of
from firmware.kit.art import FINE, Art
from firmware.kit.box import Box
from firmware.kit.items import write
from firmware.kit.scene import Item, Lettering
from firmware.kit.theme import CHALK, GRID, INK, IVORY, ROAD_BLUE, ROAD_GREEN, ROAD_RED, Colour

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

    def _made(self, art: Art) -> pygame.Surface:
        sheet = pygame.Surface(self.box[2:], depth=32)
        sheet.fill(IVORY)
        lay = _Lay.of(self.box)
        lay.lines(sheet)
        kind = KINDS[self.kind]
        cells = kind.cells("".join(mark[0] for mark in self.marks))
        first = max((col for col, *_ in cells), default=0) - lay.columns + 1
        for number, cell in enumerate(cells):
            col, row, *_ = cell
            if col >= first:
                place = lay.cell(col - max(first, 0), row)
                kind.draw(self, sheet, art, place, cell, number)
        return sheet


class _Lay(NamedTuple):
    """The paper of a road: square cells, as many columns as there is room for."""

    side: float
    columns: int
    size: tuple[int, int]

    @classmethod
    def of(cls, box: Box) -> "_Lay":
        side = box.h / ROWS
        return cls(side, max(int(box.w / side), 1), (box.w, box.h))

    def lines(self, sheet: pygame.Surface) -> None:
        w, h = self.size
        for row in range(ROWS + 1):
            sheet.fill(GRID, (0, min(round(row * self.side), h - 1), w, 1))
        for column in range(int(w / self.side) + 1):
            sheet.fill(GRID, (round(column * self.side), 0, 1, h))

    def cell(self, column: int, row: int) -> Box:
        x, y = round(column * self.side), round(row * self.side)
        return Box(x, y, round((column + 1) * self.side) - x, round((row + 1) * self.side) - y).inset(1)


def _ring(art: Art, width: int, colour: Colour, share: float) -> pygame.Surface:
    def make() -> pygame.Surface:
        large = pygame.Surface((width * FINE, width * FINE), pygame.SRCALPHA)
        large.fill((*colour, 0))
        pygame.draw.circle(
            large,
            colour,
            (width * FINE // 2, width * FINE // 2),
            width * FINE // 2,
            max(round(width * FINE * share), 1),
        )
        return pygame.transform.smoothscale(large, (width, width))

    return art.once(("ring", width, colour, share), make)


def _slash(art: Art, width: int, colour: Colour) -> pygame.Surface:
    def make() -> pygame.Surface:
        size = width * FINE
        large = pygame.Surface((size, size), pygame.SRCALPHA)
        large.fill((*colour, 0))
        pygame.draw.line(large, colour, (size // 8, size * 7 // 8), (size * 7 // 8, size // 8), max(size // 6, 2))
        return pygame.transform.smoothscale(large, (width, width))

    return art.once(("slash", width, colour), make)


def _bead(road: DrawnRoad, sheet: pygame.Surface, art: Art, place: Box, cell: Cell, number: int) -> None:
    width = min(place.w, place.h)
    at = place.centred(width, width)
    sheet.blit(art.corner(width // 2, OF_WINNER[cell.mark]), at[:2])
    letter = road.letters["PBT".index(cell.mark)]
    write(sheet, art, Lettering(letter, round(width * 0.62), at, bold=True), CHALK, "centre")
    # A pair is a dot of its side's colour in that side's corner.
    mark = road.marks[number]
    dot = max(width * 3 // 8, 5)
    if "p" in mark:
        sheet.blit(_pair(art, dot, ROAD_BLUE), (at.right - dot, at.bottom - dot))
    if "b" in mark:
        sheet.blit(_pair(art, dot, ROAD_RED), at[:2])


def _pair(art: Art, width: int, colour: Colour) -> pygame.Surface:
    def make() -> pygame.Surface:
        dot = art.disc(width, CHALK)
        inner = art.disc(max(width - 2, 2), colour)
        dot.blit(inner, ((width - inner.get_width()) // 2,) * 2)
        return dot

    return art.once(("pair", width, colour), make)


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
    sheet.blit(art.corner(width // 2, OF_MARK[cell.mark]), place.centred(width, width)[:2])


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
