"""The power goes while old shoes are packed, while the log is moved, or while a journal is converted: nothing is lost.

A process of its own does it, and what it writes, syncs and renames is recorded. Of what was not synced at the cut any
sectors may be on the disk. `killed`: the process dies, and the page cache does not.
"""

import os
import random
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from recorded_writes import Disk, Written, recorded
from signed_table import coup, on_journal, tell
from tools_needed import need

from firmware.game import steps as s
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal import converting, file, packing
from firmware.table.journal.check import Checked, verify
from firmware.table.journal.export import lines
from firmware.table.journal.file import ALL, connect, connect_to_read
from firmware.table.journal.packed import last_packed
from firmware.table.journal.packing import next_pack, pack
from firmware.table.journal.schema import MIGRATIONS, migrate
from firmware.table.journal.signing import new_signer

pytestmark = pytest.mark.outside

SIGNER: Final = new_signer()
# Of what was not synced: nothing is on the disk, a third of its sectors, most of them, all.
KEPT: Final = (0.0, 0.3, 0.9, 1.0)
CUTS: Final = 120
# A table that packs at rest, takes a buy-in between any two packs, and has its log moved all the time. What it says in
# `acked` it would have answered to somebody.
PACKS: Final = """
import asyncio, sys
from pathlib import Path
from firmware.table.core.journal import Batch
from firmware.table.features.buying_in import BoughtIn
from firmware.table.journal import checkpoints, log_length, packing, packing_at_rest
from firmware.table.journal.packed import last_packed
from firmware.table.journal.sqlite_journal import SqliteJournal
packing.UNPACKED_ROWS, packing.TOGETHER, packing_at_rest.REST_S = 10, 16, 0.01
checkpoints.ENOUGH, checkpoints.QUIET_S, log_length.LENGTH = 40, 0.005, 100_000
async def story(path, acked):
    journal = SqliteJournal(path)
    journal.recover()
    with acked.open("a") as said:
        took = 0
        while took < 12 or last_packed(journal._db) < int(sys.argv[3]):
            took += 1
            await journal.append(journal.last_at, [Batch((BoughtIn(1, 500, "dealer", "cash"),))])
            said.write(f"{journal.sequence}\\n")
            said.flush()
            await asyncio.sleep(0.06)
    journal.close()
asyncio.run(story(Path(sys.argv[1]), Path(sys.argv[2])))
"""
CONVERTS: Final = """
import sys
from pathlib import Path
from firmware.table.journal import packing
from firmware.table.journal.converting import convert
packing.UNPACKED_ROWS, packing.TOGETHER = 10, 16
convert(Path(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def three_shoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shoes that ended, and a coup that is open; pages as earlier firmware made them, and rows in its log."""
    path = tmp_path_factory.mktemp("three") / "table.journal"
    shoes = [step for n in range(3) for step in (*coup(), BuyIn(2, n * 100 + 100), *coup(), s.NewShoe(8))]
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(file, "PAGE", 4096)
        on_journal(path, None, tell(s.NewShoe(8), BuyIn(1, 500_00), *shoes, s.OpenBets(), Wager(1, "player", 5_00)))
    return path


@pytest.fixture
def journal(three_shoes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where small journals are packed, too."""
    monkeypatch.setattr(packing, "UNPACKED_ROWS", 10)
    monkeypatch.setattr(packing, "TOGETHER", 16)
    path = tmp_path / "table" / "table.journal"
    put({str(path.parent / Path(one).name): data for one, data in files_in(three_shoes.parent).items()}, path.parent)
    return path


def exported(path: Path) -> bytes:
    with closing(connect_to_read(path)) as db:
        return b"".join(lines(db, 0))


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in folder.iterdir() if not one.name.endswith("-shm")}


def put(files: dict[str, bytes], folder: Path) -> None:
    """Put on the disk what a loss of power left; what processes share in memory is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, data in files.items():
        if not path.endswith("-shm"):
            Path(path).write_bytes(data)


def cuts(disk: Disk, written: list[Written]) -> list[tuple[int, dict[str, bytes]]]:
    """Return what is left after cuts at many places, spread over all that was written."""
    chance = random.Random(16)
    places = set(chance.sample(range(len(written)), min(CUTS, len(written))))
    found = []
    for place, one in enumerate(written):
        disk.do(one)
        if place in places:
            found.append((place, disk.left(KEPT[place % len(KEPT)], chance)))
    return found


def acked_in(written: list[Written]) -> int:
    said = [one for one in written if one.path.endswith("acked") and one.what == "write"]
    return int(said[-1].data) if said else 0


def test_no_row_is_lost_whenever_the_power_goes_while_a_table_packs(journal: Path, tmp_path: Path) -> None:
    need("cc")
    before = files_in(journal.parent)
    rows, was, second = verify(journal).rows, exported(journal), shoe_ends(journal)[1]
    put(before, journal.parent)  # whoever has looked at it has moved its log
    written = recorded(PACKS, journal.parent, tmp_path, journal, journal.parent / "acked", second)
    whole = exported(journal)
    assert acked_in(written) == verify(journal).rows
    assert packed_in(journal) == second
    assert whole.startswith(was)
    syncs = [one for one in written if one.what == "sync"]
    assert len(syncs) < len(written) / 4, "most of it was not synced at once"
    moved = [one for one in written if one.what == "write" and one.path == str(journal)]
    assert moved, "and the log was moved into the file"
    seen = set()
    for place, left in cuts(Disk(before), written):
        put(left, journal.parent)
        found = verify(journal)
        assert found.rows >= max(rows, acked_in(written[: place + 1])), f"cut after {written[place][:4]}"
        assert whole.startswith(exported(journal))
        seen.add(packed_in(journal))
    assert len(seen) > 3, "packs were there, and were not"


def shoe_ends(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as db:
        return [row for (row,) in db.execute("SELECT sequence FROM snapshots ORDER BY sequence")]


def packed_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return last_packed(db)


def test_no_row_is_lost_whenever_the_power_goes_while_a_journal_is_converted(journal: Path, tmp_path: Path) -> None:
    need("cc")
    before = files_in(journal.parent)
    found, was = verify(journal), exported(journal)
    put(before, journal.parent)
    written = recorded(CONVERTS, journal.parent, tmp_path, journal)
    assert packed_in(journal) > 16
    assert [one.to for one in written if one.what == "rename"] == [str(journal)]
    pages = set()
    for place, left in cuts(Disk(before), written):
        put(left, journal.parent)
        assert verify(journal) == found, f"cut after {written[place][:4]}"
        assert exported(journal) == was
        pages.add(page_of(journal))
        if place % 4 == 0:
            again_whole(journal, found, was)
    assert pages == {4096, 1024}, "it was the old one, and the new one"


def page_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA page_size").fetchone()[0])


def again_whole(path: Path, found: Checked, was: bytes) -> None:
    """Convert it again: nothing is left of the attempt that was cut off."""
    converting.convert(path)
    assert (verify(path), exported(path), page_of(path)) == (found, was, 1024)
    assert not list(path.parent.glob("*.converting*"))


@pytest.mark.parametrize(("statement", "steps"), [(number, (1, 40)[number % 2]) for number in range(1, 21)])
def test_killed_in_any_statement_of_a_pack_the_rows_are_as_they_were(journal: Path, statement: int, steps: int) -> None:
    """So many steps of SQLite's own machine into it; its memory that processes share stays as it was then."""
    found, was = verify(journal), exported(journal)
    child = os.fork()
    if not child:
        _pack_and_die(journal, statement, steps)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert (verify(journal), exported(journal)) == (found, was)
    on_journal(journal, SIGNER, tell(s.NewShoe(8), *coup()))
    assert exported(journal).startswith(was)
    assert verify(journal).rows > found.rows


def _pack_and_die(path: Path, statement: int, steps: int) -> None:
    db = connect(path)
    ready = next_pack(db)
    assert ready is not None
    count = 0

    def begins(_: str) -> None:
        nonlocal count
        count += 1
        if count == statement:
            db.set_progress_handler(lambda: os.kill(os.getpid(), signal.SIGKILL), steps)

    db.set_trace_callback(begins)
    migrate(db, len(MIGRATIONS))
    pack(db, ready)
    os.kill(os.getpid(), signal.SIGKILL)


def test_all_files_of_a_journal_are_looked_at() -> None:
    """Whatever lies beside a journal is on the disk that is cut, but for what processes share in memory."""
    assert set(ALL) == {"-wal", "-shm", ".head", ".lock", ""}
