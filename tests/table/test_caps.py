"""The operator's caps: kept to while money can be given back; what is past escrow is counted, and never refused."""

import asyncio

import pytest
from table_under_test import Story, Table

from firmware.table.core.bounds import MOST_BALANCE, MOST_STAKE
from firmware.table.core.cash_hour import CashMinute
from firmware.table.core.codes import TableCode
from firmware.table.core.setup import Caps
from firmware.table.features.buying_in import AskNote, BoughtIn, BuyIn, BuyingInCode
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.sessions import SessionsCode, StartSession
from firmware.table.features.tickets import TicketIssued

pytestmark = pytest.mark.lab(10, 42, 49)

MINUTE_S = 60


def ask(amount: int, ats: int = 1) -> AskNote:
    return AskNote(ats, amount, "USD")


def past_escrow(amount: int, ats: int = 1) -> BuyIn:
    return BuyIn(ats, amount, "note", single=True, currency="USD")


def capped(story: Story, **caps: int) -> None:
    Table(caps=Caps(**caps)).run(story)


def test_asking_about_a_note_changes_nothing() -> None:
    async def story(table: Table) -> None:
        before = table.service.state
        await table.tell(ask(20_00))
        assert table.service.state == before
        assert not table.of(BoughtIn)

    Table().run(story)


async def refused(table: Table, command: object, code: TableCode, **values: int) -> None:
    refusal = await table.refuse(command)
    assert (refusal.code, dict(refusal.values)) == (code, values)


def test_cash_on_one_account_counts_notes_and_what_the_dealer_takes_in_cash_until_it_is_paid_out() -> None:
    async def story(table: Table) -> None:
        await table.tell(past_escrow(50_00), BuyIn(1, 30_00), BuyIn(1, 500_00, "dealer", "voucher"))
        await table.tell(ask(20_00))
        await refused(table, ask(50_00), BuyingInCode.CAP_ACCOUNT_CASH, amount=100_00)
        await refused(table, BuyIn(1, 20_01), BuyingInCode.CAP_ACCOUNT_CASH, amount=100_00)
        await table.tell(BuyIn(1, 500_00, "dealer", "chips"), BuyIn(1, 20_00))
        await refused(table, ask(1_00), BuyingInCode.CAP_ACCOUNT_CASH, amount=100_00)
        await table.tell(ask(100_00, ats=2))
        await table.tell(CashOut(1), ask(100_00))

    capped(story, account_cash=100_00)


@pytest.mark.rule("crown 6.3.2")
def test_past_escrow_the_fact_wins_whatever_the_caps() -> None:
    async def story(table: Table) -> None:
        for _ in range(3):
            await table.tell(past_escrow(100_00))
        assert table.service.state.balance(1) == 300_00
        assert table.service.state.accounts[1].cash == 300_00

    capped(story, account_cash=50_00, hour_cash=50_00, balance=50_00)


def test_cash_within_an_hour_is_the_terminals_and_outlives_the_account() -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(90)
        await table.tell(past_escrow(100_00), CashOut(1))
        await refused(table, ask(20_00), BuyingInCode.CAP_HOUR_CASH, amount=110_00)
        await table.tell(ask(10_00), ask(100_00, ats=2))
        await asyncio.sleep(59 * MINUTE_S)
        await refused(table, ask(20_00), BuyingInCode.CAP_HOUR_CASH, amount=110_00)
        # it was taken in minute 1; minute 61 still counts it whole, as it may have been its last second
        await asyncio.sleep(MINUTE_S)
        await refused(table, ask(20_00), BuyingInCode.CAP_HOUR_CASH, amount=110_00)
        await asyncio.sleep(MINUTE_S)
        await table.tell(ask(100_00))

    capped(story, hour_cash=110_00)


def test_what_is_remembered_of_an_hour_stays_small() -> None:
    async def story(table: Table) -> None:
        for _ in range(200):
            await asyncio.sleep(30)
            await table.tell(past_escrow(1_00))
        kept = table.service.state.cash_taken[1]
        assert len(kept) <= 61
        assert kept[-1] == CashMinute(100, 1_00)
        assert sum(one.amount for one in kept) <= 122_00

    capped(story)


def test_the_balance_is_capped_whatever_is_tendered() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 480_00, "dealer", "chips"))
        await refused(table, ask(50_00), BuyingInCode.CAP_BALANCE, amount=500_00)
        await refused(table, BuyIn(1, 20_01, "dealer", "token"), BuyingInCode.CAP_BALANCE, amount=500_00)
        await table.tell(ask(20_00), BuyIn(1, 20_00, "dealer", "voucher"))

    capped(story, balance=500_00)


def test_a_ticket_above_its_cap_is_not_printed_but_paid_by_hand() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_01), BuyIn(2, 500_00))
        await refused(table, CashOut(1, "ticket"), TableCode.CAP_TICKET, amount=500_00)
        await table.tell(CashOut(1, "hand-pay"), CashOut(2, "ticket"))
        assert [event.amount for event in table.of(TicketIssued)] == [500_00]

    capped(story, ticket=500_00)


def test_a_note_is_not_taken_of_a_player_who_is_to_leave_nor_by_a_terminal_that_is_out() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), ExcludePlayer(1, "reason"))
        refusal = await table.refuse(ask(20_00))
        assert refusal.code == TableCode.EXCLUDED
        await table.tell(Malfunction("ats", 2), FreezeAccounts())
        assert (await table.refuse(ask(20_00, ats=2))).code == TableCode.FROZEN
        await table.tell(UnfreezeAccounts())
        assert (await table.refuse(ask(20_00, ats=2))).code == TableCode.ATS_OUT

    Table().run(story)


def test_a_buy_in_has_an_end_whatever_the_caps_and_so_has_a_balance() -> None:
    async def story(table: Table) -> None:
        await refused(table, BuyIn(1, MOST_STAKE + 1), BuyingInCode.BUY_IN_TOO_LARGE, amount=MOST_STAKE)
        for _ in range(10):
            await table.tell(BuyIn(1, MOST_STAKE))
        await refused(table, BuyIn(1, MOST_STAKE), BuyingInCode.CAP_BALANCE, amount=MOST_BALANCE)
        await refused(table, BuyIn(2, 10**4300), BuyingInCode.BUY_IN_TOO_LARGE, amount=MOST_STAKE)
        await table.tell(CashOut(1))
        await refused(table, StartSession("cup", (1,), MOST_STAKE + 1), SessionsCode.SESSION_AMOUNT, amount=MOST_STAKE)

    Table().run(story)
