"""What systemd hears of a board: ready once all get on, and a word while they do. What stands still starves it."""

import asyncio
import logging
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from device_under_test import run

from drivers.driver import LATE_S, Driver
from firmware.boards.systemd import Look, Systemd, all_asked, gets_on, watched
from firmware.table.core.journal import Batch
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.devices import ReportDevice
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import LoopClock
from hal.life import Stage
from hal.port import Ear, PortError
from sim.virtual_time import VirtualTimeLoop


class Hears(Systemd):
    """Takes what is said in place of systemd."""

    def __init__(self) -> None:
        super().__init__({"WATCHDOG_USEC": "20000000"})
        self.said: list[str] = []

    def say(self, *lines: str) -> None:
        self.said += lines

    def fed(self) -> bool:
        """Whether it was fed since this was asked last."""
        said, self.said = self.said, []
        return "WATCHDOG=1" in said


async def during(seconds: float, systemd: Systemd, *looks: Look) -> None:
    task = asyncio.create_task(watched(looks, systemd))
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.bind(str(tmp_path / "notify"))
        out.setblocking(False)  # noqa: FBT003
        yield out


@pytest.mark.outside
def test_it_is_said_on_systemds_own_socket(tmp_path: Path, listening: socket.socket) -> None:
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "notify")}).say("READY=1", "WATCHDOG=1")
    assert listening.recv(100) == b"READY=1\nWATCHDOG=1"


@pytest.mark.outside
def test_an_abstract_socket_is_found() -> None:
    name = f"@rapid-table-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.bind("\0" + name[1:])
        out.setblocking(False)  # noqa: FBT003
        Systemd({"NOTIFY_SOCKET": name}).say("READY=1")
        assert out.recv(100) == b"READY=1"


@pytest.mark.outside
def test_a_desk_and_a_systemd_that_is_gone_cost_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Systemd({}).say("READY=1")
    assert not caplog.records
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).say("READY=1")
    assert "systemd does not hear" in caplog.text


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, 0),
        ({"WATCHDOG_USEC": "20000000"}, 20),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
    ],
)
def test_only_the_watchdog_of_this_process_counts(environment: dict[str, str], seconds: float) -> None:
    assert Systemd(environment).watchdog_s == seconds


def test_ready_is_said_once_when_all_get_on_and_then_that_they_do(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    why = "there is no picture on the screen yet"

    async def story() -> None:
        nonlocal why
        systemd = Hears()
        task = asyncio.create_task(watched([lambda: "", lambda: why], systemd))
        await asyncio.sleep(60)
        assert systemd.said == [f"STATUS={why}"]
        why = ""
        await asyncio.sleep(5)
        assert systemd.said[1:] == ["READY=1", "WATCHDOG=1", "STATUS="]
        await asyncio.sleep(20)
        assert systemd.said.count("READY=1") == 1
        assert systemd.said.count("WATCHDOG=1") == 5
        task.cancel()

    run(story)
    # A board that is only beginning says nothing of it in its log.
    assert not caplog.records


def test_a_blocked_loop_starves_it() -> None:
    """In time that passes only where the loop turns, blocking is holding the loop's own turn."""

    async def story() -> None:
        systemd = Hears()
        task = asyncio.create_task(watched([lambda: ""], systemd))
        await asyncio.sleep(6)
        assert systemd.fed()
        # One callback that does not come back for a minute: time passes, and nobody else has a turn.
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        loop.hold_up(60)
        assert not systemd.fed()
        await asyncio.sleep(0.1)
        assert systemd.fed()
        task.cancel()

    run(story)


class Stuck(SqliteJournal):
    """A journal whose card takes nothing more, and does not say so."""

    stuck = False

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        if self.stuck:
            await asyncio.sleep(1000)
        await super().append(at, batches, snapshot)


def test_a_journal_that_stands_still_starves_it(tmp_path: Path) -> None:
    async def story() -> None:
        journal = Stuck(tmp_path / "journal")
        clock = LoopClock(asyncio.get_running_loop())
        table = TableService.recovered(journal.recover(), Setup("mbs-baccarat", ats=0), journal, clock, lambda _: None)
        await table.start()
        systemd = Hears()
        task = asyncio.create_task(watched([gets_on(table)], systemd))
        await asyncio.sleep(60)
        assert systemd.fed()
        journal.stuck = True
        asking = table.ask(ReportDevice("shoe", "driver x"))
        await asyncio.sleep(5)
        systemd.fed()  # it may have begun only just now
        await asyncio.sleep(60)
        assert not systemd.fed()
        assert not asking.done()
        task.cancel()
        table.halt()
        await asyncio.gather(asking, return_exceptions=True)
        journal.close()

    run(story)


def test_a_busy_table_feeds_it(tmp_path: Path) -> None:
    """Something is under way at every look, and each time something else."""

    async def story() -> None:
        journal = SqliteJournal(tmp_path / "journal")
        clock = LoopClock(asyncio.get_running_loop())
        table = TableService.recovered(journal.recover(), Setup("mbs-baccarat", ats=0), journal, clock, lambda _: None)
        await table.start()
        look = gets_on(table)

        async def work() -> None:
            assert look() == ""
            await asyncio.sleep(5)

        await asyncio.gather(*(table.between(work) for _ in range(5)))
        assert look() == ""
        journal.close()

    run(story)


def test_a_table_that_has_stopped_starves_it(tmp_path: Path) -> None:
    async def story() -> None:
        journal = SqliteJournal(tmp_path / "journal")
        clock = LoopClock(asyncio.get_running_loop())
        table = TableService.recovered(journal.recover(), Setup("mbs-baccarat", ats=0), journal, clock, lambda _: None)
        systemd = Hears()
        table.halt()
        await during(60, systemd, gets_on(table))
        assert not systemd.fed()
        journal.close()

    run(story)


class Plug:
    """An outlet with a port behind it that takes all and says nothing."""

    name = "plug"

    async def open(self, _: Ear) -> "Plug":
        return self

    async def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


class Polls(Driver):
    """A device that is asked each second, until it is not."""

    hangs = False
    waits = False

    def received(self, data: bytes) -> None:
        pass

    async def serve(self) -> None:
        while True:
            self.turned(1)
            if self.waits:
                self.excused()
                await asyncio.sleep(1000)
            await asyncio.sleep(1000 if self.hangs else 1)


class Listens(Polls):
    """A device that speaks by itself: the loop listens to its port."""

    async def serve(self) -> None:
        await asyncio.Event().wait()


def test_a_port_that_is_not_asked_any_more_starves_it() -> None:
    async def story() -> None:
        devices = [kind("shoe", Plug(), lambda _: None) for kind in (Polls, Listens)]
        lives = [asyncio.create_task(device.run()) for device in devices]
        systemd = Hears()
        task = asyncio.create_task(watched([all_asked(lambda: [*devices, object()])], systemd))
        await asyncio.sleep(60)
        assert {device.stage for device in devices} == {Stage.READY}
        assert systemd.fed()
        devices[0].hangs = True
        await asyncio.sleep(LATE_S + 10)
        systemd.fed()
        await asyncio.sleep(60)
        assert not systemd.fed()
        assert systemd.said == []
        # A port that is lost, or not there, is a fault, and no reason to start the board anew.
        devices[0].lost(PortError("lost", "unplugged"))
        await asyncio.sleep(6)
        assert systemd.fed()
        for life in (*lives, task):
            life.cancel()
        await asyncio.gather(*lives, task, return_exceptions=True)

    run(story)


def test_a_turn_that_waits_for_the_table_is_not_overdue() -> None:
    async def story() -> None:
        device = Polls("note_acceptor", Plug(), lambda _: None)
        device.waits = True
        life = asyncio.create_task(device.run())
        await asyncio.sleep(600)
        assert device.stage is Stage.READY
        assert not device.overdue()
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)

    run(story)
