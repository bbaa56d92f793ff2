"""Whose wagers of a coup a journal file can prove: checks each row against its own hash (11.14(b), 11.15(b), 11.16)."""

import sqlite3
from collections.abc import Iterator

from firmware.table.core.codec import UnreadableRow, read_event
from firmware.table.features.wagers import WagerSet
from firmware.table.journal.file import GENESIS, hash_at, rows
from firmware.table.journal.places import rows_of_coup
from firmware.table.journal.stored_row import StoredRow, chain

# Nobody knows whose: a row is gone, or unreadable.
ANYBODY = 0


def unproven(db: sqlite3.Connection, coup: int) -> frozenset[int]:
    """Return the terminals whose wagers of a coup cannot be proven; `ANYBODY` among them if nobody knows whose.

    A changed row does not fit its hash; later rows still fit theirs, as these build on that hash.
    """
    first = min((row for row, _ in rows_of_coup(db, coup)), default=None)
    if first is None:
        return frozenset({ANYBODY})
    return frozenset(_doubtful(db, first))


def _doubtful(db: sqlite3.Connection, first: int) -> Iterator[int]:
    expected, before = first, (hash_at(db, first - 1) or GENESIS)
    for row in rows(db, first - 1):
        if row.sequence != expected:
            yield ANYBODY
        elif not isinstance(row.event, bytes) or chain(before, row[:7], row.event) != row.hash:
            yield _of(row)
        expected, before = row.sequence + 1, row.hash


def _of(row: StoredRow) -> int:
    """Return whose wager a row was that does not verify, as far as it still says so."""
    try:
        event = read_event(row.event) if isinstance(row.event, bytes) else None
    except UnreadableRow:
        return ANYBODY
    return event.ats if isinstance(event, WagerSet) and row.by == f"ATS {event.ats}" else ANYBODY
