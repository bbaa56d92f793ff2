"""A board that cannot go on ends, with a status and a sentence: nothing lives on half dead."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from table_under_test import Table

from firmware.boards import running
from firmware.boards.ending import ended_in_time, ends
from firmware.boards.running import until_told
from firmware.cli.main import main
from firmware.display import board as wnd
from firmware.errands import Errands
from firmware.game import steps as s
from firmware.table.core import group
from firmware.table.core.journal import JournalError
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table_board import board as table_board


class Fails(Exception):
    """What nobody expects."""


async def fails() -> None:
    await asyncio.sleep(0.01)
    raise Fails("as it does")


async def lasts() -> None:
    await asyncio.Event().wait()


async def with_an_errand_that_fails() -> None:
    Errands().begin(fails())
    await lasts()


async def with_a_callback_that_fails() -> None:
    def called() -> None:
        raise Fails

    asyncio.get_running_loop().call_later(0.01, called)
    await lasts()


@pytest.mark.parametrize("part", [fails, with_an_errand_that_fails, with_a_callback_that_fails])
def test_what_fails_anywhere_on_a_board_ends_it(part: Any) -> None:
    async def whole() -> None:
        async with asyncio.timeout(5):
            await until_told([lasts(), part()])

    with pytest.raises(Fails):
        asyncio.run(whole())


def test_a_part_that_ends_ends_the_board() -> None:
    async def ends() -> None:
        await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(until_told([lasts(), ends()]), 5))


def test_a_connection_that_breaks_ends_nothing() -> None:
    async def broken() -> None:
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": "it broke", "exception": OSError("gone"), "transport": None})
        loop.call_exception_handler({"message": "nothing was raised"})
        await asyncio.sleep(0.05)

    asyncio.run(until_told([broken()]))


CONFIG = """
role = "wnd"
[devices.wnd]
driver = "sim.alpha"
port = "bench"
[network]
server = "tls://127.0.0.1:1"
device = "wnd-1"
certificates = "c"
"""


def test_a_board_that_fails_says_so_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "wnd.toml"
    config.write_text(CONFIG)

    def run(*_: object) -> Coroutine[Any, Any, None]:
        return fails()

    monkeypatch.setattr(wnd, "run", run)
    assert main(["run", "--role", "wnd", "--config", str(config)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith(" ERROR   firmware.cli.role: where it failed:")
    assert said[-1].endswith(" CRITICAL firmware.cli.role: this board cannot go on, and ends: Fails: as it does")
    assert all(line.startswith("  | ") for line in said[1:-1])


def test_a_table_that_has_stopped_ends_once_it_was_read_why() -> None:
    async def story(table: Table) -> None:
        ending = asyncio.create_task(table_board._until_stopped(table.service, 10))  # noqa: SLF001
        await table.tell(BuyIn(1, 100_00))

        async def full(*_: object) -> None:
            raise JournalError("the storage is full: free some")

        table.journal.append = full  # type: ignore[method-assign]
        with pytest.raises(TableStopped):
            await table.tell(BuyIn(1, 100_00))
        await asyncio.sleep(9)
        assert not ending.done()
        with pytest.raises(TableStopped, match="free some"):
            await ending

    Table(ats=2).run(story)


def test_a_fact_that_cannot_be_decided_on_stops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(table: Table) -> None:
        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(group, "decide", broken)
        with pytest.raises(TableStopped):
            await table.tell(s.ShoeEmpty())
        assert table.service.stopped

    Table(ats=2).run(story)


def test_a_part_that_does_not_leave_off_is_named_and_passed_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def loses_what_it_is_told() -> None:
        try:
            await lasts()
        except asyncio.CancelledError:
            await lasts()

    monkeypatch.setattr(running, "LEAVES_S", 0.05)
    with pytest.raises(Fails):
        asyncio.run(asyncio.wait_for(until_told([loses_what_it_is_told(), fails()]), 5))
    (said,) = caplog.messages
    assert "loses_what_it_is_told does not leave off" in said


def test_a_table_that_ends_does_not_wait_for_a_storage_that_is_stuck() -> None:
    async def story(table: Table) -> None:
        stuck = asyncio.Event()

        async def waits(*_: object) -> None:
            await stuck.wait()

        table.journal.append = waits  # type: ignore[method-assign]
        said: list[str] = []
        whole = SimpleNamespace(service=table.service, _is_open=asyncio.Event(), _say=said.append)
        asked = table.service.ask(BuyIn(1, 100_00))
        started = asyncio.get_running_loop().time()
        await table_board._Table.finish(whole)  # type: ignore[arg-type]  # noqa: SLF001
        assert asyncio.get_running_loop().time() - started == pytest.approx(table_board.FINISH_S)
        assert said == ["the storage does not answer within 3 s: what it has not taken has not happened"]
        with pytest.raises(TableStopped):
            await asked

    Table(ats=2).run(story)


def left_within(latest_s: float, begin: Callable[[], None]) -> list[int]:
    """Return the statuses with which a board that goes on for ever was left, once it began to end."""
    left: list[int] = []
    was_left = threading.Event()

    def leave(status: int) -> None:
        left.append(status)
        was_left.set()

    with ended_in_time(latest_s, leave):
        begin()
        was_left.wait(2)
    return left


def test_a_board_that_goes_on_when_it_should_end_is_left(caplog: pytest.LogCaptureFixture) -> None:
    assert left_within(0.05, ends) == [1]
    assert caplog.messages == ["this board was to end, and has not within 0.05 s: it leaves as it is"]


def test_a_board_that_was_told_to_stop_before_it_could_hear_it_is_left_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: set[signal.Signals] = set()
    monkeypatch.setattr(signal, "sigpending", lambda: kept)
    assert left_within(0.05, lambda: kept.add(signal.SIGTERM)) == [1]


def test_a_board_that_ends_in_time_is_not_left() -> None:
    left: list[int] = []
    with ended_in_time(0.05, left.append):
        ends()
    time.sleep(0.1)
    assert left == []


NAME_THAT_NOBODY_RESOLVES = """
import socket, sys, time
from firmware.cli.main import main
def nobody(*_, **__):
    print("looking for it", flush=True)
    time.sleep(60)
socket.getaddrinfo = nobody
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.outside
def test_a_board_whose_servers_name_nobody_resolves_ends_within_ten_seconds(tmp_path: Path) -> None:
    (tmp_path / "wnd.toml").write_text(CONFIG.replace("127.0.0.1", "table.local"))
    command = (sys.executable, "-c", NAME_THAT_NOBODY_RESOLVES, "run", "--role", "wnd", "--config", "wnd.toml")
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"looking for it\n"
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=10)
        finally:
            process.kill()
    assert process.returncode == 1
    assert b"this board was to end, and has not within 7 s" in said.splitlines()[-1]
