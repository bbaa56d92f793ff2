"""A player's card before a terminal's reader: its holder has a name there until the cash-out."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor, view

from firmware.table.features.patrons import PatronNamed, patron_of
from firmware.terminal.card_desk import WAITS_S
from sim.whole_table import Seat

pytestmark = pytest.mark.lab(88)
READER = '[devices.ticket_scanner]\ndriver = "sim.serial_scanner"\nport = "simulated"'


async def scan(floor: Floor, what: str, seconds: float = 2.0) -> Seat:
    seat = floor.table.seats[1]
    seat.devices["ticket_scanner"].model.do(f"scan {what}")
    await asyncio.sleep(seconds)
    return seat


async def insert(seat: Seat, note: int) -> None:
    seat.devices["note_acceptor"].model.do(f"insert {note}")
    await asyncio.sleep(3)


def named(floor: Floor) -> list[tuple[int, str]]:
    return [(event.ats, event.patron) for event in floor.of(PatronNamed)]


def test_a_card_gives_the_account_its_holders_name_until_the_cash_out(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await insert(floor.table.seats[1], 20)
        seat = await scan(floor, "PLAYER4711")
        assert patron_of(floor.table.state, 1) == "4711"
        assert view(floor).toast == "Card read"
        await scan(floor, "PLAYER4711")
        assert named(floor) == [(1, "4711")]
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(8)
        await insert(seat, 20)
        assert patron_of(floor.table.state, 1) == ""

    on_a_floor(tmp_path, story, ats_panel=READER)


def test_a_card_that_is_shown_first_waits_for_its_holders_money(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        seat = await scan(floor, "PLAYERA-1")
        assert patron_of(floor.table.state, 1) == "A-1"
        await insert(seat, 20)
        assert floor.table.state.accounts[1].patron == "A-1"
        await asyncio.sleep(WAITS_S + 5)
        assert patron_of(floor.table.state, 1) == "A-1"
        assert patron_of(floor.table.state, 2) == ""

    on_a_floor(tmp_path, story, ats_panel=READER)


def test_who_goes_without_playing_leaves_no_name_to_the_next(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        seat = await scan(floor, "PLAYERA-1", WAITS_S + 5)
        assert patron_of(floor.table.state, 1) == ""
        await insert(seat, 20)
        assert patron_of(floor.table.state, 1) == ""
        assert named(floor) == [(1, "A-1"), (1, "")]

    on_a_floor(tmp_path, story, ats_panel=READER)


@pytest.mark.parametrize("what", ["006429188185446104", "STAFF12345678", "PLAYER", "player4711", f"PLAYER{'9' * 25}"])
def test_no_other_barcode_names_anybody(tmp_path: Path, what: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await insert(floor.table.seats[1], 20)
        await scan(floor, what)
        assert not named(floor)
        assert view(floor).toast == "This is no player card of the house."

    on_a_floor(tmp_path, story, ats_panel=READER)


def test_a_terminal_that_was_started_again_knows_of_no_card_before(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        seat = await scan(floor, "PLAYERA-1")
        await seat.stop()
        await asyncio.sleep(0.5)
        seat.start()
        await asyncio.sleep(6)
        assert patron_of(floor.table.state, 1) == ""

    on_a_floor(tmp_path, story, ats_panel=READER)
