"""The last seconds of betting are heard where somebody sits, and are counted anew when the clock is another."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.kit.house_theme import shipped, theme_of
from firmware.table.features.buying_in import BuyIn


def closes_of(floor: Floor) -> int:
    terminal = floor.table.seats[1].terminal
    assert terminal is not None
    closes_at = terminal.desk.view().closes_at
    assert closes_at is not None
    return closes_at


def heard_at(floor: Floor, ats: int) -> list[int]:
    """The seconds that are left at each tick of a terminal, to a hundredth."""
    heard: list[int] = []
    terminal = floor.table.seats[ats].terminal
    assert terminal is not None

    def sound(name: str) -> None:
        if name == "count":
            closes_at = closes_of(floor)
            heard.append(round((closes_at - floor.table.service.now_ms()) / 10))

    terminal.desk.beside = terminal.desk.beside._replace(sound=sound)
    return heard


async def opened(floor: Floor) -> None:
    for command in (s.NewShoe(8), BuyIn(1, 500_00), s.OpenBets()):
        await floor.table.service.submit(command)


def test_each_of_the_last_five_seconds_ticks_where_somebody_sits(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        heard, empty = heard_at(floor, 1), heard_at(floor, 2)
        await opened(floor)
        await asyncio.sleep(60)
        assert heard == [500, 400, 300, 200, 100]
        assert empty == []

    on_a_floor(tmp_path, story)


def test_betting_that_is_closed_by_hand_ticks_no_more(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        heard = heard_at(floor, 1)
        await opened(floor)
        await asyncio.sleep(0.2)
        await asyncio.sleep((closes_of(floor) - floor.table.service.now_ms()) / 1000 - 3.5)
        await floor.table.service.submit(s.CloseBets())
        await asyncio.sleep(10)
        assert heard == [500, 400]

    on_a_floor(tmp_path, story)


def test_each_theme_has_the_tick() -> None:
    assert all(theme_of(theme).sounds["count"] for theme in shipped())
