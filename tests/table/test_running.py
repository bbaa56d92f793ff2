"""What staff do with the table as a whole, through the service as the console will use it."""

import asyncio

import pytest
from floor import ALL, CROWN, crowns
from table_under_test import Table

from firmware.game import events as g
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.events import Abstained, Notice, TableOpened
from firmware.table.core.ledger import total
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import AnnounceClosing, CloseTable, ClosingCode
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.limits import LimitsCode, SetPeriod
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.opening import OpenTable
from firmware.table.features.sessions import EndSession, SessionEnded, StartSession
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from hal.cards import Card
from hal.clock import LoopClock

pytestmark = pytest.mark.lab(13, 21)

MINUTE = 60


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 13.7")
def test_an_occupied_table_closes_after_twenty_minutes_notice(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        assert (await table.refuse(CloseTable())).rule == crowns(book, "13.7")
        await table.tell(AnnounceClosing())
        assert table.of(Notice)[-1].effective_at == 20 * MINUTE * 1000
        await asyncio.sleep(20 * MINUTE - 1)
        assert (await table.refuse(CloseTable())).code == ClosingCode.CLOSING_NOTICE
        await asyncio.sleep(1)
        assert (await table.refuse(CloseTable())).code == TableCode.ACCOUNTS_OPEN
        await table.tell(CashOut(1), CloseTable())
        assert (await table.refuse(s.OpenBets())).code == TableCode.TABLE_CLOSED

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 13.7")
def test_an_empty_table_closes_at_once_but_not_in_the_middle_of_a_coup(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets())
        await table.refuse(CloseTable())
        await table.tell(s.Invalidate(), AnnounceClosing())
        assert table.of(Notice)[-1].effective_at == 0
        await table.tell(CloseTable())

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 13.8, 4.4")
def test_who_abstains_for_three_coups_at_a_full_table_is_noted(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00))
        await table.coup(Wager(1, "player", 10_00))  # seat 2 is free: nothing counts
        await table.tell(BuyIn(2, 100_00))
        for _ in range(3):
            assert table.of(Abstained) == []
            await table.coup(Wager(1, "player", 10_00))
        assert [(note.ats, note.coups, note.rule) for note in table.of(Abstained)] == [(2, 3, crowns(book, "13.8"))]
        await table.coup(Wager(1, "player", 10_00), Wager(2, "tie", 5_00))
        await table.coup(Wager(1, "player", 10_00))
        assert len(table.of(Abstained)) == 1

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 7.1", "mbs 3.1")
@pytest.mark.parametrize("book", ALL)
def test_the_version_is_shown_when_the_table_opens(book: str) -> None:
    async def story(table: Table) -> None:
        notice = table.of(Notice)[0]
        assert notice.kind == "version"
        assert notice.rule == ("7.1" if book.startswith("crown") else None)
        assert table.of(TableOpened)[0].setup.rulebook == book
        await table.refuse(OpenTable(table.setup))

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 8.1, 8.1(a), 8.1(b)")
def test_the_wagering_period_is_the_operators_or_thirty_seconds() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets())
        assert table.of(g.CoupOpened)[-1].closes_at == 30_000
        await table.tell(SetPeriod(12_000))
        assert table.of(Notice)[-1].text == "Wagering period: 12 seconds"
        assert (await table.refuse(SetPeriod(0))).code == LimitsCode.PERIOD_LENGTH
        await asyncio.sleep(30)
        await table.service.at_rest()
        assert table.of(g.BetsClosed)[-1].cause == "elapsed"
        await table.tell(s.OpenBets())  # nobody wagered: the same coup once more, for the new period
        assert table.of(g.BetsReopened)[-1].closes_at == 42_000
        await table.refuse(s.CloseBets("elapsed"))  # not yet
        await asyncio.sleep(12)
        await table.service.at_rest()
        assert [closed.cause for closed in table.of(g.BetsClosed)] == ["elapsed", "elapsed"]

    Table().run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 6.2.1")
def test_a_remote_terminal_takes_notes_only(book: str) -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(BuyIn(2, 50_00))).rule == crowns(book, "6.2.1")
        await table.tell(BuyIn(2, 50_00, "note"), BuyIn(1, 50_00))

    Table(rulebook=book, remote=(2,)).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 3.11")
def test_cards_are_replaced_between_coups(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(s.ReplaceCards((Card("7S"), Card("7S"))))
        assert table.of(g.CardsReplaced)[0].rule == crowns(book, "3.11")
        await table.refuse(s.ReplaceCards(()))
        await table.tell(s.OpenBets())
        await table.refuse(s.ReplaceCards((Card("7S"),)))
        await table.tell(s.Invalidate(), s.NewShoe(8, burned=False, reason="cards_replaced"))
        assert table.of(g.ShoeEnded)[0].reason == "cards_replaced"
        assert table.service.state.game.shoe is not None
        assert table.service.state.game.shoe.burn_due is (book in CROWN)  # 3.8; the others have no rule on burning

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 3.4, 3.5, 3.5.1, 3.7, 3.7.1, 3.7.2, 3.11.1")
def test_a_shoe_is_checked_shuffled_and_cut_before_it_is_played(book: str) -> None:
    async def story(table: Table) -> None:
        await table.refuse(s.NewShoe(8, checked=False))
        await table.refuse(s.NewShoe(8, shuffled=False))
        await table.refuse(s.NewShoe(8, cut_depth=5))
        await table.tell(s.NewShoe(8, cut_depth=13))
        assert [shoe.cut_depth for shoe in table.of(g.ShoeStarted)] == [20, 13]

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 12.1, 12.2.1(b), 12.2.2")
@pytest.mark.parametrize("kind", ["cash", "points"])
def test_a_tournament_session_gives_each_terminal_the_same_credit_and_takes_no_other_money(
    book: str, kind: str
) -> None:
    async def story(table: Table) -> None:
        cash = kind == "cash"
        await table.tell(StartSession("heat 1", (1, 2), 500_00))
        await table.refuse(BuyIn(1, 50_00))
        await table.refuse(CashOut(1))
        await table.refuse(StartSession("heat 2", (1,), 500_00))
        await table.coup(Wager(1, "player", 100_00), Wager(2, "banker", 100_00))
        await table.tell(s.OpenBets())
        await table.refuse(EndSession(cash))
        await table.tell(s.Invalidate(), EndSession(cash))
        assert table.of(SessionEnded)[0].balances == {1: 600_00, 2: 400_00}
        await table.refuse(EndSession(cash))
        if cash:
            await table.tell(CashOut(1), CashOut(2))
        assert total(table.service.state.ledger) == 0
        for name in ("balance", "points/balance"):
            assert not any(accounts.get(name) for accounts in table.service.state.ledger.values())

    Table(rulebook=book, aggregate_minimum=100_00).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(
    "session", [StartSession("x", (), 1), StartSession("x", (1, 1), 1), StartSession("x", (1,), 0)]
)
def test_a_session_names_its_terminals_and_credit(book: str, session: StartSession) -> None:
    async def story(table: Table) -> None:
        await table.refuse(session)
        await table.refuse(StartSession("x", (3,), 1))

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 11.12")
def test_the_last_coups_are_recalled_with_cards_wagers_payouts_and_balances(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00), Malfunction("wnd"))
        for _ in range(2):
            await table.tell(s.NewShoe(8))
            for _ in range(6):
                await table.coup(Wager(1, "player", 10_00))
        recent = table.service.state.recent
        assert len(recent) >= 10
        assert recent[-1].result.notation == "P 7S KD | B 6H KC = P7"
        assert recent[-1].settled is not None
        assert recent[-1].settled.lines[0].returned == 20_00
        assert recent[-1].balances == {1: 1120_00}
        await table.tell(CorrectOutcome(12, (Card("7S"), Card("KD")), (Card("8H"), Card("KC"))))
        settled = table.service.state.recent[-1].settled
        assert settled is not None
        assert settled.corrected
        await table.tell(s.OpenBets(), Wager(1, "player", 10_00), s.Invalidate("spilt drink"))
        assert table.service.state.recent[-1].returned[0].lines[0].amount == 10_00

    Table(rulebook=book).run(story)


@pytest.mark.rule("crown 1.3")
def test_what_happens_at_one_table_is_nothing_to_another() -> None:
    async def story(table: Table) -> None:
        said: list[Happened] = []
        other = TableService(table.setup, MemoryJournal(), LoopClock(asyncio.get_running_loop()), said.append)
        await other.start()
        before = other.state
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 10_00))
        assert other.state is before
        assert len(said) == 1
        with pytest.raises(Refused):  # it has no shoe
            await other.submit(s.OpenBets())

    Table().run(story)


@pytest.mark.rule("crown 2.2, 2.2(a), 2.2(b), 2.2(c), 2.2(d), 2.2(e)")
def test_a_table_has_up_to_fifty_terminals() -> None:
    async def story(table: Table) -> None:
        await table.tell(*(BuyIn(ats, 10_00) for ats in range(1, 51)))
        await table.refuse(BuyIn(51, 10_00))

    Table(ats=50).run(story)
    with pytest.raises(ValueError, match="0 to 50 terminals"):
        Setup("crown-baccarat", ats=51)
    with pytest.raises(ValueError, match="above 0"):
        Setup("crown-baccarat", period=0)
