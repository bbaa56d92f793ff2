"""Figures of the whole table with its board that follows: what terminals and console are told, in one process."""

import asyncio
import statistics
from collections.abc import Callable
from typing import Final

import msgspec

from firmware.console.desk import SgcDesk
from firmware.game import steps as s
from firmware.link.bus import BEAT, MemoryBus, MemoryNetwork
from firmware.link.messages import Beat
from firmware.link.remote_table import RemoteTable
from firmware.measures import Figure
from firmware.measures.journal import settlements
from firmware.measures.measured_table import temporary_folder
from firmware.measures.stopwatch import cpu_s
from firmware.table.core.bounds import MOST_COUNT
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.memory import MemoryJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.answers import TableBoard
from hal.clock import LoopClock
from sim.virtual_time import VirtualTimeLoop

BOOK: Final = "crown-baccarat"
TERMINALS: Final = 50
WAGERS: Final = 2000
BEST_OF: Final = 5
# Of all changes of its account: such a terminal has missed none.
MOST: Final = MOST_COUNT
PEPPER: Final = b"of nobody's PIN!"


def wager_cpu_growth() -> Figure:
    """A wager's time of the processor at a table with 50 terminals that are there, beside that at a table with one."""
    many, one = _wager_ms(TERMINALS), _wager_ms(1)
    return Figure(round(many, 3), "ms", round(one, 3), round(many / one, 2))


def _wager_ms(terminals: int) -> float:
    """Return what a wager takes, one after the other: from its asking to what all are told; the best of some."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_wagers(terminals)) * 1000


class _Board:
    """The table's board, which tells its terminals on a network in memory."""

    def begin(self, service: TableService) -> None:
        """Follow a table."""
        memory = MemoryNetwork()
        self._board = TableBoard(service, memory.board("table"))
        terminals = [memory.board(f"ats-{n + 1}") for n in range(TERMINALS)]
        self._lives = [asyncio.create_task(part) for part in (self._board.run(), _beating(terminals))]

    def follow(self, happened: Happened) -> None:
        """Be told."""
        self._board.follow(happened)

    async def done(self) -> None:
        """Wait until all is told on."""
        await asyncio.sleep(0)
        while self._board.waiting:
            await asyncio.sleep(0)


async def _beating(terminals: list[MemoryBus]) -> None:
    """Be terminals that are there, and nothing more."""
    while True:
        for terminal in terminals:
            await terminal.publish(f"{BEAT}.{terminal.device}", msgspec.json.encode(Beat(0, MOST)))
        await asyncio.sleep(1)


def settle_50_followed_ms() -> Figure:
    """The settlement of 50 terminals with five wagers each, durable, and all of them told; beside its rows bare."""
    with temporary_folder() as folder:
        taken, bare = asyncio.run(settlements(folder, _Board()))
    ours, rows = statistics.median(taken), statistics.median(bare)
    return Figure(round(ours, 3), "ms", round(rows, 3), round(ours / rows, 2))


async def _wagers(terminals: int) -> float:
    memory, followers = MemoryNetwork(), list[Callable[[Happened], None]]()

    def publish(happened: Happened) -> None:
        for follow in followers:
            follow(happened)

    clock = LoopClock(asyncio.get_running_loop())
    service = TableService(Setup(BOOK, ats=terminals, period=3_600_000), MemoryJournal(), clock, publish)
    board = TableBoard(service, memory.board("table"))
    desk = SgcDesk(service, StaffDesk(service, PEPPER), "en", "Table 7", lambda: None)
    followers += [desk.follow, board.follow]
    tables = [RemoteTable(memory.board(f"ats-{n + 1}"), lambda: None) for n in range(terminals)]
    lives = [asyncio.create_task(part) for part in (board.run(), *(table.run() for table in tables))]
    await service.start()
    await service.submit(s.NewShoe(8))
    for ats in range(1, terminals + 1):
        await service.submit(BuyIn(ats, 10_000_00))
    await service.submit(s.OpenBets())
    await asyncio.sleep(2)
    taken = []
    for _ in range(BEST_OF):
        began = cpu_s()
        for number in range(WAGERS // BEST_OF):
            await tables[number % terminals].set_wager("player", 5_00 * (1 + number // terminals % 2))
            await asyncio.sleep(0.3 / terminals)  # no faster than a terminal may ask, and all at one pace
        taken.append((cpu_s() - began) / (WAGERS // BEST_OF))
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return min(taken)
