"""Frozen means frozen (reading 28): whatever moves money by somebody's word waits."""

from typing import Any

import pytest
from floor import ALL, CROWN, SILENT, run
from table_under_test import Table

from firmware.table.core.codes import TableCode
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.sessions import EndSession, StartSession
from firmware.table.features.tickets import ReportTicket, ResolveTicket
from firmware.table.features.wagers import Wager


async def ticket_in_doubt(table: Table) -> str:
    await table.tell(BuyIn(1, 100_00), CashOut(1, "ticket"))
    (number,) = table.service.state.tickets
    await table.tell(ReportTicket(number, "in_doubt", "cut"))
    return number


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 11.11")
@pytest.mark.parametrize("how", ["credit", "hand-pay"])
def test_a_ticket_in_doubt_is_neither_credited_nor_paid(book: str, how: Any) -> None:
    async def story(table: Table) -> None:
        number = await ticket_in_doubt(table)
        await table.tell(FreezeAccounts())
        assert (await table.refuse(ResolveTicket(number, how))).code == TableCode.FROZEN
        await table.tell(UnfreezeAccounts(), ResolveTicket(number, how))

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("how", ["printed", "reprint"])
def test_a_ticket_that_only_is_found_or_printed_again_moves_nothing(book: str, how: Any) -> None:
    async def story(table: Table) -> None:
        number = await ticket_in_doubt(table)
        await table.tell(FreezeAccounts(), ResolveTicket(number, how))

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 11.11")
@pytest.mark.parametrize("how", ["collected", "waived"])
def test_what_is_owed_is_settled_when_accounts_move_again(book: str, how: Any) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 100_00))
        corrected = CorrectOutcome(1, tuple(table.cards("6S KD")), tuple(table.cards("7H KC")))
        await table.tell(CashOut(1), corrected, FreezeAccounts())
        assert (await table.refuse(ResolveOwed(1, 1, how))).code == TableCode.FROZEN
        await table.tell(UnfreezeAccounts(), ResolveOwed(1, 1, how))

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_no_session_begins_or_ends(book: str) -> None:
    session = StartSession("heat", (1, 2), 100_00)

    async def story(table: Table) -> None:
        await table.tell(FreezeAccounts())
        assert (await table.refuse(session)).code == TableCode.FROZEN
        await table.tell(UnfreezeAccounts(), session, FreezeAccounts())
        assert (await table.refuse(EndSession(cash=True))).code == TableCode.FROZEN
        await table.tell(UnfreezeAccounts(), EndSession(cash=True))

    Table(rulebook=book).run(story)


BEGUN = "buyin 1 1000; bets; wager 1 player 100; close; freeze"


@pytest.mark.rule("crown 11.6.1, 11.8.4, 11.8.4(b)")
@pytest.mark.parametrize("book", CROWN)
def test_a_dummy_coup_by_a_fact_returns_its_wagers_at_once_and_no_account_moves(book: str) -> None:
    # A freeze holds up what people ask for; stakes of a Dummy Coup go back at once, on the account that they are of.
    events = run(f"{BEGUN}; card 7S face-up; cashout 1; buyin 1 5; unfreeze; cashout 1", book)
    assert events.only("returned") | {"ats": 1, "amount": 100_00, "reason": "dummy"} == events.only("returned")
    assert [(told["step"], told["code"]) for told in events.of("refused")] == [
        ("cashout 1", "frozen"), ("buyin 1 5", "frozen"),
    ]  # fmt: skip
    assert events.only("cashed_out")["amount"] == 1000_00


@pytest.mark.rule("mbs 5.1, 5.1.1")
@pytest.mark.rule("rws 5.1.1")
@pytest.mark.parametrize("book", SILENT)
def test_a_void_by_a_fact_returns_the_wagers_though_accounts_are_frozen_and_one_by_word_waits(book: str) -> None:
    events = run(f"{BEGUN}; void; card 7S; foreign JOKER; cashout 1; unfreeze; cashout 1", book)
    assert [(told["step"], told["code"]) for told in events.of("refused")] == [
        ("void", "frozen"),
        ("cashout 1", "frozen"),
    ]
    assert events.only("result")["winner"] == "void"
    assert events.only("returned") | {"ats": 1, "amount": 100_00, "reason": "void"} == events.only("returned")
    assert events.only("cashed_out")["amount"] == 1000_00


@pytest.mark.rule("crown 5.3.3, 11.11")
@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("ends", ["close", "burn 2D; card 9S"])
def test_as_betting_ends_in_a_freeze_what_is_not_recognised_goes_back_and_the_rest_waits(book: str, ends: str) -> None:
    # A coup may be dealt out in a freeze, and so its betting may end; a wager that is not recognised is in no coup.
    lay = "table aggregate-min=50; buyin 1 100; buyin 2 100; bets; wager 1 player 45; wager 2 player 50; freeze"
    events = run(f"{lay}; {ends}; wager 1 player 50; cashout 1; unfreeze; cashout 2; cashout 1", book)
    back = events.only("returned")
    assert back | {"ats": 1, "amount": 45_00, "reason": "aggregate"} == back
    assert back["rule"] == ("5.3.3" if book in CROWN else None)
    # What is free again cannot be used before accounts move again; the other wager lies, and is in the coup.
    assert [(told["step"], told["code"]) for told in events.of("refused")][1:] == [
        ("cashout 1", "frozen"), ("cashout 2", "wagers_in_play"),
    ]  # fmt: skip
    assert events.only("cashed_out")["amount"] == 100_00
