"""Some rows from the middle of a journal, and what proves them: the chain, up to the next signature."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.table.core.codec import UnreadableRow, read_event
from firmware.table.core.head import HeadSigned, SignedHead
from firmware.table.core.journal import Entry, JournalError
from firmware.table.journal.file import GENESIS, advice, checked, hash_at, linked
from firmware.table.journal.places import Span
from firmware.table.journal.signing import is_signed

# How far ahead a signature is looked for: a table signs each coup's end, and 50 terminals leave 500 rows in a coup.
# Rows without a signature that soon are checked against the chain alone.
AHEAD: Final = 20_000


def stretch(db: sqlite3.Connection, path: Path, span: Span) -> Iterator[Entry]:
    """Return the entries of some rows, each checked against the chain, and the last against the next signature.

    Earlier rows are not looked at: `journal verify` does that.
    """
    row, head = span.first - 1, head_before(db, path, span.first)
    last: SignedHead | None = None
    for entry in checked(db, path, row, head, span.last):
        if isinstance(entry.event, HeadSigned):
            last = entry.event.signed
            _need_of(path, last, entry.sequence, head)
        row, head = entry.sequence, entry.hash
        yield entry
    # The last one covers all rows before it.
    if next_signature(db, path, row, head) is None and last is not None:
        _need_good(path, last)


def head_before(db: sqlite3.Connection, path: Path, row: int) -> bytes:
    """Return the hash that a row must build on. Raises JournalError if there is none."""
    before = hash_at(db, row - 1)
    if before is None and row > 1:
        raise JournalError(advice(path, f"row {row - 1} is missing"))
    return before or GENESIS


def next_signature(db: sqlite3.Connection, path: Path, row: int, head: bytes) -> SignedHead | None:
    """Return the next signature after a row, which covers it; None if none is near. Raises JournalError."""
    for following in linked(db, path, row, head, row + AHEAD):
        if following.kind == "head_signed":
            signed = signed_in(path, following.sequence, following.event)
            _need_of(path, signed, following.sequence, head)
            _need_good(path, signed)
            return signed
        head = following.hash
    return None


def _need_of(path: Path, signed: SignedHead, row: int, head: bytes) -> None:
    if (signed.row, signed.head) != (row - 1, head.hex()):
        raise JournalError(advice(path, f"row {row} signs another row than the one before it"))


def _need_good(path: Path, signed: SignedHead) -> None:
    if not is_signed(signed):
        raise JournalError(advice(path, f"the signature of row {signed.row} is not good"))


def signed_in(path: Path, row: int, data: bytes | str) -> SignedHead:
    """Return what a row of this kind signs. Raises JournalError."""
    try:
        event = read_event(data) if isinstance(data, bytes) else None
    except UnreadableRow:
        event = None
    if not isinstance(event, HeadSigned):
        raise JournalError(advice(path, f"row {row} is no signature"))
    return event.signed
