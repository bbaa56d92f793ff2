"""The table board: the journal and the truth, the shoe, the panel, the display on a line, and the terminals' server."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from firmware.boards.running import Say, connected, until_told
from firmware.config import Board
from firmware.display.wnd_desk import WndDesk
from firmware.net.settings import NetworkSettings
from firmware.net.table_board import TableBoard
from firmware.table.commands import ReportDevice, SetLimit
from firmware.table.service import Happened, TableService
from firmware.table.shoe_desk import ShoeDesk
from firmware.table.sqlite_journal import SqliteJournal
from hal.clock import board_clock

Follow = Callable[[Happened], None]


async def run(board: Board, say: Say) -> None:
    """Run the table until told to stop. Raises JournalError when the journal cannot be used."""
    assert board.config.journal is not None
    assert board.setup is not None
    journal = SqliteJournal(Path(board.config.journal.path))
    followers: list[Follow] = []

    def publish(happened: Happened) -> None:
        for follow in followers:
            follow(happened)

    try:
        state = journal.recover()
        clock = board_clock(asyncio.get_running_loop(), journal.last_at)
        table = TableService.recovered(state, board.setup, journal, clock, publish)
        fresh = not table.state.open
        await table.start()
        say(f"table open, {table.state.setup.rulebook}, {'new' if fresh else f'recovered at row {journal.sequence}'}")
        await _begin(board, table, fresh=fresh)
        parts = _devices(board, table, followers)
        if board.config.network is not None:
            parts.append(_boards(board.config.network, table, followers, say))
        await until_told(parts)
        await table.at_rest()
        table.halt()
    finally:
        journal.close()


async def _begin(board: Board, table: TableService, *, fresh: bool) -> None:
    """Put on record which drivers were chosen; a new table gets its limits."""
    for name, chosen in board.devices.items():
        await table.submit(ReportDevice(name, f"driver {chosen.driver}"), by="table")
    for limit in board.limits if fresh else ():
        await table.submit(SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup=False), by="table")


async def _boards(network: NetworkSettings, table: TableService, followers: list[Follow], say: Say) -> None:
    """Serve the other boards, from when the server is there; the table itself does not wait for it."""
    boards = TableBoard(table, await connected(network, say))
    followers.append(boards.follow)
    await boards.run()


def _devices(board: Board, table: TableService, followers: list[Follow]) -> list[Coroutine[Any, Any, None]]:
    parts: list[Coroutine[Any, Any, None]] = []
    desk = ShoeDesk(table, board.config.watch)
    shoe = board.devices["shoe"].connect(desk.heard)
    desk.serve(shoe)
    followers.append(desk.follow)
    parts.append(shoe.run())
    if "panel" in board.devices:
        parts.append(board.devices["panel"].connect(desk.heard).run())
    if "wnd" in board.devices:
        display = WndDesk(table)
        wnd = board.devices["wnd"].connect(display.heard)
        display.serve(wnd)
        followers.append(display.follow)
        parts.append(wnd.run())
    return parts
