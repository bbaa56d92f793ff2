"""Where a journal begins: with the first event or, if a copy it was rebuilt from had no more, with a state."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from firmware.table.core.codec import UnreadableRow, read_event, read_state
from firmware.table.core.head import HeadSigned
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.file import GENESIS, advice, hash_at, is_sealed, rows
from firmware.table.journal.kept import kept_at
from firmware.table.journal.packed import first_row
from firmware.table.journal.signing import is_signed


class Beginning(NamedTuple):
    """The state after a row, which is the first that the journal has; row 0 and no state before the first event."""

    state: TableState
    row: int
    head: bytes


FIRST = Beginning(TableState.unopened(), 0, GENESIS)


def beginning(db: sqlite3.Connection, path: Path) -> Beginning:
    """Return where a journal begins. If after the first row, there must be a state whose seal the next row signs."""
    first = first_row(db)
    if first is None or first <= 1:
        return FIRST
    found = kept_at(db, first)
    head = hash_at(db, first) or GENESIS
    if found is None:
        raise JournalError(advice(path, f"row 1 is missing: row {first} stands in its place"))
    state, digest = found
    if not is_sealed(head, state, digest) or not _is_signed(db, first, head, digest):
        raise JournalError(advice(path, f"the rows before row {first} are missing, and the state there is not signed"))
    try:
        return Beginning(read_state(state), first, head)
    except UnreadableRow as error:
        raise JournalError(advice(path, f"the snapshot at row {first} cannot be read: {error}")) from None


def _is_signed(db: sqlite3.Connection, row: int, head: bytes, digest: bytes) -> bool:
    found = next(rows(db, row, row + 1), None)
    if found is None or found.kind != "head_signed" or not isinstance(found.event, bytes):
        return False
    event = read_event(found.event)
    if not isinstance(event, HeadSigned):
        return False
    signed = event.signed
    return (signed.row, signed.head, signed.snapshot) == (row, head.hex(), digest.hex()) and is_signed(signed)
