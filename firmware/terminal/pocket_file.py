"""The file of a terminal's pocket: made whole, opened by one process alone, and read back."""

import os
import secrets
import sqlite3
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware.private import close_to_others
from hal.note_way import NoteInFlight, NoteStage

LIFE: Final = "life"
# A pocket's life: eight random bytes in hexadecimal, made with the file. A million pockets hold two equal lives once in
# thirty million times; with a counter, two boards made from one card would have equal lives at once.
LIFE_BYTES: Final = 8
_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS pocket (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT"
# A process that holds the file does not let go of it while it lives.
BUSY_S: Final = 1.0


def new_life() -> str:
    """Return the life of a new pocket; no two are the same."""
    return secrets.token_hex(LIFE_BYTES)


class _NoteOfBefore(Struct):
    """A note in flight as pockets kept it before they had lives: its number was the table's, in words."""

    number: str
    amount: int
    stage: NoteStage = NoteStage.STACKING
    currency: str = ""


def read_note(data: bytes) -> NoteInFlight:
    """Read a note in flight, also one that an earlier firmware kept."""
    try:
        return msgspec.json.decode(data, type=NoteInFlight)
    except msgspec.ValidationError:
        before = msgspec.json.decode(data, type=_NoteOfBefore)
    # Nobody knows any more whether the table credited it under its old number: it can only be in doubt.
    return NoteInFlight(0, before.amount, before.stage, before.currency)


def begin(path: Path) -> None:
    """Make a whole pocket, and only then give it its name, so that half a one is never found under it."""
    if path.with_name(f"{path.name}-wal").exists():
        raise ValueError("its write-ahead log is there, and the file itself is not")
    coming = path.with_name(f"{path.name}.new")
    coming.unlink(missing_ok=True)
    os.close(os.open(coming, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = sqlite3.connect(coming, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=FULL")
        db.execute(_SCHEMA)
        db.execute("INSERT INTO pocket VALUES (?, ?)", (LIFE, new_life().encode()))
    finally:
        db.close()
    coming.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def opened(path: Path) -> sqlite3.Connection:
    """Open an existing pocket, for this process alone. Raises ValueError, OSError or sqlite3.Error."""
    if not path.stat().st_size:
        raise ValueError("it is empty")
    path.chmod(0o600)
    close_to_others(path.with_name(f"{path.name}-wal"))
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)
    try:
        # Two processes with one pocket would give two notes the same number.
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
        _check(db)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection) -> None:
    found = db.execute("PRAGMA quick_check").fetchone()[0]
    if found != "ok":
        raise ValueError(found)
    if db.execute("SELECT name FROM sqlite_master WHERE name = 'pocket'").fetchone() is None:
        raise ValueError("it holds no pocket")


def advice(path: Path, error: Exception) -> str:
    """Say what is wrong with a pocket's file, and what to do."""
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return f"{path}: another process uses this pocket: stop that one first"
    if isinstance(error, OSError):
        return f"{path}: {error.strerror or error}: `pocket` in the profile must name a file that this board may write"
    return (
        f"{path}: this terminal's pocket is damaged ({str(error).splitlines()[0]}): move it and its -wal away and keep"
        " them; the terminal then begins with a new one, and the console asks about what the old one leaves"
    )
