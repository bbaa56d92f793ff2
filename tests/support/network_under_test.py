"""A table and its terminals on a network in memory, in virtual time; the network can be made to misbehave."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from device_under_test import run

from firmware.game import events as g
from firmware.game import steps as s
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import NO_SYSTEMS, HouseSystems, TableBoard
from hal.clock import LoopClock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, simulated

LIFE = "4f2a90c1d3e5b780"


class Net:
    def __init__(self, ats: int, journal: MemoryJournal, house: HouseSystems = NO_SYSTEMS) -> None:
        self.memory = MemoryNetwork()
        self.said: list[g.Event] = []
        clock = LoopClock(asyncio.get_running_loop())
        setup = Setup("crown-baccarat", ats=ats, machine=MACHINE, notes=ALL)
        self.service = TableService(setup, journal, clock, self._publish, simulated(journal))
        self.board = TableBoard(self.service, self.memory.board("table"), house=house)
        self.tasks = {"table": asyncio.create_task(self.board.run())}
        self.changed: Callable[[], None] = lambda: None

    def _publish(self, happened: Happened) -> None:
        self.said += happened.events
        self.board.follow(happened)

    def _changed(self) -> None:
        self.changed()

    async def start(self) -> None:
        await self.service.start()
        await self.tell(s.NewShoe(8))

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)
        await asyncio.sleep(0.1)

    async def terminal(self, device: str, life: str = "") -> RemoteTable:
        """A terminal's board comes; each has a pocket of its own, unless one is named."""
        life = life or LIFE[:-1] + device[-1] if device.startswith("ats-") else ""
        remote = RemoteTable(self.memory.board(device), self._changed, life)
        self.tasks[device] = asyncio.create_task(remote.run())
        while not remote.there:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)
        return remote

    async def kill(self, *devices: str) -> None:
        for device in devices:
            task = self.tasks.pop(device)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def on_a_network(
    story: Callable[[Net], Coroutine[Any, Any, None]],
    ats: int = 2,
    journal: MemoryJournal | None = None,
    house: HouseSystems = NO_SYSTEMS,
) -> None:
    async def whole() -> None:
        net = Net(ats, journal or MemoryJournal(), house)
        await asyncio.sleep(0.01)
        await net.start()
        await story(net)
        await net.kill(*list(net.tasks))

    run(whole)
