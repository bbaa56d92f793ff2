"""A table on a journal in a file, its boards on a network in memory, in virtual time: it comes back and asks them."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from device_under_test import run

from firmware.boards.copies import Copies
from firmware.boards.copy_keeper import CopyKeeper
from firmware.boards.witness import Witness
from firmware.game import events as g
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.waiting import Doubt, Waiting
from firmware.table.journal.copy_frame import CopyKey
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.covering import Covering
from firmware.table.journal.signing import Signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.answers import TableBoard
from firmware.table_board.testimonies import Testimonies
from hal.clock import LoopClock

SETUP = Setup("crown-baccarat", ats=2)
WAIT_MS = 20_000
COPY_KEY = CopyKey(bytes(range(32)))


class WitnessedTable:
    """The table's board, as it is switched on."""

    def __init__(self, memory: MemoryNetwork, path: Path, signer: Signer, *doubts: Doubt) -> None:
        self.said: list[str] = []
        self.happened: list[g.Event] = []
        self.journal = SqliteJournal(path, signer)
        clock = LoopClock(asyncio.get_running_loop(), self.journal.last_at)
        self.service = TableService.recovered(self.journal.recover(), SETUP, self.journal, clock, self._publish)
        if self.journal.sequence:
            until = self.service.now_ms() + WAIT_MS
            self.service.set_opening(Waiting(("ats-1", "ats-2"), until, (*doubts,)))
        self.bus = memory.board("table")
        self.testimonies = Testimonies(self.service, self.journal, self.said.append)
        self.covering = Covering(self.service, self.journal, self.testimonies.signed)
        self.copies = Copies(CopySource(path, COPY_KEY), self.journal, ("ats-1",))
        self.board = TableBoard(self.service, self.bus, testimony=self.testimonies.hear, fetch=self.copies.fetch)
        self.stopped: Exception | None = None
        self.is_open = False
        serving = (
            self.board.run(), self.testimonies.tell(self.bus), self.testimonies.report(),
            self.copies.report(self.service),
        )  # fmt: skip
        self._tasks = [asyncio.create_task(part) for part in (*serving, self._stand(), self._play())]

    def _publish(self, happened: Happened) -> None:
        self.happened += happened.events
        self.testimonies.follow(happened)
        self.covering.follow(happened)
        self.board.follow(happened)

    async def _play(self) -> None:
        await self.testimonies.opened(self.bus)
        await self.service.start()
        self.is_open = True
        await self.covering.run()

    async def _stand(self) -> None:
        try:
            await self.testimonies.stand()
        except Exception as error:  # noqa: BLE001 - a board ends with it; a test looks at it
            self.stopped = error

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command, by="dealer 7")

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.happened if isinstance(event, kind)]

    async def off(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.service.halt()
        self.copies.close()
        self.journal.close()


class Board:
    """Another board: a terminal or a display, with what it keeps."""

    def __init__(self, memory: MemoryNetwork, device: str, folder: Path) -> None:
        self.faults: list[str] = []
        self.table = RemoteTable(memory.board(device), self._changed)
        folder.mkdir(exist_ok=True)
        self.file = folder / f"{device}.witness"
        self.witness = Witness(self.file, folder, lambda code, _: self.faults.append(code))
        self.copy = folder / f"{device}.copy"
        self.keeper = CopyKeeper(self.copy, 100, lambda what, _: self.faults.append(what))
        parts = (self.table.run(), self.witness.run(self.table), self.keeper.run(self.table))
        self._tasks = [asyncio.create_task(part) for part in parts]

    def _changed(self) -> None:
        with contextlib.suppress(AttributeError):  # it is being made
            self.witness.follow(there=self.table.there)

    async def off(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Room:
    """A table with its boards; each can be switched off and on."""

    def __init__(self, folder: Path, signer: Signer) -> None:
        self.folder = folder
        self.path = folder / "table.journal"
        self.signer = signer
        self.memory = MemoryNetwork()
        self.boards: dict[str, Board] = {}
        self._table: WitnessedTable | None = None

    @property
    def table(self) -> WitnessedTable:
        assert self._table is not None
        return self._table

    async def on(self, *devices: str, doubts: tuple[Doubt, ...] = ()) -> None:
        """Switch the table on, or, where boards are named, these."""
        for device in devices:
            self.boards[device] = Board(self.memory, device, self.folder / "boards")
        if not devices:
            self._table = WitnessedTable(self.memory, self.path, self.signer, *doubts)
        await asyncio.sleep(1.5)

    async def off(self, *devices: str) -> None:
        for device in devices:
            await self.boards.pop(device).off()
        if not devices and self._table is not None:
            await self._table.off()
            self._table = None


def in_a_room(folder: Path, signer: Signer, story: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        room = Room(folder, signer)
        await story(room)
        await room.off(*room.boards)
        await room.off()

    run(whole)
