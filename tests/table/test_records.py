"""Wagers whose rows do not verify: found after a malfunction, shown, and void by the dealer's word (11.16)."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.events import WagersReturned
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.malfunctions import DoubtRecords, ForgetRecords, Malfunction, MalfunctionsCode, RecordsLost
from firmware.table.features.wagers import Wager
from firmware.table.journal.records import Records
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import LoopClock
from sim.virtual_time import VirtualTimeLoop


class Board:
    """A table on a file, with what looks at its records."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said: list[Any] = []

    def run(self, story: Callable[["Board"], Awaitable[None]]) -> None:
        async def whole() -> None:
            self.journal = SqliteJournal(self.path)
            clock = LoopClock(asyncio.get_running_loop())
            self.service = TableService(Setup("crown-baccarat"), self.journal, clock, self._hear)
            self.records = Records(self.service, self.journal)
            await self.service.start()
            await self.tell(s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 100_00), s.OpenBets())
            for ats, bet in ((1, "player"), (2, "banker")):
                await self.service.submit(Wager(ats, bet, 10_00), by=f"ATS {ats}")
            await self.tell(s.CloseBets())
            await story(self)
            self.journal.close()

        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(whole())

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events
        self.records.follow(happened)

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)
        await asyncio.sleep(0.1)

    def damage(self, change: str, where: str) -> None:
        db = sqlite3.connect(self.path, isolation_level=None)
        assert db.execute(f"{change} WHERE {where}").rowcount == 1
        db.close()

    @property
    def lost(self) -> list[int]:
        return [event.ats for event in self.said if isinstance(event, RecordsLost)]


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path / "table.journal")


OF_1 = "kind='wager' AND by='ATS 1'"


def in_event(before: str, after: str) -> str:
    return f"UPDATE entries SET event=CAST(replace(CAST(event AS TEXT), '{before}', '{after}') AS BLOB)"


@pytest.mark.rule("crown 11.14(b), 11.15(b), 11.16")
@pytest.mark.parametrize("fault", [Malfunction("ats", 1), Malfunction("system")])
def test_wagers_whose_row_was_changed_are_void_by_the_dealers_word(board: Board, fault: Malfunction) -> None:
    async def story(board: Board) -> None:
        board.damage(in_event("1000", "9000"), OF_1)
        await board.tell(fault)
        assert board.lost == [1]
        assert board.service.state.accounts[1].wagers  # nothing moves before the dealer has said so
        with pytest.raises(Refused) as refusal:
            await board.service.submit(ForgetRecords(2))
        assert refusal.value.code == MalfunctionsCode.RECORDS_PROVE
        await board.tell(ForgetRecords(1))
        (returned,) = [event for event in board.said if isinstance(event, WagersReturned)]
        assert (returned.rule, returned.lines[0].ats, returned.lines[0].amount) == ("11.16", 1, 10_00)
        assert board.service.state.accounts[2].wagers

    board.run(story)


@pytest.mark.parametrize("change", ["DELETE FROM entries", "UPDATE entries SET event=x'00'"])
def test_where_a_row_says_nothing_any_more_nobodys_wagers_are_proven(board: Board, change: str) -> None:
    async def story(board: Board) -> None:
        board.damage(change, OF_1)
        await board.tell(Malfunction("system"))
        assert board.lost == [1, 2]

    board.run(story)


def test_a_malfunction_of_one_terminal_is_about_its_own_wagers(board: Board) -> None:
    async def story(board: Board) -> None:
        board.damage(in_event("1000", "9000"), OF_1)
        await board.tell(Malfunction("ats", 2), Malfunction("wnd"))
        assert board.lost == []

    board.run(story)


def test_what_verifies_is_confirmed_and_stands(board: Board) -> None:
    async def story(board: Board) -> None:
        await board.tell(Malfunction("system"))
        assert board.lost == []
        with pytest.raises(Refused):
            await board.service.submit(ForgetRecords(1))

    board.run(story)


def test_a_doubt_is_about_the_coup_that_is_open(board: Board) -> None:
    async def story(board: Board) -> None:
        board.damage(in_event("1000", "9000"), OF_1)
        await board.service.submit(Malfunction("system"))
        await board.tell(DoubtRecords(1), s.Invalidate("a brawl"))
        assert board.lost == [1]
        with pytest.raises(Refused):
            await board.service.submit(DoubtRecords(1))

    board.run(story)


def test_a_coup_that_has_ended_meanwhile_has_no_records_in_doubt(board: Board) -> None:
    async def story(board: Board) -> None:
        board.damage(in_event("1000", "9000"), OF_1)
        # In one commit: when the records are looked at there is no coup any more.
        await asyncio.gather(board.service.submit(Malfunction("system")), board.service.submit(s.Invalidate("a brawl")))
        await asyncio.sleep(0.1)
        assert board.lost == []
        assert not board.service.stopped

    board.run(story)
