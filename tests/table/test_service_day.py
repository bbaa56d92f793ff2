"""A service day played through: doors, a bad note, a swapped board, a wrong clock, a dismissal, counts, the close."""

import asyncio
from collections.abc import Iterator

import pytest
from staffed_table import CASINO, DEALER, GAME, HOUR, TECHNICIAN, on_a_floor
from staffed_table import Floor as Staffed

from firmware.table.core.day_figures import BoxDropped
from firmware.table.core.evolve import evolve
from firmware.table.core.journal import Entry
from firmware.table.core.ledger import total
from firmware.table.core.state import TableState
from firmware.table.features.acceptors import SeeAcceptor
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.box_counts import CountBox
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cash_desks import RedeemTicket
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.clock import ReportClock, TakeTime
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.corrections import InvalidateCoup
from firmware.table.features.days import BeginDays, CloseDay
from firmware.table.features.devices import ReportDevice
from firmware.table.features.doors import ClearAccess
from firmware.table.features.employment import DismissStaff
from firmware.table.features.note_doubts import ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote
from firmware.table.features.service_entries import BeginService, EndService
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tray import CountDrop, CountTray, CreditTray, FillTray
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table.shown.day_book import days_of, lines_of_day
from firmware.table.shown.meters import meters_of

pytestmark = pytest.mark.lab(11, 27, 28, 53, 64, 69, 79)

OLD, NEW = "00112233445566aa", "ffeeddccbbaa9988"


def rows(journal: MemoryJournal) -> Iterator[tuple[Entry, TableState]]:
    state = TableState.unopened()
    for entry in journal.entries:
        state = evolve(state, entry.event)
        yield entry, state


async def people(floor: Staffed) -> None:
    await floor.enrol("1", "2", GAME)
    await floor.enrol("1", "3", CASINO, "2")
    await floor.enrol("1", "4", DEALER, "2")
    await floor.enrol("1", "5", TECHNICIAN, "2")
    await asyncio.sleep(25 * HOUR)  # those who were enrolled the same day approve nothing for each other


async def opened(floor: Staffed) -> None:
    await floor.tell(BeginDays(), ShowPocket(1, OLD, 0))
    await floor.ask("2", FillTray(10_000_00), "1")
    await floor.ask("2", CountTray(10_000_00), "1")


async def played(floor: Staffed) -> None:
    """Notes of 170.00, cash of 200.00 and chips of 300.00 come in; the house wins 30.00 in coup 1, 40.00 in coup 2."""
    await floor.tell(CreditNote(1, OLD, 1, 100_00, "USD"), CreditNote(1, OLD, 2, 50_00, "USD"))
    await floor.ask("4", BuyIn(2, 200_00))
    await floor.ask("4", BuyIn(3, 300_00, tender="chips"))
    await floor.coup(Wager(1, "player", 20_00), Wager(2, "banker", 50_00))
    await floor.coup(Wager(3, "banker", 40_00))
    # A door: what is asked meanwhile is refused; the logic area is cleared by two.
    await floor.tell(ReportDevice("ats-2 panel", "logic_door on"))
    assert (await floor.refuse(BuyIn(2, 5_00))).code == "door_open"
    await floor.tell(ReportDevice("ats-2 panel", "logic_door off"))
    await floor.ask("5", ClearAccess(2), "2")


async def troubled(floor: Staffed) -> None:
    """A note in doubt is found in the box; the board is swapped; the clock is wrong; a coup is made void."""
    await floor.tell(ReportDevice("ats-1 note_acceptor", "fault jam_acceptor"))
    await floor.tell(ShowPocket(1, OLD, 2, answers=True), ReportNoteDoubt(1, OLD, 3, 20_00, "jam", "USD"))
    await floor.ask("5", BeginService(1, "note jam", "cash box"))
    await floor.tell(ReportDevice("ats-1 panel", "cash_box_door on"), ReportDevice("ats-1 panel", "cash_box_door off"))
    await floor.ask("2", SeeAcceptor(1), "1")
    await floor.ask("2", ResolveNoteDoubt(next(iter(floor.service.state.note_doubts)), 20_00), "1")
    await floor.tell(MeetBoard(1, NEW))
    await floor.ask("2", ChangeBoard(1, NEW))
    await floor.ask("5", EndService(1))
    await floor.tell(ReportClock(floor.service.now_ms() + 40 * 24 * HOUR * 1000, far=True))
    await floor.ask("2", TakeTime(), "1")
    await floor.coup(Wager(3, "tie", 10_00))
    await floor.ask("1", InvalidateCoup(3, "malfunction", "the reader"), "2")


async def closed(floor: Staffed) -> None:
    """Everybody is paid; boxes, tray and the box under the table are counted; the table and the day are closed."""
    await floor.tell(CashOut(1, "ticket"))
    number = next(iter(floor.service.state.tickets))
    await floor.tell(ReportTicket(number, "printed"), RedeemTicket("cage-1", number, pay=True, cashier="7"))
    await floor.ask("4", CashOut(2))
    await floor.tell(CashOut(3, "ticket"))
    await floor.ask("1", DismissStaff("4"))
    await floor.ask("2", EmptyCashBox(1))
    await floor.ask("2", CountBox(1, 170_00), "1")
    await floor.ask("2", CreditTray(1_000_00), "1")
    # 10,000 and 300 of chips, less 150 that were paid out and 1,000 that went: 9,150; a chip of 5 is missing.
    await floor.ask("2", CountTray(9_145_00), "1")
    await floor.ask("2", CountDrop(200_00), "1")
    await floor.ask("1", AnnounceClosing())
    await floor.ask("1", CloseTable())
    await floor.ask("2", CloseDay())


def test_a_service_day_ends_in_a_report_that_agrees_with_the_ledger() -> None:
    async def story(floor: Staffed) -> None:
        await people(floor)
        await opened(floor)
        await played(floor)
        await troubled(floor)
        await closed(floor)
        state = floor.service.state
        day, after = days_of(rows(floor.journal), TableState.unopened())
        found = day.figures
        assert found is not None
        assert day.agrees
        # In: 100 + 50 + 20 of notes, 200 of cash, 300 of chips.
        assert found.received == {"notes": 170_00, "cash": 200_00, "chips": 300_00}
        # 1 brought 170 and won 20; 2 brought 200 and lost 50; 3 brought 300 and lost 40, and its tie went back.
        assert found.paid == {"cash-desk": 190_00, "chips": 150_00}
        assert found.liable == {
            "balance": 0, "in-play": 0, "tickets": 260_00, "held": 0, "owed-to": 0, "owed-by": 0, "custody": 0,
        }  # fmt: skip
        assert (found.by_bets, found.tray.over, found.win) == (70_00, -5_00, 65_00)
        assert found.boxes == (BoxDropped(1, 170_00, 170_00, 170_00),)
        assert (found.tray.opening, found.tray.expected) == (0, 9_150_00)
        assert total(state.ledger) == 0
        # To the cent: the meters say the same as the report.
        meters = meters_of(state).table
        assert sum(meters.received.values()) == sum(found.received.values())
        assert sum(meters.wagered.values()) - sum(meters.won.values()) - meters.adjusted == found.by_bets
        assert meters.tickets_outstanding == found.liable["tickets"]
        # What went wrong, who put it right, and who worked.
        assert (day.coups, day.tickets_issued, day.tickets_paid) == (3, 2, 1)
        assert [line.partition(", by")[0] for line in day.corrections] == ["coup 3: made void"]
        assert day.doors == {"terminal 2: logic_door": 1, "terminal 1: cash_box_door": 1}
        assert {"ats-1 note_acceptor: jam_acceptor", "clock: the time of day was another"} <= set(day.reports)
        assert {"1", "2", "4", "5"} <= set(day.worked)
        assert "4" not in after.worked
        paper = "\n".join(lines_of_day(day))
        # What 1 brought and won, it had as a ticket, which cashier 7 paid.
        assert day.paid_at_desks[0].amount == found.paid["cash-desk"]
        assert "cashier 7, cage-1: 1 paid" in paper
        assert "The figures agree with the ledger." in paper

    on_a_floor(story, ats=3)
