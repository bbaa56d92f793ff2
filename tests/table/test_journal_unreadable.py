"""A journal's file, and its mark, that cannot be read or hold what nobody wrote: what is said of them."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from signed_table import rewrite, two_shoes

from firmware.table.core.journal import Batch, JournalError
from firmware.table.features.freezing import AccountsFrozen
from firmware.table.features.opening import OpenedOnWord
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read
from firmware.table.journal.proof import ANYBODY, unproven
from firmware.table.journal.signing import new_signer
from firmware.table.journal.sqlite_journal import SqliteJournal

pytestmark = pytest.mark.lab(20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"
    two_shoes(path, None)
    return path


def _endless(mark: Path) -> None:
    mark.unlink()
    mark.symlink_to("/dev/zero")


def _pipe(mark: Path) -> None:
    mark.unlink()
    os.mkfifo(mark)


def _folder(mark: Path) -> None:
    mark.unlink()
    mark.mkdir()


def _beyond_any_row(mark: Path) -> None:
    mark.write_text(f"{'9' * 4000} 00\n")


def _another_tables(mark: Path) -> None:
    mark.write_text(f"{30:020d} {'ab' * 32}\n")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_endless, "table.journal.head: is longer than 4,096 bytes; it says how far the journal had got"),
        (_pipe, "table.journal.head: is a pipe, and nobody writes into it"),
        (_folder, "table.journal.head: cannot be read: Is a directory"),
        (_beyond_any_row, "and that row is not there as it was written"),
        (_another_tables, "it had got to row 30, and that row is not there as it was written"),
    ],
)
def test_a_mark_that_is_none_stops_a_table_and_is_named(path: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(path.with_name("table.journal.head"))
    with pytest.raises(JournalError) as told:
        verify(path)
    assert said in str(told.value)
    with pytest.raises(JournalError) as told:
        SqliteJournal(path)
    assert said in str(told.value)


NO_MARKS = [None, b"", b"junk", b"7 xx", b"x 00", b"1 2 3", b"\xff\xfe \xff"]


def spoil_mark(path: Path, text: bytes | None) -> None:
    mark = path.with_name("table.journal.head")
    if text is None:
        mark.unlink()
    else:
        mark.write_bytes(text)


@pytest.mark.parametrize("text", NO_MARKS)
def test_a_mark_that_is_gone_or_has_no_figure_is_said_and_not_forgotten_before_a_supervisors_word(
    path: Path, text: bytes | None
) -> None:
    signer = new_signer()
    spoil_mark(path, text)
    found = verify(path)
    assert found.rows > 30
    assert found.mark == ("missing" if text is None else "unreadable")
    for _ in range(2):  # somebody signs on, and the power goes
        journal = SqliteJournal(path, signer)
        journal.recover()
        assert journal.unmarked
        journal.commit(10**13, [Batch((AccountsFrozen(None),))])
        journal.close()
    journal = SqliteJournal(path, signer)
    journal.commit(10**13, [Batch((OpenedOnWord(("no_mark",), ()),))])
    assert not journal.unmarked
    journal.close()
    assert verify(path).mark == "holds"
    journal = SqliteJournal(path, signer)
    assert not journal.unmarked
    journal.close()


def test_a_table_without_a_key_makes_itself_another_mark(path: Path) -> None:
    path.with_name("table.journal.head").unlink()
    journal = SqliteJournal(path)
    assert not journal.unmarked
    journal.commit(10**13, [Batch((AccountsFrozen(None),))])
    journal.close()
    assert verify(path).mark == "holds"


def test_a_journal_without_rows_needs_no_mark(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "new.journal", new_signer())
    assert not journal.unmarked
    journal.close()


def test_a_journal_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table.journal")
    with pytest.raises(JournalError, match="is no file, and so no journal"):
        SqliteJournal(tmp_path / "table.journal")


def test_a_row_that_is_no_event_stops_the_start(path: Path) -> None:
    rewrite(path, lambda row: [*row[:7], b'{"event":"teleported"}', row[8]] if row[0] == 5 else row)
    journal = SqliteJournal(path)
    with pytest.raises(JournalError, match="row 5 cannot be read"):
        journal.recover()
    journal.close()


def test_nobody_is_proven_by_a_file_that_cannot_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    journal = SqliteJournal(path)
    monkeypatch.setattr("firmware.table.journal.sqlite_journal.unproven", damaged)
    assert journal.unproven(4) == {ANYBODY}
    journal.close()


def test_nobody_is_proven_in_a_coup_of_which_no_row_tells(path: Path) -> None:
    db = connect_to_read(path)
    assert unproven(db, 4) == frozenset()
    assert unproven(db, 99) == {ANYBODY}
    db.close()


ENDLESS = """
    DROP TABLE entries;
    CREATE VIEW entries AS WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count)
    SELECT n AS sequence, 1 AS at, '' AS by, NULL AS command, 'wager' AS kind, 1 AS coup, 1 AS version,
    CAST('{}' AS BLOB) AS event, x'00' AS hash FROM count
"""


@pytest.mark.parametrize(
    ("script", "named"),
    [
        (ENDLESS, "view 'entries'"),
        ("CREATE TRIGGER spoil AFTER INSERT ON entries BEGIN DELETE FROM snapshots; END", "trigger 'spoil'"),
        ("CREATE TABLE others (name)", "table 'others'"),
        ("DROP TABLE snapshots; CREATE TABLE snapshots (sequence, state, digest, more)", "table 'snapshots'"),
    ],
)
def test_a_file_that_somebody_prepared_is_no_journal(path: Path, script: str, named: str) -> None:
    """Its rows would never end, or it would change what is written."""
    db = sqlite3.connect(path)
    db.executescript(script)
    db.close()
    said = f"the file holds the {named}, which is no part of a journal"
    for opens in (verify, SqliteJournal, connect_to_read):
        with pytest.raises(JournalError, match=said):
            opens(path)  # type: ignore[operator]
