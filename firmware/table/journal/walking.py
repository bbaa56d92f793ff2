"""A stretch of a journal, walked row by row from a state: where it leads, or the first thing that does not fit."""

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from firmware.table.core.codec import UnreadableRow, read_state
from firmware.table.core.head import MOST_ROWS, SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import Beginning
from firmware.table.journal.file import advice, is_sealed
from firmware.table.journal.kept import kept_at
from firmware.table.journal.replay import replayed_in_runs
from firmware.table.journal.same_state import gives
from firmware.table.journal.signatures import Signatures

# SQLite's smallest number: no row comes before it, but a snapshot that somebody put there may.
BEFORE_ALL: Final = -(2**63)


class Walked(NamedTuple):
    """Where a walk ended, with which state, and the last signed head on the way.

    `kept`: whether that state equals the one kept there, field by field, so that a walk can go on from it.
    """

    state: TableState
    row: int
    head: bytes
    signed: SignedHead | None
    kept: bool


def walk(
    db: sqlite3.Connection, path: Path, begins: Beginning, kept_after: int = BEFORE_ALL, to: int | None = None
) -> Walked:
    """Rebuild the states of some rows, and compare each snapshot after `kept_after` with them. Raises JournalError.

    A walk that ends before the journal may end between a coup and its signature: the next walk sees to that.
    """
    found = db.execute(
        "SELECT sequence FROM snapshots WHERE sequence>? AND sequence<=?", (kept_after, MOST_ROWS if to is None else to)
    )
    to_hold = {row for (row,) in found if row != begins.row}  # it is rebuilt from that one, where it begins with one
    state, row, head = begins
    kept = False
    signatures = Signatures(path, head, every=True)
    for entry, now in replayed_in_runs(db, path, begins, MOST_ROWS if to is None else to, to_hold):
        signatures.saw(entry)
        state, row, head = now, entry.sequence, entry.hash
        kept = row in to_hold
        if kept:
            to_hold.discard(row)
            kept = _hold(db, path, row, head, state)
    if to is None:
        signatures.end()
    if to_hold:
        raise JournalError(advice(path, f"the snapshot at row {min(to_hold)} belongs to no row"))
    return Walked(state, row, head, signatures.last, kept)


def _hold(db: sqlite3.Connection, path: Path, row: int, head: bytes, state: TableState) -> bool:
    """Compare a snapshot with the state at its row; return whether it has all of the state's fields."""
    there = kept_at(db, row)
    if there is None or not is_sealed(head, *there):
        raise JournalError(advice(path, f"the snapshot at row {row} is not what was written there"))
    try:
        kept = read_state(there.state)
        if kept == state:
            return True
        same = gives(msgspec.json.decode(there.state), kept, state)
    except UnreadableRow as error:
        raise JournalError(advice(path, f"the snapshot at row {row} cannot be read: {error}")) from None
    if not same:
        raise JournalError(advice(path, f"the snapshot at row {row} is not the state that the events before it give"))
    return False
