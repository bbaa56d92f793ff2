"""A tournament at a table: the table is its own, coups open when it lets them, and what a coup came to, by terminal."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.events import WagersReturned
from firmware.table.core.ledger import total
from firmware.table.core.session_bounds import RoundBounds
from firmware.table.core.session_terms import SessionTerms, player_at, reserved_for
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.coups_allowed import AllowCoups, CoupsAllowed
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.sessions import EndSession, SessionSeat, StartSession
from firmware.table.features.tournament_tables import (
    AdjustPoints,
    HoldSession,
    LeaveSeat,
    MoveSeat,
    ReserveTable,
    TableReserved,
)
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table.shown.session_coups import SessionCoup, SessionLine, session_coup
from hal.cards import Card

CUP = ReserveTable("Spring Cup")
SEATS = (SessionSeat(1, 7, 1000_00), SessionSeat(3, 9, 250_00))
TERMS = SessionTerms(minimum=20_00, compulsory=50_00, maximum=200_00, warning=10)
START = StartSession("heats 1", (1, 3), 0, SEATS, TERMS)
END = EndSession(cash=False, name="heats 1")
BANKER_WON: Any = ((Card("6H"), Card("KC")), (Card("7S"), Card("KD")))


def why(refusal: Any) -> str:
    return f"{refusal.code} {refusal.rule}" if refusal.rule else str(refusal.code)


async def started(table: Table) -> None:
    await table.tell(CUP, START)


async def announced(table: Table) -> None:
    """The round's minimum is above the table's: it has been shown for twenty minutes."""
    await table.tell(CUP, AnnounceBounds(RoundBounds(TERMS.minimum)))
    await asyncio.sleep(20 * 60)


def found(table: Table, coup: int) -> SessionCoup | None:
    return session_coup(table.service.of_coup(coup))


@pytest.mark.rule("crown 12.3.1, 12.3.2")
def test_a_reserved_table_is_the_tournaments_alone_between_its_sessions_too() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(2, 100_00))
        assert why(await table.refuse(CUP)) == "accounts_open 12.3.2"
        await table.tell(CashOut(2), CUP)
        assert why(await table.refuse(StartSession("own", (1,), 100_00))) == "session_of_tournament 12.3.1"
        for _ in range(2):
            assert why(await table.refuse(BuyIn(2, 100_00))) == "table_reserved 12.3.2"
            assert why(await table.refuse(s.OpenBets())) == "table_reserved 12.3.2"
            assert why(await table.refuse(ReserveTable("Autumn Cup"))) == "table_reserved 12.3.1"
            await table.tell(START)
            assert why(await table.refuse(ReserveTable(""))) == "session_running"
            await table.coup()
            await table.tell(END)
        await table.tell(ReserveTable(""), ReserveTable(""))
        assert [event.name for event in table.of(TableReserved)] == ["Spring Cup", ""]
        assert why(await table.refuse(START)) == "session_of_tournament 12.3.1"
        await table.tell(BuyIn(2, 100_00), s.OpenBets())

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.1.1")
def test_a_table_that_hears_nothing_of_its_tournament_opens_no_coup_beyond_what_it_was_allowed() -> None:
    async def story(table: Table) -> None:
        await table.coup()
        await announced(table)
        terms = replace(TERMS, last=3)
        await table.tell(StartSession("heats 1", (1, 3), 0, SEATS, terms))
        await table.coup()
        await table.coup()
        assert why(await table.refuse(s.OpenBets())) == "session_coups_played 12.1.1"
        # A void coup that does not count is one more for it.
        await table.tell(AllowCoups(4, 0), AllowCoups(4, 0))
        await table.coup()
        assert why(await table.refuse(s.OpenBets())) == "session_coups_played 12.1.1"
        assert [(event.last, event.until) for event in table.of(CoupsAllowed)] == [(4, 0)]
        # The next session has its own.
        await table.tell(END, START)
        await table.coup()

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.1.1")
def test_a_session_of_minutes_opens_no_coup_after_them_and_completes_one_that_is_under_way() -> None:
    async def story(table: Table) -> None:
        await started(table)
        await table.tell(AllowCoups(0, table.service.now_ms() + 60_000))
        await asyncio.sleep(59.9)
        await table.tell(s.OpenBets())
        await asyncio.sleep(0.2)
        await table.tell(s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())
        assert why(await table.refuse(s.OpenBets())) == "session_coups_played 12.1.1"

    Table(ats=3).run(story)


def test_a_table_of_nobody_is_allowed_nothing() -> None:
    async def story(table: Table) -> None:
        assert why(await table.refuse(AllowCoups(1, 0))) == "not_reserved 12.3.1"

    Table().run(story)


def test_a_table_is_not_reserved_in_the_midst_of_a_coup() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets())
        assert why(await table.refuse(CUP)) == "coup_open"

    Table().run(story)


def test_seats_are_named_once_each_with_points_that_an_account_can_hold() -> None:
    async def story(table: Table) -> None:
        await table.tell(CUP)
        two = (SessionSeat(1, 7, 1), SessionSeat(3, 7, 1))
        assert why(await table.refuse(StartSession("h", (1, 3), 0, two))) == "session_terminals"
        assert why(await table.refuse(StartSession("h", (3, 1), 0, SEATS))) == "session_terminals"
        assert why(await table.refuse(StartSession("h", (1, 3), 5, SEATS))) == "session_terminals"
        broke = (SessionSeat(1, 7, -1),)
        assert why(await table.refuse(StartSession("h", (1,), 0, broke))) == "session_amount"
        await table.tell(StartSession("h", (1,), 0, (SessionSeat(1, 7, 0),)))
        assert table.service.state.balance(1) == 0

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.2.5")
def test_no_coup_opens_while_the_director_is_away_and_one_under_way_is_completed() -> None:
    async def story(table: Table) -> None:
        await started(table)
        await table.tell(s.OpenBets(), HoldSession("director-away"), HoldSession("director-away"))
        await table.tell(Wager(1, "player", 50_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())
        assert table.service.state.balance(1) == 1050_00
        assert why(await table.refuse(s.OpenBets())) == "session_director_away 12.2.5"
        await table.tell(HoldSession(""), s.OpenBets())

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.1.1")
@pytest.mark.parametrize("reason", ["seat-out", "coups-played"])
def test_no_coup_opens_that_would_make_chances_unequal(reason: Any) -> None:
    async def story(table: Table) -> None:
        await started(table)
        await table.tell(HoldSession(reason))
        assert why(await table.refuse(s.OpenBets())) == f"session_{reason.replace('-', '_')} 12.1.1"
        # What held a session ends with it.
        await table.tell(END, START, s.OpenBets())

    Table(ats=3).run(story)


@pytest.mark.rule("crown 12.2.1(c)")
def test_wagers_keep_to_the_bounds_of_the_conditions() -> None:
    async def story(table: Table) -> None:
        await started(table)
        await table.tell(SetLimit("*", 5_00, 500_00, 5_00, next_coup=False), s.OpenBets())
        await table.tell(Wager(1, "player", 150_00), Wager(1, "tie", 100_00), Wager(1, "banker", 50_00))
        # 200 in all: of the tie 50 are permitted, of Banker nothing any more.
        told = [(event.bet, event.accepted, event.rule) for event in table.of(WagerSet)]
        assert told == [("player", 150_00, None), ("tie", 50_00, "12.2.1(c)"), ("banker", 0, "12.2.1(c)")]
        await table.tell(Wager(1, "player", 100_00), Wager(1, "tie", 100_00))
        assert table.service.state.accounts[1].wagers == {"player": 100_00, "tie": 100_00}
        # Below the minimum in all a wager is not recognised, and so was not made.
        await table.tell(Wager(3, "player", 15_00), s.CloseBets())
        assert table.of(WagersReturned)[-1].reason == "aggregate"
        await table.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())
        assert found(table, 1) == SessionCoup(1, "played", (SessionLine(1, 7, 200_00, 0),))
        await table.tell(END, ReserveTable(""), BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", 300_00))
        assert table.of(WagerSet)[-1].accepted == 300_00

    Table(ats=3).run(story)


def test_a_player_moves_with_all_points_and_whoever_is_out_leaves_theirs() -> None:
    async def story(table: Table) -> None:
        await started(table)
        assert why(await table.refuse(MoveSeat(1, 3))) == "seat_occupied"
        assert why(await table.refuse(MoveSeat(2, 1))) == "no_account"
        await table.tell(Malfunction("ats", 2))
        assert why(await table.refuse(MoveSeat(1, 2))) == "ats_out"
        await table.tell(MoveSeat(1, 4), LeaveSeat(3))
        state = table.service.state
        assert (sorted(state.accounts), state.balance(4)) == ([4], 1000_00)
        assert (player_at(state, 4), player_at(state, 1)) == (7, 0)
        assert total(state.ledger) == 0
        await table.tell(AdjustPoints(4, -100_00, "penalty"))
        assert table.service.state.balance(4) == 900_00
        assert why(await table.refuse(AdjustPoints(4, -900_01, "penalty"))) == "points_beyond"
        assert why(await table.refuse(AdjustPoints(4, 0, "penalty"))) == "points_beyond"
        await table.tell(s.OpenBets())
        assert why(await table.refuse(LeaveSeat(4))) == "coup_open"
        await table.tell(s.Invalidate(), END)
        assert why(await table.refuse(LeaveSeat(4))) == "not_reserved 12.3.1"
        assert player_at(table.service.state, 4) == 0
        assert reserved_for(table.service.state) == "Spring Cup"

    Table(ats=4).run(story)


def test_a_session_of_a_tournament_is_ended_by_its_name_alone() -> None:
    async def story(table: Table) -> None:
        await started(table)
        assert why(await table.refuse(EndSession(cash=True))) == "session_of_tournament 12.3.5"
        await table.tell(END)

    Table(ats=3).run(story)


def test_what_a_coup_came_to_is_read_out_of_its_events() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 50_00))
        assert found(table, 1) is None  # it was played for money
        await table.tell(CashOut(1))
        await announced(table)
        await table.tell(START, s.OpenBets())
        assert found(table, 2) is None  # it has not ended
        await table.tell(Wager(1, "player", 50_00), Wager(3, "banker", 20_00), Malfunction("ats", 3), s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())
        # Player 7 to 6. What a terminal's failure returned was wagered, and won nothing (11.14(a)).
        failed = SessionLine(3, 9, 20_00, 0)
        assert found(table, 2) == SessionCoup(2, "played", (SessionLine(1, 7, 50_00, 50_00), failed))
        await table.tell(CorrectOutcome(2, *BANKER_WON))
        assert found(table, 2) == SessionCoup(2, "played", (SessionLine(1, 7, 50_00, -50_00), failed))
        await table.tell(InvalidateCoup(2, "malfunction", "the display failed"))
        assert found(table, 2) == SessionCoup(2, "void", (SessionLine(1, 7, 50_00, 0), failed))
        await table.tell(s.OpenBets(), Wager(1, "player", 50_00), s.Invalidate())
        assert found(table, 3) == SessionCoup(3, "void", (SessionLine(1, 7, 50_00, 0),))
        await table.tell(s.OpenBets(), s.CloseBets(), s.CardDrawn(Card("2S")))
        await table.tell(*(s.CardDrawn(Card(code)) for code in ("9S", "7D", "KC")), s.Confirm())
        assert found(table, 4) == SessionCoup(4, "dummy", ())

    Table(ats=3).run(story)
