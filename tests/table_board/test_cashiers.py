"""Who pays at a cash desk: shown by number and PIN where the table asks, and on record with each ticket."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from firmware.link.desk_messages import ShowTicket
from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.employment import SuspendStaff
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.tickets import ReportTicket
from firmware.table.journal.memory import MemoryJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.desk_answers import DeskAnswers
from hal.clock import LoopClock
from sim.ticket_numbers import MACHINE, SECRET
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(51)

PINS = {"21": "4711", "22": "8264", "23": "3907", "24": "9152"}


class Cage:
    """A table, its people, and what it answers a desk."""

    def __init__(self, **setup: Any) -> None:
        self.journal = MemoryJournal()
        clock = LoopClock(asyncio.get_running_loop())
        table = Setup("crown-baccarat", machine=MACHINE, **setup)
        numbering = Numbering(SECRET, self.journal.issued)
        self.service = TableService(table, self.journal, clock, lambda _: None, numbering)
        self.staff = StaffDesk(self.service, b"0123456789abcdef")
        self.desk = DeskAnswers(self.service, self.staff.prove)

    async def open(self) -> str:
        await self.service.start()
        roles = (Role.CASHIER, Role.GAME_SUPERVISOR, Role.DEALER, Role.CASHIER)
        await self.service.submit(EnrolStaff("1", "Ada", Role.CASINO_SUPERVISOR, "hash"))
        for (number, pin), role in zip(PINS.items(), roles, strict=True):
            hashed = await self.staff.hash_pin(pin, number)
            by = "1" if number == "24" else ""
            await self.service.submit(EnrolStaff(number, f"person {number}", role, hashed, by=by))
        await self.service.submit(BuyIn(1, 25_00))
        await self.service.submit(CashOut(1, "ticket"))
        number = next(iter(self.service.state.tickets))
        await self.service.submit(ReportTicket(number, "printed"))
        return number

    async def pay(self, ticket: str, staff: str = "", pin: str = "") -> str:
        answer = await self.desk.show("cage-1", "n", ShowTicket(ticket, pay=True, staff=staff, pin=pin))
        return str(answer.redemption)

    async def refused(self, ticket: str, staff: str = "", pin: str = "") -> str:
        with pytest.raises(Refused) as refusal:
            await self.pay(ticket, staff, pin)
        await asyncio.sleep(600)  # a wrong PIN has the desk wait
        return refusal.value.code


def play(story: Callable[[Cage, str], Awaitable[None]], **setup: Any) -> None:
    async def whole() -> None:
        cage = Cage(**setup)
        await story(cage, await cage.open())

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_whoever_pays_shows_who_they_are_and_stands_on_the_ticket() -> None:
    async def story(cage: Cage, number: str) -> None:
        assert await cage.refused(number) == "cashier_signs_on"
        assert await cage.refused(number, "21", "1111") == "wrong_pin"
        assert await cage.refused(number, "99", "4711") == "wrong_pin"
        assert await cage.refused(number, "23", PINS["23"]) == "no_cashier"
        # To look pays nothing, and needs no name.
        assert (await cage.desk.show("cage-1", "n", ShowTicket(number))).redemption == "good"
        assert await cage.pay(number, "21", PINS["21"]) == "paid"
        assert cage.service.state.tickets[number].paid_by == "21"
        last = cage.journal.entries[-1]
        assert isinstance(last.event, TicketShown)
        assert (last.event.cashier, last.by) == ("21", "cage-1, 21")

    play(story, cashiers=True)


def test_a_supervisor_pays_too_and_nobody_who_is_away() -> None:
    async def story(cage: Cage, number: str) -> None:
        await cage.service.submit(SuspendStaff("21"))
        assert await cage.refused(number, "21", PINS["21"]) == "staff_away"
        assert await cage.pay(number, "22", PINS["22"]) == "paid"

    play(story, cashiers=True)


def test_a_first_pin_pays_nothing() -> None:
    async def story(cage: Cage, number: str) -> None:
        assert await cage.refused(number, "24", PINS["24"]) == "first_pin"

    play(story, own_pins=True)


def test_a_table_that_does_not_ask_pays_as_before() -> None:
    async def story(cage: Cage, number: str) -> None:
        assert await cage.pay(number) == "paid"
        assert cage.service.state.tickets[number].paid_by == ""
        unknown = DeskAnswers(cage.service)
        with pytest.raises(Refused, match="wrong_pin"):
            await unknown.show("cage-1", "n", ShowTicket(number, staff="21", pin="4711"))

    play(story)
