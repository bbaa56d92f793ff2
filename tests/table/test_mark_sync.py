"""What the table has signed the mark beside its journal names on the disk too, and no commit waits for that."""

import asyncio
import errno
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.game.events import CoupOpened
from firmware.table.core.journal import Batch, JournalError
from firmware.table.features.buying_in import BoughtIn
from firmware.table.journal.signing import new_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import ticks_s

MONEY = Batch((BoughtIn(1, 5_00, "dealer", "cash"),))
PATIENCE_S = 60.0


class Syncs:
    """Stands in for the sync of the mark: notes what the file said then, and in which thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: Callable[[], None] = lambda: None) -> None:
        self.rows: list[int] = []
        self.threads: list[str] = []
        self._fails = fails
        monkeypatch.setattr("os.fdatasync", self._sync)

    def _sync(self, file: int) -> None:
        self._fails()
        self.threads.append(threading.current_thread().name)
        said = Path(f"/proc/self/fd/{file}").readlink()
        assert said.name == "table.journal.head"
        self.rows.append(int(said.read_bytes().split()[0]))

    async def reach(self, row: int) -> None:
        ends = ticks_s() + PATIENCE_S
        while not self.rows or self.rows[-1] < row:
            assert ticks_s() < ends, f"the mark of row {row} was not synced: {self.rows}"
            await asyncio.sleep(0.01)


def test_the_mark_of_what_is_signed_is_synced_beside_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs = Syncs(monkeypatch)

    async def story() -> None:
        journal = SqliteJournal(tmp_path / "table.journal", new_signer())
        await journal.append(1, [MONEY])
        await journal.cover(2)
        await syncs.reach(2)
        await journal.append(3, [Batch((CoupOpened(1, dummy=False, last=False),))])
        await journal.append(4, [MONEY])
        await journal.cover(5)
        await syncs.reach(5)
        journal.close()

    asyncio.run(story())
    assert syncs.rows == [2, 5], "once for each signature, and for no other commit"
    assert all(name.startswith("mark") for name in syncs.threads), "a commit waited for it"


def test_a_table_that_signs_nothing_syncs_no_mark_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs = Syncs(monkeypatch)
    journal = SqliteJournal(tmp_path / "table.journal")
    for at in range(5):
        journal.commit(at, [MONEY], cover=False)
    journal.close()
    assert not syncs.rows


def test_a_mark_that_cannot_be_synced_stops_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise OSError(errno.EIO, "Input/output error")

    def plays_on() -> None:
        ends = ticks_s() + PATIENCE_S
        while ticks_s() < ends:  # it fails beside play: a commit or two may be quicker
            journal.commit(2, [MONEY])

    Syncs(monkeypatch, fails)
    journal = SqliteJournal(tmp_path / "table.journal", new_signer())
    journal.commit(1, [MONEY], cover=True)
    with pytest.raises(JournalError, match=r"table\.journal\.head: Input/output error\. The table does not play"):
        plays_on()
    journal.close()
