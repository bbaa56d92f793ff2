"""A whole table in one process: every board as it is, on simulated devices, with screens and network in memory."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from firmware.boards.picture import Picture
from firmware.config import Board, read_board
from firmware.display.board import show
from firmware.kit.sounds import Sounds
from firmware.link.bus import Bus, MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.table.core.journal import Journal
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import Happened, TableService
from firmware.table.core.state import TableState
from firmware.table_board.answers import HouseSystems, TableBoard
from firmware.table_board.devices import TableDevices
from firmware.terminal.board import Terminal
from firmware.terminal.pocket import Pocket
from hal.cards import Card
from hal.clock import Clock
from hal.ticket_printer import PrintResult
from sim.memory_pocket import MemoryPocket
from sim.offscreen import SeenScreen
from sim.powered import Powered
from sim.profiles import DISPLAY, SCREEN, TABLE, Setting
from sim.simulated import Kept
from sim.ticket_numbers import SECRET


def _nobody(_: Happened) -> None:
    """Nobody listens."""


def _nobody_looks(_: int) -> None:
    """Nobody looks at a terminal."""


def _in_memory(ats: int) -> Pocket:
    return MemoryPocket(f"{ats:016x}")


class Network(Protocol):
    """What boards talk through: memory, or a real server."""

    def board(self, device: str) -> Bus:
        """Return a board's end of it."""
        ...

    def bar(self, devices: frozenset[str]) -> None:
        """Let these devices in no longer, and all others again."""
        ...


class _NoScreen(Picture):
    """In place of a screen: somebody is told whenever it would look different."""

    def __init__(self, looks: Callable[[], None]) -> None:
        super().__init__(None, None, Sounds(0), "en")
        self._looks = looks

    def changed(self) -> None:
        """Something that would be shown has changed."""
        self._looks()


class Seat(Powered):
    """One terminal: its board with its devices, its screen, and what it keeps over a loss of power.

    `looks`: told its number whenever its screen, which it has not, would look different.
    """

    def __init__(
        self,
        ats: int,
        memory: Network,
        setting: Setting,
        pocket: Pocket,
        looks: Callable[[int], None] = _nobody_looks,
        *,
        screen: bool,
    ) -> None:
        super().__init__()
        self._looks = looks
        self.ats = ats
        self.pocket = pocket
        self.seen = SeenScreen(SCREEN) if screen else None
        self.said: list[str] = []
        self.terminal: Terminal | None = None
        # Other boards with the same certificate, with devices of their own.
        self.others: list[Seat] = []
        self._setting = setting
        self._memory = memory
        board = read_board(setting.terminal(ats))
        self.devices = kept(board)
        self._board: Board = replace(board, devices=self.devices)

    def another(self, pocket: Pocket) -> "Seat":
        """Return another board with the same certificate, switched off."""
        other = Seat(self.ats, self._memory, self._setting, pocket, screen=self.seen is not None)
        self.others.append(other)
        return other

    def exchange(self, pocket: Pocket) -> Pocket:
        """Put another pocket in, as another board brings one, and return the one that was there."""
        before, self.pocket = self.pocket, pocket
        return before

    @property
    def remote(self) -> RemoteTable:
        """The table, as it sees it."""
        return self._remote

    def start(self) -> None:
        """Switch it on."""
        board, pocket = self._memory.board(f"ats-{self.ats}"), self.pocket
        self._remote = RemoteTable(board, self._changed, pocket.life, pocket.acknowledged)
        shown = self.seen or _NoScreen(partial(self._looks, self.ats))
        self.terminal = Terminal(self._board, self._remote, self.pocket, shown, self.said.append)
        self.begin(self.terminal.parts())

    def _changed(self) -> None:
        for follow in self.terminal.followers if self.terminal is not None else ():
            follow()

    async def stop(self) -> None:
        """Take its power."""
        if self.terminal is not None:
            self.terminal.stop()
        await self.end()


class DisplayBoard(Powered):
    """The display's board, and its screen."""

    def __init__(self, memory: Network, screen: bool) -> None:  # noqa: FBT001
        super().__init__()
        self.seen = SeenScreen(DISPLAY) if screen else None
        self._memory = memory

    @property
    def remote(self) -> RemoteTable:
        """The table, as it sees it."""
        return self._remote

    def start(self) -> None:
        """Switch it on."""
        self._remote = RemoteTable(self._memory.board("wnd-1"), _nothing if self.seen is None else self.seen.changed)
        parts = [self._remote.run()] + ([] if self.seen is None else [show(self._remote, self.seen)])
        self.begin(parts)

    async def stop(self) -> None:
        """Take its power."""
        await self.end()


class Surroundings(NamedTuple):
    """What stands around a whole table.

    `network` carries messages in place of memory; `service` is the kind of table; `tell` hears what happens, once it is
    durable; `pockets`: what each terminal keeps over a loss of power; `looks`: told which terminal's screen would look
    different, where there are no screens.
    """

    network: Network | None = None
    service: type[TableService] = TableService
    tell: Callable[[Happened], None] = _nobody
    pockets: Callable[[int], Pocket] = _in_memory
    looks: Callable[[int], None] = _nobody_looks


class WholeTable(Powered):
    """The table's board, its terminals and its display.

    Boards that are external to the setting join by themselves.
    """

    def __init__(
        self,
        setting: Setting,
        journal: Journal,
        clock: Clock,
        around: "Surroundings | None" = None,
        *,
        screens: bool = True,
    ) -> None:
        around = around or Surroundings()
        super().__init__()
        self.setting = setting
        self.memory = MemoryNetwork()
        self.tell = around.tell
        self.sgc = SeenScreen(SCREEN) if screens else None
        self.network = around.network or self.memory
        self.display = DisplayBoard(self.network, screens)
        board = read_board(TABLE.format(**setting))
        assert board.setup is not None
        self.setup = board.setup
        self.devices = kept(board)
        self.board = replace(board, devices=self.devices)
        self.journal = journal
        self._clock = clock
        self._make = around.service
        self._numbering = Numbering(SECRET, journal.issued, board.others)
        self.service = around.service(self.setup, journal, clock, self._publish, self._numbering)
        self.boards: TableBoard | None = None
        ours = [ats for ats in range(1, setting["ats"] + 1) if f"ats-{ats}" not in setting["external"]]
        self.seats = {
            ats: Seat(ats, self.network, setting, around.pockets(ats), around.looks, screen=screens) for ats in ours
        }
        self._followers: list[Callable[[Happened], None]] = []

    def _publish(self, happened: Happened) -> None:
        for follow in self._followers:
            follow(happened)
        self.tell(happened)

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self.service.state

    async def start(self, state: TableState | None = None) -> None:
        """Switch everything on, with what the journal gives if it has been played before; wait until it is there."""
        if state is not None:
            self._recover(state, self._clock)
        await self.start_table()
        if "wnd-1" not in self.setting["external"]:
            self.display.start()
        for seat in self.seats.values():
            seat.start()
        while not all(seat.remote.there for seat in self.seats.values()):
            await asyncio.sleep(0.05)

    async def start_table(self) -> None:
        """Switch the table's board on."""
        await self.service.start()
        shown = self.sgc or Picture(None, None, Sounds(0), "en")
        self._followers.clear()
        devices = TableDevices(self.board, self.service, self._followers, shown)
        parts = devices.parts()
        # Who is known by a PIN is loaded when somebody first asks: most tables here have no people.
        house = HouseSystems(lambda *shown: devices.staff().prove(*shown))
        self.boards = TableBoard(self.service, self.network.board("table"), self.network.bar, house=house)
        self._followers.append(self.boards.follow)
        self.begin([*parts, self.boards.run()])

    async def restart_table(self, state: TableState, clock: Clock) -> None:
        """Switch it on again, with what its journal gives."""
        self._recover(state, clock)
        await self.start_table()

    def _recover(self, state: TableState, clock: Clock) -> None:
        self.service = self._make.recovered(state, self.setup, self.journal, clock, self._publish, self._numbering)

    async def stop_table(self) -> None:
        """Take the table board's power, whatever it was doing."""
        if self.service.stopped:
            self.forgive()  # one that has stopped takes what serves it with it
        self.service.halt()
        await self.end()

    async def stop(self) -> None:
        """Switch everything off."""
        for seat in self.seats.values():
            await seat.stop()
        await self.display.stop()
        await self.stop_table()

    async def cash_out_at(self, ats: int) -> PrintResult | None:
        """Have a terminal pay by ticket, as its player would by touch; None where none of ours can. Raises Refused."""
        seat = self.seats.get(ats)
        tickets = None if seat is None or not seat.on or seat.terminal is None else seat.terminal.desk.beside.tickets
        return None if tickets is None else await tickets.cash_out()

    def deal(self, card: Card) -> None:
        """Draw a card out of the shoe, as the shoe itself counts it."""
        coup = self.state.game.coup
        side = coup.due.value if coup is not None and coup.due is not None else "player"
        hand = () if coup is None else coup.player if side == "player" else coup.banker
        self.devices["shoe"].model.draw(card, side, min(len(hand) + 1, 3))


def kept(board: Board) -> dict[str, Any]:
    """Return a board's devices, of which those on a simulated line outlive it."""
    return {name: Kept(chosen) for name, chosen in board.devices.items()}


def _nothing() -> None:
    """Nobody looks."""
