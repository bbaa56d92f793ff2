"""A table's board with a journal's file, and a clock on its wall that a test sets."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from staffed_table import CASINO, DEALER

from firmware.boards.own_faults import OwnFaults
from firmware.game import steps as s
from firmware.table.core.commands import OfStaff
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.time_back import TurnTimeBack, last_known
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.clock_watch import ClockWatch
from hal.clock import following_clock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, SECRET
from sim.virtual_time import VirtualTimeLoop

TODAY = 1_795_176_000_000  # 20 November 2026, 12:00 in Greenwich
DAY = 24 * 60 * 60 * 1000
WRONG = 9 * 365 * DAY
LOSES = ("7S", "6H", "KD", "KC")


class Board:
    """A table's board: its journal's file, and a clock on its wall that a test sets for the whole process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "table.journal"
        self.wrong_by = 0
        self.said: list[Any] = []
        monkeypatch.setattr(time, "time", lambda: (TODAY + self.wrong_by) / 1000 + asyncio.get_running_loop().time())

    def on(self, story: Callable[["Board"], Awaitable[None]]) -> TableState:
        """Switch it on; what it does first is what a table's board does first with journal and clock."""

        async def whole() -> TableState:
            with closing(SqliteJournal(self.path)) as journal:
                state = journal.recover()
                known_ms = last_known(state, journal.last_at)
                clock = following_clock(asyncio.get_running_loop(), known_ms)
                setup = Setup("crown-baccarat", 3, machine=MACHINE, notes=ALL)
                numbering = Numbering(SECRET, journal.issued, None)
                self.service = TableService.recovered(state, setup, journal, clock, self._hear, numbering)
                self.watch = ClockWatch(self.service, clock, OwnFaults(), known_ms)
                await self.service.start()
                await story(self)
                return self.service.state

        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            return runner.run(whole())

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events
        self.watch.follow(happened)

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)

    async def turn_back(self) -> None:
        await self.tell(OfStaff("sgc", "1", TurnTimeBack(), approved_by="2"))

    async def pay_out(self, ats: int) -> None:
        await self.tell(CashOut(ats, "ticket"))
        await self.tell(ReportTicket(self.ticket(), "printed"))

    def ticket(self) -> str:
        return list(self.service.state.tickets)[-1]


async def staffed(board: Board) -> None:
    people = (("1", CASINO, ""), ("2", CASINO, "1"), ("3", DEALER, "1"))
    await board.tell(*(EnrolStaff(number, f"person {number}", role, "hash") for number, role, _ in people))
    await board.tell(SignOn("sgc", "1"))


async def in_today(board: Board) -> None:
    """A first evening by the right time: a ticket is printed."""
    await staffed(board)
    await board.tell(s.NewShoe(8), BuyIn(2, 40_00))
    await board.pay_out(2)
