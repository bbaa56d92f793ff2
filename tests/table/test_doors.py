"""Doors: an open one takes its terminal out of play, until it is shut or two people say so."""

import asyncio

import pytest
from staffed_table import CASINO, GAME, HOUR, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.doors import STOPS, standing
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import AskNote, BuyIn, why_no_notes
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.doors import AccessCleared, ClearAccess, DoorClosed, DoorOpened
from firmware.table.features.notes_credited import CreditNote
from firmware.table.features.wagers import Wager
from hal.cards import Card

pytestmark = pytest.mark.lab(27, 28, 29, 40)

LIFE = "00112233445566aa"


def door(what: str, ats: int = 1) -> ReportDevice:
    return ReportDevice(f"ats-{ats} panel", what)


@pytest.mark.parametrize("name", sorted(STOPS))
def test_an_open_door_stops_its_terminal_and_no_other(name: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(
            ShowPocket(1, LIFE, 0), BuyIn(1, 100_00), BuyIn(2, 100_00), s.OpenBets(), Wager(1, "tie", 5_00)
        )
        await table.tell(door(f"{name} on"))
        assert table.of(DoorOpened) == [DoorOpened(1, name)]
        for asked in (Wager(1, "player", 5_00), Wager(1, "tie", 0), BuyIn(1, 10_00), AskNote(1, 20_00, "USD")):
            assert (await table.refuse(asked)).code == "door_open"
        no_notes = why_no_notes(table.service.stands(), 1)
        assert no_notes is not None
        assert no_notes.code == "door_open"
        assert why_no_notes(table.service.stands(), 2) is None
        await table.tell(Wager(2, "player", 5_00))
        # What lies there stays, and is settled: Banker wins 6 to 0 and the tie loses.
        await table.tell(s.CloseBets(), *(s.CardDrawn(Card(code)) for code in ("KS", "6H", "KD", "KC", "QS")))
        await table.tell(s.Confirm())
        assert table.service.state.balance(1) == 95_00
        # No ticket; the dealer pays.
        assert (await table.refuse(CashOut(1, "ticket"))).code == "door_open"
        await table.tell(CashOut(1))

    Table(ats=2).run(story)


def test_a_note_that_is_past_escrow_is_credited_all_the_same() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 0), door("cash_box_door on"), CreditNote(1, LIFE, 1, 20_00, "USD"))
        assert table.service.state.balance(1) == 20_00

    Table(ats=1).run(story)


def test_each_door_is_told_once_when_it_opens_and_once_when_it_shuts() -> None:
    async def story(table: Table) -> None:
        await table.tell(door("cabinet_door off"), door("cabinet_door on"), door("cabinet_door on"))
        await table.tell(door("cash_box_door on"), door("cabinet_door off"))
        assert standing(table.service.state, 1) == ("cash_box_door",)
        await table.tell(door("cash_box_door off"), door("cash_box_door off"))
        assert standing(table.service.state, 1) == ()
        assert [event.what for event in table.of(DeviceReported)] == [
            "cabinet_door on", "cash_box_door on", "cabinet_door off", "cash_box_door off",
        ]  # fmt: skip
        assert table.of(DoorClosed) == [DoorClosed(1, "cabinet_door"), DoorClosed(1, "cash_box_door")]
        await table.tell(BuyIn(1, 10_00))

    Table(ats=1).run(story)


def test_a_board_that_begins_anew_shuts_no_door() -> None:
    async def story(table: Table) -> None:
        await table.tell(door("cabinet_door on"), door("driver drivers.panel"))
        assert standing(table.service.state, 1) == ("cabinet_door",)

    Table(ats=1).run(story)


def test_doors_that_stop_nothing_are_put_on_record_each_time() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportDevice("panel", "shoe_door open"), ReportDevice("panel", "shoe_door open"))
        assert len(table.of(DeviceReported)) == 2
        assert not table.of(DoorOpened)

    Table(ats=1).run(story)


def test_the_logic_area_is_cleared_by_a_technician_and_a_second_person() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "4", Role.TECHNICIAN, "2")
        await floor.enrol("1", "3", CASINO, "2")
        await asyncio.sleep(48 * HOUR)
        await floor.service.submit(door("logic_door on"))
        assert await floor.refused(floor.ask("4", ClearAccess(1), "2")) == "door_not_shut"
        await floor.service.submit(door("logic_door off"))
        assert standing(floor.service.state, 1) == ("logic_door",)
        assert await floor.refused(floor.ask("4", ClearAccess(1))) == "approval_needed"
        await floor.ask("4", ClearAccess(1), "2")
        assert floor.of(AccessCleared) == [AccessCleared(1)]
        assert standing(floor.service.state, 1) == ()
        assert await floor.refused(floor.ask("4", ClearAccess(1), "2")) == "nothing_to_clear"

    on_a_floor(story)
