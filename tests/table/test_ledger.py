"""The ledger and the meters: money in and out by kind, wagers per bet, cash boxes, what is owed and resolved."""

import asyncio
from typing import Any

import pytest
from floor import ALL, crowns, of_banker
from table_under_test import Table

from firmware.game import steps as s
from firmware.game.events import CoupResult, Irregularity, Ruling
from firmware.refusal import Refused
from firmware.table.core.events import CoupInvalidated, Notice, TakePay, WagersReturned, WagersSettled
from firmware.table.core.ledger import post, total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import CashBoxEmptied, EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetLimit
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table.shown.meters import meters_of
from hal.cards import Card

pytestmark = pytest.mark.lab(1, 2, 9, 54)

STAND = tuple(Card(code) for code in ("7S", "6H", "KD", "KC"))
BANKER_WON = ((Card("7S"), Card("KD")), (Card("8H"), Card("KC")))


@pytest.mark.rule("crown 6.2, 6.3.2, 6.5.1")
def test_meters_are_in_and_out_by_kind() -> None:
    async def story(table: Table) -> None:
        for tender, amount in (("cash", 100_00), ("voucher", 20_00), ("token", 5_00), ("chips", 75_00)):
            await table.tell(BuyIn(1, amount, "dealer", tender))
        await table.tell(BuyIn(2, 187_00, "note"))
        await table.coup(Wager(1, "player", 50_00), Wager(2, "banker", 100_00), Wager(2, "tie", 5_00))
        await table.tell(CashOut(1), CashOut(2, "ticket"), BuyIn(2, 10_00), CashOut(2, "hand-pay"))
        meters = meters_of(table.service.state)
        assert meters.terminals[1].received == {"cash": 100_00, "chips": 75_00, "token": 5_00, "voucher": 20_00}
        assert meters.terminals[1].paid == {"chips": 250_00}
        assert meters.terminals[1].wagered == {"player": 50_00}
        assert meters.terminals[1].won == {"player": 100_00}
        assert meters.terminals[2].received == {"cash": 10_00, "notes": 187_00}
        assert meters.terminals[2].paid == {"hand-pay": 10_00, "tickets": 82_00}
        assert meters.terminals[2].tickets_outstanding == 82_00
        assert meters.table.wagered == {"banker": 100_00, "player": 50_00, "tie": 5_00}
        assert (meters.coups, meters.voids, meters.dummies, meters.table.hand_pays) == (1, 0, 0, 1)
        assert (meters.terminals[1].hand_pays, meters.terminals[2].hand_pays) == (0, 1)
        assert total(table.service.state.ledger) == 0

    Table().run(story)


def test_voids_and_dummy_coups_are_counted() -> None:
    async def story(table: Table) -> None:
        await table.tell(
            s.OpenBets(), s.Invalidate("x"), s.OpenBets(), *(s.CardDrawn(card) for card in STAND), s.Confirm()
        )
        meters = meters_of(table.service.state)
        assert (meters.coups, meters.voids, meters.dummies) == (2, 1, 1)

    Table().run(story)


def test_a_cash_box_that_is_emptied_says_what_should_be_in_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 187_00, "note"), BuyIn(1, 20_00, "note"), BuyIn(1, 500_00), EmptyCashBox(1))
        await table.tell(BuyIn(1, 5_00, "note"), EmptyCashBox(1), EmptyCashBox(1))
        boxes = table.of(CashBoxEmptied)
        assert boxes[0].notes == {100_00: 1, 50_00: 1, 20_00: 2, 10_00: 1, 5_00: 1, 2_00: 1}
        assert [(box.period, box.total) for box in boxes] == [(1, 207_00), (2, 5_00), (3, 0)]
        assert meters_of(table.service.state).table.received == {"cash": 500_00, "notes": 212_00}
        await table.refuse(EmptyCashBox(9))

    Table().run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 11.11")
def test_while_accounts_are_frozen_none_moves(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 10_00))
        await table.tell(FreezeAccounts(), s.OpenBets())
        for command in (Wager(1, "player", 10_00), BuyIn(1, 10_00), CashOut(1), FreezeAccounts()):
            assert (await table.refuse(command)).rule == crowns(book, "11.11")
        await table.tell(CorrectOutcome(1, *BANKER_WON), Wager(1, "player", 10_00))
        await table.refuse(UnfreezeAccounts())
        await table.tell(FreezeAccounts(), UnfreezeAccounts(), Wager(1, "player", 20_00))

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 11.11")
def test_a_correction_can_be_looked_at_before_it_is_done() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 10_00))
        before = table.service.state
        said = len(table.said)
        seen = table.service.preview(CorrectOutcome(1, *BANKER_WON))
        assert [event.amount for event in seen if isinstance(event, Adjusted)] == [-20_00]
        assert table.service.state is before
        assert len(table.said) == said
        assert tuple(await table.service.submit(CorrectOutcome(1, *BANKER_WON))) == seen
        with pytest.raises(Refused):
            table.service.preview(CorrectOutcome(9, *BANKER_WON))

    Table().run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 11.10, 13.3, 13.3.1, 13.3.2, 13.4")
@pytest.mark.parametrize(("ground", "rule"), [("malfunction", "11.10"), ("disruption", "13.3")])
def test_a_settled_coup_can_be_made_void(book: str, ground: Any, rule: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00))
        await table.coup(Wager(1, "player", 10_00), Wager(2, "banker", 10_00))
        await table.refuse(InvalidateCoup(1, ground, ""))
        await table.tell(InvalidateCoup(1, ground, "the shoe's reader was tampered with"))
        by_book = crowns(book, rule)
        assert table.of(CoupInvalidated)[0].rule == by_book
        kind = {"11.10": "equipment_malfunction", "13.3": "invalidated"}[rule]
        # The other books name no casino supervisor.
        role: Any = "casino supervisor" if by_book == "13.3" else "game supervisor"
        ruling = Ruling(kind, "void", by_book, "supervisor", None, "the shoe's reader was tampered with", role)
        assert table.of(Ruling)[-1] == ruling
        flagged = [(event.coup, event.kind, event.rule) for event in table.of(Irregularity)]
        assert flagged == ([(1, kind, by_book)] if ground == "malfunction" else [])
        lines = table.of(WagersSettled)[-1].lines
        assert [(line.outcome, line.returned) for line in lines] == [("void", 10_00), ("void", 10_00)]
        assert [table.service.state.balance(ats) for ats in (1, 2)] == [100_00, 100_00]
        for again in (InvalidateCoup(1, ground, "again"), CorrectOutcome(1, *BANKER_WON)):
            await table.refuse(again)
        assert len(table.of(CoupResult)) == 1

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 11.10, 13.4")
@pytest.mark.parametrize(
    ("book", "rule", "refund"), [("crown-baccarat", "11.10", "13.4"), ("mbs-baccarat", None, None)]
)
def test_a_coup_that_is_played_is_made_void_for_a_malfunction(book: str, rule: str | None, refund: str | None) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
        await table.tell(s.Invalidate("the shoe's reader sticks", "malfunction"))
        assert [(event.kind, event.rule) for event in table.of(Irregularity)] == [("equipment_malfunction", rule)]
        text, role = "the shoe's reader sticks", "game supervisor"
        ruling = Ruling("equipment_malfunction", "void", rule, "supervisor", None, text, role)
        assert table.of(Ruling) == [ruling]
        assert [(event.rule, event.reason) for event in table.of(WagersReturned)] == [(refund, "void")]
        assert table.of(CoupResult)[0].flags == ("equipment_malfunction",)
        assert table.service.state.balance(1) == 100_00

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_what_is_owed_is_resolved_by_a_supervisor(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00))
        await table.coup(Wager(1, "player", 10_00), Wager(2, "banker", 10_00))
        await table.tell(CashOut(1), CashOut(2), CorrectOutcome(1, *BANKER_WON))
        won = of_banker(book, 10_00)
        assert table.service.state.owed == {1: {1: -20_00}, 2: {1: won}}
        await table.refuse(ResolveOwed(1, 1, "paid"))
        await table.refuse(ResolveOwed(2, 1, "collected"))
        await table.refuse(ResolveOwed(2, 7, "paid"))
        await table.tell(ResolveOwed(1, 1, "collected"), ResolveOwed(2, 1, "paid"))
        meters = meters_of(table.service.state)
        assert (meters.table.owed_to_players, meters.table.owed_by_players) == (0, 0)
        assert meters.terminals[1].received == {"cash": 120_00}
        assert meters.terminals[2].paid == {"chips": 90_00 + won}
        # Corrected back, what was collected and paid counts as moved.
        await table.tell(CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("6H"), Card("KC"))))
        assert table.service.state.owed == {1: {1: 20_00}, 2: {1: -won}}
        await table.tell(ResolveOwed(2, 1, "waived"))
        assert total(table.service.state.ledger) == 0

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_what_is_owed_either_way_is_restated_and_not_added_up(book: str) -> None:
    tie = ((Card("7S"), Card("KD")), (Card("7H"), Card("KC")))

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00))
        await table.coup(Wager(1, "banker", 10_00), Wager(2, "player", 10_00))
        await table.tell(CashOut(1), CashOut(2))
        # Player had won: ATS 1 had 0 back and ATS 2 20. Banker's win gives 20 (less commission) and 0, a tie 10 each.
        won = of_banker(book, 10_00)
        for outcome, to, by in ((BANKER_WON, won, 20_00), (tie, 10_00, 10_00), (BANKER_WON, won, 20_00)):
            await table.tell(CorrectOutcome(1, *outcome))
            assert table.service.state.owed == {1: {1: to}, 2: {1: -by}}
            meters = meters_of(table.service.state).table
            assert (meters.owed_to_players, meters.owed_by_players) == (to, by)

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 7.1")
def test_the_version_and_side_wagers_change_with_the_next_coup() -> None:
    async def story(table: Table) -> None:
        await table.refuse(ChangeGame("crown-traditional", {"jackpot": 1}))
        await table.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "banker", 10_00))
        await table.tell(ChangeGame("crown-traditional", {"pairs": 1}))
        assert table.of(Notice)[-1].text == "This table plays Traditional Baccarat"
        await table.refuse(Wager(1, "banker-pair", 5_00))
        # Banker wins with six: under Crown Baccarat still, half.
        cards = ("5S", "6H", "KD", "KC", "TS")
        await table.tell(s.CloseBets(), *(s.CardDrawn(Card(code)) for code in cards), s.Confirm())
        assert table.of(WagersSettled)[0].lines[0].returned == 15_00
        await table.tell(s.OpenBets(), Wager(1, "banker", 10_00), Wager(1, "banker-pair", 5_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in cards), s.Confirm())
        assert [line.returned for line in table.of(WagersSettled)[1].lines] == [19_50, 0]
        await table.tell(ChangeGame("crown-baccarat", {}))
        assert table.service.state.setup.rulebook == "crown-baccarat"

    Table().run(story)


@pytest.mark.rule("crown 11.11")
@pytest.mark.parametrize("ats", [2, 0])
def test_a_coup_is_recalculated_by_the_game_that_it_was_played_by(ats: int) -> None:
    six = ((Card("5S"), Card("KD"), Card("TS")), (Card("6H"), Card("KC")))

    async def story(table: Table) -> None:
        if ats:
            await table.tell(BuyIn(1, 100_00))
        wagers = (Wager(1, "banker", 10_00), Wager(1, "banker-pair", 5_00)) if ats else ()
        await table.coup(*wagers)
        await table.tell(ChangeGame("crown-traditional", {}), CorrectOutcome(1, *six))
        if ats:
            # Under Crown Baccarat Banker's six pays half; under Traditional Baccarat it would be 0.95.
            assert [line.returned for line in table.of(WagersSettled)[-1].lines] == [15_00, 0]
            await table.tell(CorrectOutcome(1, *BANKER_WON))
            assert table.service.state.balance(1) == 105_00
        else:
            assert {bet.bet: bet.odds for bet in table.of(TakePay)[-1].bets}["banker"] == "1:2"

    Table(ats=ats, side_wagers={"pairs": 1}).run(story)


@pytest.mark.rule("crown 5.1")
def test_staff_change_limits_from_the_next_coup_on() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00), s.OpenBets(), SetLimit("*", maximum=50_00))
        await table.tell(Wager(1, "player", 100_00))
        assert table.of(WagerSet)[-1].accepted == 100_00
        await table.tell(s.Invalidate(), s.OpenBets(), Wager(1, "player", 100_00))
        assert table.of(WagerSet)[-1].accepted == 50_00
        await table.tell(SetLimit("*", minimum=20_00))
        await asyncio.sleep(20 * 60)
        await table.service.at_rest()
        await table.tell(s.Invalidate(), s.OpenBets(), Wager(1, "player", 15_00))
        assert table.of(WagerSet)[-1].accepted == 0

    Table(period=9_000_000).run(story)


def test_a_ledger_that_would_not_balance_is_an_assertion() -> None:
    with pytest.raises(AssertionError, match="balance of ATS 1 would be below zero"):
        post({}, [(1, "balance", "out/chips", 1)])
    with pytest.raises(AssertionError, match="do not sum to zero"):
        post({1: {"balance": 5}}, [(1, "in/cash", "balance", 1)])
