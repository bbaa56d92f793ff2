"""Checks a whole journal: that nothing in it was changed, and that it leads to the states that were kept."""

import sqlite3
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from firmware.table.core.head import SignedHead, Verdict
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import DAMAGE, advice, connect_to_read, damaged, hash_at
from firmware.table.journal.high_water import Found, Lost, check
from firmware.table.journal.parts import Across, walk_across
from firmware.table.journal.testimony import Against, HeadMemory, judge
from firmware.table.journal.walking import walk


class Checked(Struct, frozen=True):
    """What a check found: how many rows, the chain's head, how many snapshots, and the state at the end.

    `signed`: the last signed head; only the chain covers rows after it. `begins`: after this row, with the state there;
    0 if the first event is there. `mark`: what the check found about the mark beside it.
    """

    rows: int
    head: str
    snapshots: int
    state: TableState
    signed: SignedHead | None = None
    begins: int = 0
    mark: Found = "holds"


def verify(path: Path, across: Across | None = None) -> Checked:
    """Check a journal's file, chain, signatures and snapshots; the first thing that does not fit is a JournalError.

    `across`: runs the check on several parts at once.
    """
    try:
        db = connect_to_read(path)
        try:
            (sound,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if sound != "ok":
                raise JournalError(advice(path, sound.replace("\n", " ")))
            mark = check(path, partial(hash_at, db))
            return replace(replay(db, path, across), mark=mark)
        finally:
            db.close()
    except DAMAGE as error:
        raise damaged(path, error) from error
    except Lost as error:
        raise JournalError(str(error)) from None


def replay(db: sqlite3.Connection, path: Path, across: Across | None = None) -> Checked:
    """Rebuild the state from the first event on, and compare each snapshot with it."""
    begins = beginning(db, path)
    (snapshots,) = db.execute("SELECT count(*) FROM snapshots").fetchone()
    found = walk(db, path, begins) if across is None else walk_across(db, path, across)
    return Checked(found.row, found.head.hex(), snapshots, found.state, found.signed, begins.row)


def need_signed_by(path: Path, found: Checked, key: str) -> None:
    """Raise a JournalError if a journal is not signed with a table's known key."""
    if found.signed is None:
        raise JournalError(advice(path, "not one row is signed, and by this key all coups' ends should be"))
    if found.signed.key != key:
        raise JournalError(advice(path, f"row {found.signed.row} is signed by another key: {found.signed.key}"))


def hold_against(path: Path, found: Checked, memory: HeadMemory) -> Verdict:
    """Say whether what a board remembers agrees with a checked journal."""
    db = connect_to_read(path)
    try:
        key = memory.key if found.signed is None else found.signed.key
        journal = Against(key, found.rows, found.state.branches, partial(hash_at, db))
        return "agrees" if memory.head is None else judge(memory.head, journal)
    finally:
        db.close()
