"""Figures of the whole table with its board that follows: what terminals and console are told, in one process."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware.console.desk import SgcDesk
from firmware.game import steps as s
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.measures import Figure
from firmware.measures.stopwatch import cpu_s
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
PEPPER: Final = b"of nobody's PIN!"


def wager_cpu_growth() -> Figure:
    """A wager's time of the processor at a table with 50 terminals that are there, beside that at a table with one."""
    many, one = _wager_ms(TERMINALS), _wager_ms(1)
    return Figure(round(many, 3), "ms", round(one, 3), round(many / one, 2))


def _wager_ms(terminals: int) -> float:
    """Return what a wager takes, one after the other: from its asking to what all are told; the best of some."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_wagers(terminals)) * 1000


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
