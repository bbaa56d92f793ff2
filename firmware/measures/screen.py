"""Figures of a terminal's screen at 1280 x 800: drawn whole, and where one betting area has changed."""

from collections.abc import Callable
from typing import Final

import pygame
from msgspec.structs import replace

from firmware.books import rules_of
from firmware.kit.art import Art
from firmware.kit.painter import Painter
from firmware.kit.theme import scale_of
from firmware.kit.words import words_of
from firmware.measures import Figure
from firmware.measures.stopwatch import seconds
from firmware.pictures.odds_words import short_odds
from firmware.terminal.chip_play import tray
from firmware.terminal.scene import picture
from firmware.terminal.view import AtsView, BetView

SIZE: Final = (1280, 800)
NOW: Final = 1_000_000
DRAWN: Final = 200
SHOE: Final = ("P", "B", "Bn", "P", "T", "Bp", "B", "P", "Pb", "B") * 6


def _view() -> AtsView:
    """Return a layout with a wager on it, in the middle of a shoe."""
    words = words_of("en")
    offer = rules_of("crown-baccarat", {"pairs": 1}, 8).offer
    bets = [BetView(bet.name, short_odds(bet, words), 5_00, 5000_00) for bet in offer.bets]
    bets[0] = replace(bets[0], accepted=125_00)
    return AtsView(
        1, "Table 7", "This table plays Crown Baccarat", "Place your bets, please", "good", open=True, balance=1240_00,
        bets=tuple(bets), chips=tray(5_00), chosen=25_00, may=frozenset({"undo", "clear", "call"}), betting=True,
        closes_at=NOW + 20_000, period=30_000, marks=SHOE,
    )  # fmt: skip


def _median_ms(work: Callable[[], object]) -> float:
    taken = sorted(seconds(work, best_of=1) for _ in range(DRAWN))
    return round(taken[DRAWN // 2] * 1000, 3)


def redraw_full_ms() -> Figure:
    """From what the table says to the whole picture, at the median; type and chips have been drawn before."""
    painter, view, words = _painter(), _view(), words_of("en")
    return Figure(_median_ms(lambda: painter.paint_all(picture(view, SIZE, words, NOW))), "ms")


def redraw_area_ms() -> Figure:
    """From a chip that is put on Banker, or taken off, to the picture."""
    painter, view, words = _painter(), _view(), words_of("en")
    bets = view.bets
    views = [view, replace(view, bets=(bets[0], replace(bets[1], accepted=25_00), *bets[2:]))]

    def put() -> None:
        views.reverse()
        assert painter.paint(picture(views[0], SIZE, words, NOW))

    painter.paint(picture(view, SIZE, words, NOW))
    return Figure(_median_ms(put), "ms")


def _painter() -> Painter:
    return Painter(pygame.Surface(SIZE, depth=32), Art(least=scale_of(SIZE).least))
