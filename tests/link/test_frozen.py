"""Over the server itself: a terminal that is frozen, and one whose line carries one way only."""

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from nats_under_test import Server

from firmware.errands import Errands
from firmware.game import events as g
from firmware.game import steps as s
from firmware.link.nats_bus import connect
from firmware.link.remote_table import RemoteTable
from firmware.link.settings import NetworkSettings
from firmware.table.core.events import ReturnedLine, WagersReturned
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from firmware.terminal.player import WagerDesk
from hal.clock import LoopClock

pytestmark = pytest.mark.outside


class OneWay:
    """A line to the server that can hold back what comes from it, as a switch with a fault does."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self.down = asyncio.Event()
        self.down.set()

    async def start(self) -> int:
        self._listening = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        always = asyncio.Event()
        always.set()
        with suppress(ConnectionError):
            await asyncio.gather(self._pump(reader, back, always), self._pump(there, writer, self.down))

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flows: asyncio.Event) -> None:
        while data := await reader.read(65536):
            await flows.wait()
            writer.write(data)
            await writer.drain()
        writer.close()

    def close(self) -> None:
        self._listening.close()


async def until(holds: object, seconds: float = 15) -> None:
    for _ in range(round(seconds / 0.05)):
        if holds():  # type: ignore[operator]
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come to that")


class Served:
    """A table that serves its terminals over the server."""

    def __init__(self) -> None:
        self.said: list[g.Event] = []
        clock = LoopClock(asyncio.get_running_loop(), 1_000_000)
        setup = Setup("crown-baccarat", ats=2, period=60_000)
        self.service = TableService(setup, MemoryJournal(), clock, self._publish)
        self._boards: list[TableBoard] = []

    def _publish(self, happened: Happened) -> None:
        self.said += happened.events
        for board in self._boards:
            board.follow(happened)

    async def start(self, server: Server) -> asyncio.Task[None]:
        self.board = TableBoard(self.service, await connect(server.settings("table")))
        self._boards.append(self.board)
        await self.service.start()
        for command in (s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 100_00), s.OpenBets()):
            await self.service.submit(command)
        return asyncio.create_task(self.board.run())


async def freeze_one_and_cut_the_other_on_one_side(folder: Path, server: Server) -> None:
    table = Served()
    tasks = [await table.start(server)]
    service = table.service
    line = OneWay(server.port)
    url = f"tls://127.0.0.1:{await line.start()}"
    first = RemoteTable(await connect(NetworkSettings(url, "ats-1", str(server.folder))), lambda: None)
    tasks.append(asyncio.create_task(first.run()))
    told: list[str] = []
    player = WagerDesk(first, lambda what: told.append(what.key), Errands())
    words = ["-m", "sim.one_terminal", str(folder), str(server.port), "2", "idle", "60"]
    frozen = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.DEVNULL)
    await until(lambda: first.there and table.board.attendance.hears(2))
    assert await player.wager("player", 10_00) == 10_00
    await service.submit(Wager(2, "banker", 10_00))

    frozen.send_signal(signal.SIGSTOP)
    line.down.clear()
    await until(lambda: not first.there)  # it hears nothing any more, and shows that
    await player.wager("player", 20_00)
    assert told == ["why.no_table"]
    await until(lambda: service.state.faults)
    # The one that is frozen is not heard: a malfunction, and its wagers are void (11.14(a)).
    assert service.state.faults == {"ats 2"}
    returned = [line for event in table.said if isinstance(event, WagersReturned) for line in event.lines]
    assert returned == [ReturnedLine(2, "banker", 10_00)]
    # The other is heard still: its wager stands.
    assert service.state.accounts[1].wagers == {"player": 10_00}

    frozen.send_signal(signal.SIGCONT)
    line.down.set()
    await until(lambda: first.there and first.account is not None and first.account.wagers == {"player": 10_00})
    await until(lambda: not service.state.faults)
    frozen.kill()
    await frozen.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    line.close()


@pytest.mark.rule("crown 11.14(a)")
def test_a_frozen_terminal_and_a_line_that_carries_one_way(tmp_path: Path, server: Server) -> None:
    asyncio.run(freeze_one_and_cut_the_other_on_one_side(tmp_path, server))
