"""Reads from the journal what a second copy lacks, and seals it; with a connection of its own."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from firmware.table.core.state import Branch
from firmware.table.journal.copy_frame import Base, CopyKey
from firmware.table.journal.copy_store import CopyReach
from firmware.table.journal.file import connect_to_read, rows
from firmware.table.journal.kept import kept_at
from firmware.table.journal.packed import first_row

# How many rows are sealed together: what a coup of a few terminals leaves.
ROWS: Final = 64
# A new copy begins with the first row if the journal is no longer than this, otherwise with a base.
WHOLE_ROWS: Final = 200_000


class Ahead(Exception):
    """The copy has more than the journal, so it is not the copy that is behind."""


class CopySource:
    """A table's journal, as its copies see it."""

    def __init__(self, journal: Path, key: CopyKey) -> None:
        self._journal = journal
        self._key = key
        self._db: sqlite3.Connection | None = None

    def after(self, kept: CopyReach, branches: Sequence[Branch], last: int) -> list[bytes]:
        """Return the next frames for a copy that has got this far; none if it lacks nothing. Raises Ahead.

        A copy of an earlier era goes on from where the journal was restored: what it has after that is lost, and stays
        in it beside the rest.
        """
        era = branches[-1].era if branches else 0
        if kept.era > era or (kept.era == era and kept.row > last):
            raise Ahead(f"the copy has row {kept.row} of era {kept.era}, the journal ends at row {last} of era {era}")
        db = self._open()
        base = None
        if not kept.row:
            kept = CopyReach(era)
            if last > WHOLE_ROWS or _first(db) > 1:
                base = _base(db, "ORDER BY sequence DESC")
        elif kept.era < era:
            shared = min(branch.up_to for branch in branches if branch.era > kept.era)
            kept = CopyReach(era, min(kept.row, shared))
        elif kept.base < kept.row:
            base = _base(db, f"AND sequence={kept.row}")
        if base is not None:
            return self._key.seal_base(era, base)
        return self._rows(db, kept, last)

    def _rows(self, db: sqlite3.Connection, kept: CopyReach, last: int) -> list[bytes]:
        to = min(kept.row + ROWS, last)
        # A base begins a new file, so rows are sent only up to the next kept state.
        (at,) = db.execute(
            "SELECT min(sequence) FROM snapshots WHERE sequence>? AND sequence<=?", (kept.row, to)
        ).fetchone()
        some = list(rows(db, kept.row, at or _commit_end(db, to, last)))
        return self._key.seal_rows(kept.era, some) if some else []

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = connect_to_read(self._journal)
        return self._db

    def close(self) -> None:
        """Let go of the journal."""
        if self._db is not None:
            self._db.close()
            self._db = None


def _commit_end(db: sqlite3.Connection, row: int, last: int) -> int:
    """Return the last row of the commit that a row belongs to: a copy never ends in the middle of one.

    All rows of a commit are of one moment; two commits of the same moment go together.
    """
    following = rows(db, row - 1, last)
    at = next(following).at
    return next((found.sequence - 1 for found in following if found.at != at), last)


def _first(db: sqlite3.Connection) -> int:
    return first_row(db) or 1


def _base(db: sqlite3.Connection, which: str) -> Base | None:
    found = db.execute(f"SELECT sequence FROM snapshots WHERE true {which} LIMIT 1").fetchone()
    kept = None if found is None else kept_at(db, found[0])
    if kept is None:
        return None
    (sequence,) = found
    (row,) = rows(db, sequence - 1, sequence)
    return msgspec.convert((tuple(row), *kept), Base)
