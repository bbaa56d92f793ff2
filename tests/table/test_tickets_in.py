"""Tickets in: a ticket of this table becomes credit once, at a terminal or at the dealer; all others are given back."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.link.local_table import LocalTable
from firmware.table.core.codes import TableCode
from firmware.table.core.ledger import total
from firmware.table.core.numbering import OtherTable
from firmware.table.core.setup import Caps
from firmware.table.core.validation import validation_number
from firmware.table.features.acceptors import AcceptorsCode, SeeAcceptor
from firmware.table.features.buying_in import BuyIn, BuyingInCode
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.found_in_box import FoundInBoxCode
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.tickets import ReportTicket, TicketIssued
from firmware.table.features.tickets_in import CreditTicket, TakeTicket, TicketsInCode
from firmware.table.shown.meters import meters_of
from hal.currency import Note
from hal.note_way import NoteInFlight
from sim.notes import ALL

pytestmark = pytest.mark.lab(4, 50)
LIFE, OTHER_LIFE = "4f2a90c1d3e5b786", "4f2a90c1d3e5b787"
DAY_S = 24 * 60 * 60
ON = replace(ALL, tickets=True)
Story = Callable[[Table, str], Coroutine[Any, Any, None]]


def with_ticket(story: Story, **setup: Any) -> None:
    """A table at which a ticket of 25 was printed at terminal 1."""

    async def whole(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        (issued,) = table.of(TicketIssued)
        await table.tell(ReportTicket(issued.number, "printed"))
        await story(table, issued.number)
        assert total(table.service.state.ledger) == 0

    Table(**{"notes": ON, **setup}).run(whole)


def link(table: Table, ats: int = 2, life: str = LIFE) -> LocalTable:
    return LocalTable(ats, table.service, life)


async def why(table: Table, number: str) -> object:
    refused = await link(table).why_not(Note(ticket=number))
    return None if refused is None else refused.code


def test_a_ticket_of_another_terminal_becomes_credit_once() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, number) is None
        assert table.service.state.balance(2) == 0  # in escrow it is the player's still
        note = NoteInFlight(1, 0, ticket=number)
        assert await link(table).credit(note)
        assert await link(table).credit(note)  # its answer got lost: asked again it is the same one
        state = table.service.state
        assert state.balance(2) == 25_00
        assert state.ledger[1] == {"balance": 0, "in/cash": -25_00, "tickets": 0, "out/terminal": 25_00}
        assert state.ledger[2] == {"in/ticket": -25_00, "balance": 25_00}
        assert [one.answer for one in table.of(TicketShown)] == ["good", "paid"]
        assert await why(table, number) == TicketsInCode.TICKET_PAID
        await table.tell(RedeemTicket("cage-1", number, pay=True))
        assert table.of(TicketShown)[-1].answer == "already-paid"

    with_ticket(story)


def test_both_meters_count_it() -> None:
    async def story(table: Table, number: str) -> None:
        await link(table).why_not(Note(ticket=number))
        await link(table).credit(NoteInFlight(1, 0, ticket=number))
        terminals = meters_of(table.service.state).terminals
        assert terminals[2].received == {"ticket": 25_00}
        assert terminals[1].paid == {"terminal": 25_00}
        assert terminals[1].tickets_outstanding == 0

    with_ticket(story)


def test_without_the_setting_it_is_given_back_with_a_sentence_and_nothing_is_on_record() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, number) == TableCode.TICKET_IN_ACCEPTOR
        assert not table.of(TicketShown)

    with_ticket(story, notes=ALL)


def test_what_is_no_good_ticket_of_this_table_is_given_back_with_why() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, validation_number(0x111111, 7)) == TicketsInCode.TICKET_OF_TABLE
        assert await why(table, validation_number(table.setup.machine + 1, 7)) == TicketsInCode.TICKET_UNKNOWN
        await table.tell(BuyIn(2, 5_00), CashOut(2, "ticket"))
        assert await why(table, table.of(TicketIssued)[-1].number) == TicketsInCode.TICKET_NOT_READY
        await asyncio.sleep(31 * DAY_S)
        assert await why(table, number) == TicketsInCode.TICKET_EXPIRED
        assert table.service.state.balance(2) == 0

    with_ticket(story, others=(OtherTable("Table 8", 0x111111 - 1),))


def test_guessing_at_a_terminal_is_slowed_down_as_at_a_desk() -> None:
    async def story(table: Table, number: str) -> None:
        for guess in range(5):
            unknown = validation_number(table.setup.machine + 1, 90 + guess)
            assert await why(table, unknown) == TicketsInCode.TICKET_UNKNOWN
        assert await why(table, number) == TicketsInCode.TICKET_LATER
        assert await link(table, 1, OTHER_LIFE).why_not(Note(ticket=number)) is None
        await asyncio.sleep(61)
        assert await why(table, number) is None

    with_ticket(story)


def test_caps_and_exclusion_hold_while_it_can_be_given_back() -> None:
    async def story(table: Table, number: str) -> None:
        await table.tell(BuyIn(2, 5_00))
        assert await why(table, number) == BuyingInCode.CAP_BALANCE

    with_ticket(story, caps=Caps(balance=25_00))

    async def excluded(table: Table, number: str) -> None:
        await table.tell(BuyIn(2, 5_00), ExcludePlayer(2))
        assert await why(table, number) == TableCode.EXCLUDED

    with_ticket(excluded)


def test_cash_caps_do_not_count_a_ticket() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, number) is None

    with_ticket(story, caps=Caps(account_cash=25_00, hour_cash=25_00))


async def in_doubt(table: Table, number: str) -> str:
    """Tell of a ticket past escrow that cannot be credited now; return the doubt's name."""
    assert not await link(table).credit(NoteInFlight(1, 0, ticket=number))
    ((name, doubt),) = table.service.state.note_doubts.items()
    assert (doubt.ticket, doubt.ats, table.service.state.balance(2)) == (number, 2, 0)
    return name


def test_past_escrow_it_is_credited_or_in_doubt_and_a_supervisor_finds_it() -> None:
    async def story(table: Table, number: str) -> None:
        await link(table).show_pocket(0, answers=True)
        await table.tell(FreezeAccounts())
        name = await in_doubt(table, number)
        assert table.service.state.note_doubts[name].why == TableCode.FROZEN
        await table.tell(UnfreezeAccounts())
        assert not await link(table).credit(NoteInFlight(1, 0, ticket=number))  # however often it is told
        assert (await table.refuse(ResolveNoteDoubt(name, 25_00))).code is AcceptorsCode.NOTE_IN_ACCEPTOR
        await table.tell(SeeAcceptor(2), ResolveNoteDoubt(name, 25_00))
        assert table.service.state.balance(2) == 25_00
        assert table.service.state.tickets[number].fate == "paid"
        assert not table.service.state.note_doubts

    with_ticket(story)


def test_one_that_a_cash_desk_paid_meanwhile_is_in_doubt_and_no_more_credit() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, number) is None
        await table.tell(RedeemTicket("cage-1", number, pay=True))
        name = await in_doubt(table, number)
        refused = await table.refuse(ResolveNoteDoubt(name, 25_00))
        assert refused.code is FoundInBoxCode.TICKET_GONE
        assert name in table.service.state.note_doubts  # a refusal changes nothing
        await table.tell(ResolveNoteDoubt(name, 0))
        assert table.service.state.balance(2) == 0

    with_ticket(story)


def test_one_that_nobody_knows_past_escrow_is_in_doubt_without_an_amount() -> None:
    async def story(table: Table, _: str) -> None:
        unknown = validation_number(0x111111, 7)
        name = await in_doubt(table, unknown)
        assert table.service.state.note_doubts[name].amount == 0
        assert (await table.refuse(ResolveNoteDoubt(name, 5_00))).code is FoundInBoxCode.TICKET_GONE

    with_ticket(story)


def test_a_doubt_that_its_terminal_tells_of_names_the_ticket() -> None:
    async def story(table: Table, number: str) -> None:
        await link(table).doubt(NoteInFlight(1, 0, ticket=number), "it does not say what became of it")
        ((name, doubt),) = table.service.state.note_doubts.items()
        assert (doubt.ticket, doubt.amount) == (number, 25_00)
        # Later it does say: under that number nothing more is credited.
        assert not await link(table).credit(NoteInFlight(1, 0, ticket=number))
        await table.tell(ResolveNoteDoubt(name, 0))
        assert table.service.state.tickets[number].fate == "printed"

    with_ticket(story)


def test_a_number_stands_for_one_ticket_for_ever() -> None:
    async def story(table: Table, number: str) -> None:
        assert await link(table).credit(NoteInFlight(1, 0, ticket=number))
        await table.tell(CreditTicket(2, LIFE, 1, validation_number(0x111111, 7)))
        (doubt,) = table.service.state.note_doubts.values()
        assert doubt.why == "number_used"
        # Nor for a note.
        assert not await link(table).credit(NoteInFlight(1, 20_00, currency=ALL.currency))
        assert table.service.state.balance(2) == 25_00

    with_ticket(story)


def test_another_board_than_the_terminal_is_credited_nothing() -> None:
    async def story(table: Table, number: str) -> None:
        assert await why(table, number) is None
        refused = await link(table, life=OTHER_LIFE).why_not(Note(ticket=number))
        assert refused is not None
        assert refused.code is TableCode.BOARD_CHANGED
        assert not await link(table, life=OTHER_LIFE).credit(NoteInFlight(1, 0, ticket=number))
        (doubt,) = table.service.state.note_doubts.values()
        assert doubt.why == "other_board"
        assert table.service.state.balance(2) == 0

    with_ticket(story)


@pytest.mark.rule("crown 6.2")
def test_the_dealer_takes_a_ticket_by_its_number_whatever_the_terminals_take() -> None:
    async def story(table: Table, number: str) -> None:
        await table.tell(TakeTicket(2, number))
        assert table.service.state.balance(2) == 25_00
        assert (await table.refuse(TakeTicket(2, number))).code is TicketsInCode.TICKET_PAID
        assert (await table.refuse(TakeTicket(2, "0" * 18))).code is TicketsInCode.TICKET_UNKNOWN
        assert table.service.state.balance(2) == 25_00

    with_ticket(story, notes=ALL)


def test_the_dealer_takes_none_for_a_remote_terminal_nor_above_the_cap() -> None:
    async def remote(table: Table, number: str) -> None:
        assert (await table.refuse(TakeTicket(2, number))).code is BuyingInCode.REMOTE_TERMINAL

    with_ticket(remote, remote=(2,))

    async def capped(table: Table, number: str) -> None:
        await table.tell(BuyIn(2, 5_00))
        assert (await table.refuse(TakeTicket(2, number))).code is BuyingInCode.CAP_BALANCE

    with_ticket(capped, caps=Caps(balance=25_00))
