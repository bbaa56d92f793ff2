"""Writes a journal anew in today's form, its old shoes packed; the old file stays until that is whole.

The power may go at any byte of it: the new file gets the journal's name in one step, once it was checked and is on the
disk, and what is left of an attempt is removed by the next.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import JournalError
from firmware.table.journal.check import verify
from firmware.table.journal.file import DAMAGE, PAGE, connect, damaged, forget, lock
from firmware.table.journal.packing import next_pack, pack_all
from firmware.table.journal.schema import MIGRATIONS, migrate


class Converted(NamedTuple):
    """How many rows a journal has, and its size before and after; equal if it already had today's form."""

    rows: int
    before: int
    after: int


def convert(path: Path) -> Converted:
    """Convert a journal that no table is running on. Raises JournalError, and leaves it as it was."""
    held = lock(path)
    coming = path.with_name(f"{path.name}.converting")
    try:
        forget(coming)
        return _converted(path, coming)
    except DAMAGE as error:
        raise damaged(path, error) from error
    finally:
        forget(coming)
        os.close(held)


def _converted(path: Path, coming: Path) -> Converted:
    found = verify(path)
    with closing(connect(path)) as old:
        migrate(old)
        (page,) = old.execute("PRAGMA page_size").fetchone()
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        before = path.stat().st_size
        if page == PAGE and next_pack(old) is None:
            return Converted(found.rows, before, before)
        _write(path, coming)
        again = verify(coming)
        if (again.rows, again.head, again.snapshots) != (found.rows, found.head, found.snapshots):
            raise JournalError(f"{coming}: is not what {path} is; the journal was left as it was")
        # SQLite would take a log beside the new file for that file's own, so it must be gone when the name changes.
        # This changes one sector of the old file, without a rollback journal, which `verify` could not roll back.
        try:
            old.execute("PRAGMA journal_mode=MEMORY")
        except sqlite3.OperationalError as error:
            raise JournalError(f"{path}: somebody reads it ({error}); end that, and convert it then") from None
    _give_name(coming, path)
    return Converted(found.rows, before, path.stat().st_size)


def _write(path: Path, coming: Path) -> None:
    """Write the rows and states of a journal into a new file, and sync it."""
    with closing(connect(coming)) as db:
        db.execute("PRAGMA journal_mode=OFF")  # an attempt that is cut off is begun again
        db.execute("PRAGMA synchronous=OFF")
        migrate(db)
        db.execute("ATTACH ? AS old", (str(path),))
        if db.execute("SELECT 1 FROM old.sqlite_master WHERE name='packed'").fetchone() is not None:
            migrate(db, len(MIGRATIONS))
            for table in ("packed", "packed_coups", "packed_tickets"):
                db.execute(f"INSERT INTO {table} SELECT * FROM old.{table}")
        # Shoe by shoe, packed at once, so that the next one takes the space of the last one's rows.
        after = 0
        for (end,) in [*db.execute("SELECT sequence FROM old.snapshots ORDER BY sequence"), (MOST_ROWS,)]:
            for table in ("entries", "snapshots"):
                some = f"SELECT * FROM old.{table} WHERE sequence>? AND sequence<=? ORDER BY sequence"
                db.execute(f"INSERT INTO {table} {some}", (after, end))
            pack_all(db)
            after = end
    _sync(coming)


def _give_name(coming: Path, path: Path) -> None:
    _sync(path.parent)  # the old log's name is gone for good before the new file has the journal's
    coming.replace(path)
    _sync(path.parent)


def _sync(what: Path) -> None:
    opened = os.open(what, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
