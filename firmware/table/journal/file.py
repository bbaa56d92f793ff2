"""A journal file on the disk: its rows, the chain that ties them, and what to say if they do not fit."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from firmware.private import keep_private
from firmware.table.core.codec import VERSION, UnreadableRow, read_event
from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import Entry, JournalError
from firmware.table.journal.packed import hash_in_pack, pack_with
from firmware.table.journal.schema import need_only_ours
from firmware.table.journal.stored_row import PlainRow, StoredRow, chain

# The endings of a journal's file names.
ALL: Final = ("-wal", "-shm", ".head", ".lock", "")
GENESIS: Final = bytes(32)
# A commit writes whole pages. They are small, as most commits are a row or two, and a row has 240 bytes.
PAGE: Final = 1024
# How many rows are read at a time.
AT_A_TIME: Final = 256
# What reading a damaged file can raise; the last one if even SQLite's own message contains the damage.
DAMAGE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)


class _Block(NamedTuple):
    """Some rows as they are read. `before`: the hash that theirs were computed from, if they were packed."""

    rows: Sequence[PlainRow]
    before: bytes | None = None


def connect(path: Path) -> sqlite3.Connection:
    """Open a journal file for writing."""
    try:
        keep_private(path)
    except OSError as error:
        raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        db.text_factory = _text
        db.execute(f"PRAGMA page_size={PAGE}")  # of a new file; an existing one keeps its own
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA secure_delete=OFF")  # no need to wipe packed rows: they are no secret
    except BaseException:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal file for reading, also while a table runs on it."""
    if not path.is_file():
        raise JournalError(f"{path}: no such journal")
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
    db.text_factory = _text
    try:
        need_only_ours(db)
    except JournalError as error:
        db.close()
        raise JournalError(f"{path}: {error}") from None
    except DAMAGE as error:
        db.close()
        raise damaged(path, error) from error
    return db


def _text(data: bytes) -> str:
    """Read text that may be damaged: the chain should report that in a sentence, not the decoder."""
    return data.decode("utf-8", "backslashreplace")


def seal(head: bytes, data: bytes) -> bytes:
    """Return the seal that ties a snapshot to its place in the chain."""
    return sha256(head + data).digest()


def is_sealed(head: bytes, data: bytes | str, digest: bytes) -> bool:
    """Whether a snapshot is what was written at its place in the chain; a damaged file may hold any type there."""
    return isinstance(data, bytes) and seal(head, data) == digest


def rows(db: sqlite3.Connection, after: int = 0, to: int = MOST_ROWS) -> Iterator[StoredRow]:
    """Return the rows of a journal in order: those after one row, up to another."""
    return map(StoredRow._make, _plain(db, after, to))


def _plain(db: sqlite3.Connection, after: int, to: int) -> Iterator[PlainRow]:
    """Return rows as they are read: a check of millions of rows must do no needless work for each."""
    for block in _blocks(db, after, to):
        yield from block.rows


def _blocks(db: sqlite3.Connection, after: int, to: int) -> Iterator[_Block]:
    """Return rows some at a time: a reader that took long would keep the table's log from beginning anew."""
    while after < to and (block := _next(db, after, to)).rows:
        yield block
        after = block.rows[-1][0]


def _next(db: sqlite3.Connection, after: int, to: int) -> _Block:
    # Rows may be packed while others read them: one that is no longer a row of its own is then in a pack.
    some = _some(db, after, min(to, after + AT_A_TIME))
    if (some and some[0][0] == after + 1) or after >= to:
        return _Block(_without_gap(some))
    pack = pack_with(db, after + 1)
    if pack is None:
        return _Block(some or _some(db, after, to))
    start = after + 1 - pack.rows[0][0]
    before = pack.rows[start - 1][8] if start else pack.before
    return _Block(pack.rows[start : start + to - after], before)


def _without_gap(some: Sequence[PlainRow]) -> Sequence[PlainRow]:
    """Return rows up to the first missing one, which may be in a pack."""
    if not some or some[-1][0] - some[0][0] == len(some) - 1:
        return some
    return [row for place, row in enumerate(some, some[0][0]) if row[0] == place]


def _some(db: sqlite3.Connection, after: int, to: int) -> list[PlainRow]:
    some = "SELECT * FROM entries WHERE sequence>? AND sequence<=? ORDER BY sequence LIMIT ?"
    try:
        db.text_factory = str  # the sqlite3 module reads it without a call for each text
        return db.execute(some, (after, to, AT_A_TIME)).fetchall()
    except sqlite3.OperationalError:
        db.text_factory = _text
        return db.execute(some, (after, to, AT_A_TIME)).fetchall()
    finally:
        db.text_factory = _text


def linked(
    db: sqlite3.Connection, path: Path, after: int = 0, head: bytes = GENESIS, to: int = MOST_ROWS
) -> Iterator[StoredRow]:
    """Return rows, each checked against the chain; the first that does not fit is a JournalError."""
    return map(StoredRow._make, _linked(db, path, after, head, to))


def _linked(db: sqlite3.Connection, path: Path, after: int, head: bytes, to: int) -> Iterator[PlainRow]:
    expected = after
    for some, before in _blocks(db, after, to):
        if before == head and some[0][0] == expected + 1:  # packed rows are checked as they are read
            yield from some
            expected, head = some[-1][0], some[-1][8]
            continue
        for row in some:
            expected += 1
            if row[0] != expected:
                raise JournalError(advice(path, f"row {expected} is missing: row {row[0]} stands in its place"))
            event, written = row[7], row[8]
            if not isinstance(event, bytes) or chain(head, row[:7], event) != written:
                raise JournalError(advice(path, f"row {row[0]} is not what was written there"))
            head = written
            yield row


def checked(
    db: sqlite3.Connection, path: Path, after: int = 0, head: bytes = GENESIS, to: int = MOST_ROWS
) -> Iterator[Entry]:
    """Return a journal's entries, each checked against the chain; the first that does not fit is a JournalError."""
    for sequence, at, by, command, _, _, version, data, written in _linked(db, path, after, head, to):
        if version != VERSION:
            raise JournalError(f"{path}: row {sequence} is of version {version}; this firmware reads {VERSION}")
        assert isinstance(data, bytes)
        try:
            event = read_event(data)
        except UnreadableRow as error:
            raise JournalError(advice(path, f"row {sequence} cannot be read: {error}")) from None
        yield Entry(sequence, at, by, command, event, written)


def hash_at(db: sqlite3.Connection, sequence: int) -> bytes | None:
    """Return the hash stored at a row, unchecked."""
    found = db.execute("SELECT hash FROM entries WHERE sequence=?", (sequence,)).fetchone()
    return hash_in_pack(db, sequence) if found is None else bytes(found[0])


def forget(path: Path) -> None:
    """Remove a journal without any rows, and everything beside it."""
    for end in ALL:
        Path(f"{path}{end}").unlink(missing_ok=True)


def damaged(path: Path, error: Exception) -> JournalError:
    """Return the error for a file that SQLite cannot use."""
    return JournalError(advice(path, str(error)))


def advice(path: Path, what: str) -> str:
    """Return what happened, and what to do about it."""
    return (
        f"{path}: {what}. The table does not play. Keep the file and its -wal and .head beside it as they are, "
        "free or replace the storage, and have `rapid-table journal verify` say what is whole"
    )


def lock(path: Path) -> int:
    """Take the journal for this process alone."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        # SQLite would wait for somebody at the other end of a pipe.
        raise JournalError(f"{path}: is no file, and so no journal; name another path")
    try:
        held = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise JournalError(
            f"{path}: cannot be opened: {error.strerror}; its folder must exist and be writable"
        ) from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise JournalError(
            f"{path}: another process writes this journal; a table has one writer, stop that one first"
        ) from None
    return held
