"""Papers on printers: who ordered one, and what became of it, is on record; no ticket waits for one."""

import pytest
from staffed_table import CASINO, DEALER, TECHNICIAN, Floor, on_a_floor

from firmware.game import steps as s
from firmware.link.besides_play import BesidesPlay
from firmware.link.views import Recall, account_view
from firmware.refusal import Refused
from firmware.table.core.paper_bounds import LONGEST_LINE, MOST_LINES
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.papers import PaperEnded, PaperOrdered, PrintPaper, last_ended, ordered
from firmware.table.features.tickets import ReportTicket

pytestmark = [pytest.mark.lab(8), pytest.mark.lab(11)]
LINES = ("terminal 1", "  received: cash                      50.00")


async def people(floor: Floor) -> None:
    for number, role in (("2", CASINO), ("3", DEALER), ("4", TECHNICIAN)):
        await floor.enrol("1", number, role, *(["2"] if number > "2" else []))


def test_a_technician_has_a_terminals_meters_printed_and_what_became_of_them_is_on_record() -> None:
    async def story(floor: Floor) -> None:
        await people(floor)
        await floor.ask("4", PrintPaper(1, "meters", LINES))
        view = account_view(floor.service.state, 1, 1, 0, Recall(), BesidesPlay()).paper
        assert view is not None
        assert (view.number, view.lines) == (1, LINES)
        assert account_view(floor.service.state, 2, 1, 0, Recall(), BesidesPlay()).paper is None
        await floor.tell(ReportDevice("ats-1 ticket_printer", "paper 1 failed", "paper out"))
        assert floor.of(PaperOrdered) == [PaperOrdered(1, 1, "meters", LINES)]
        assert floor.of(PaperEnded) == [PaperEnded(1, 1, "meters", "failed", "paper out")]
        assert account_view(floor.service.state, 1, 1, 0, Recall(), BesidesPlay()).paper is None
        assert last_ended(floor.service.state, 1) == ("meters", "failed")
        assert not floor.of(DeviceReported)

    on_a_floor(story)


def test_a_dealer_orders_none_and_nobody_two_at_once() -> None:
    async def story(floor: Floor) -> None:
        await people(floor)
        assert await floor.refused(floor.ask("3", PrintPaper(1, "meters", LINES))) == "role_may_not"
        await floor.ask("4", PrintPaper(1, "meters", LINES))
        assert await floor.refused(floor.ask("4", PrintPaper(1, "meters", LINES))) == "paper_waits"
        await floor.ask("4", PrintPaper(2, "meters", LINES))  # another printer
        await floor.ask("4", PrintPaper(0, "day"))  # the table's own
        assert [event.number for event in floor.of(PaperOrdered)] == [1, 2, 3]

    on_a_floor(story)


def test_no_paper_comes_between_a_guest_and_the_ticket() -> None:
    async def story(floor: Floor) -> None:
        await people(floor)
        await floor.tell(BuyIn(1, 50_00), CashOut(1, "ticket"))
        assert await floor.refused(floor.ask("4", PrintPaper(1, "meters", LINES))) == "ticket_first"
        (ticket,) = floor.service.state.tickets
        await floor.tell(ReportTicket(ticket, "printed"))
        await floor.ask("4", PrintPaper(1, "meters", LINES))

    on_a_floor(story)


def test_the_tables_own_board_lays_out_no_paper_during_a_coup() -> None:
    async def story(floor: Floor) -> None:
        await people(floor)
        await floor.tell(s.OpenBets())
        assert await floor.refused(floor.ask("4", PrintPaper(0, "meters"))) == "coup_open"
        await floor.ask("4", PrintPaper(1, "meters", LINES))

    on_a_floor(story)


@pytest.mark.parametrize(
    "order",
    [
        PrintPaper(1, "meters"),
        PrintPaper(1, "day", LINES),
        PrintPaper(0, "meters", LINES),
        PrintPaper(1, "meters", ("a\nb",)),
        PrintPaper(1, "meters", ("百",)),
        PrintPaper(1, "meters", ('"' * 10,)),
        PrintPaper(1, "meters", ("x" * (LONGEST_LINE + 1),)),
        PrintPaper(1, "meters", ("x",) * (MOST_LINES + 1)),
    ],
)
def test_a_paper_is_what_a_message_can_carry(order: PrintPaper) -> None:
    async def story(floor: Floor) -> None:
        assert (await floor.refuse(order)).code == "beyond_bounds"

    on_a_floor(story)


@pytest.mark.parametrize(
    ("device", "what"),
    [
        ("ats-1 ticket_printer", "paper 2 printed"),
        ("ats-2 ticket_printer", "paper 1 printed"),
        ("ticket_printer", "paper 1 printed"),
    ],
)
def test_only_the_printer_that_was_asked_ends_a_paper(device: str, what: str) -> None:
    async def story(floor: Floor) -> None:
        await people(floor)
        await floor.ask("4", PrintPaper(1, "meters", LINES))
        await floor.tell(ReportDevice(device, what))
        assert ordered(floor.service.state, 1) is not None
        assert not floor.of(PaperEnded)

    on_a_floor(story)


def test_what_is_not_there_prints_nothing() -> None:
    async def story(floor: Floor) -> None:
        with pytest.raises(Refused, match="no_terminal"):
            await floor.tell(PrintPaper(9, "meters", LINES))

    on_a_floor(story)
