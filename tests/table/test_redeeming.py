"""Tickets at the cash desk."""

import asyncio

import pytest
from table_under_test import Table

from firmware.table.core.ledger import total
from firmware.table.core.numbering import Numbering, OtherTable
from firmware.table.core.reported import TicketFate
from firmware.table.core.validation import read_number, validation_number
from firmware.table.features import cash_desks
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.tickets import NumberTickets, ReportTicket, ResolveTicket, TicketIssued, TicketResolution
from sim.ticket_numbers import SECRET

pytestmark = pytest.mark.lab(48)

DAY_S = 24 * 60 * 60
MACHINE = 0x654320
# What the first ticket of terminal 1 is numbered.
NUMBER = Numbering(SECRET).next_number(MACHINE + 1, 0, lambda _: False)[0]


async def shown(table: Table, *, pay: bool = False, number: str = NUMBER, desk: str = "cage-1") -> str:
    await table.tell(RedeemTicket(desk, number, pay=pay))
    return table.of(TicketShown)[-1].answer


def with_ticket(story: object) -> None:
    async def whole(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        await story(table)  # type: ignore[operator]
        assert total(table.service.state.ledger) == 0

    Table(machine=MACHINE).run(whole)


def test_a_ticket_is_paid_once() -> None:
    async def story(table: Table) -> None:
        assert await shown(table, pay=True) == "not-printed"
        await table.tell(ReportTicket(NUMBER, "printed"))
        assert await shown(table) == "good"
        assert table.service.state.ledger[1]["tickets"] == 25_00
        assert await shown(table, pay=True) == "paid"
        assert table.service.state.ledger[1] == {
            "balance": 0, "in/cash": -25_00, "tickets": 0, "out/cash-desk": 25_00,
        }  # fmt: skip
        assert await shown(table, pay=True, desk="cage-2") == "already-paid"
        assert len(table.of(TicketShown)) == 4  # every attempt is on record
        await table.refuse(ResolveTicket(NUMBER, "credit"))

    with_ticket(story)


@pytest.mark.parametrize(("fate", "answer"), [("in_doubt", "in-doubt"), ("failed", "already-paid")])
def test_what_is_in_doubt_or_was_given_back_is_not_paid(fate: TicketFate, answer: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, fate))
        assert await shown(table, pay=True) == answer

    with_ticket(story)


@pytest.mark.parametrize("how", ["hand-pay", "credit"])
def test_a_ticket_whose_money_went_otherwise_has_been_paid_and_is_no_guess(how: TicketResolution) -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, "in_doubt"), ResolveTicket(NUMBER, how))
        for pay in (True, False) * 3:
            assert await shown(table, pay=pay) == "already-paid"
        assert not table.service.state.desks["cage-1"].unknown
        assert await shown(table, number=of_table(MACHINE + 1)) == "unknown"

    with_ticket(story)


def test_a_ticket_expires() -> None:
    async def whole(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"), ReportTicket(NUMBER, "printed"))
        await asyncio.sleep(DAY_S)
        assert await shown(table) == "good"
        await asyncio.sleep(0.1)
        assert await shown(table, pay=True) == "expired"

    Table(machine=MACHINE, ticket_days=1).run(whole)


def test_the_oldest_that_were_paid_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    # A table pays tickets for years, and what it remembers of them must not grow.
    monkeypatch.setattr(cash_desks, "PAID_KEPT", 2)

    async def whole(table: Table) -> None:
        for _ in range(4):
            await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
            number = table.of(TicketIssued)[-1].number
            assert table.service.state.unsettled == (number,)
            await table.tell(ReportTicket(number, "printed"))
            assert table.service.state.unsettled == ()
        first, second, third, last = (event.number for event in table.of(TicketIssued))
        for number in (first, second, third):
            assert await shown(table, pay=True, number=number) == "paid"
        answers = [await shown(table, pay=True, number=number) for number in (first, second, third, last)]
        assert answers == ["already-paid", "already-paid", "already-paid", "paid"]
        assert first not in table.service.state.tickets
        assert table.service.state.ledger[1]["tickets"] == 0
        assert table.service.state.ledger[1]["out/cash-desk"] == 100_00

    Table(machine=MACHINE).run(whole)


def test_guessing_is_slowed_down_at_that_desk() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, "printed"))
        for _ in range(5):
            assert await shown(table, number="000000000000000000") == "unknown"
        assert await shown(table, pay=True) == "throttled"
        assert await shown(table, desk="cage-2") == "good"
        await asyncio.sleep(61)
        assert await shown(table, pay=True) == "paid"

    with_ticket(story)


def of_table(machine: int, sequence: int = 77) -> str:
    return validation_number(machine, sequence)


def test_a_ticket_of_another_table_is_said_to_be_one_and_is_no_guess() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, "printed"))
        for sequence in range(10):
            assert await shown(table, pay=True, number=of_table(0x999901, sequence)) == "another-table"
        assert table.of(TicketShown)[-1].machine == 0x999901
        # Whoever guesses among this table's own numbers gains no more tries by one of another table.
        for sequence in range(4):
            assert await shown(table, number=of_table(MACHINE + 50, sequence)) == "unknown"
            assert await shown(table, number=of_table(MACHINE + 51, sequence)) == "another-table"
            assert await shown(table) == "good"
        assert await shown(table, number=of_table(MACHINE + 2, 4)) == "unknown"
        assert await shown(table, pay=True) == "throttled"

    with_ticket(story)


def test_where_the_houses_tables_are_known_others_are_named_and_none_is_made_up() -> None:
    async def whole(table: Table) -> None:
        assert await shown(table, number=of_table(0x100 + 50)) == "another-table"
        assert (table.of(TicketShown)[-1].table, table.of(TicketShown)[-1].machine) == ("Table 8", 0x100 + 50)
        assert await shown(table, number=of_table(0x100 + 51)) == "unknown"
        assert await shown(table, number=of_table(0x100)) == "unknown"

    Table(others=(OtherTable("Table 8", 0x100),)).run(whole)


def test_tickets_of_a_machine_number_that_the_table_had_are_its_own() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, "printed"), NumberTickets(0x100, "a key"))
        state = table.service.state
        assert (state.setup.machine, state.ticket_key, state.machines_before) == (0x100, "a key", (MACHINE,))
        assert await shown(table, number=of_table(MACHINE + 1)) == "unknown"
        assert await shown(table, number=of_table(0x100 + 1)) == "unknown"
        assert await shown(table, number=of_table(0x200)) == "another-table"
        await table.tell(BuyIn(1, 5_00), CashOut(1, "ticket"))
        read = read_number(table.of(TicketIssued)[-1].number)
        assert read is not None
        assert read.machine == 0x101
        assert await shown(table, pay=True) == "paid"
        await table.tell(NumberTickets(MACHINE, "a key"))
        assert table.service.state.machines_before == (0x100,)

    with_ticket(story)


def test_nothing_is_paid_while_accounts_are_frozen() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportTicket(NUMBER, "printed"), FreezeAccounts())
        await table.refuse(RedeemTicket("cage-1", NUMBER, pay=True))
        assert await shown(table) == "good"

    with_ticket(story)
