"""A barcode that is scanned at the dealer: the ticket's number is filled in, its amount shown, a touch asked for."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor
from sgc_table import Console

from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.validation import validation_number
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.tickets import ReportTicket
from sim.virtual_time import VirtualTimeLoop

WORTH = 137_50
SHOWN = "137.50"
CODES = ("006429188185446105", "4006381333931", "", "]I0", "hello")
Story = Callable[[Console, str], Awaitable[None]]


def with_ticket(story: Story) -> None:
    """A table where a ticket of terminal 4 was printed, and a supervisor is at the console."""

    async def whole() -> None:
        t = Console("en")
        await t.open(Role.CASINO_SUPERVISOR)
        await t.tell(s.NewShoe(8), BuyIn(4, WORTH), CashOut(4, "ticket"))
        number = next(iter(t.service.state.tickets))
        await t.tell(ReportTicket(number, "printed"))
        await story(t, number)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def scan(t: Console, text: str) -> Any:
    """Scan a barcode; return the form that is shown then."""
    assert t.desk is not None
    t.desk.scanned(text)
    return t.desk.view().form


async def moved(t: Console, ats: int) -> int:
    await asyncio.sleep(0.2)
    return t.service.state.balance(ats)


@pytest.mark.rule("crown 6.2")
def test_on_a_terminals_page_its_amount_is_shown_and_a_touch_credits_it() -> None:
    async def story(t: Console, number: str) -> None:
        t.touch("terminal 2")
        form = scan(t, number)
        assert form.kind == "confirm"
        assert SHOWN in form.lines[0]
        assert number in form.lines[0]
        assert await moved(t, 2) == 0, "no money by scanning alone"
        assert scan(t, number).lines == form.lines  # a scanner that reads it again changes nothing
        assert await moved(t, 2) == 0
        t.touch("yes")
        assert await moved(t, 2) == WORTH

    with_ticket(story)


def test_where_no_terminal_is_chosen_it_is_asked_for() -> None:
    async def story(t: Console, number: str) -> None:
        assert scan(t, number).kind == "keypad"
        t.touch("key 3", "yes")
        assert t.desk is not None
        form = t.desk.view().form
        assert form is not None
        assert SHOWN in form.lines[0]
        t.touch("yes")
        assert await moved(t, 3) == WORTH

    with_ticket(story)


def test_what_is_being_typed_is_filled_in_by_a_scan_and_the_last_ticket_scanned_counts() -> None:
    async def story(t: Console, number: str) -> None:
        await t.tell(BuyIn(5, 40_00), CashOut(5, "ticket"))
        other = next(one for one in t.service.state.tickets if one != number)
        await t.tell(ReportTicket(other, "printed"))
        t.touch("op voucher 1", "key 0", "key 0", "key 6")
        assert "$40 " in scan(t, other).lines[0]
        assert SHOWN in scan(t, number).lines[0]
        t.touch("yes")
        assert await moved(t, 1) == WORTH

    with_ticket(story)


def test_a_number_that_is_typed_shows_the_same_amount() -> None:
    async def story(t: Console, number: str) -> None:
        t.touch("op voucher 2", *(f"key {figure}" for figure in number), "yes")
        assert t.desk is not None
        form = t.desk.view().form
        assert form is not None
        assert SHOWN in form.lines[0]

    with_ticket(story)


@pytest.mark.parametrize("text", CODES)
def test_what_is_no_tickets_number_is_said_to_be_none(text: str) -> None:
    async def story(t: Console, _: str) -> None:
        assert scan(t, text) is None
        assert t.desk is not None
        assert t.desk.view().toast == "This barcode is not a ticket's number. Scan it again, or type the number."

    with_ticket(story)


def test_a_ticket_that_is_no_good_is_said_to_be_none_before_anybody_says_yes() -> None:
    async def story(t: Console, number: str) -> None:
        assert t.desk is not None
        t.touch("terminal 2")
        assert scan(t, validation_number(0x111111, 7)) is None
        assert t.desk.view().toast.startswith("This is another table's ticket")
        await t.tell(RedeemTicket("cage-1", number, pay=True))
        assert scan(t, number) is None
        assert t.desk.view().toast.startswith("This ticket was paid before")

    with_ticket(story)


def test_one_that_a_cash_desk_pays_while_it_is_asked_about_is_not_credited() -> None:
    async def story(t: Console, number: str) -> None:
        t.touch("terminal 2")
        assert scan(t, number).kind == "confirm"
        await t.tell(RedeemTicket("cage-1", number, pay=True))
        t.touch("yes")
        assert await moved(t, 2) == 0
        shown = [entry.event for entry in t.journal.entries if isinstance(entry.event, TicketShown)]
        assert [event.answer for event in shown] == ["paid"]

    with_ticket(story)


def test_it_waits_for_what_is_being_asked_and_for_somebody_to_be_there() -> None:
    async def story(t: Console, number: str) -> None:
        assert t.desk is not None
        t.touch("op buy-in 2")
        asked = t.desk.view().form
        assert scan(t, number) == asked
        assert t.desk.view().toast.startswith("Finish what is being asked first")
        t.touch("no", "op sign-off", "yes")
        await asyncio.sleep(0.2)
        assert scan(t, number) is None
        assert t.desk.view().toast == "No ticket can be taken now."

    with_ticket(story)


SCANNER = '[devices.ticket_scanner]\ndriver = "sim.{make}"\nport = "simulated"\n'


@pytest.mark.parametrize("make", ["serial_scanner", "keyboard_scanner"])
def test_a_scanner_at_a_tables_board_comes_to_the_console_and_a_finger_credits_the_ticket(
    make: str, tmp_path: Path
) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        service = floor.table.service
        for command in (BuyIn(1, WORTH), CashOut(1, "ticket")):
            await service.submit(command)
        number = next(iter(floor.table.state.tickets))
        await service.submit(ReportTicket(number, "printed"))
        model = floor.table.devices["ticket_scanner"].model
        await floor.dealer("terminal 2")
        model.do("damaged")
        await asyncio.sleep(20)
        model.do(f"scan {number}")
        await asyncio.sleep(5)
        assert floor.table.state.balance(2) == 0
        await floor.dealer("yes")
        assert floor.table.state.balance(2) == WORTH
        assert len([one for one in floor.of(TicketShown) if one.answer == "paid"]) == 1

    on_a_floor(tmp_path, story, panel=SCANNER.format(make=make))
