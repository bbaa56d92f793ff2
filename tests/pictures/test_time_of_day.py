"""Date and time stand on every screen, by the venue's own clocks, in the form of the screen's language."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor
from reference import in_greenwich

from firmware.kit.items import Text
from firmware.kit.scene import Item
from sim.offscreen import SeenScreen
from sim.profiles import SAFER

pytestmark = pytest.mark.lab(67)

# A floor's clock begins 40,000 s after midnight in Greenwich, on 1 January 1970: at 11:06:40.
IN_GREENWICH = "1 Jan 1970 11:06"
# There, ten hours later: Melbourne had no summer time yet.
IN_MELBOURNE = "1 Jan 1970 21:06"
OF_MELBOURNE = SAFER + '\n[table.day]\nzone = "Australia/Melbourne"\n'
PAGES = ("terminals", "shoe", "game", "coups", "day", "devices", "staff", "coup")


def screens(floor: Floor) -> dict[str, SeenScreen]:
    seen = {"console": floor.table.sgc, "terminal": floor.table.seats[1].seen, "display": floor.table.display.seen}
    assert all(seen.values())
    return {name: screen for name, screen in seen.items() if screen is not None}


def items(screen: SeenScreen) -> tuple[Item, ...]:
    assert screen.stage is not None
    return screen.stage.scene.items


def reads(screen: SeenScreen, text: str) -> bool:
    return any(text in what.text for item in items(screen) for what in item.lettering())


@pytest.mark.parametrize(("safer", "shown"), [("", IN_GREENWICH), (OF_MELBOURNE, IN_MELBOURNE)])
def test_every_screen_says_the_date_and_the_time_of_the_venue(tmp_path: Path, safer: str, shown: str) -> None:
    in_greenwich()

    async def story(floor: Floor) -> None:
        assert {name: reads(screen, shown) for name, screen in screens(floor).items()} == {
            "console": True, "terminal": True, "display": True,
        }  # fmt: skip

    on_a_floor(tmp_path, story, safer=safer)


def test_the_console_says_it_on_each_of_its_pages(tmp_path: Path) -> None:
    in_greenwich()

    async def story(floor: Floor) -> None:
        await floor.enrol()
        for page in PAGES:
            await floor.dealer(f"tab {page}")
            assert reads(screens(floor)["console"], "1 Jan 1970 11:"), page

    on_a_floor(tmp_path, story)


def test_each_minute_the_time_alone_is_drawn_anew(tmp_path: Path) -> None:
    in_greenwich()

    async def story(floor: Floor) -> None:
        await asyncio.sleep(25)  # it is a few seconds past 11:07
        for name, screen in screens(floor).items():
            before, drawn = set(items(screen)), screen.off.drawn
            await asyncio.sleep(40)
            assert (screen.off.drawn, set(items(screen))) == (drawn, before), f"{name}: nothing changed in this minute"
            await asyncio.sleep(20)
            (new,) = set(items(screen)) - before
            assert isinstance(new, Text), name
            assert screen.off.drawn == drawn + 1, name

    on_a_floor(tmp_path, story)
