"""A whole table in one process: every board as it is, on simulated devices, with screens and network in memory."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from firmware.boards.ats import Terminal
from firmware.boards.picture import Picture
from firmware.boards.table import TableDevices
from firmware.boards.wnd import show
from firmware.config import Board, read_board
from firmware.net.bus import Memory
from firmware.net.remote_table import RemoteTable
from firmware.net.table_board import TableBoard
from firmware.screens.sounds import Sounds
from firmware.table.commands import SetLimit
from firmware.table.journal import Journal
from firmware.table.service import Happened, TableService
from firmware.table.state import TableState
from hal.cards import Card
from hal.clock import Clock
from sim.memory_pocket import MemoryPocket
from sim.offscreen import Seen

SCREEN: Final = (1280, 800)
DISPLAY: Final = (1280, 720)

TABLE: Final = """
role = "table"

[table]
rulebook = "{rulebook}"
name = "{name}"
ats = {ats}
side = {side}
machine = 0x654300
period = {period}

[journal]
path = "unused"
pin_secret = "{secret}"

[devices.shoe]
driver = "sim.angel_eye"
port = "simulated"
"""
ATS: Final = """
role = "ats"

[terminal]
number = {ats}
pocket = "unused"
location = "{name}"

[network]
server = "tls://127.0.0.1:4222"
device = "ats-{ats}"
certificates = "unused"

[devices.note_acceptor]
driver = "sim.id003"
port = "simulated"

[devices.ticket_printer]
driver = "sim.escpos"
port = "simulated"
"""


class Setting(dict[str, Any]):
    """What a whole table is like: what stands in its profiles."""

    def __init__(self, **chosen: Any) -> None:
        super().__init__(
            {"rulebook": "crown-baccarat", "name": "Table 7", "ats": 2, "side": '["pairs"]', "period": 30, **chosen}
        )


class Seat:
    """One terminal: its board with its devices, its screen, and what it keeps over a loss of power."""

    def __init__(self, ats: int, memory: Memory, setting: Setting, screen: bool) -> None:  # noqa: FBT001
        self.ats = ats
        self.pocket = MemoryPocket()
        self.seen = Seen(SCREEN) if screen else None
        self.said: list[str] = []
        self.terminal: Terminal | None = None
        self._memory = memory
        self._board: Board = read_board(ATS.format(**{**setting, "ats": ats}))
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def remote(self) -> RemoteTable:
        """The table, as it sees it."""
        return self._remote

    def start(self) -> None:
        """Switch it on."""
        self._remote = RemoteTable(self._memory.board(f"ats-{self.ats}"), self._changed)
        shown = self.seen or Picture(None, None, Sounds(0), "en")
        self.terminal = Terminal(self._board, self._remote, self.pocket, shown, self.said.append)
        self._tasks = [asyncio.create_task(part) for part in self.terminal.parts()]

    def _changed(self) -> None:
        for follow in self.terminal.followers if self.terminal is not None else ():
            follow()

    async def stop(self) -> None:
        """Take its power."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def broken(self) -> list[BaseException]:
        """Return what has failed in it."""
        return [why for task in self._tasks if task.done() and not task.cancelled() and (why := task.exception())]


class WholeTable:
    """The table's board, its terminals and its display. `tell` hears what happens, once it is durable."""

    def __init__(
        self, setting: Setting, journal: Journal, clock: Clock, *, screens: bool = True, memory: Memory | None = None
    ) -> None:
        self.setting = setting
        self.memory = memory or Memory()
        self.tell: Callable[[Happened], None] = _nobody
        self.sgc = Seen(SCREEN) if screens else None
        self.wnd = Seen(DISPLAY) if screens else None
        self.board = read_board(TABLE.format(**setting))
        assert self.board.setup is not None
        self.service = TableService(self.board.setup, journal, clock, self._publish)
        self.seats = {ats: Seat(ats, self.memory, setting, screens) for ats in range(1, setting["ats"] + 1)}
        self._followers: list[Callable[[Happened], None]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.devices: dict[str, Any] = {}

    def _publish(self, happened: Happened) -> None:
        for follow in self._followers:
            follow(happened)
        self.tell(happened)

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self.service.state

    async def start(self) -> None:
        """Switch everything on, and wait until it is there."""
        await self.service.start()
        for limit in self.board.limits:
            await self.service.submit(SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup=False))
        parts = TableDevices(
            self.board, self.service, self._followers, self.sgc or Picture(None, None, Sounds(0), "en")
        )
        boards = TableBoard(self.service, self.memory.board("table"))
        self._followers.append(boards.follow)
        running: list[Coroutine[Any, Any, None]] = [*parts.parts(), boards.run()]
        self.devices = parts.devices
        if self.wnd is not None:
            seen = self.wnd
            display = RemoteTable(self.memory.board("wnd-1"), seen.changed)
            running += [display.run(), show(display, seen)]
        self._tasks = [asyncio.create_task(part) for part in running]
        for seat in self.seats.values():
            seat.start()
        while not all(seat.remote.there for seat in self.seats.values()):
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Switch everything off."""
        for seat in self.seats.values():
            await seat.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.service.halt()

    def deal(self, card: Card) -> None:
        """Draw a card out of the shoe, as the shoe itself counts it."""
        coup = self.state.game.coup
        side = coup.due.value if coup is not None and coup.due is not None else "player"
        hand = () if coup is None else coup.player if side == "player" else coup.banker
        self.devices["shoe"].model.draw(card, side, min(len(hand) + 1, 3))


def _nobody(_: Happened) -> None:
    """Nobody listens."""
