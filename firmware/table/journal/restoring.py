"""Restores a journal from its copies, and records that it did so, and what may be lost."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from firmware.table.core.head import JournalRestored, order
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import beginning
from firmware.table.journal.check import Checked, verify
from firmware.table.journal.copy_frame import Base, CopyKey
from firmware.table.journal.copy_pieces import Copy
from firmware.table.journal.file import ALL, connect, connect_to_read, forget, hash_at
from firmware.table.journal.replay import replayed
from firmware.table.journal.schema import migrate
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.testimony import Against, HeadMemory, judge

# Tickets printed after the copy's end have numbers at most this far above those that the copy knows.
SKIPPED: Final = 1000
BY: Final = "restore"
_INSERT: Final = "INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)"
Memories = Sequence[tuple[str, HeadMemory]]


class Restored(NamedTuple):
    """What was restored: the check of it, up to which row and when, and the last row known to be lost.

    `lost_era`: a board remembers that the journal had been restored this often, and the copy is older; else 0.
    """

    checked: Checked
    up_to: int
    ended_at: int
    known: int
    lost_era: int = 0


def restore(path: Path, folders: Sequence[Path], key: CopyKey, memories: Memories, now_ms: int) -> Restored:
    """Restore a journal into a new file. If it raises JournalError, there is no such file."""
    if any(Path(f"{path}{end}").exists() for end in ALL):
        raise JournalError(f"{path}: is there already; a journal is restored into a new file, and the old one is kept")
    coming = path.with_name(f"{path.name}.restoring")
    forget(coming)
    try:
        _put_together(coming, folders, key)
        said, ended_at, lost_era = _said(coming, folders, memories)
        journal = SqliteJournal(coming)
        journal.commit(max(now_ms, ended_at), [Batch((said,), BY)])
        journal.close()
        checked = verify(coming)
        Path(f"{coming}.lock").unlink()
        for end in ALL:
            if Path(f"{coming}{end}").exists():
                Path(f"{coming}{end}").rename(f"{path}{end}")
    finally:
        forget(coming)
    return Restored(checked, said.up_to, ended_at, said.known, lost_era)


def _put_together(path: Path, folders: Sequence[Path], key: CopyKey) -> None:
    """Write the journal that gets furthest; of equal ones, the one that begins first."""
    where = ", ".join(map(str, folders))
    copy = Copy(folders, key)
    if not copy.pieces:
        raise JournalError(f"{where}: there is no copy of a journal")
    reached, begins = copy.furthest()
    if not reached:
        raise JournalError(f"{where}: nothing can be read: another key, or damaged")
    with closing(connect(path)) as db:
        migrate(db)
        db.execute("PRAGMA synchronous=OFF")  # the whole file is synced before it gets its name
        db.execute("BEGIN")
        if begins is not None:
            db.execute(_INSERT, begins.row)
        db.executemany(_INSERT, copy.walk(begins))
        for base in copy.bases():
            _keep(db, base)
        db.execute("COMMIT")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _keep(db: sqlite3.Connection, base: Base) -> None:
    """Keep a snapshot whose row is there."""
    if hash_at(db, base.row[0]) == base.row[8]:
        db.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?)", (base.row[0], base.state, base.digest))


def _said(path: Path, folders: Sequence[Path], memories: Memories) -> tuple[JournalRestored, int, int]:
    """Return what goes on record, when the last event was, and which era is lost.

    Raises JournalError if a witness disagrees.
    """
    with closing(connect_to_read(path)) as db:
        begins = beginning(db, path)
        state, row, head, at, signed_by = begins.state, begins.row, begins.head, 0, ""
        for entry, now in replayed(db, path, *begins):
            state, row, head, at = now, entry.sequence, entry.hash, entry.at
            signed_by = getattr(getattr(entry.event, "signed", None), "key", signed_by)
        _need_agreement(db, state, row, signed_by, memories)
    newest = max((memory.head for _, memory in memories if memory.head is not None), key=order, default=None)
    known = newest.row if newest is not None and newest.row > row else 0
    lost_era = newest.era if newest is not None and newest.era > state.era else 0
    era = max(state.era, lost_era) + 1
    skip = _skip(row, known, lost_era - state.era if lost_era else 0)
    said = JournalRestored(row, head.hex(), era, known, skip, ", ".join(folder.name for folder in folders))
    return said, at, lost_era


def _skip(row: int, known: int, eras: int) -> int:
    """Return how many of each terminal's ticket numbers may be on pages from after the copy's end: at most one a row.

    In each lost era this many were also skipped, and nobody knows any more where it began.
    """
    return SKIPPED + max(0, known - row) + eras * (2 * SKIPPED + row + known)


def _need_agreement(db: sqlite3.Connection, state: TableState, rows: int, signed_by: str, memories: Memories) -> None:
    for name, memory in memories:
        if memory.head is None:
            continue
        against = Against(signed_by or memory.key, rows, state.branches, partial(hash_at, db))
        verdict = judge(memory.head, against)
        if verdict == "foreign":
            raise JournalError(f"{name}: remembers what another key signed than this copy's: it is another table's")
        if verdict == "later" and memory.head.row <= rows:
            raise JournalError(
                f"{name}: remembers row {memory.head.row} of after this journal was restored before, and the copy has "
                "another row there: it is of before that; give one that was made since"
            )
        if verdict == "other":
            raise JournalError(f"{name}: remembers another row {memory.head.row} than the copy has: one was changed")
