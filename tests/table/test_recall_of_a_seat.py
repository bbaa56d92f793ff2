"""A terminal recalls the coups of whoever sits there now: in a tournament another player may come to it."""

from table_under_test import Table

from firmware.link.views import BesidesPlay, Recall, account_view
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.seat_joining import JoinSeat
from firmware.table.features.sessions import EndSession, SessionSeat, StartSession
from firmware.table.features.tournament_tables import LeaveSeat, MoveSeat, ReserveTable
from firmware.table.features.wagers import Wager

SEATS = (SessionSeat(1, 7, 1000_00), SessionSeat(3, 9, 250_00))
START = StartSession("heats 1", (1, 3), 0, SEATS, SessionTerms(minimum=20_00, maximum=200_00))


def recalled(table: Table, ats: int) -> list[int]:
    state = table.service.state
    return [one.coup for one in account_view(state, ats, 1, 0, Recall(), BesidesPlay()).recent if one.stakes]


def test_who_comes_to_a_seat_does_not_recall_the_coups_of_who_left_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReserveTable("Spring Cup"), START)
        await table.coup(Wager(1, "player", 50_00), Wager(3, "player", 50_00))
        assert (recalled(table, 1), recalled(table, 3)) == ([1], [1])
        await table.tell(LeaveSeat(3), JoinSeat(3, 11, 640_00))
        assert recalled(table, 3) == []
        await table.coup(Wager(1, "player", 50_00), Wager(3, "player", 50_00))
        assert (recalled(table, 1), recalled(table, 3)) == ([1, 2], [2])

    Table(ats=4).run(story)


def test_who_comes_to_a_seat_that_a_player_was_moved_from_recalls_nothing_of_theirs() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReserveTable("Spring Cup"), START)
        await table.coup(Wager(1, "player", 50_00), Wager(3, "player", 50_00))
        await table.tell(Malfunction("ats", 3), MoveSeat(3, 2), ClearMalfunction("ats", 3), JoinSeat(3, 11, 640_00))
        assert recalled(table, 3) == []

    Table(ats=4).run(story)


def test_the_next_session_begins_with_an_empty_recall() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReserveTable("Spring Cup"), START)
        await table.coup(Wager(1, "player", 50_00), Wager(3, "player", 50_00))
        await table.tell(EndSession(cash=False, name="heats 1"))
        others = (SessionSeat(1, 21, 1000_00), SessionSeat(3, 22, 250_00))
        await table.tell(StartSession("heats 2", (1, 3), 0, others, SessionTerms(minimum=20_00, maximum=200_00)))
        assert (recalled(table, 1), recalled(table, 3)) == ([], [])

    Table(ats=4).run(story)
