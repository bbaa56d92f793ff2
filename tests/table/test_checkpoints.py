"""The write-ahead log is moved into the journal's file in quiet moments, beside the loop, and never in a card's way."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.game.events import Event
from firmware.table.core.journal import Batch, JournalError
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.devices import DeviceReported
from firmware.table.journal.checkpoints import ENOUGH, QUIET_S, Checkpoints
from firmware.table.journal.log_length import LENGTH
from firmware.table.journal.sqlite_journal import SqliteJournal

IN_THE_MIDST = -1
# What fills more of the log than is worth the while.
MUCH: tuple[Event, ...] = tuple(DeviceReported("shoe", "x", "y" * 2000) for _ in range(2 * ENOUGH))


def in_the_file_alone(path: Path, tmp_path: Path) -> int:
    """Return how many rows are in the file, without the log beside it; none that count while it is just being moved."""
    alone = tmp_path / "alone"
    shutil.copy(path, alone)
    with closing(sqlite3.connect(alone)) as db:
        try:
            there = db.execute("SELECT 1 FROM sqlite_schema WHERE name='entries'").fetchone()
            (count,) = db.execute("SELECT count(*) FROM entries").fetchone() if there else (0,)
        except sqlite3.DatabaseError:
            return IN_THE_MIDST
    return int(count)


def test_the_log_is_moved_once_nothing_is_written(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "journal"
        journal = SqliteJournal(path)
        await journal.append(1, [Batch(MUCH)])
        assert in_the_file_alone(path, tmp_path) == 0
        for _ in range(4):
            await asyncio.sleep(QUIET_S / 2)
            await journal.append(2, [Batch((BoughtIn(1, 5_00, "dealer", "cash"),))])
        assert in_the_file_alone(path, tmp_path) == 0, "it was not quiet yet"
        for _ in range(100):
            await asyncio.sleep(QUIET_S / 2)
            if in_the_file_alone(path, tmp_path) == len(MUCH) + 4:
                break
        assert in_the_file_alone(path, tmp_path) == len(MUCH) + 4
        journal.close()

    asyncio.run(story())


def test_a_little_is_left_where_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "journal"
        journal = SqliteJournal(path)
        await journal.append(1, [Batch(MUCH[:10])])
        await asyncio.sleep(2 * QUIET_S)
        assert in_the_file_alone(path, tmp_path) == 0
        journal.close()

    asyncio.run(story())


def test_a_storage_that_fails_while_it_is_moved_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Checkpoints) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def story() -> None:
        journal = SqliteJournal(tmp_path / "journal")
        monkeypatch.setattr(Checkpoints, "_move", fails)
        await journal.append(1, [Batch(MUCH)])
        await asyncio.sleep(3 * QUIET_S)
        before = journal.sequence
        with pytest.raises(JournalError, match="disk I/O error"):
            await journal.append(2, [Batch(MUCH[:1])])
        assert journal.sequence == before
        journal.close()

    asyncio.run(story())


def generation(path: Path) -> bytes:
    """Return what the log began with: a commit that begins it anew changes that, and syncs it before its own rows."""
    with Path(f"{path}-wal").open("rb") as log:
        return log.read(32)[12:24]


async def moved(path: Path, before: bytes) -> None:
    for _ in range(100):
        await asyncio.sleep(QUIET_S / 2)
        if generation(path) != before:
            return
    pytest.fail("the log was not begun anew")


def test_the_first_card_after_the_log_was_moved_syncs_once(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "journal"
        journal = SqliteJournal(path)
        await journal.append(1, [Batch(MUCH)])
        await moved(path, generation(path))
        begun = generation(path)
        await journal.append(2, [Batch(MUCH[:1])])
        assert generation(path) == begun
        journal.close()

    asyncio.run(story())


def test_a_commit_while_the_log_is_moved_has_it_moved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Checkpoints] = []

    class Noted(Checkpoints):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            made.append(self)

    class Interrupted:
        """A commit comes in just before the log would begin anew, once."""

        def __enter__(self) -> None:
            made[0].written(0)
            monkeypatch.undo()

        def __exit__(self, *_: object) -> None:
            pass

    async def story() -> None:
        path = tmp_path / "journal"
        monkeypatch.setattr("firmware.table.journal.sqlite_journal.Checkpoints", Noted)
        journal = SqliteJournal(path)
        await journal.append(1, [Batch(MUCH)])
        monkeypatch.setattr(made[0], "writing", Interrupted())
        before = generation(path)
        await asyncio.sleep(3 * QUIET_S)
        assert generation(path) == before
        await journal.append(2, [Batch(MUCH[:1])])
        await moved(path, before)
        journal.close()

    asyncio.run(story())


def test_the_log_does_not_grow_while_a_coup_is_played(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = SqliteJournal(path)
    length = Path(f"{path}-wal").stat().st_size
    for at in range(300):
        journal.commit(at, [Batch((BoughtIn(1, 5_00, "dealer", "cash"),))])
    assert Path(f"{path}-wal").stat().st_size == length
    journal.close()
    journal = SqliteJournal(path)
    assert journal.sequence == 300
    journal.close()


def test_a_log_that_was_left_by_a_loss_of_power_keeps_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = SqliteJournal(path)
    journal.commit(1, [Batch(MUCH[:3])])
    kept = tmp_path / "kept"
    kept.mkdir()
    for end in ("", "-wal", ".head"):
        shutil.copy(f"{path}{end}", f"{kept / 'journal'}{end}")
    log = kept / "journal-wal"
    log.write_bytes(log.read_bytes()[: -LENGTH // 2])
    journal.close()
    again = SqliteJournal(kept / "journal")
    assert (again.sequence, log.stat().st_size) == (3, LENGTH)
    again.close()
