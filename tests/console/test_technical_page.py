"""The technician's page: version, digest and signer of each board, what waits, and the board's own test."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from device_under_test import run
from msgspec.structs import replace
from sgc_table import Console

from firmware.boards.own_faults import OwnFaults, PartSeen
from firmware.boards.proving import Proving
from firmware.boards.self_test import PartTested
from firmware.boards.technical import Technical, TechnicalSeen
from firmware.boards.update_watch import UpdateWatch
from firmware.config import read_board
from firmware.console.beside import SgcBeside
from firmware.console.known import Known
from firmware.console.own_affairs import OwnAffairs
from firmware.console.pages.technical import page
from firmware.console.view import Row
from firmware.refusal import Refused
from firmware.software.proof import Proven
from firmware.table.core.commands import Role
from firmware.table.features.devices import ReportDevice
from firmware.table.features.software import ReportSoftware
from firmware.version import VERSION
from hal.life import Stage

pytestmark = pytest.mark.lab(89)

SOUND = Proven("sound", "0.5.0", "d" * 64, "e" * 64, files=4000)
WRONG = Proven("wrong", "0.5.0", "d" * 64, "e" * 64, 4000, ("usr/lib/x",), 1)


def rows(known: Known, seen: TechnicalSeen) -> dict[str, Row]:
    return {row.label: row for row in page(replace(known, technical=seen)).rows}


def on_a_console(story: Callable[[Console], Awaitable[None]]) -> None:
    async def whole() -> None:
        console = Console("en")
        await console.open(Role.CASINO_SUPERVISOR)
        await story(console)

    run(whole)


def test_each_boards_software_stands_there_with_its_digest_and_signer() -> None:
    async def story(console: Console) -> None:
        assert console.desk is not None
        shown = rows(console.desk.known(), TechnicalSeen())
        assert shown["This table's software · not proven"].value == VERSION
        await console.service.submit(ReportSoftware("table", SOUND))
        await console.service.submit(ReportSoftware("ats-2", WRONG))
        shown = rows(console.desk.known(), TechnicalSeen())
        ours = shown["This table's software · as signed"]
        assert (ours.value, ours.look) == ("0.5.0", "deep")
        assert ours.detail == f"Digest {'d' * 16} · signed by {'e' * 16}"
        assert [choice.label for choice in ours.choices] == ["Verify software"]
        there = shown["Terminal 2 · NOT as signed"]
        assert (there.look, [choice.action for choice in there.choices]) == ("alarm", [("op", "clear-software", "2")])
        await console.service.submit(ReportSoftware("table", WRONG))
        wrong = rows(console.desk.known(), TechnicalSeen())["This table's software · NOT as signed"]
        assert wrong.look == "alarm"
        assert "seen to" in wrong.choices[-1].label
        line = console.desk.view()
        assert "not as signed" in line.line
        assert {tab.label: tab.look for tab in line.tabs}["Devices"] == "alarm"

    on_a_console(story)


def test_software_that_waits_is_allowed_here_and_says_for_what_it_waits() -> None:
    async def story(console: Console) -> None:
        assert console.desk is not None
        ready = TechnicalSeen(ready="0.5.0")
        waits = rows(console.desk.known(), ready)["Software 0.5.0 is ready"]
        assert [choice.action for choice in waits.choices] == [("op", "allow-restart", "0.5.0")]
        console.desk.act(("op", "allow-restart", "0.5.0"))
        console.desk.act(("yes",))
        await asyncio.sleep(1)
        begins = rows(console.desk.known(), ready)["Software 0.5.0 is ready"]
        assert (begins.detail, begins.choices) == ("The restart begins", ())
        held = rows(console.desk.known(), TechnicalSeen(ready="0.5.0", waits="coup"))["Software 0.5.0 is ready"]
        assert held.detail == "The restart waits for the coup to end"
        await console.service.submit(ReportDevice("ats-1 update", "fault update_ready", "0.5.0"))
        terminal = rows(console.desk.known(), TechnicalSeen())["Terminal 1 · not proven"]
        assert terminal.choices[0].action == ("op", "allow-terminal-restart", "1")

    on_a_console(story)


def test_what_the_self_test_found_stands_there() -> None:
    async def story(console: Console) -> None:
        assert console.desk is not None
        found = (PartTested("storage", "good", "3 ms"), PartTested("shoe", "failed", "silent"))
        shown = rows(console.desk.known(), TechnicalSeen(tested=found))
        assert (shown["storage"].value, shown["storage"].look) == ("good", "deep")
        assert (shown["shoe"].value, shown["shoe"].look) == ("FAILED", "alarm")

    on_a_console(story)


BOARD = """
role = "wnd"
[screen]
size = [1280, 800]
[network]
server = "tls://127.0.0.1:4222"
device = "wnd-1"
certificates = "{folder}"
"""


@pytest.mark.outside
def test_the_board_is_tested_beside_play_and_its_software_proven(tmp_path: Path) -> None:
    async def story() -> None:
        changed: list[str] = []
        faults = OwnFaults()
        proving = Proving(faults, ("false",), (tmp_path / "none",))
        parts = (PartSeen("shoe", frozenset({"silent"}), Stage.SUSPECT), PartSeen("panel", frozenset()))
        board = read_board(BOARD.format(folder=tmp_path))
        technical = Technical(
            board, proving, UpdateWatch(faults, tmp_path, tmp_path), lambda: parts, lambda: changed.append("")
        )
        own = OwnAffairs("sgc", None, lambda: None, SgcBeside(technical=technical))  # type: ignore[arg-type]
        await own.see_to("self-test", {})
        seen = {one.name: one for one in technical.seen().tested}
        assert (seen["shoe"].state, seen["shoe"].said) == ("failed", "silent")
        assert (seen["panel"].state, seen["panel"].said) == ("good", "ready")
        assert {"memory", "clock", "certificate"} <= seen.keys()
        assert changed
        told: list[Proven] = []

        async def tell(proven: Proven) -> None:
            told.append(proven)

        await own.see_to("verify-software", {})
        task = asyncio.create_task(proving.run(tell))
        await asyncio.sleep(0.1)
        assert told == [Proven("unproven")]
        task.cancel()

    asyncio.run(story())


def test_a_console_without_a_board_says_so() -> None:
    async def story() -> None:
        own = OwnAffairs("sgc", None, lambda: None, SgcBeside())  # type: ignore[arg-type]
        with pytest.raises(Refused, match="no_board_here"):
            await own.see_to("self-test", {})

    run(story)
