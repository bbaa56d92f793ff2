"""Notes and tickets of a terminal at a table, in virtual time."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from table_under_test import Table

from firmware.boards.reports import fault_of
from firmware.game import steps as s
from firmware.link.local_table import LocalTable
from firmware.link.table_link import Issued, UnderWay
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import FURTHEST, PrintedTicket
from firmware.table.core.service import TableService
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.sessions import StartSession
from firmware.table.features.tickets import ReportTicket, ResolveTicket, TicketIssued, TicketsCode
from firmware.table.features.wagers import Wager
from firmware.terminal.note_desk import NoteDesk
from firmware.terminal.pocket import SqlitePocket
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.ticket_page import TicketPage
from firmware.ticket_config import TicketSettings
from hal.clock import LoopClock
from hal.device import FaultBegan, FaultEnded, StageChanged
from hal.life import Stage
from hal.note_acceptor import Escrowed
from hal.note_way import NoteInFlight, NoteStage
from hal.ticket_printer import PrinterState, PrintOutcome, PrintResult, Ticket, TicketLine
from sim.memory_pocket import MemoryPocket

pytestmark = pytest.mark.lab(47)

LIFE = "4f2a90c1d3e5b786"
PAGE = TicketPage(1, "Table 7", TicketSettings())


class Acceptor:
    def __init__(self) -> None:
        self.told: list[str] = []

    def enable(self) -> None:
        self.told.append("enable")

    def disable(self) -> None:
        self.told.append("disable")

    def stack(self) -> bool:
        self.told.append("stack")
        return True

    def give_back(self) -> bool:
        self.told.append("return")
        return True


class Printer:
    dots = 576

    def __init__(self, outcome: PrintOutcome = PrintOutcome.PRINTED, *, online: bool = True) -> None:
        self.outcome = outcome
        self.online = online
        self.printed: list[Ticket] = []
        self.is_spoilt = False

    def spoilt(self) -> None:
        self.is_spoilt = True

    async def status(self) -> PrinterState | None:
        return PrinterState(self.online, "ok", "closed", "ok", error=False)

    async def print(self, ticket: Ticket) -> PrintResult:
        self.printed.append(ticket)
        await asyncio.sleep(1)
        return PrintResult(self.outcome, "because")


def notes(table: Table, shown: list[Refused]) -> tuple[NoteDesk, Acceptor]:
    pocket, acceptor = MemoryPocket(LIFE), Acceptor()
    desk = NoteDesk(LocalTable(1, table.service, LIFE), pocket, shown.append, lambda _: None)
    desk.serve(acceptor)  # type: ignore[arg-type]
    return desk, acceptor


def test_a_note_is_taken_when_the_table_would_credit_it() -> None:
    async def story(table: Table) -> None:
        shown: list[Refused] = []
        desk, acceptor = notes(table, shown)
        desk.heard(Escrowed(20_00, "USD"))
        await asyncio.sleep(0.1)
        assert acceptor.told == ["enable", "stack"]
        await table.tell(FreezeAccounts())
        desk.follow()
        desk.heard(Escrowed(20_00, "USD"))
        await asyncio.sleep(0)
        assert acceptor.told[2:] == ["disable", "return"]
        await table.tell(UnfreezeAccounts())
        desk.heard(Escrowed(0, "", "006429188185446104"))
        await asyncio.sleep(0.1)
        assert acceptor.told[4:] == ["return"]
        assert [refusal.code for refusal in shown] == [TableCode.FROZEN, TableCode.TICKET_IN_ACCEPTOR]
        # What is no ticket by its form is not even asked about.
        desk.heard(Escrowed(0, "", "12345"))
        await asyncio.sleep(0.1)
        assert acceptor.told[5:] == ["return"]
        assert shown[-1].code is TableCode.TICKET_FOREIGN

    Table().run(story)


def test_a_note_is_credited_once_by_its_number_and_as_the_note_that_it_is() -> None:
    async def story(table: Table) -> None:
        desk, _ = notes(table, [])
        note = NoteInFlight(7, 100_00, currency="USD")
        await desk.credit(note)
        await desk.credit(note)
        assert table.service.state.balance(1) == 100_00
        credited = BoughtIn(1, 100_00, "note", notes={100_00: 1}, at=0, life=LIFE, note=7, currency="USD")
        assert table.of(BoughtIn) == [credited]

    Table().run(story)


def test_a_note_that_the_table_will_not_credit_any_more_is_in_doubt() -> None:
    async def story(table: Table) -> None:
        desk, _ = notes(table, [])
        await table.tell(FreezeAccounts())
        await desk.credit(NoteInFlight(1, 20_00, currency="USD"))
        assert table.service.state.balance(1) == 0
        (doubt,) = table.service.state.note_doubts
        assert doubt == f"1-{LIFE}-1"
        await table.tell(UnfreezeAccounts())
        await table.refuse(ResolveNoteDoubt(doubt, 50_00))
        await table.refuse(ResolveNoteDoubt("1-9", 20_00))
        await table.tell(ResolveNoteDoubt(doubt, 20_00))
        assert table.service.state.balance(1) == 20_00
        assert not table.service.state.note_doubts

    Table().run(story)


def test_a_doubt_may_turn_out_to_be_nothing() -> None:
    async def story(table: Table) -> None:
        desk, _ = notes(table, [])
        await desk.in_doubt(None, "unknown")
        await desk.in_doubt(None, "unknown again")
        first, second = table.service.state.note_doubts
        await table.tell(ResolveNoteDoubt(first, 0), ResolveNoteDoubt(second, 10_00))
        assert table.service.state.balance(1) == 10_00

    Table().run(story)


def test_when_notes_are_taken() -> None:
    async def story(table: Table) -> None:
        first, second = (LocalTable(ats, table.service, LIFE) for ats in (1, 2))
        assert first.why_no_notes() is None
        await table.tell(Malfunction("ats", 1))
        assert str(first.why_no_notes()) == "ats_out (ats 1)"
        assert second.why_no_notes() is None
        await table.tell(StartSession("cup", (1, 2), 100))
        assert str(second.why_no_notes()) == "session_credit (name cup)"
        closed = TableService(table.setup, table.journal, LoopClock(asyncio.get_running_loop()), print)
        assert str(LocalTable(1, closed, LIFE).why_no_notes()) == "table_closed"

    Table().run(story)


def test_a_ticket_is_reported_by_its_own_terminal_alone() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        (number,) = (await LocalTable(1, table.service, LIFE).under_way()).printing
        with pytest.raises(Refused):
            await LocalTable(2, table.service, LIFE).report(number, "failed", "")

    Table().run(story)


def test_a_cash_out_that_is_refused_for_hours_takes_no_numbers() -> None:
    # A pocket that is a thousand numbers ahead of what the table knows is out of order, and its guest could make it so.
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), FreezeAccounts())
        pocket, printer = MemoryPocket(LIFE), Printer()
        desk = TicketDesk(1, LocalTable(1, table.service, LIFE), pocket, printer, PAGE)  # type: ignore[arg-type]
        await desk.come_back()
        for _ in range(FURTHEST + 1):
            with pytest.raises(Refused, match="frozen"):
                await desk.cash_out()
        await table.tell(UnfreezeAccounts())
        assert (await desk.cash_out()).outcome is PrintOutcome.PRINTED
        assert (pocket.count, len(printer.printed)) == (1, 1)
        assert not table.service.state.note_doubts

    Table().run(story)


def test_a_number_that_stands_for_something_else_is_not_used_again() -> None:
    class Knowing(LocalTable):
        async def pay_by_ticket(self, number: int) -> Issued | None:
            raise Refused(TableCode.NUMBER_USED, number=number)

    async def story(table: Table) -> None:
        pocket = MemoryPocket(LIFE)
        desk = TicketDesk(1, Knowing(1, table.service, LIFE), pocket, Printer(), PAGE)  # type: ignore[arg-type]
        await desk.come_back()
        with pytest.raises(Refused):
            await desk.cash_out()
        assert pocket.next_number() == 2

    Table().run(story)


def test_a_number_is_given_back_while_it_is_the_last(tmp_path: Path) -> None:
    on_disk = SqlitePocket(tmp_path / "pocket")
    for pocket in (MemoryPocket(LIFE), on_disk):
        first, second = pocket.next_number(), pocket.next_number()
        pocket.give_back(first)
        assert pocket.count == second
        pocket.give_back(second)
        assert pocket.next_number() == second
    on_disk.close()


def test_faults_of_devices_go_on_record() -> None:
    assert fault_of(FaultBegan("cheated", "x")) == ("fault cheated", "x")
    assert fault_of(FaultEnded("cheated")) == ("cleared cheated", "")
    assert fault_of(StageChanged(Stage.READY)) is None


async def cash_out(table: Table, printer: Printer) -> tuple[PrintResult, TicketDesk]:
    await table.tell(BuyIn(1, 25_00))
    desk = TicketDesk(1, LocalTable(1, table.service, LIFE), MemoryPocket(LIFE), printer, PAGE)  # type: ignore[arg-type]
    await desk.come_back()
    return await desk.cash_out(), desk


def test_a_ticket_is_issued_before_it_is_printed_and_outstanding_when_it_was() -> None:
    async def story(table: Table) -> None:
        printer = Printer()
        result, _ = await cash_out(table, printer)
        assert result.outcome is PrintOutcome.PRINTED
        (issued,) = table.of(TicketIssued)
        number = issued.number
        assert printer.printed[0].number == number
        assert TicketLine("$ 25.00", large=True, bold=True) in printer.printed[0].lines
        state = table.service.state
        assert state.tickets[number].fate == "printed"
        assert state.ledger[1]["tickets"] == 25_00
        assert 1 not in state.accounts
        await table.refuse(ResolveTicket(number, "credit"))
        await table.refuse(ReportTicket(number, "failed"))
        await table.refuse(ReportTicket("123", "failed"))

    Table(machine=0x654320).run(story)


def test_a_ticket_that_certainly_failed_goes_back_to_the_account() -> None:
    async def story(table: Table) -> None:
        result, _ = await cash_out(table, Printer(PrintOutcome.FAILED))
        assert result.outcome is PrintOutcome.FAILED
        assert table.service.state.balance(1) == 25_00
        assert not table.service.state.tickets
        await table.tell(CashOut(1))

    Table().run(story)


def test_a_failed_ticket_is_nobody_elses_money() -> None:
    async def story(table: Table) -> None:
        printing = asyncio.create_task(cash_out(table, Printer(PrintOutcome.FAILED)))
        await asyncio.sleep(0.5)
        await table.tell(BuyIn(1, 10_00))  # the next player sits down while it is printed
        await printing
        assert table.service.state.balance(1) == 10_00
        ((number, ticket),) = table.service.state.tickets.items()
        assert ticket.fate == "failed"
        await table.tell(ResolveTicket(number, "hand-pay"))
        assert table.service.state.ledger[1]["out/hand-pay"] == 25_00
        assert not table.service.state.tickets

    Table().run(story)


@pytest.mark.parametrize(("how", "balance", "outstanding"), [("printed", 0, 25_00), ("credit", 25_00, 0)])
def test_a_ticket_in_doubt_waits_for_a_supervisor(how: Any, balance: int, outstanding: int) -> None:
    async def story(table: Table) -> None:
        await cash_out(table, Printer(PrintOutcome.IN_DOUBT))
        ((number, ticket),) = table.service.state.tickets.items()
        assert (ticket.fate, table.service.state.balance(1)) == ("in_doubt", 0)
        await table.tell(ResolveTicket(number, how))
        state = table.service.state
        assert (state.balance(1), state.ledger[1].get("tickets", 0)) == (balance, outstanding)

    Table().run(story)


async def reprinted(desk: TicketDesk, seconds: float = 5) -> None:
    """Have the desk follow the table for a while."""
    desk.follow()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(desk.reprint(), seconds)


def test_a_ticket_that_is_certainly_not_there_is_printed_once_more_and_says_so() -> None:
    async def story(table: Table) -> None:
        printer = Printer(PrintOutcome.IN_DOUBT)
        _, desk = await cash_out(table, printer)
        (number,) = table.service.state.tickets
        await reprinted(desk)
        assert len(printer.printed) == 1  # nobody asked for more
        await table.tell(ResolveTicket(number, "reprint"))
        ticket = table.service.state.tickets[number]
        assert (ticket.fate, ticket.copies, table.service.state.balance(1)) == ("reprinting", 1, 0)
        assert table.service.state.ledger[1]["tickets"] == 25_00
        await table.refuse(ResolveTicket(number, "reprint"))
        printer.outcome = PrintOutcome.PRINTED
        await asyncio.gather(reprinted(desk), reprinted(desk))
        first, again = printer.printed
        assert first.number == again.number == number
        says = [line.text for line in again.lines if isinstance(line, TicketLine)]
        assert "REPRINT 1: paid once, with or without the first print" in says
        assert not any("REPRINT" in line.text for line in first.lines if isinstance(line, TicketLine))
        assert table.service.state.tickets[number].fate == "printed"
        # Whichever paper comes first is paid, and the other is not.
        await table.tell(RedeemTicket("cage-1", number, pay=True), RedeemTicket("cage-1", number, pay=True))
        assert [shown.answer for shown in table.of(TicketShown)] == ["paid", "already-paid"]
        assert table.service.state.ledger[1]["out/cash-desk"] == 25_00

    Table().run(story)


@pytest.mark.parametrize("outcome", [PrintOutcome.FAILED, PrintOutcome.IN_DOUBT, None])
def test_a_reprint_that_failed_is_in_doubt_as_the_first_print_was(outcome: PrintOutcome | None) -> None:
    async def story(table: Table) -> None:
        printer = Printer(PrintOutcome.IN_DOUBT)
        _, desk = await cash_out(table, printer)
        (number,) = table.service.state.tickets
        await table.tell(ResolveTicket(number, "reprint"))
        printer.outcome, printer.online = outcome or PrintOutcome.PRINTED, outcome is not None
        await reprinted(desk)
        assert table.service.state.tickets[number].fate == "in_doubt"
        assert table.service.state.balance(1) == 0  # the money is not given back: the first print may lie somewhere
        await table.tell(ReportTicket(number, "failed", copy=1))  # it is said again
        await table.tell(ReportTicket(number, "printed"))  # what was said of the first print says nothing any more
        assert table.service.state.tickets[number].fate == "in_doubt"
        await table.tell(ResolveTicket(number, "reprint"))
        printer.outcome, printer.online = PrintOutcome.PRINTED, True
        await reprinted(desk)
        ticket = table.service.state.tickets[number]
        assert (ticket.fate, ticket.copies) == ("printed", 2)
        await table.refuse(ReportTicket(number, "failed", copy=3))
        await table.refuse(ResolveTicket(number, "reprint"))

    Table().run(story)


@pytest.mark.parametrize(("begun", "fate", "papers"), [(True, "in_doubt", 0), (False, "printed", 1)])
def test_after_a_power_cut_a_reprint_is_in_doubt_if_it_was_begun_and_printed_if_not(
    begun: bool,  # noqa: FBT001
    fate: str,
    papers: int,
) -> None:
    async def story(table: Table) -> None:
        await cash_out(table, Printer(PrintOutcome.IN_DOUBT))
        (number,) = table.service.state.tickets
        await table.tell(ResolveTicket(number, "reprint"))
        pocket, printer = MemoryPocket(LIFE), Printer()
        pocket.go_on_from(1)
        pocket.keep_ticket(number if begun else "")
        desk = TicketDesk(1, LocalTable(1, table.service, LIFE), pocket, printer, PAGE)  # type: ignore[arg-type]
        await desk.come_back()
        await reprinted(desk)
        assert (table.service.state.tickets[number].fate, len(printer.printed)) == (fate, papers)
        assert pocket.ticket() == ""

    Table().run(story)


@pytest.mark.parametrize("how", ["printed", "credit", "hand-pay"])
@pytest.mark.parametrize("again", [False, True])
def test_a_ticket_that_is_being_printed_is_resolved_once_its_printer_has_said(
    how: Any,
    again: bool,  # noqa: FBT001
) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        (number,) = table.service.state.tickets
        if again:
            await table.tell(ReportTicket(number, "in_doubt"), ResolveTicket(number, "reprint"))
        # Another terminal's malfunction says nothing of this one's printer.
        await table.tell(Malfunction("ats", 2))
        refused = await table.refuse(ResolveTicket(number, how))
        assert (refused.code, refused.values) == (TicketsCode.TICKET_PRINTING, {"number": number})
        assert table.service.state.ledger[1]["tickets"] == 25_00
        await table.tell(ReportTicket(number, "in_doubt", copy=int(again)), ResolveTicket(number, how))
        assert not table.service.state.unsettled

    Table().run(story)


@pytest.mark.parametrize("how", ["printed", "credit", "hand-pay"])
@pytest.mark.parametrize("again", [False, True])
def test_a_ticket_of_a_terminal_that_is_lost_waits_for_no_printer(how: Any, again: bool) -> None:  # noqa: FBT001
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        (number,) = table.service.state.tickets
        if again:
            await table.tell(ReportTicket(number, "in_doubt"), ResolveTicket(number, "reprint"))
        await table.tell(Malfunction("ats", 1), ResolveTicket(number, how))
        assert not table.service.state.unsettled

    Table().run(story)


def test_nine_reprints_are_enough() -> None:
    async def story(table: Table) -> None:
        await cash_out(table, Printer(PrintOutcome.IN_DOUBT))
        (number,) = table.service.state.tickets
        for copy in range(1, 10):
            await table.tell(ResolveTicket(number, "reprint"), ReportTicket(number, "failed", copy=copy))
        assert (await table.refuse(ResolveTicket(number, "reprint"))).code == TicketsCode.NO_REPRINT
        await table.tell(ResolveTicket(number, "hand-pay"))

    Table().run(story)


def test_a_printer_that_is_not_ready_issues_nothing() -> None:
    async def story(table: Table) -> None:
        result, _ = await cash_out(table, Printer(online=False))
        assert result.outcome is PrintOutcome.FAILED
        assert table.service.state.balance(1) == 25_00
        assert not table.of(TicketIssued)

    Table().run(story)


def test_nothing_to_pay_is_no_ticket() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 10_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(card) for card in table.cards("6H 7S KD KC")), s.Confirm())
        printer = Printer()
        desk = TicketDesk(1, LocalTable(1, table.service, LIFE), MemoryPocket(LIFE), printer, PAGE)  # type: ignore[arg-type]
        await desk.come_back()
        assert not printer.is_spoilt  # a board that was never used wastes no paper
        assert (await desk.cash_out()).outcome is PrintOutcome.PRINTED
        assert not printer.printed

    Table().run(story)


@pytest.mark.parametrize(
    ("told", "counted", "remembers", "fate"),
    [
        (True, 1, True, "in_doubt"),
        (False, 1, True, None),
        (False, 0, True, "in_doubt"),  # a pocket that counted nothing never had a ticket: this one is another's
        (False, 1, False, "in_doubt"),
    ],
)
def test_after_a_restart_a_ticket_is_in_doubt_if_the_printer_may_have_been_told_of_it(
    told: bool,  # noqa: FBT001
    counted: int,
    remembers: bool,  # noqa: FBT001
    fate: str | None,
) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), BuyIn(2, 5_00), CashOut(2, "ticket"))
        issued = await table.service.submit(CashOut(1, "ticket"))
        number = next(event.number for event in issued if isinstance(event, TicketIssued))
        pocket = MemoryPocket(LIFE)
        pocket.go_on_from(counted)
        if told:
            pocket.keep_ticket(number)
        printer = Printer()
        desk = TicketDesk(1, LocalTable(1, table.service, LIFE), pocket, printer, PAGE)  # type: ignore[arg-type]
        await desk.come_back(remembers=remembers)
        assert printer.is_spoilt
        found = table.service.state.tickets.get(number)
        assert (found.fate if found else None) == fate
        assert pocket.ticket() == ""
        assert table.service.state.balance(1) == (0 if fate else 25_00)
        # The other terminal's ticket is its own affair.
        assert [ticket.fate for ticket in table.service.state.tickets.values() if ticket.ats == 2] == ["printing"]

    Table().run(story)


def test_of_more_tickets_than_a_view_names_none_is_printed_for_ever() -> None:
    class Short(LocalTable):
        async def under_way(self) -> UnderWay:
            printing, reprints = await super().under_way()
            return UnderWay(printing[:2], reprints)

    async def story(table: Table) -> None:
        for number in range(1, 6):  # a board asked for them, and said nothing of any
            await table.tell(BuyIn(1, 25_00))
            await LocalTable(1, table.service, LIFE).pay_by_ticket(number)
        desk = TicketDesk(1, Short(1, table.service, LIFE), MemoryPocket(LIFE), Printer(), PAGE)  # type: ignore[arg-type]
        await desk.come_back(remembers=False)
        assert [ticket.fate for ticket in table.service.state.tickets.values()] == ["in_doubt"] * 5

    Table().run(story)


def test_a_reprint_that_the_power_cut_is_in_doubt_also_before_the_tables_view_has_come() -> None:
    # A page of it may be out there: printed once more there would be two, and each says that it is the first reprint.
    class Unheard(LocalTable):
        def reprints(self) -> tuple[Issued, ...]:
            return ()

        async def under_way(self) -> UnderWay:
            return UnderWay((), super().reprints())

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00))
        issued = await LocalTable(1, table.service, LIFE).pay_by_ticket(1)
        assert issued is not None
        await table.tell(ReportTicket(issued.number, "in_doubt"), ResolveTicket(issued.number, "reprint"))
        pocket, printer = MemoryPocket(LIFE), Printer()
        pocket.next_number()
        pocket.keep_ticket(issued.number)
        desk = TicketDesk(1, Unheard(1, table.service, LIFE), pocket, printer, PAGE)  # type: ignore[arg-type]
        await desk.come_back()
        assert table.service.state.tickets[issued.number].fate == "in_doubt"
        assert not printer.printed

    Table().run(story)


def test_a_ticket_waits_until_it_is_known_what_became_of_the_one_before() -> None:
    # The table does not answer at once. A ticket issued meanwhile must be neither taken for one of before the power
    # cut (then it is paid back, and on paper too) nor be forgotten when the old one is settled.
    class Slow(LocalTable):
        async def under_way(self) -> UnderWay:
            await asyncio.sleep(1)
            return await super().under_way()

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00))
        pocket, printer = MemoryPocket(LIFE), Printer()
        pocket.keep_ticket("an old one")
        desk = TicketDesk(1, Slow(1, table.service, LIFE), pocket, printer, PAGE)  # type: ignore[arg-type]
        result, _ = await asyncio.gather(desk.cash_out(), desk.come_back())
        assert result.outcome is PrintOutcome.PRINTED
        assert len(printer.printed) == 1
        ((_, ticket),) = table.service.state.tickets.items()
        assert (ticket.fate, table.service.state.balance(1)) == ("printed", 0)

    Table().run(story)


def test_a_pocket_remembers_across_a_restart(tmp_path: Path) -> None:
    first = SqlitePocket(tmp_path / "pocket")
    note = NoteInFlight(1, 20_00, NoteStage.CREDITED)
    first.keep(note)
    first.keep_ticket("006429188185446104", 50_00)
    assert [first.next_number(), first.next_number()] == [1, 2]
    first.close()
    second = SqlitePocket(tmp_path / "pocket")
    assert second.in_flight() == note
    assert second.ticket() == "006429188185446104"
    # The last tickets are remembered also when nothing is in the printer any more.
    for number in range(1, 11):
        second.keep_ticket(f"{number:018}", number)
        second.keep_ticket("")
    assert second.printed() == tuple(PrintedTicket(f"{number:018}", number) for number in range(3, 11))
    assert second.next_number() == 3
    second.keep(None)
    second.close()
    third = SqlitePocket(tmp_path / "pocket")
    assert third.in_flight() is None
    third.close()


def test_nobody_who_went_away_stops_the_table() -> None:
    async def story(table: Table) -> None:
        gone = asyncio.create_task(table.service.submit(BuyIn(1, 5_00)))
        await asyncio.sleep(0)
        gone.cancel()
        await table.tell(BuyIn(2, 5_00))
        assert table.service.state.balance(2) == 5_00

    Table().run(story)


def test_a_question_is_answered_once_and_again_where_it_is_put_anew() -> None:
    class Asks(LocalTable):
        question = 0

        def asked(self) -> int:
            return self.question

        async def at_rest(self, asked: int) -> None:
            answered.append(asked)
            if len(answered) == 3:
                raise Refused(TableCode.BOARD_CHANGED)

    answered: list[int] = []

    async def story(table: Table) -> None:
        link = Asks(1, table.service, LIFE)
        desk = NoteDesk(link, MemoryPocket(LIFE), lambda _: None, lambda _: None)
        # A restored table puts 3 again; the answer to its 4 is refused, and said again.
        for question in (0, 3, 3, 0, 3, 4, 4):
            link.question = question
            desk.at_rest()
            await asyncio.sleep(0.1)
        assert answered == [3, 3, 4, 4]

    Table().run(story)
