"""Amounts that no record can hold: refused; and what an earlier firmware took of them harms nobody but its account."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from table_under_test import Table

from firmware.cli.main import main
from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.bounds import MOST_BALANCE, MOST_STAKE
from firmware.table.core.feature import FEATURES
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cash_desks import RedeemTicket
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.days import BeginDays, CloseDay, figures_now
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.note_doubts import ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.readings import ReadMeters
from firmware.table.features.sessions import StartSession
from firmware.table.features.staff import SignOn
from firmware.table.features.wagers import Wager
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.answers import TableBoard
from hal.cards import Card
from hal.clock import LoopClock
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(7)

JOURNAL = Path(__file__).parents[1] / "journals" / "beyond-money.journal"
SCREEN = (1280, 800)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    for file in JOURNAL.parent.glob(f"{JOURNAL.name}*"):
        shutil.copy(file, tmp_path)
    return tmp_path / JOURNAL.name


async def life(path: Path, story: Any) -> None:
    journal = SqliteJournal(path)
    boards: list[Any] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    clock = LoopClock(asyncio.get_running_loop(), journal.last_at)
    service = TableService.recovered(journal.recover(), Setup("crown-baccarat"), journal, clock, publish)
    memory = MemoryNetwork()
    board = TableBoard(service, memory.board("table"))
    console = SgcDesk(service, StaffDesk(service, b"s" * 32), "en", "Table 1", lambda: None)
    boards += [board, console]
    await service.start()
    serving = asyncio.create_task(board.run())
    await story(service, memory, console)
    assert not service.stopped
    assert not serving.done()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    journal.close()


def lived(path: Path, story: Any) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(life(path, story))


@pytest.mark.rule("crown 11.14")
def test_a_journal_that_stopped_a_table_opens_and_all_others_play(journal: Path) -> None:
    async def story(service: TableService, memory: MemoryNetwork, console: SgcDesk) -> None:
        assert service.state.faults == {"ats 1"}
        assert service.state.troubles["ats-1 account"] == ("beyond_money",)
        boards = {ats: RemoteTable(memory.board(f"ats-{ats}"), lambda: None) for ats in (1, 2)}
        tasks = [asyncio.create_task(board.run()) for board in boards.values()]
        await asyncio.sleep(1)
        await service.submit(s.OpenBets())
        assert await boards[2].set_wager("banker", 20_00) == 20_00
        with pytest.raises(Refused, match="ats_out"):
            await boards[1].set_wager("banker", 20_00)
        for command in (CashOut(1), CashOut(1, "hand-pay"), EmptyCashBox(1)):
            with pytest.raises(Refused, match="beyond_bounds"):
                await service.submit(command)
        await service.submit(s.CloseBets())
        for code in ("7S", "6H", "KD", "KC"):
            await service.submit(s.CardDrawn(Card(code)))
        await service.submit(s.Confirm())
        await asyncio.sleep(2)
        seen = boards[2].account
        assert seen is not None
        assert seen.balance == 80_00  # Player won
        assert boards[1].account is not None
        assert (boards[1].account.open, boards[1].account.balance) == (False, 0)
        assert boards[1].public is not None
        assert boards[1].public.faults == ("ats 1",)
        await service.submit(s.NewShoe(8))  # a snapshot would be due; none can be written
        for page in (("tab", "terminals"), ("terminal", "1"), ("tab", "game")):
            console.act(page)
            picture(console.view(), SCREEN, console.words, service.now_ms())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    lived(journal, story)
    lived(journal, nothing)  # and again


def test_its_gaming_days_begin_and_no_record_of_its_figures_is_made(journal: Path) -> None:
    async def story(service: TableService, _: MemoryNetwork, __: SgcDesk) -> None:
        await service.submit(BeginDays(), by="table")  # as a board does at each start
        assert figures_now(service.state).received == {}
        await service.submit(BuyIn(2, 30_00))
        assert figures_now(service.state).received == {"cash": 30_00}
        for command in (CloseDay(), ReadMeters("")):
            with pytest.raises(Refused, match="beyond_bounds"):
                await service.submit(command)
        assert not service.stopped

    lived(journal, story)
    lived(journal, nothing)


async def nothing(service: TableService, _: MemoryNetwork, __: SgcDesk) -> None:
    assert service.state.faults == {"ats 1"}
    await asyncio.sleep(3)


def test_what_is_on_record_of_it_is_shown(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["verify"], ["show"], ["show", "--json"], ["replay"], ["replay", "--json"]):
        capsys.readouterr()
        assert main(["journal", words[0], str(journal), *words[1:]]) == 0
    assert main(["journal", "show", str(journal)]) == 0
    assert "9" * 3 + "," + "9" * 3 in capsys.readouterr().out


ABSURD = 10**4299
HALF = "\ud800"


@pytest.mark.parametrize(
    "command",
    [
        BuyIn(1, ABSURD), BuyIn(1, MOST_STAKE + 1), BuyIn(1, -ABSURD), BuyIn(1, ABSURD, "note"),
        BuyIn(1, ABSURD, "note", single=True), Wager(1, "player", ABSURD), SetLimit("*", 5_00, ABSURD),
        SetLimit("everything", 5_00), SetPeriod(ABSURD), StartSession("x" * 401, (1,), 100_00),
        StartSession("s", (1,), ABSURD), ExcludePlayer(1, HALF), ExcludePlayer(1, "x" * 10_000),
        ReportNoteDoubt(1, "ab", 1, ABSURD, "why"), ReportNoteDoubt(1, "ab", 1, 0, HALF),
        ResolveNoteDoubt("1-a", ABSURD), RedeemTicket("cage-1", HALF), SignOn("sgc", HALF),
        InvalidateCoup(1, "disruption", HALF), CorrectOutcome(ABSURD, (), ()), s.Invalidate(HALF),
    ],
    ids=repr,
)  # fmt: skip
def test_what_no_record_could_hold_is_refused(command: Any) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.refuse(command)
        await table.tell(BuyIn(1, 100_00))

    Table(ats=2).run(story)


def test_an_account_that_is_full_is_paid_out_first() -> None:
    async def story(table: Table) -> None:
        for _ in range(MOST_BALANCE // MOST_STAKE):
            await table.tell(BuyIn(1, MOST_STAKE))
        await table.tell(BuyIn(1, MOST_BALANCE % MOST_STAKE))
        await table.tell(BuyIn(1, 20_00, "note", single=True, currency="USD"))  # a note in the box is a fact
        await table.tell(s.OpenBets())
        assert (await table.refuse(Wager(1, "player", 5_00))).code == "account_full"
        await table.tell(CashOut(1))

    Table(ats=2).run(story)


def test_a_screen_shows_no_figure_that_no_screen_can_hold() -> None:
    assert words_of("en").money(ABSURD) == "$?"
    assert words_of("en").money(-ABSURD) == "$?"


def test_a_command_that_fails_is_refused_and_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(table: Table) -> None:
        def broken(*_: Any) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setitem(FEATURES.decides, BuyIn, broken)
            assert (await table.refuse(BuyIn(1, 100_00))).code == "failed"
        await table.tell(BuyIn(1, 100_00))
        assert table.service.state.balance(1) == 100_00

    Table(ats=2).run(story)
