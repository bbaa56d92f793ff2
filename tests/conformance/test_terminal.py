"""What any terminal must do: ours does, and each check finds one that does not."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from firmware.conform.check import CheckResult, tried
from firmware.conform.terminal import CHECKS, DO
from firmware.conform.terminal_desk import TerminalDesk
from firmware.errands import Errands
from firmware.link import messages as m
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.terminal.player import WagerDesk
from sim.virtual_time import VirtualTimeLoop

ATS = 2
NAMES = [check.name for check in CHECKS]


class Terminal:
    """Our terminal's own parts, touched by nobody but the suite."""

    def __init__(self, memory: MemoryNetwork) -> None:
        self.errands = Errands()
        self.table = self.made(memory)
        self.desk = WagerDesk(self.table, lambda _: None, self.errands)
        self.life = asyncio.create_task(self.table.run())

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        return RemoteTable(memory.board(f"ats-{ATS}"), self.changed)

    def changed(self) -> None:
        self.desk.follow()

    async def do(self, command: str) -> None:
        if command == DO:
            await asyncio.sleep(0.5)
            self.errands.begin(self.desk.wager("player", 25_00))


class Deaf(Terminal):
    """It never asks for a snapshot by itself."""

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        table = super().made(memory)
        table._needed.set = lambda: None  # type: ignore[method-assign]  # noqa: SLF001
        return table


class Short(Terminal):
    """It wagers less than it was asked for."""

    async def do(self, command: str) -> None:
        if command == DO:
            await asyncio.sleep(0.5)
            self.errands.begin(self.desk.wager("player", 5_00))


class NewNumbers(Terminal):
    """It says an unanswered wager again under another number."""

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        class Table(RemoteTable):
            async def _once(self, what: m.Request, number: str, seconds: float = 1.0) -> m.Answer:
                return await super()._once(what, f"{number} {self._number()}", seconds)

        return Table(memory.board(f"ats-{ATS}"), self.changed)


class Mute(Terminal):
    """It does not say what it showed."""

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        class Table(RemoteTable):
            async def shown_at_close(self, coup: int, wagers: dict[str, int]) -> None:
                """Say nothing."""

        return Table(memory.board(f"ats-{ATS}"), self.changed)


class Strict(Terminal):
    """It takes a message with a key that it does not know for none."""

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        class Table(RemoteTable):
            def _readable(self, read: Callable[[bytes], Any], data: bytes) -> Any:
                return super()._readable(read, data if b"newer" not in data else b"no message")

        return Table(memory.board(f"ats-{ATS}"), self.changed)


class Gapless(Terminal):
    """It never notices that something is missing, or that the table was away."""

    def made(self, memory: MemoryNetwork) -> RemoteTable:
        table = super().made(memory)
        asyncio.get_running_loop().call_later(3, self._stop_asking, table)
        return table

    def _stop_asking(self, table: RemoteTable) -> None:
        table._needed.set = lambda: None  # type: ignore[method-assign]  # noqa: SLF001


BROKEN: dict[str, type[Terminal]] = {
    "joins": Deaf,
    "wagers": Short,
    "again": NewNumbers,
    "shown-at-close": Mute,
    "newer-table": Strict,
    "gap": Gapless,
    "away": Gapless,
}


def results(kind: type[Terminal], names: list[str]) -> list[CheckResult]:
    async def whole() -> list[CheckResult]:
        memory = MemoryNetwork()
        there: list[Terminal] = []

        async def please(command: str, _: str) -> None:
            if command == "start":
                there.append(kind(memory))
            else:
                await there[0].do(command)

        async with TerminalDesk(memory.board("table"), ATS, please, 10) as desk:
            found = [await tried(check, desk) for check in CHECKS if check.name in names]
        for terminal in there:
            terminal.errands.stop()
            terminal.life.cancel()
            await asyncio.gather(terminal.life, return_exceptions=True)
        return found

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


def test_our_terminal_passes() -> None:
    found = results(Terminal, NAMES)
    assert [(one.name, one.outcome, one.why) for one in found] == [(name, "passed", "") for name in NAMES]


def test_each_check_has_a_terminal_that_it_finds() -> None:
    assert set(BROKEN) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_terminal_is_found(name: str) -> None:
    found = results(BROKEN[name], ["joins", name])
    assert (found[-1].outcome, bool(found[-1].why)) == ("failed", True), found
