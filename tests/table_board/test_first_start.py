"""A first start that fails leaves nothing behind, so that the next one is the first again."""

import asyncio
from pathlib import Path

import pytest

from firmware.config import Board, read_board
from firmware.table.core.journal import JournalError
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.board import run

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin"
ticket_secret = "{folder}/ticket"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""


def board(folder: Path) -> Board:
    return read_board(TABLE.format(folder=folder))


def said(_: str) -> None:
    pass


def test_a_ticket_secret_that_cannot_be_used_leaves_no_journal_and_no_key(tmp_path: Path) -> None:
    (tmp_path / "ticket").write_bytes(b"short")
    with pytest.raises(JournalError):
        asyncio.run(run(board(tmp_path), said))
    assert [path.name for path in tmp_path.iterdir()] == ["ticket"]


def test_a_journal_that_cannot_be_made_leaves_no_key(tmp_path: Path) -> None:
    (tmp_path / "table.journal.lock").mkdir()
    with pytest.raises((JournalError, OSError)):
        asyncio.run(run(board(tmp_path), said))
    assert [path.name for path in tmp_path.iterdir()] == ["table.journal.lock"]


def test_a_journal_that_was_there_stays(tmp_path: Path) -> None:
    SqliteJournal(tmp_path / "table.journal").close()
    (tmp_path / "ticket").write_bytes(b"short")
    with pytest.raises(JournalError):
        asyncio.run(run(board(tmp_path), said))
    assert (tmp_path / "table.journal").exists()
