"""Points of a tournament are no money: a coup is of one or the other, from its opening on and for ever (reading 33)."""

from typing import Any

import pytest
from floor import ALL, of_banker
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.codes import TableCode
from firmware.table.core.events import WagersSettled
from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.sessions import EndSession, SessionsCode, StartSession
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings
from firmware.table.shown.meters import meters_of
from hal.cards import Card

# A coup that Player won 7 to 6, corrected to one that Banker won 7 to 6.
BANKER_WON: Any = ((Card("6H"), Card("KC")), (Card("7S"), Card("KD")))
SESSION = StartSession("heat", (1, 2), 100_00)
CORRECT = CorrectOutcome(1, *BANKER_WON)


def apart(table: Table) -> None:
    """Points and money each sum to zero, at each terminal."""
    ledger = table.service.state.ledger
    assert total(ledger) == 0
    for accounts in ledger.values():
        assert sum(amount for name, amount in accounts.items() if name.startswith("points/")) == 0


def owed(table: Table) -> dict[int, int]:
    return {ats: sum(coups.values()) for ats, coups in table.service.state.owed.items() if sum(coups.values())}


async def points_coup(table: Table, *, cash: bool) -> None:
    """In a session ATS 1 wins 50 points on Player; then the session ends."""
    await table.tell(SESSION)
    await table.coup(Wager(1, "player", 50_00))
    assert table.service.state.balance(1) == 150_00
    await table.tell(EndSession(cash=cash))


@pytest.mark.parametrize("book", ALL)
def test_a_correction_of_a_points_coup_takes_no_guests_cash(book: str) -> None:
    async def story(table: Table) -> None:
        await points_coup(table, cash=False)
        await table.tell(BuyIn(1, 50_00), CORRECT)
        assert table.service.state.balance(1) == 50_00
        assert owed(table) == {}
        assert not table.of(Adjusted)
        assert table.of(WagersSettled)[-1].corrected  # it is recalculated all the same, and on record
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_correction_of_an_ordinary_coup_in_a_session_is_owed_in_money_and_stays(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "banker", 50_00))
        await table.tell(CashOut(1), SESSION, CORRECT)
        assert table.service.state.balance(1) == 100_00  # the session's points are as they were
        assert owed(table) == {1: of_banker(book, 50_00)}  # the stake, and what it won
        await table.tell(EndSession(cash=False))
        assert owed(table) == {1: of_banker(book, 50_00)}
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_in_the_same_session_a_correction_moves_points(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(SESSION)
        await table.coup(Wager(1, "player", 50_00))
        await table.tell(CORRECT)
        assert table.service.state.balance(1) == 50_00
        assert meters_of(table.service.state).table.adjusted == 0
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("cash", [False, True])
def test_what_is_owed_in_points_follows_the_sessions_end(book: str, *, cash: bool) -> None:
    async def story(table: Table) -> None:
        await table.tell(SESSION)
        await table.coup(Wager(1, "player", 100_00))
        await table.coup(Wager(1, "banker", 150_00))  # lost: 50 are left of 200
        await table.tell(CORRECT)  # 200 of the first are to go, and 50 can
        assert table.service.state.balance(1) == 0
        assert owed(table) == {}  # no money is owed for points
        await table.refuse(ResolveOwed(1, 1, "waived"))
        await table.tell(EndSession(cash=cash))
        assert owed(table) == ({1: -150_00} if cash else {})
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_session_that_ends_in_cash_turns_points_into_money_which_is_only_paid_out(book: str) -> None:
    async def story(table: Table) -> None:
        await points_coup(table, cash=True)
        assert table.service.state.balance(1) == 150_00
        await table.tell(s.OpenBets())
        for again in (Wager(1, "player", 5_00), BuyIn(1, 5_00)):
            assert (await table.refuse(again)).code == TableCode.SESSION_OVER
        await table.tell(CashOut(1), BuyIn(1, 20_00), Wager(1, "player", 5_00))
        assert meters_of(table.service.state).table.paid == {"chips": 150_00}
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_correction_after_a_session_that_ended_in_cash_moves_cash(book: str) -> None:
    async def story(table: Table) -> None:
        await points_coup(table, cash=True)
        await table.tell(CORRECT)  # the stake of 50 was lost, and 100 had come back
        assert table.service.state.balance(1) == 50_00
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_another_sessions_points_are_not_touched_by_a_correction(book: str) -> None:
    async def story(table: Table) -> None:
        await points_coup(table, cash=False)
        await table.tell(SESSION, CORRECT)
        assert table.service.state.balance(1) == 100_00
        assert owed(table) == {}
        apart(table)

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_points_stand_in_no_meter_of_money(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(SESSION)
        await table.coup(Wager(1, "player", 50_00))
        meters = meters_of(table.service.state)
        assert (meters.table.balance, meters.table.wagered, meters.table.won) == (0, {}, {})
        assert (meters.points.balance, meters.points.wagered, meters.points.won) == (
            250_00, {"player": 50_00}, {"player": 100_00},
        )  # fmt: skip
        await table.tell(EndSession(cash=False))
        assert meters_of(table.service.state).table == meters.table
        assert meters_of(table.service.state).points.balance == 0

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("doubt", ["printing", "in_doubt", "failed", "note"])
def test_no_session_begins_while_a_ticket_or_a_note_is_in_doubt(book: str, doubt: str) -> None:
    async def story(table: Table) -> None:
        if doubt == "note":
            await table.tell(ReportNoteDoubt(1, "a" * 16, 1, 20_00, "a jam"))
        else:
            await table.tell(BuyIn(1, 100_00), CashOut(1, "ticket"))
            number = next(iter(table.service.state.tickets))
            if doubt == "failed":
                await table.tell(BuyIn(1, 5_00))  # somebody else sits there: a supervisor sees to it
            if doubt != "printing":
                await table.tell(ReportTicket(number, doubt))  # type: ignore[arg-type]
            if doubt == "failed":
                await table.tell(CashOut(1))
        refusal = await table.refuse(SESSION)
        assert refusal.code == SessionsCode.SESSION_DOUBTS

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_printed_ticket_and_what_is_owed_do_not_hinder_a_session(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "banker", 50_00))
        await table.tell(CashOut(1, "ticket"), CORRECT)
        await table.tell(ReportTicket(next(iter(table.service.state.tickets)), "printed"))
        assert owed(table) == {1: of_banker(book, 50_00)}
        await table.tell(SESSION)
        assert table.service.state.balance(1) == 100_00

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_points_are_not_held(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(SESSION)
        await table.coup(Wager(1, "player", 50_00))
        assert (await table.refuse(HoldWinnings(1, 5_00))).code == TableCode.SESSION_CREDIT

    Table(rulebook=book).run(story)


@pytest.mark.parametrize("book", ALL)
def test_a_void_in_a_session_gives_points_back(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(SESSION, s.OpenBets(), Wager(1, "player", 50_00), s.Invalidate("a brawl"))
        assert table.service.state.balance(1) == 100_00
        apart(table)

    Table(rulebook=book).run(story)
