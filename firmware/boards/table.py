"""The table board: the journal and the truth, the shoe, the panel, the display on a line, and the terminals' server."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from firmware.boards.picture import Picture, picture_of
from firmware.boards.running import Say, connected, until_told
from firmware.boards.ticket_numbers import TicketNumbers
from firmware.config import Board, ConfigError
from firmware.console.sgc_desk import SgcDesk
from firmware.display.wnd_desk import WndDesk
from firmware.game.refusal import Refused
from firmware.net.gate import FileGate
from firmware.net.settings import NetworkSettings
from firmware.net.table_board import TableBoard, unbarred
from firmware.screens.sgc.scene import picture
from firmware.screens.words import words_of
from firmware.table.commands import ReportDevice, SetLimit
from firmware.table.lamps import light
from firmware.table.notes import cash_of
from firmware.table.pin_secret import pin_secret
from firmware.table.service import Happened, TableService
from firmware.table.shoe_desk import ShoeDesk
from firmware.table.signing import table_signer
from firmware.table.sqlite_journal import SqliteJournal
from firmware.table.staff_desk import StaffDesk
from hal.clock import board_clock
from hal.device import Hear

Follow = Callable[[Happened], None]


async def run(board: Board, say: Say) -> None:
    """Run the table until told to stop. Raises JournalError when the journal cannot be used."""
    assert board.config.journal is not None
    assert board.setup is not None
    settings = board.config.journal
    journal = SqliteJournal(Path(settings.path), table_signer(settings.signing_key))
    followers: list[Follow] = []

    def publish(happened: Happened) -> None:
        for follow in followers:
            follow(happened)

    try:
        state = journal.recover()
        clock = board_clock(asyncio.get_running_loop(), journal.last_at)
        numbers = TicketNumbers(board, journal)
        table = TableService.recovered(state, board.setup, journal, clock, publish, numbers.numbering)
        fresh = not table.state.open
        await table.start()
        await numbers.put_on_record(table, say)
        say(f"table open, {table.state.setup.rulebook}, {'new' if fresh else f'recovered at row {journal.sequence}'}")
        await _begin(board, table, fresh=fresh)
        assert board.config.table is not None
        shown = picture_of(board, board.config.table.name, say)
        parts = TableDevices(board, table, followers, shown).parts()
        if board.config.network is not None:
            parts.append(_boards(board.config.network, table, followers, say))
        await until_told(parts)
        await table.at_rest()
        table.halt()
    finally:
        journal.close()


async def _begin(board: Board, table: TableService, *, fresh: bool) -> None:
    """Put on record which drivers were chosen, and what is said of cash; a new table gets its limits."""
    assert board.setup is not None
    cash = cash_of(table.state, board.setup.notes, board.setup.caps)
    if cash is not None:
        try:
            await table.submit(cash, by="table")
        except Refused as refusal:
            raise ConfigError(f"notes.currency: {words_of('en').refused(refusal)}") from None
    for name, chosen in board.devices.items():
        await table.submit(ReportDevice(name, f"driver {chosen.driver}"), by="table")
    for limit in board.limits if fresh else ():
        await table.submit(SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup=False), by="table")


async def _boards(network: NetworkSettings, table: TableService, followers: list[Follow], say: Say) -> None:
    """Serve the other boards, from when the server is there; the table itself does not wait for it."""
    bar = FileGate(Path(network.barred)) if network.barred else unbarred
    boards = TableBoard(table, await connected(network, say), bar)
    followers.append(boards.follow)
    await boards.run()


class TableDevices:
    """The table board's devices, and its console, which shows them."""

    def __init__(self, board: Board, table: TableService, followers: list[Follow], shown: Picture) -> None:
        self.devices: dict[str, Any] = {}
        self.console: SgcDesk | None = None
        self._board = board
        self._shown = shown
        self._table = table
        self._followers = followers
        self._desk = ShoeDesk(table, board.config.watch)

    def parts(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs on this board."""
        self._desk.serve(self._device("shoe", self._desk.heard))
        self._followers.append(self._desk.follow)
        if "panel" in self._board.devices:
            panel = self._device("panel", self._desk.heard_of_panel)
            self._followers.append(lambda happened: light(panel, happened.state))
        if "wnd" in self._board.devices:
            display = WndDesk(self._table)
            display.serve(self._device("wnd", display.heard))
            self._followers.append(display.follow)
        parts = [device.run() for device in self.devices.values()]
        return [*parts, self._console()] if self._shown.canvas is not None else parts

    def _device(self, name: str, hear: Hear) -> Any:
        device = self.devices[name] = self._board.devices[name].connect(hear)
        return device

    def _console(self) -> Coroutine[Any, Any, None]:
        """Return the dealer's console (SGC)."""
        config = self._board.config
        assert config.table is not None
        assert config.journal is not None
        shown = self._shown
        secret = pin_secret(Path(config.journal.pin_secret), new=not self._table.state.staff)
        desk = SgcDesk(self._table, StaffDesk(self._table, secret), shown.language, config.table.name, shown.changed)
        desk.devices, desk.shoe = tuple(self.devices.values()), self.devices["shoe"]
        desk.sound = shown.sounds.play
        self.console = desk
        desk.held = lambda: len(self._desk.held)
        self._followers.append(desk.follow)
        return shown.run(lambda size, now: picture(desk.view(), size, desk.words, now), desk.act, self._table.now_ms)
