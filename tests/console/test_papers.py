"""Meters and days are saved from the console as files, for a house's own printer."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sgc_table import Console

from firmware.boards.papers import Papers
from firmware.cli.main import main
from firmware.console.beside import SgcBeside
from firmware.console.desk import SgcDesk
from firmware.console.pages import day, meters
from firmware.console.view import Page
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.days import BeginDays, CloseDay
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import board_clock
from sim.notes import ALL

pytestmark = [pytest.mark.lab(8), pytest.mark.lab(11)]


def now() -> datetime:
    return datetime(2026, 11, 20, 23, 5, 7, tzinfo=UTC)


async def played(path: Path) -> SqliteJournal:
    """A journal that is still being written: 50.00 at terminal 1, a day closed, 20.00 in the next."""
    file = SqliteJournal(path)
    clock = board_clock(asyncio.get_running_loop(), file.last_at)
    service = TableService.recovered(file.recover(), Setup("crown-baccarat", 2, notes=ALL), file, clock, lambda _: None)
    await service.start()
    for command in (BeginDays(), s.NewShoe(8), BuyIn(1, 50_00), CloseDay(), BuyIn(1, 20_00)):
        await service.submit(command)
    return file


@pytest.mark.outside
def test_each_is_what_the_command_line_prints_while_the_table_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.journal"

    async def story() -> dict[str, str]:
        with closing(await played(path)):
            papers = Papers(tmp_path / "stick", path, now, lambda: (1, "day 1"))
            return {file.name: file.read_text() for file in [await papers.write("meters"), await papers.write("day")]}

    written = asyncio.run(story())
    assert written.keys() == {"meters-2026-11-20-230507.txt", "day-2026-11-20-230507.txt"}
    for kind in ("meters", "day"):
        assert main(["journal", kind, str(path)]) == 0
        head, _, text = written[f"{kind}-2026-11-20-230507.txt"].partition("\n\n")
        assert head == "2026-11-20 23:05:07 UTC  table.journal"
        said = capsys.readouterr().out
        if kind == "meters":
            assert main(["journal", kind, str(path), "--reading", "1"]) == 0
            said += "\nsince reading 1, day 1\n" + capsys.readouterr().out
        assert text == said
    assert "received: cash" in written["meters-2026-11-20-230507.txt"]
    assert "70.00" in written["meters-2026-11-20-230507.txt"]
    assert "GAMING DAY 1 " in written["day-2026-11-20-230507.txt"]
    assert "70.00" not in written["day-2026-11-20-230507.txt"]


@pytest.mark.outside
@pytest.mark.parametrize(
    ("folder", "journal", "why"),
    [("none/stick", "table.journal", "none/stick: No such file"), ("stick", "another.journal", "another.journal")],
)
def test_where_it_cannot_be_saved_it_says_so_and_leaves_nothing(
    tmp_path: Path, folder: str, journal: str, why: str
) -> None:
    async def story() -> None:
        with closing(await played(tmp_path / "table.journal")):
            with pytest.raises(Refused, match="no_paper") as refusal:
                await Papers(tmp_path / folder, tmp_path / journal, now, lambda: (0, "")).write("meters")
            assert why in str(refusal.value.values["why"])

    asyncio.run(story())
    assert not (tmp_path / folder).exists()


def labels(page: Page) -> list[str]:
    return [choice.label for row in page.rows for choice in row.choices]


@pytest.mark.outside
def test_it_is_offered_where_there_is_a_folder_and_done_by_touch(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(await played(tmp_path / "table.journal")):
            t = Console("en")
            await t.open(Role.CASINO_SUPERVISOR)
            assert t.desk is not None
            known = t.desk.known()
            assert "Save report" not in labels(day.page(known))
            assert "Save meters" not in labels(meters.page(known))
            papers = Papers(tmp_path / "stick", tmp_path / "table.journal", now, lambda: (0, ""))
            t.desk = SgcDesk(t.service, t.staff, "en", "Table 7", lambda: None, SgcBeside(papers=papers))
            known = t.desk.known()
            assert "Save report" in labels(day.page(known))
            assert "Save meters" in labels(meters.page(known))
            t.touch("op paper-day", "yes")
            async with asyncio.timeout(120):
                while not t.desk.view().toast:
                    await asyncio.sleep(0.05)
            assert t.desk.view().toast == "Saved to be printed: Save report"

    asyncio.run(story())
    (file,) = (tmp_path / "stick").iterdir()
    assert "GAMING DAY 1 " in file.read_text()
