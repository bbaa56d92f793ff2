"""A board that cannot go on ends, with a status and a sentence: nothing lives on half dead."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from table_under_test import Table

from firmware.boards.running import until_told
from firmware.cli.main import main
from firmware.display import board as wnd
from firmware.errands import Errands
from firmware.game import steps as s
from firmware.table.core import group
from firmware.table.core.journal import JournalError
from firmware.table.core.service import TableStopped
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
    assert said[0].endswith(" ERROR   firmware.cli.run: where it failed:")
    assert said[-1].endswith(" CRITICAL firmware.cli.run: this board cannot go on, and ends: Fails: as it does")
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
