"""A player who comes to a session from another table: with all points, between coups, at a free terminal."""

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.ledger import total
from firmware.table.core.session_terms import SessionTerms, player_at
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.seat_joining import JoinSeat, SeatJoined
from firmware.table.features.sessions import EndSession, SessionEnded, SessionSeat, StartSession
from firmware.table.features.tournament_tables import LeaveSeat, ReserveTable
from firmware.table.features.wagers import Wager

SEATS = (SessionSeat(1, 7, 1000_00), SessionSeat(3, 9, 250_00))
START = StartSession("heats 1", (1, 3), 0, SEATS, SessionTerms(minimum=20_00, maximum=200_00))


@pytest.mark.rule("crown 12.1.1")
def test_a_player_comes_with_all_points_and_plays_on() -> None:
    async def story(table: Table) -> None:
        joins = JoinSeat(2, 11, 640_00)
        assert (await table.refuse(joins)).code == "not_reserved"
        await table.tell(ReserveTable("Spring Cup"), START)
        await table.tell(joins)
        assert (player_at(table.service.state, 2), table.service.state.balance(2)) == (11, 640_00)
        await table.coup(Wager(1, "player", 50_00), Wager(2, "player", 100_00))
        assert table.service.state.balance(2) == 740_00
        assert total(table.service.state.ledger) == 0
        await table.tell(EndSession(cash=False, name="heats 1"))
        assert table.of(SessionEnded)[0].balances == {1: 1050_00, 2: 740_00, 3: 250_00}
        assert total(table.service.state.ledger) == 0

    Table(ats=4).run(story)


def test_no_seat_is_taken_twice_nor_by_anybody_twice_nor_in_a_coup() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReserveTable("Spring Cup"), START)
        assert (await table.refuse(JoinSeat(1, 11, 5_00))).code == "seat_occupied"
        assert (await table.refuse(JoinSeat(2, 7, 5_00))).code == "points_beyond"
        assert (await table.refuse(JoinSeat(2, 11, -1))).code == "points_beyond"
        assert (await table.refuse(JoinSeat(5, 11, 5_00))).code == "no_terminal"
        await table.tell(Malfunction("ats", 4))
        assert (await table.refuse(JoinSeat(4, 11, 5_00))).code == "ats_out"
        await table.tell(s.OpenBets())
        assert (await table.refuse(JoinSeat(2, 11, 5_00))).code == "coup_open"
        await table.tell(s.CloseBets())
        assert table.of(SeatJoined) == []

    Table(ats=4).run(story)


def test_who_left_can_come_back() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReserveTable("Spring Cup"), START, LeaveSeat(3), JoinSeat(2, 9, 250_00))
        assert player_at(table.service.state, 2) == 9
        assert player_at(table.service.state, 3) == 0

    Table(ats=4).run(story)
