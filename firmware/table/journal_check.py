"""Checks a whole journal: that nothing in it was changed, and that it gives the states that were kept."""

import sqlite3
from pathlib import Path

from msgspec import Struct

from firmware.table import high_water
from firmware.table.codec import Unreadable, read_state
from firmware.table.journal import JournalError
from firmware.table.journal_file import DAMAGE, GENESIS, advice, connect_to_read, damaged, is_sealed
from firmware.table.journal_replay import replayed
from firmware.table.state import TableState


class Checked(Struct, frozen=True):
    """What a check found: how many rows, the chain's head, how many snapshots, and the state at the end."""

    rows: int
    head: str
    snapshots: int
    state: TableState


def verify(path: Path) -> Checked:
    """Check a journal's file, chain and snapshots; the first thing that does not fit is a JournalError."""
    try:
        db = connect_to_read(path)
        try:
            (sound,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if sound != "ok":
                raise JournalError(advice(path, sound.replace("\n", " ")))
            high_water.check(path, lambda sequence: _hash_at(db, sequence))
            return replay(db, path)
        finally:
            db.close()
    except DAMAGE as error:
        raise damaged(path, error) from error
    except high_water.Lost as error:
        raise JournalError(str(error)) from None


def _hash_at(db: sqlite3.Connection, sequence: int) -> bytes | None:
    found = db.execute("SELECT hash FROM entries WHERE sequence=?", (sequence,)).fetchone()
    return None if found is None else bytes(found[0])


def replay(db: sqlite3.Connection, path: Path) -> Checked:
    """Rebuild the state from the first event on, and hold each snapshot against it."""
    kept = {sequence: (data, digest) for sequence, data, digest in db.execute("SELECT * FROM snapshots")}
    state, rows, head = TableState.unopened(), 0, GENESIS
    for entry, now in replayed(db, path, state):
        state, rows = now, entry.sequence
        if rows in kept:
            _hold(path, rows, kept.pop(rows), _hash_at(db, rows) or GENESIS, state)
    if kept:
        raise JournalError(advice(path, f"the snapshot at row {min(kept)} belongs to no row"))
    head = _hash_at(db, rows) or GENESIS
    (snapshots,) = db.execute("SELECT count(*) FROM snapshots").fetchone()
    return Checked(rows, head.hex(), snapshots, state)


def _hold(path: Path, row: int, kept: tuple[bytes, bytes], head: bytes, state: TableState) -> None:
    data, digest = kept
    if not is_sealed(head, data, digest):
        raise JournalError(advice(path, f"the snapshot at row {row} is not what was written there"))
    try:
        same = read_state(data) == state
    except Unreadable as error:
        raise JournalError(advice(path, f"the snapshot at row {row} cannot be read: {error}")) from None
    if not same:
        raise JournalError(advice(path, f"the snapshot at row {row} is not the state that the events before it give"))
