"""What a board of each role does for the journal when it is switched on: what a table waits for, who keeps a copy."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from device_under_test import run
from signed_table import SETUP, on_journal, tell

from firmware.boards.copying import TableCopies, copy_key, kept_copy
from firmware.boards.reports import Reports
from firmware.boards.waiting import waiting
from firmware.boards.witnessing import witness_of
from firmware.config import Board, CopySettings, read_board
from firmware.game import steps as s
from firmware.net.bus import Memory
from firmware.net.remote_table import RemoteTable
from firmware.net.settings import NetworkSettings
from firmware.table import commands as c
from firmware.table.copy_store import CopyStore
from firmware.table.journal import JournalError
from firmware.table.opening import Waiting
from firmware.table.restoring import restore
from firmware.table.service import TableService
from firmware.table.signing import Signer, new_signer
from firmware.table.sqlite_journal import SqliteJournal
from hal.clock import LoopClock

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "unused"
pin_secret = "unused"
witness_wait = 7
[devices.shoe]
driver = "sim.angel_eye"
port = "none"
"""
NETWORK = """
[network]
server = "tls://127.0.0.1:4222"
device = "table"
certificates = "certificates"
"""
ALONE, CONNECTED = read_board(TABLE), read_board(TABLE + NETWORK)


def switched_on(path: Path, signer: Signer, board: Board, *, new_key: bool = False) -> Waiting | None:
    found: list[Waiting | None] = []

    async def story() -> None:
        journal = SqliteJournal(path, signer)
        clock = LoopClock(asyncio.get_running_loop(), journal.last_at)
        service = TableService.recovered(journal.recover(), SETUP, journal, clock, lambda _: None)
        found.append(waiting(board, journal, service, new_key=new_key))
        if found[0] is not None:
            assert found[0].until == service.now_ms() + 7_000
        journal.close()

    run(story)
    return found[0]


@pytest.fixture
def signer() -> Signer:
    return new_signer()


def test_a_new_journal_waits_for_nobody(tmp_path: Path, signer: Signer) -> None:
    assert switched_on(tmp_path / "table.journal", signer, CONNECTED) is None


def test_a_table_waits_for_its_terminals_but_for_those_that_were_out_of_service(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "table.journal"
    on_journal(path, signer, tell(s.NewShoe(8)))
    assert switched_on(path, signer, ALONE) is None
    found = switched_on(path, signer, CONNECTED)
    assert found is not None
    assert (found.expected, found.doubts) == (("ats-1", "ats-2"), ())
    on_journal(path, signer, tell(c.Malfunction("ats", 1)))
    found = switched_on(path, signer, CONNECTED)
    assert found is not None
    assert found.expected == ("ats-2",)


def test_a_journal_that_is_not_signed_is_in_doubt_unless_the_table_had_no_key(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "table.journal"
    on_journal(path, None, tell(s.NewShoe(8)))
    assert switched_on(path, signer, ALONE, new_key=True) is None
    for board, expected in ((ALONE, ()), (CONNECTED, ("ats-1", "ats-2"))):
        found = switched_on(path, signer, board)
        assert found is not None
        assert (found.expected, found.doubts) == (expected, ("unsigned",))


def test_a_journal_of_another_key_is_in_doubt(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "table.journal"
    on_journal(path, new_signer(), tell(s.NewShoe(8)))
    found = switched_on(path, signer, ALONE, new_key=True)
    assert found is not None
    assert found.doubts == ("other_key",)


def secret(tmp_path: Path) -> Path:
    key = tmp_path / "copy.key"
    key.write_bytes(bytes(range(32)))
    return key


def test_a_restored_journal_is_in_doubt_until_a_supervisor_has_given_the_word(tmp_path: Path, signer: Signer) -> None:
    path = tmp_path / "table.journal"
    on_journal(path, signer, tell(s.NewShoe(8)))
    settings = CopySettings(key=str(secret(tmp_path)), folder=str(tmp_path / "copy"))

    async def story() -> None:
        journal = SqliteJournal(path, signer)
        service = TableService.recovered(
            journal.recover(), SETUP, journal, LoopClock(asyncio.get_running_loop()), lambda _: None
        )
        is_open = asyncio.Event()
        copies = TableCopies(settings, journal)
        copying = asyncio.create_task(copies.run(service, is_open))
        await asyncio.sleep(10)
        assert copies.copies.seen() == ()  # nothing is copied of a journal that may not be this table's
        is_open.set()
        await asyncio.sleep(3)
        copying.cancel()
        await asyncio.gather(copying, return_exceptions=True)
        journal.close()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("firmware.net.copies.is_apart", lambda *_: True)
        run(story)
    assert CopyStore(tmp_path / "copy", 10).kept.row > 1
    again = tmp_path / "again.journal"
    restore(again, [tmp_path / "copy"], copy_key(tmp_path / "copy.key"), [], 1)
    found = switched_on(again, signer, ALONE)
    assert found is not None
    assert found.doubts == ("restored",)


def test_a_key_of_copies_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is missing; it is the key of the journal's copies"):
        copy_key(tmp_path / "copy.key")


class Told(Reports):
    """Reports that a test reads."""

    def __init__(self, table: RemoteTable) -> None:
        super().__init__(table)
        self.said: list[tuple[str, str]] = []

    def say(self, device: str, what: str, detail: str) -> None:
        del detail
        self.said.append((device, what))


def test_what_is_wrong_with_a_boards_memory_or_copy_goes_on_record(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "pocket.witness").write_bytes(b"junk")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async def story() -> None:
        table = RemoteTable(Memory().board("ats-1"), lambda: None)
        reports = Told(table)
        network = NetworkSettings("tls://127.0.0.1:4222", "ats-1", str(tmp_path))
        assert witness_of(network, reports, str(tmp_path / "pocket")).memory is None
        assert kept_copy(None, table, reports) == []
        monkeypatch.setattr("firmware.net.copy_keeper.CopyStore", full)
        (keeping,) = kept_copy(CopySettings(folder=str(tmp_path / "copy")), table, reports)
        task = asyncio.create_task(keeping)
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert reports.said == [("witness", "fault witness_damaged"), ("copy", "fault copy_damaged")]

    run(story)
