"""The gaming day at the table: what it comes to, to the cent, and who may say what was counted."""

import asyncio

import pytest
from staffed_table import DEALER, GAME, HOUR, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.day_figures import BoxDropped, DayFigures
from firmware.table.core.gaming_day import GamingDay
from firmware.table.core.ledger import total
from firmware.table.features.box_counts import BoxCounted, CountBox, to_count
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.days import BeginDays, CloseDay, DayBegan, DayClosed, figures_now, is_over
from firmware.table.features.readings import MetersRead, ReadMeters, ledger_then
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tray import CountDrop, CountTray, CreditTray, FillTray
from firmware.table.features.wagers import Wager

pytestmark = pytest.mark.lab(11)


async def played(table: Table) -> None:
    """Player wins 7 to 6: terminal 1 wins 10.00, terminal 2 loses 30.00."""
    await table.tell(BuyIn(1, 50_00, "note"), BuyIn(2, 100_00, tender="chips"))
    await table.coup(Wager(1, "player", 10_00), Wager(2, "banker", 30_00))


def closed(table: Table) -> DayFigures:
    found: DayClosed = table.of(DayClosed)[-1]
    assert found.figures.agrees
    return found.figures


def test_a_day_comes_to_what_was_won_and_what_is_owed() -> None:
    async def story(table: Table) -> None:
        await table.tell(BeginDays(), BeginDays())
        assert len(table.of(DayBegan)) == 1
        await played(table)
        await table.tell(CashOut(1, "ticket"), EmptyCashBox(1), CloseDay())
        found = closed(table)
        assert (found.wagered, found.won, found.by_bets) == (40_00, 20_00, 20_00)
        assert found.received == {"notes": 50_00, "chips": 100_00}
        assert found.paid == {}
        # 60.00 on a ticket, 70.00 on terminal 2: 150.00 came in, 20.00 were won.
        assert {name: amount for name, amount in found.liable.items() if amount} == {"tickets": 60_00, "balance": 70_00}
        assert (found.change, found.other, found.win) == (130_00, 0, 20_00)
        # 20.00 of 150.00 are 13.33 per cent.
        assert found.hold == 13_33
        assert found.boxes == (BoxDropped(1, 50_00),)
        assert total(table.service.state.ledger) == 0

    Table(ats=2).run(story)


def test_the_next_day_has_only_what_happened_in_it() -> None:
    async def story(table: Table) -> None:
        await played(table)
        await table.tell(CashOut(1, "ticket"), CloseDay())
        number = next(iter(table.service.state.tickets))
        await table.tell(ReportTicket(number, "printed"), CashOut(2), CloseDay())
        found = closed(table)
        assert [event.number for event in table.of(DayClosed)] == [1, 2]
        assert (found.received, found.paid) == ({}, {"chips": 70_00})
        assert (found.by_bets, found.change, found.hold) == (0, -70_00, None)
        assert found.liable["tickets"] == 60_00

    Table(ats=2).run(story)


def test_tray_and_box_under_the_table_belong_to_the_win() -> None:
    async def story(table: Table) -> None:
        await table.tell(FillTray(1_000_00), CountTray(1_000_00), CloseDay())
        await table.tell(BuyIn(1, 100_00, tender="chips"), BuyIn(2, 40_00, tender="cash"), CashOut(1))
        await table.tell(FillTray(500_00), CreditTray(200_00), CountTray(1_295_00), CountDrop(41_00), CloseDay())
        tray = closed(table).tray
        # 1000 + 500 - 200, and 100.00 of chips came and went again.
        assert (tray.opening, tray.expected, tray.counted) == (1_000_00, 1_300_00, 1_295_00)
        assert (tray.tendered, tray.drop, tray.over) == (40_00, 41_00, -4_00)
        assert (closed(table).by_bets, closed(table).win) == (0, -4_00)
        # What was counted is what the next day begins with; not counted, it is what should be there.
        await table.tell(FillTray(5_00), CloseDay())
        assert closed(table).tray.opening == 1_295_00
        await table.tell(CloseDay())
        assert closed(table).tray.opening == 1_300_00

    Table(ats=2).run(story)


def test_a_table_that_deals_with_chips_alone_wins_by_the_count() -> None:
    async def story(table: Table) -> None:
        await table.tell(CountTray(10_000_00), CloseDay())
        await table.tell(FillTray(2_000_00), CreditTray(500_00), CountDrop(3_000_00), CountTray(9_000_00), CloseDay())
        # Drop 3000 + tray 9000 + credits 500 - fills 2000 - tray before 10000.
        assert closed(table).win == 500_00
        assert closed(table).hold == 16_66

    Table(ats=0, rulebook="mbs-baccarat").run(story)


def test_a_box_is_counted_once_and_on_the_day_on_which_it_is() -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(CountBox(1, 1_00))).code == "no_box_to_count"
        await table.tell(BuyIn(1, 50_00, "note"), EmptyCashBox(1), EmptyCashBox(2))
        await table.tell(CloseDay())
        assert (to_count(table.service.state, 1), to_count(table.service.state, 2)) == (50_00, 0)
        assert (await table.refuse(CountBox(1, -1))).code == "count_below_zero"
        await table.tell(BuyIn(1, 20_00, "note"), CountBox(1, 49_00), CountBox(2, 0))
        assert table.of(BoxCounted) == [BoxCounted(1, 1, 50_00, 49_00), BoxCounted(2, 1, 0, 0)]
        assert (await table.refuse(CountBox(1, 49_00))).code == "no_box_to_count"
        await table.tell(CloseDay())
        assert closed(table).boxes == (BoxDropped(1, 0, 50_00, 49_00), BoxDropped(2, 0, 0, 0))
        assert [box.over for box in closed(table).boxes] == [-1_00, 0]
        await table.tell(EmptyCashBox(1), CountBox(1, 20_00), CloseDay())
        assert closed(table).boxes == (BoxDropped(1, 20_00, 20_00, 20_00),)

    Table(ats=2).run(story)


def test_a_day_closes_between_coups_and_on_a_closed_table() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets())
        assert (await table.refuse(CloseDay())).code == "coup_open"

    Table(ats=1).run(story)


def test_amounts_of_chips_are_above_zero() -> None:
    async def story(table: Table) -> None:
        for asked in (FillTray(0), CreditTray(-1)):
            assert (await table.refuse(asked)).code == "not_above_zero"
        for asked in (CountTray(-1), CountDrop(-1)):
            assert (await table.refuse(asked)).code == "tray_below_zero"

    Table(ats=1).run(story)


@pytest.mark.parametrize("command", [FillTray(1_00), CreditTray(1_00), CountTray(1_00), CountDrop(1_00)])
def test_chips_are_brought_and_counted_by_two_people(command: FillTray) -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "3", GAME, "2")
        await floor.enrol("1", "4", DEALER, "2")
        await asyncio.sleep(25 * HOUR)
        assert await floor.refused(floor.ask("4", command)) == "role_may_not"
        assert await floor.refused(floor.ask("2", command)) == "approval_needed"
        assert await floor.refused(floor.ask("2", command, "4")) == "may_not_approve"
        await floor.ask("2", command, "3")
        assert await floor.refused(floor.ask("4", CloseDay())) == "role_may_not"
        await floor.ask("2", CloseDay())

    on_a_floor(story)


def test_a_day_is_over_when_the_calendar_says_so() -> None:
    async def story(table: Table) -> None:
        # The story begins at 1970-01-01 00:00 UTC; the day began at 22:00 of the evening before, by its zone's clocks.
        await table.tell(BeginDays())
        assert not is_over(table.service.state, 8 * 3600_000 - 1)
        assert is_over(table.service.state, 22 * 3600_000)
        await asyncio.sleep(22 * HOUR)
        await table.tell(CloseDay())
        assert table.of(DayClosed)[0].date == "1970-01-01"
        assert not is_over(table.service.state, table.service.now_ms())

    # Singapore had half past seven hours before Greenwich then.
    Table(ats=1, day=GamingDay(5 * 60, "Asia/Singapore")).run(story)


def test_a_day_that_is_closed_reads_the_meters_and_the_first_of_a_month_the_months() -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(7 * HOUR)  # before six it is the day before
        await table.tell(BeginDays(), ReadMeters("before the fair"))
        await played(table)
        await table.tell(CloseDay())
        await asyncio.sleep(31 * 24 * HOUR)
        await table.tell(CloseDay())
        assert [(event.number, event.name, event.why) for event in table.of(MetersRead)] == [
            (1, "before the fair", "hand"), (2, "day 1", "day"), (3, "day 2", "day"), (4, "1970-01", "month"),
        ]  # fmt: skip
        read = table.of(MetersRead)[1].accounts
        assert (read["wagered/player"], read["won/player"], read["cash-box/5000"]) == (10_00, -20_00, -50_00)
        assert ledger_then(table.service.state) == table.service.state.ledger

    Table(ats=2).run(story)


def test_what_an_earlier_firmware_took_is_of_no_day() -> None:
    async def story(table: Table) -> None:
        await played(table)
        await table.tell(BeginDays())
        assert figures_now(table.service.state).received == {}
        assert figures_now(table.service.state).liable["balance"] == 130_00

    Table(ats=2).run(story)


@pytest.mark.parametrize("begins", [-1, 24 * 60])
def test_a_gaming_day_begins_within_a_day(begins: int) -> None:
    with pytest.raises(ValueError, match="minutes after midnight"):
        GamingDay(begins)
