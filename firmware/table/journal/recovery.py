"""The state of a table that comes back: the last snapshot that can be believed, and the rows since, each checked."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.table.core.codec import read_event, read_state
from firmware.table.core.head import HeadSigned, SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import GENESIS, advice, hash_at, is_sealed
from firmware.table.journal.replay import replayed
from firmware.table.journal.signatures import Signatures
from firmware.table.journal.signing import is_signed


class Recovered(NamedTuple):
    """`row` and `head`: rows after this one were checked, and it has this hash. `signed`: the last that was signed."""

    state: TableState
    row: int
    head: bytes
    signed: SignedHead | None


def recovered(db: sqlite3.Connection, path: Path, key: str) -> Recovered:
    """Return the state. `key`: the public key that a snapshot must be signed by; none is asked of a table without."""
    base = _signed_base(db, path, key) if key else _sealed_base(db, path)
    if not base.row:
        base = Recovered(*beginning(db, path), None)
    state, row, head, signed = base
    signatures = Signatures(path, head, signed)
    for entry, now in replayed(db, path, state, row, head):
        signatures.saw(entry)
        state = now
    signatures.end()
    return Recovered(state, row, head, signatures.last)


_NOTHING = Recovered(TableState.unopened(), 0, GENESIS, None)


def _sealed_base(db: sqlite3.Connection, path: Path) -> Recovered:
    found = db.execute("SELECT * FROM snapshots ORDER BY sequence DESC LIMIT 1").fetchone()
    return _NOTHING if found is None else _base(db, path, *found)


def _signed_base(db: sqlite3.Connection, path: Path, key: str) -> Recovered:
    """Return the last snapshot that this key has signed. Older firmware signed none: all rows are checked, once."""
    for sequence, signed in signed_snapshots(db, latest_first=True):
        if signed.key != key:
            continue
        state, digest = db.execute("SELECT state, digest FROM snapshots WHERE sequence=?", (sequence,)).fetchone()
        if signed.snapshot == bytes(digest).hex():
            return _base(db, path, sequence, state, digest)._replace(signed=signed)
    return _NOTHING


def signed_snapshots(db: sqlite3.Connection, *, latest_first: bool = False) -> Iterator[tuple[int, SignedHead]]:
    """Return the rows with a snapshot that the row after it signs, and its signature."""
    rows = db.execute(
        "SELECT snapshots.sequence, event FROM snapshots JOIN entries ON entries.sequence = snapshots.sequence + 1"
        f" WHERE kind = 'head_signed' ORDER BY snapshots.sequence {'DESC' if latest_first else 'ASC'}"
    )
    for sequence, data in rows:
        event = read_event(data)
        if not isinstance(event, HeadSigned):
            continue
        signed = event.signed
        here = hash_at(db, sequence) or GENESIS
        if (signed.row, signed.head) == (sequence, here.hex()) and is_signed(signed):
            yield sequence, signed


def _base(db: sqlite3.Connection, path: Path, sequence: int, data: bytes, digest: bytes) -> Recovered:
    head = hash_at(db, sequence) or GENESIS
    if not is_sealed(head, data, digest):
        raise JournalError(advice(path, f"the snapshot at row {sequence} is not what was written there"))
    return Recovered(read_state(data), sequence, head, None)
