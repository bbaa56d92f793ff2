"""How often and how much a terminal draws for a wager: counted, as time is another on each machine."""

import asyncio
from pathlib import Path

import pygame
import pytest
from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.kit.art import Art
from firmware.kit.box import Box
from firmware.pictures.chips import heap_for, heap_of
from firmware.pictures.table_items import ChipStack
from firmware.table.features.buying_in import BuyIn
from firmware.terminal.view import BetView

BETS = ("player", "banker", "tie")
# Of the screen, for the chip that is asked and for the one that is accepted: the area that was touched is a ninth of
# it, and is drawn twice at the most, with the amounts of the account and the buttons that are lit.
SHARE = 2 / 9


class Watched:
    """A terminal's screen, and where each picture was drawn."""

    def __init__(self, floor: Floor, *, moves: bool) -> None:
        seen = floor.table.seats[1].seen
        assert seen is not None
        self.seen = seen
        self.floor = floor
        self.drawn: list[list[Box]] = []
        seen.off.moves = moves
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        terminal.desk.beside = terminal.desk.beside._replace(still=not moves)
        assert seen.stage is not None
        present = seen.off.present

        def presented(places: list[Box]) -> None:
            self.drawn.append(places)
            present(places)

        seen.stage._present = presented  # noqa: SLF001

    async def bet(self, bet: str) -> None:
        self.drawn.clear()
        self.seen.touch("bet", bet)
        await asyncio.sleep(0.5)

    def share(self) -> float:
        width, height = self.seen.off.size
        return sum(box.w * box.h for places in self.drawn for box in places) / (width * height)


async def betting(floor: Floor) -> None:
    for command in (s.NewShoe(8), BuyIn(1, 500_00), s.OpenBets()):
        await floor.table.service.submit(command)
    await asyncio.sleep(1.3)


def test_a_wager_takes_two_pictures_of_a_small_part_of_the_screen(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        screen = Watched(floor, moves=False)
        for bet in BETS * 2:
            await screen.bet(bet)
            drawn = [places for places in screen.drawn if not _of_clock(places, screen)]
            assert len(drawn) == 2, drawn
            assert screen.share() <= SHARE
        assert floor.table.state.accounts[1].wagers == dict.fromkeys(BETS, 10_00)

    on_a_floor(tmp_path, story)


def _of_clock(places: list[Box], screen: Watched) -> bool:
    """Whether only the countdown went on."""
    width, height = screen.seen.off.size
    return all(box.x > width * 0.75 and box.bottom < height * 0.15 for box in places)


def terminal_bets(floor: Floor) -> tuple[BetView, ...]:
    terminal = floor.table.seats[1].terminal
    assert terminal is not None
    return terminal.desk.view().bets


def test_chips_that_can_be_put_next_are_made_before_they_are(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor)
        screen = Watched(floor, moves=True)
        await floor.player(1, "chip 2500")
        await asyncio.sleep(2)
        stage = screen.seen.stage
        assert stage is not None
        art: Art = stage._painter.art  # noqa: SLF001
        soon = [item for item in stage.scene.soon() if isinstance(item, ChipStack)]
        assert {item.amount for item in soon} == {25_00}
        assert len(soon) == len(terminal_bets(floor)) > len(BETS)
        before = set(art._kept)  # noqa: SLF001
        for item in soon:
            item.draw(pygame.Surface((1, 1)), art)
        assert set(art._kept) == before  # noqa: SLF001

    on_a_floor(tmp_path, story)


@pytest.mark.parametrize("width", [60, 156, 240])
def test_a_chip_is_rasterised_no_larger_than_it_is_shown(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    drawn: list[tuple[int, int]] = []
    of_theme = Art.drawing

    def drawing(art: Art, name: str, size: tuple[int, int], tones: dict[str, tuple[int, int, int]]) -> pygame.Surface:
        drawn.append(size)
        return of_theme(art, name, size, tones)

    monkeypatch.setattr(Art, "drawing", drawing)
    heap = heap_for(30_00, (width * 2, width * 2))
    heap_of(Art(), heap)
    assert drawn == [(heap.width, heap.width)] * 2  # of $25 and of $5
