"""The journal on a real disk: what is kept, what is found to be wrong with it, and how a table comes back."""

import asyncio
import contextlib
import random
import resource
import shutil
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.state import Phase
from firmware.refusal import Refused
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.file import DAMAGE, checked, connect, connect_to_read
from firmware.table.journal.schema import MIGRATIONS, UNPACKED
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock
from sim.notes import ALL
from sim.torture import torture

SETUP = Setup("crown-baccarat", side_wagers={"pairs": 1}, notes=ALL)
Story = Callable[["Board"], Awaitable[None]]


class Board:
    """A table board: it runs stories on a journal, and may lose its power after each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said: list[g.Event] = []
        self.acknowledged = 0

    def run(self, story: Story) -> None:
        asyncio.run(self._run(story))

    async def _run(self, story: Story) -> None:
        self.said = []
        self.journal = SqliteJournal(self.path)
        try:
            clock = board_clock(asyncio.get_running_loop())
            self.service = TableService.recovered(self.journal.recover(), SETUP, self.journal, clock, self._hear)
            await self.service.start()
            await story(self)
        finally:
            self.journal.close()

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command, by="dealer 7")

    @property
    def state(self) -> TableState:
        return self.service.state

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]


def cards(text: str) -> list[s.CardDrawn]:
    return [s.CardDrawn(Card(code)) for code in text.split()]


STAND = cards("7S 6H KD KC")


async def two_coups(board: Board) -> None:
    """A shoe with two coups, the first of them wagered on, and a third that is open."""
    await board.tell(s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 50_00, "note"))
    await board.tell(s.OpenBets(), Wager(1, "player", 10_00), Wager(2, "tie", 5_00), s.CloseBets(), *STAND, s.Confirm())
    await board.tell(s.NewShoe(8), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets(), *STAND[:2])


async def nothing(_: Board) -> None:
    pass


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path / "table.journal")


def test_a_table_comes_back_exactly_where_it_was(board: Board) -> None:
    board.run(two_coups)
    before = board.state
    journal = SqliteJournal(board.path)
    assert journal.recover() == before
    journal.close()
    assert verify(board.path).state == before
    assert verify(board.path).snapshots == 1


@pytest.mark.rule("crown 11.15, 11.15(b), 11.16")
@pytest.mark.lab(21)
def test_power_lost_after_the_close_the_coup_goes_on_with_the_wagers_of_the_journal(board: Board) -> None:
    board.run(two_coups)

    async def go_on(board: Board) -> None:
        assert board.of(g.Irregularity)[0].rule == "11.15(b)"
        assert board.state.game.phase is Phase.DEALING
        assert board.state.game.coup is not None
        assert board.state.game.coup.player == (Card("7S"),)
        await board.tell(*STAND[2:], s.Confirm())
        assert [line.returned for line in board.of(WagersSettled)[0].lines] == [20_00]
        assert board.state.faults == frozenset()

    board.run(go_on)


@pytest.mark.rule("crown 11.15(a)")
def test_power_lost_while_betting_is_open_the_coup_is_void(board: Board) -> None:
    async def betting(board: Board) -> None:
        await board.tell(s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00))

    async def back(board: Board) -> None:
        assert board.of(g.CoupResult)[0].winner == "void"
        assert board.of(WagersReturned)[0].rule == "11.15(a)"
        assert board.state.balance(1) == 100_00
        await board.tell(s.OpenBets())

    board.run(betting)
    board.run(back)


def test_power_lost_while_a_question_is_open_it_is_still_open(board: Board) -> None:
    async def asked(board: Board) -> None:
        await board.tell(s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
        await board.tell(s.CardsTogether((Card("7S"), Card("6H"))))

    async def answered(board: Board) -> None:
        assert board.state.game.questions[0].options[0] == "order=7S,6H"
        await board.tell(s.Decide("order=6H,7S"), *STAND[2:], s.Confirm())

    board.run(asked)
    board.run(answered)


@pytest.mark.parametrize(
    "commands",
    [
        (s.Unreadable(),),
        (*STAND, s.CardDrawn(Card("2C"))),
        (*STAND, s.CardDrawn(Card("2C"), shown=True)),
        (*STAND, s.CardDrawn(Card("2C"), shown=True), s.Decide("dummy"), s.Confirm()),
        (s.CardDrawn(Card("7S"), face_up=True),),
        (*STAND,),
        (),
    ],
)
def test_in_every_state_what_comes_back_is_what_was_there(board: Board, commands: tuple[s.Step, ...]) -> None:
    async def story(board: Board) -> None:
        await board.tell(s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
        await board.tell(*commands)

    board.run(story)
    before = board.state
    board.run(nothing)
    known = {"said": board.said, "game": board.state.game}
    assert known["game"].coup is None or known["game"].coup.player == (
        before.game.coup.player if before.game.coup else ()
    )
    assert board.state.ledger == before.ledger
    assert board.state.game.questions == before.game.questions
    assert board.state.game.carried == before.game.carried
    assert board.state.game.unread == before.game.unread


def test_a_repeated_command_is_answered_and_not_done_again(board: Board) -> None:
    async def first(board: Board) -> None:
        await board.tell(s.NewShoe(8))
        events = await board.service.submit(BuyIn(1, 10_00), number="a")
        assert await board.service.submit(BuyIn(1, 10_00), number="a") == events
        both = await asyncio.gather(*(board.service.submit(BuyIn(1, 5_00), number="b") for _ in range(2)))
        assert both[0] == both[1]
        assert board.state.balance(1) == 15_00

    async def after(board: Board) -> None:
        await board.service.submit(BuyIn(1, 10_00), number="a")
        assert board.state.balance(1) == 15_00
        assert board.journal.of_command("never") is None

    board.run(first)
    board.run(after)


def test_who_did_what_is_in_the_journal(board: Board) -> None:
    board.run(two_coups)
    db = connect_to_read(board.path)
    by = {entry.by for entry in checked(db, board.path) if isinstance(entry.event, g.CardLaid)}
    db.close()
    assert by == {"dealer 7"}


def test_one_writer_alone(board: Board) -> None:
    async def second(board: Board) -> None:
        with pytest.raises(JournalError, match="another process writes this journal"):
            SqliteJournal(board.path)
        assert verify(board.path).rows  # to look at it is allowed

    board.run(second)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="its folder must exist and be writable"):
        SqliteJournal(tmp_path / "nowhere" / "table.journal")


def test_an_older_file_is_brought_up_to_date_and_a_newer_one_refused(board: Board) -> None:
    db = sqlite3.connect(board.path)
    db.executescript(f"{MIGRATIONS[0]} PRAGMA user_version=1;")
    db.close()
    board.run(two_coups)
    db = sqlite3.connect(board.path)
    assert db.execute("PRAGMA user_version").fetchone() == (UNPACKED,)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalError, match=r"is of version 99, this firmware reads \d+: update the firmware"):
        SqliteJournal(board.path)


def edit(path: Path, *statements: str) -> None:
    """Change a journal behind the firmware's back."""
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


RICHER = "UPDATE entries SET event=CAST(replace(event, '10000', '90000') AS BLOB) WHERE kind='bought_in'"


REST = "at, by, command, kind, coup, version, event, hash FROM entries"
INSERTED_IN_THE_MIDDLE = [
    "UPDATE entries SET sequence=sequence+1000 WHERE sequence>=9",
    "UPDATE entries SET sequence=sequence-999 WHERE sequence>1000",
    f"INSERT INTO entries SELECT 9, {REST} WHERE sequence=8",
]


@pytest.mark.parametrize(
    ("statements", "problem"),
    [
        ([RICHER], "row 5 is not what was written"),
        (["UPDATE entries SET at=at+1 WHERE sequence=9"], "row 9 is not what was written"),
        (["UPDATE entries SET by='nobody' WHERE sequence=9"], "row 9 is not what was written"),
        (["DELETE FROM entries WHERE sequence=7"], "row 7 is missing"),
        (["UPDATE entries SET sequence=-1 WHERE sequence=7", "UPDATE entries SET sequence=7 WHERE sequence=8",
          "UPDATE entries SET sequence=8 WHERE sequence=-1"], "row 7 is not what was written"),
        (["DELETE FROM entries WHERE sequence>20"], "it had got to row"),
        (["DELETE FROM entries WHERE sequence=(SELECT max(sequence) FROM entries)"], "it had got to row"),
        ([f"INSERT INTO entries SELECT max(sequence)+1, {REST}"], "is not what was written there"),
        (INSERTED_IN_THE_MIDDLE, "row 9 is not what was written there|it had got to row"),
        (["UPDATE snapshots SET state=CAST(replace(state, '10000', '90000') AS BLOB)"], "the snapshot at row"),
        (["UPDATE snapshots SET sequence=9999"], "the snapshot at row 9999 belongs to no row"),
    ],
)  # fmt: skip
def test_what_was_changed_behind_its_back_is_found(board: Board, statements: list[str], problem: str) -> None:
    board.run(two_coups)
    edit(board.path, *statements)
    with pytest.raises(JournalError, match=problem) as error:
        verify(board.path)
    assert "rapid-table journal verify" in str(error.value) or "restore" in str(error.value)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET state=CAST(replace(state, '10000', '90000') AS BLOB)",
        "UPDATE entries SET event=CAST(replace(event, '7S', '9S') AS BLOB) WHERE sequence>20",
        "DELETE FROM entries WHERE sequence>20",
    ],
)
def test_a_table_does_not_come_back_on_a_journal_that_was_changed(board: Board, statement: str) -> None:
    board.run(two_coups)
    edit(board.path, statement)
    with pytest.raises(JournalError, match=r"The table does not play"):
        board.run(nothing)


def content(path: Path) -> tuple[Any, TableState]:
    db = connect_to_read(path)
    try:
        return list(checked(db, path)), verify(path).state
    finally:
        db.close()


def flipped(path: Path, places: Iterator[int]) -> Iterator[tuple[int, Path]]:
    """Yield the journal with one bit flipped in one byte, again and again."""
    whole = path.read_bytes()
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        yield place, path
    path.write_bytes(whole)


def test_a_flipped_bit_anywhere_is_found_or_changes_nothing(board: Board) -> None:
    board.run(two_coups)
    edit(board.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    truth, size = content(board.path), board.path.stat().st_size
    chance = random.Random(1)
    places = iter([*range(0, 100, 3), *sorted(chance.sample(range(100, size), 400))])
    found = 0
    for place, path in flipped(board.path, places):
        try:
            assert content(path) == truth, f"byte {place}: accepted and different"
        except (JournalError, *DAMAGE):
            found += 1
    assert found > 100


def as_it_is_while_open(board: Board, kept: Path) -> Path:
    """Return a copy of the journal's files as they are while it is written: with a write-ahead log."""

    async def copy(board: Board) -> None:
        await two_coups(board)
        for file in board.path.parent.glob("table.journal*"):
            shutil.copy(file, kept)

    kept.mkdir()
    board.run(copy)
    return kept


def test_a_flipped_bit_in_the_write_ahead_log_loses_nothing_silently(board: Board, tmp_path: Path) -> None:
    kept = as_it_is_while_open(board, tmp_path / "kept")
    copy = kept / "table.journal"
    truth = content(board.path)
    log = kept / "table.journal-wal"
    chance = random.Random(2)
    used = len(log.read_bytes().rstrip(b"\0"))
    for place, _ in flipped(log, iter(sorted(chance.sample(range(used), 150)))):
        (kept / "table.journal-shm").unlink(missing_ok=True)
        whole = {file: file.read_bytes() for file in kept.iterdir()}
        with contextlib.suppress(JournalError, *DAMAGE):
            assert content(copy) == truth, f"byte {place}"
        for file, data in whole.items():
            file.write_bytes(data)


def test_a_torn_end_is_found_by_the_mark_and_without_it_is_as_if_it_had_not_been(board: Board, tmp_path: Path) -> None:
    kept = as_it_is_while_open(board, tmp_path / "kept")
    log, mark = kept / "table.journal-wal", kept / "table.journal.head"
    log.write_bytes(log.read_bytes().rstrip(b"\0")[:-1000])  # zeros follow what is in it
    (kept / "table.journal-shm").unlink()
    with pytest.raises(JournalError, match="acknowledged events are lost"):
        SqliteJournal(kept / "table.journal")
    mark.unlink()  # as after a power cut that the mark did not survive
    journal = SqliteJournal(kept / "table.journal")
    assert journal.recover().game.coups == 2
    journal.close()


@pytest.fixture
def small_disk() -> Iterator[Callable[[int], None]]:
    """Let no file grow beyond a size: what a full disk does to a write."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def fill(board: Board) -> None:
    for _ in range(1000):
        await board.service.submit(BuyIn(1, 1_00))
        board.acknowledged += 1


def test_a_full_disk_stops_the_table_and_nothing_acknowledged_is_lost(
    board: Board, small_disk: Callable[[int], None]
) -> None:
    async def until_full(board: Board) -> None:
        await board.tell(s.NewShoe(8))
        small_disk(board.path.with_name("table.journal-wal").stat().st_size + 40_000)
        with pytest.raises(TableStopped, match=r"The table does not play.*free or replace the storage"):
            await fill(board)
        assert board.state.balance(1) == board.acknowledged * 1_00
        with pytest.raises(TableStopped):
            await board.service.submit(s.OpenBets())

    board.run(until_full)
    assert 0 < board.acknowledged < 1000
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    board.run(nothing)
    assert board.state.balance(1) == board.acknowledged * 1_00


def test_a_database_that_is_full_says_so_and_loses_nothing(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.execute("PRAGMA max_page_count=20")
        return db

    async def full(board: Board) -> None:
        await board.tell(s.NewShoe(8))
        with pytest.raises(TableStopped, match="database or disk is full"):
            await fill(board)

    monkeypatch.setattr("firmware.table.journal.sqlite_journal.connect", small)
    board.run(full)
    assert verify(board.path).state == board.state
    assert board.state.balance(1) == board.acknowledged * 1_00


@pytest.mark.parametrize("quick", [0.0, 60.0])
def test_on_a_slow_disk_and_on_a_quick_one_the_same_is_kept(
    board: Board, monkeypatch: pytest.MonkeyPatch, quick: float
) -> None:
    commits = []

    class Counting(SqliteJournal):
        def commit(
            self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None, *, cover: bool = False
        ) -> None:
            commits.append(threading.current_thread().name)
            super().commit(at, batches, snapshot, cover=cover)

    async def rush(board: Board) -> None:
        await board.tell(s.NewShoe(8))
        commits.clear()
        await asyncio.gather(*(board.service.submit(BuyIn(1 + n % 2, 1_00)) for n in range(50)))
        assert len(commits) <= 2
        assert all(name.startswith("journal") == (quick == 0) for name in commits)
        assert board.state.balance(1) == board.state.balance(2) == 25_00

    monkeypatch.setattr("firmware.table.journal.sqlite_journal.QUICK_S", quick)
    monkeypatch.setitem(globals(), "SqliteJournal", Counting)
    board.run(rush)
    assert verify(board.path).state == board.state


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    path.write_text("this is no database, and long enough to be sure of it")
    with pytest.raises(JournalError, match="file is not a database"):
        SqliteJournal(path)
    with pytest.raises(JournalError, match="file is not a database"):
        verify(path)


def test_a_refusal_is_not_in_the_journal(board: Board) -> None:
    async def refused(board: Board) -> None:
        rows = board.journal.sequence
        with pytest.raises(Refused):
            await board.service.submit(CashOut(1), number="x")
        assert board.journal.sequence == rows

    board.run(refused)


@pytest.mark.outside
def test_killed_at_random_instants_nothing_acknowledged_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    """The short form of `make torture`."""
    found = torture(tmp_path / "table.journal", kills=12, seed=7)
    assert found.kills == 12
    # How many there are is the machine's: each kill meets a table that had answered something.
    assert found.acknowledged >= found.kills
