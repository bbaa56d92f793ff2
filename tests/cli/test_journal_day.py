"""The report of a gaming day: reckoned from the rows, and held against the row that closed it."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.day_figures import DayFigures
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.clock import ReportClock
from firmware.table.features.corrections import InvalidateCoup
from firmware.table.features.days import BeginDays, CloseDay, figures_now
from firmware.table.features.devices import ReportDevice
from firmware.table.features.readings import ReadMeters
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.wagers import Wager
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, SECRET

pytestmark = pytest.mark.lab(11)

STAND = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]  # Player wins 7 to 6


def coup(*wagers: Wager) -> list[Any]:
    return [s.OpenBets(), *wagers, s.CloseBets(), *STAND, s.Confirm()]


DAY_ONE: list[Any] = [
    BuyIn(1, 70_00), BeginDays(), s.NewShoe(8),
    EnrolStaff("7", "Ada", Role.CASINO_SUPERVISOR, "hash"), SignOn("sgc", "7"),
    ReportDevice("ats-1 panel", "cabinet_door on"), ReportDevice("ats-1 panel", "cabinet_door off"),
    ReportDevice("ats-1 note_acceptor", "fault jam_acceptor"), ReportClock(10**12),
    BuyIn(2, 50_00, "note"), *coup(Wager(1, "player", 10_00), Wager(2, "banker", 50_00)),
    *coup(Wager(1, "tie", 5_00)), InvalidateCoup(2, "malfunction", "the reader"),
    CashOut(1, "ticket"), EmptyCashBox(2), ReadMeters("at noon"), CloseDay(),
]  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"

    async def story() -> None:
        file = SqliteJournal(path)
        clock, setup = board_clock(asyncio.get_running_loop()), Setup("crown-baccarat", machine=MACHINE, notes=ALL)
        numbering = Numbering(SECRET, file.issued, None)
        service = TableService.recovered(file.recover(), setup, file, clock, lambda _: None, numbering)
        await service.start()
        for command in (*DAY_ONE, BuyIn(1, 20_00), *coup(Wager(1, "banker", 20_00))):
            await service.submit(command, by="test")
        file.close()

    asyncio.run(story())
    return path


def test_a_closed_day_is_printed_as_a_paper(journal: Path, capsys: Any) -> None:
    assert main(["journal", "day", str(journal)]) == 0
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert said[0].startswith("GAMING DAY 1 20")
    # 50.00 came in and were lost; 10.00 were won by terminal 1, and the 5.00 of coup 2 went back.
    for line in (
        "notes 50.00", "wagered 65.00", "win by the ledger 40.00", "win 40.00", "hold 80.00 %", "tickets 80.00",
        "received less paid out 50.00", "change of what is outstanding 10.00", "difference 0.00",
        "terminal 2: taken out 50.00", "should hold 0.00: not counted", "issued 1", "played 2",
        "coup 2: made void, by test", "terminal 1: cabinet_door 1", "ats-1 note_acceptor: jam_acceptor 1",
        "clock: the time of day was another 1", "7 Ada, casino supervisor", "The figures agree with the ledger.",
        "Not signed yet.",
    ):  # fmt: skip
        assert line in said, line


def test_the_day_that_is_open_is_not_its_last_word(journal: Path, capsys: Any) -> None:
    assert main(["journal", "day", str(journal), "--day", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["number"], found["row"], found["figures"]["by_bets"]) == (2, 0, 20_00)
    # Whoever was signed on when it began works in it.
    assert found["worked"] == {"7": "Ada, casino supervisor"}
    assert main(["journal", "day", str(journal), "--day", "2"]) == 0
    assert "The day is open" in capsys.readouterr().out
    assert main(["journal", "day", str(journal), "--day", "3"]) == 2


def test_a_row_that_says_something_else_than_the_rows_before_it_is_told(
    journal: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(state: TableState) -> DayFigures:
        return replace(figures_now(state), win=1)

    monkeypatch.setattr("firmware.table.shown.day_book.figures_now", wrong)
    assert main(["journal", "day", str(journal), "--day", "1"]) == 1
    said = capsys.readouterr()
    assert "DO NOT AGREE" in said.out
    assert "its row says something else" in said.err


def test_meters_since_a_reading(journal: Path, capsys: Any) -> None:
    assert main(["journal", "meters", str(journal), "--reading", "at noon", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    one = found["terminals"]["1"]
    assert (one["money"]["received"], one["money"]["wagered"]) == ({"cash": 20_00}, {"banker": 20_00})
    assert (found["coups"], one["counts"]["played"], one["counts"]["tickets"]) == (1, 1, 0)
    assert main(["journal", "meters", str(journal), "--reading", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert main(["journal", "meters", str(journal), "--reading", "at one"]) == 2
    assert "no reading 'at one'" in capsys.readouterr().err


def test_a_journal_without_a_day_has_one_that_is_open(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "new.journal"
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    assert main(["journal", "day", str(path)]) == 0
    assert "GAMING DAY 1 (open)" in " ".join(capsys.readouterr().out.split())
