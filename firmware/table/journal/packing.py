"""Packs the rows of old shoes, some at a time, each time in one commit, so that they are packed wholly or not at all.

Rows that a start reads, and those of commands whose repeats are answered, stay rows of their own. So do rows that do
not fit the chain, so that `journal verify` can name them.
"""

import sqlite3
from typing import Final

from firmware.table.journal.file import GENESIS, hash_at, rows
from firmware.table.journal.kept import smaller
from firmware.table.journal.packed import deflated, first_row, last_packed
from firmware.table.journal.schema import MIGRATIONS, TICKET_NUMBER, migrate
from firmware.table.journal.stored_row import StoredRow, chain

# How many rows at the end stay unpacked: more than the commands that a table remembers.
UNPACKED_ROWS: Final = 20_000
# How many rows are packed together, and how large they may be. More would save a tenth, but a card that comes meanwhile
# would wait longer.
TOGETHER: Final = 512
MOST_BYTES: Final = 1_000_000
_TICKETS: Final = (
    f"SELECT {TICKET_NUMBER}, sequence FROM entries WHERE kind='ticket_issued' AND sequence BETWEEN ? AND ?"
)


class PackReady:
    """Some rows that were read and deflated, ready to be written."""

    def __init__(self, before: bytes, some: list[StoredRow]) -> None:
        self.first, self.last = some[0].sequence, some[-1].sequence
        self._written = (self.first, self.last, before, some[-1].hash, deflated(some))
        coups: dict[int, int] = {}
        for row in some:
            if row.coup is not None:
                coups.setdefault(row.coup, row.sequence)
        self._coups = list(coups.items())

    def write(self, db: sqlite3.Connection) -> None:
        """Write the pack in place of its rows."""
        db.execute("INSERT INTO packed VALUES (?,?,?,?,?)", self._written)
        db.executemany("INSERT INTO packed_coups VALUES (?,?)", self._coups)
        span = (self.first, self.last)
        db.execute(f"INSERT INTO packed_tickets {_TICKETS}", span)
        db.execute("DELETE FROM entries WHERE sequence BETWEEN ? AND ?", span)
        # A state is kept at a shoe's last row, so no pack goes beyond one.
        found = db.execute("SELECT state FROM snapshots WHERE sequence=?", (self.last,)).fetchone()
        if found is not None and isinstance(found[0], bytes):
            db.execute("UPDATE snapshots SET state=? WHERE sequence=?", (smaller(found[0]), self.last))


def next_pack(db: sqlite3.Connection) -> PackReady | None:
    """Return the next pack; None if there is none, or its rows do not fit the chain."""
    start = max(last_packed(db), _begins_after(db)) + 1
    end = _end_of_shoe(db, start)
    if end is None:
        return None
    before = head = hash_at(db, start - 1) or GENESIS
    some: list[StoredRow] = []
    size = 0
    for row in rows(db, start - 1, min(end, start + TOGETHER - 1)):
        fits = isinstance(row.event, bytes) and chain(head, row[:7], row.event) == row.hash
        if not fits or row.sequence != start + len(some):
            return None
        some.append(row)
        head, size = row.hash, size + len(row.event)
        if size > MOST_BYTES:
            break
    return PackReady(before, some) if some else None


def _begins_after(db: sqlite3.Connection) -> int:
    """Return the row after which rows may be packed: a restored journal's first row follows one that is lost."""
    first = first_row(db) or 1
    return first if first > 1 else 0


def _end_of_shoe(db: sqlite3.Connection, start: int) -> int | None:
    """Return the last row of a row's shoe; None if that shoe is not old, or has not ended."""
    (end,) = db.execute("SELECT min(sequence) FROM snapshots WHERE sequence>=?", (start,)).fetchone()
    (newest,) = db.execute("SELECT max(sequence) FROM snapshots").fetchone()
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    return None if end is None or end == newest or end > last - UNPACKED_ROWS else int(end)


def pack(db: sqlite3.Connection, ready: PackReady) -> None:
    """Write a pack wholly or not at all: if a loss of power takes it away, its rows are still there."""
    db.execute("BEGIN IMMEDIATE")
    try:
        ready.write(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def pack_all(db: sqlite3.Connection) -> None:
    """Pack all rows of old shoes of a journal that nobody plays on."""
    while (ready := next_pack(db)) is not None:
        migrate(db, len(MIGRATIONS))
        pack(db, ready)
