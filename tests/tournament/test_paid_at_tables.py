"""Refunds and prizes as money at a table: under a number, once, and in doubt until the table says so."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from cup_across import Cup, conditions
from msgspec.structs import replace
from network_under_test import Net, on_a_network
from table_under_test import Table

from firmware.game import steps as s
from firmware.link.bus import Unanswered
from firmware.link.tournament_messages import OrderTable, PrizeOrder
from firmware.refusal import Refused
from firmware.table.core.ledger import BALANCE
from firmware.table.core.setup import USUAL
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashedOut, CashOut
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.prizes import CreditPrize, PrizeCredited
from firmware.table.features.sessions import StartSession
from firmware.table.features.tickets import ReportTicket, TicketIssued
from firmware.table.features.wagers import Wager
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.accounts import with_refund
from firmware.tournament.decide import decide
from firmware.tournament.evolve import evolve
from firmware.tournament.facts import Award
from firmware.tournament.payments import owed
from firmware.tournament.state import Player, Tournament
from firmware.tournament_board.journal import TournamentInMemory


def why(refusal: Any) -> str:
    return str(refusal.code)


@pytest.mark.rule("crown 12.2.1(h), 12.2.1(j)")
def test_a_payment_is_money_at_a_terminal_once_and_is_only_paid_out() -> None:
    async def story(table: Table) -> None:
        await table.tell(CreditPrize("a-1", 2, 135_00), CreditPrize("a-1", 2, 135_00), CreditPrize("a-1", 3, 135_00))
        assert table.of(PrizeCredited) == [PrizeCredited("a-1", 2, 135_00)]
        state = table.service.state
        assert (state.balance(2), state.ledger[2]) == (135_00, {BALANCE: 135_00, "tournament": -135_00})
        assert why(await table.refuse(CreditPrize("a-1", 2, 136_00))) == "prize_differs"
        # It is not played with, nor added to.
        assert why(await table.refuse(BuyIn(2, 10_00))) == "session_over"
        await table.tell(s.OpenBets())
        assert why(await table.refuse(Wager(2, "player", 10_00))) == "session_over"
        await table.tell(CashOut(2, by="ticket"))
        assert table.of(TicketIssued)[0].amount == 135_00
        # A ticket that is certainly not there is money at the terminal again.
        await table.tell(ReportTicket(table.of(TicketIssued)[0].number, "failed"), CashOut(2, by="hand-pay"))
        assert [(event.amount, event.by) for event in table.of(CashedOut)] == [(135_00, "ticket"), (135_00, "hand-pay")]
        await table.tell(CreditPrize("a-1", 2, 135_00))
        assert 2 not in table.service.state.accounts

    Table(ats=3).run(story)


def test_what_no_person_approved_leaves_as_no_ticket_above_what_one_person_may() -> None:
    """Whoever has a tournament's certificate can order any payment: a large one leaves by hand, before two people."""

    async def story(table: Table) -> None:
        await table.tell(
            CreditPrize("a-1", 1, 1_000_00), CreditPrize("a-2", 2, 1_000_01), CreditPrize("a-3", 3, 10**10)
        )
        await table.tell(CashOut(1, by="ticket"))
        for ats in (2, 3):
            assert why(await table.refuse(CashOut(ats, by="ticket"))) == "cap_ticket"
        await table.tell(CashOut(2, by="hand-pay"))
        assert [event.amount for event in table.of(TicketIssued)] == [1_000_00]

    Table(ats=3, approvals=USUAL).run(story)


def test_a_table_says_why_it_does_not_pay() -> None:
    async def story(table: Table) -> None:
        assert why(await table.refuse(CreditPrize("a", 4, 1_00))) == "no_terminal"
        assert why(await table.refuse(CreditPrize("a", 1, 0))) == "prize_amount"
        assert why(await table.refuse(CreditPrize("", 1, 1_00))) == "prize_amount"
        await table.tell(BuyIn(1, 100_00), Malfunction("ats", 2))
        assert why(await table.refuse(CreditPrize("a", 1, 1_00))) == "prize_at_open_account"
        assert why(await table.refuse(CreditPrize("a", 2, 1_00))) == "ats_out"
        await table.tell(CashOut(1), StartSession("own", (1,), 100_00))
        assert why(await table.refuse(CreditPrize("a", 3, 1_00))) == "session_running"

    Table(ats=3).run(story)


async def entered(one: Cup, folder: Path) -> None:
    """Two have entered, and the first has withdrawn: the whole fee is owed to them."""
    await one.there()
    for command in (
        c.ApproveConditions(conditions(folder, 3, 1), "operator", "A1", "2026-11-19"),
        c.AppointDirector("Ada", "operator"),
        c.OpenEntry(),
        *(c.Enter(f"M{n}", f"M{n}", entitled=True, form=True, paid=100_00) for n in range(2)),
        c.Withdraw(1),
    ):
        await one.hall.ask(command)


async def refused(one: Cup, command: c.TournamentCommand) -> str:
    with pytest.raises(Refused) as refusal:
        await one.hall.ask(command)
    return str(refusal.value.code)


def told(one: Cup, kind: type[Any]) -> list[Any]:
    return [row.event for row in one.journal.kept if isinstance(row.event, kind)]


def test_a_table_across_the_network_pays_once_and_both_journals_have_the_number(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await entered(one, tmp_path)
        assert await refused(one, c.PayAtTable(1, 7, 2)) == "no_such_table"
        assert await refused(one, c.PayAtTable(2, 1, 2)) == "player_paid"
        assert await refused(one, c.PayAtTable(1, 1, 9)) == "no_terminal"
        assert not told(one, e.PaymentOrdered)  # what the table would not do is not ordered
        for _ in range(2):
            await one.hall.ask(c.PayAtTable(1, 1, 2), number="p1")
        assert await refused(one, c.PayAtTable(1, 1, 2)) == "player_paid"
        assert await refused(one, c.PayOut(1, "S-1")) == "player_paid"
        (ordered,), (paid,) = told(one, e.PaymentOrdered), told(one, e.PlayerPaid)
        credited = [event for event in net.said if isinstance(event, PrizeCredited)]
        assert credited == [PrizeCredited(ordered.number, 2, 100_00)]
        assert (paid.amount, paid.slip) == (100_00, f"table 1, {ordered.number}")
        state = one.service.state
        assert (state.payouts, state.paying, owed(state, 1)) == ({"desk": -100_00, "player/1": 100_00}, {}, 0)

    on_a_network(story)


@pytest.mark.parametrize("lost", ["order", "answer"])
def test_what_nobody_answers_is_in_doubt_until_the_table_says_and_never_paid_twice(lost: str, tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await entered(one, tmp_path)
        plain, asked = one.remote.ask_once, []

        async def cut(what: Any) -> Any:
            if isinstance(what, OrderTable) and isinstance(what.order, PrizeOrder) and not what.only_ask:
                asked.append(what)
                if lost == "answer":
                    await plain(what)
                raise Unanswered
            return await plain(what)

        one.remote.ask_once = cut  # type: ignore[method-assign,assignment]
        await one.hall.ask(c.PayAtTable(1, 1, 2))
        assert asked
        # In doubt: neither paid by hand meanwhile, nor at another table; that one may have it.
        assert one.service.state.paying[1].amount == 100_00
        assert await refused(one, c.PayOut(1, "S-1")) == "payment_under_way"
        assert one.service.state.players[1].refunded == 100_00
        await net.kill("tournament-1")
        # A tournament that is killed meanwhile finds it in its journal; at the terminal, or at another of that table.
        other = Cup(net, one.journal)
        await other.there()
        await other.look()
        assert not other.service.state.paying
        assert [event.amount for event in net.said if isinstance(event, PrizeCredited)] == [100_00]
        assert len(told(other, e.PlayerPaid)) == 1

    on_a_network(story)


def test_a_tournament_that_was_set_back_pays_nobody_twice_at_a_table(tmp_path: Path) -> None:
    """An older copy of its journal does not know the payment; the table does, by its number."""

    async def story(net: Net) -> None:
        one = Cup(net)
        await entered(one, tmp_path)
        older = TournamentInMemory()
        older.append(one.journal.kept)
        await one.hall.ask(c.PayAtTable(1, 1, 2))
        await net.tell(CashOut(2))
        await net.kill("tournament-1")
        await asyncio.sleep(60)
        other = Cup(net, older)
        await other.there()
        await other.hall.ask(c.PayAtTable(1, 1, 1))
        assert [(event.ats, event.amount) for event in net.said if isinstance(event, PrizeCredited)] == [(2, 100_00)]
        assert [event.amount for event in told(other, e.PlayerPaid)] == [100_00]
        # Another tournament by the same conditions is another one, and so is a later payment of this one.
        again = Cup(net)
        await entered(again, tmp_path)
        await again.hall.ask(c.PayAtTable(1, 1, 1))
        assert [event.ats for event in net.said if isinstance(event, PrizeCredited)] == [2, 1]

    on_a_network(story)


def test_each_payment_of_a_player_has_a_number_of_its_own() -> None:
    fee, prize = e.Refund(1, 50_00, 0), e.PrizesAwarded(7, (Award(1, 1, 50_00),), 0)
    player = Player(1, "M1", "M1", "in", 0, 0)
    state = Tournament(life="1f", players={1: player})
    state = evolve(with_refund(state, fee), e.PaymentOrdered(1, 50_00, "1f-1-0", 1, 2))
    state = evolve(evolve(state, e.PlayerPaid(1, 50_00, "S")), prize)
    (ordered,) = decide(state, c.PayAtTable(1, 1, 2), now=0x1F)
    assert isinstance(ordered, e.PaymentOrdered)
    assert (ordered.number, ordered.amount) == ("1f-1-5000", 50_00)
    # A tournament of an earlier release has no life: the time tells its payments apart.
    (ordered,) = decide(replace(state, life=""), c.PayAtTable(1, 1, 2), now=0x1F)
    assert isinstance(ordered, e.PaymentOrdered)
    assert ordered.number == "1f-1"


def test_a_payment_that_waits_for_its_terminal_is_made_at_another_of_the_table(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await entered(one, tmp_path)
        # Ordered, and before the table hears of it somebody sits down there.
        one.service.tell(c.PayAtTable(1, 1, 2))
        await net.tell(BuyIn(2, 50_00))
        await one.look()
        assert one.hall.waiting[1].code == "prize_at_open_account"
        assert one.service.refuses(c.PayAtTable(1, 2, 1)) is not None
        await one.hall.ask(c.PayAtTable(1, 1, 1))
        assert [(event.ats, event.amount) for event in net.said if isinstance(event, PrizeCredited)] == [(1, 100_00)]
        assert 1 not in one.hall.waiting

    on_a_network(story)
