"""The state of a table that comes back: from the last trusted snapshot and the rows since, each checked."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware.table.core.codec import read_event, read_state
from firmware.table.core.head import HeadSigned, SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import Beginning, beginning
from firmware.table.journal.file import GENESIS, advice, hash_at, is_sealed, rows
from firmware.table.journal.kept import KeptState, kept_at
from firmware.table.journal.replay import replayed_in_runs
from firmware.table.journal.signatures import Signatures
from firmware.table.journal.signing import is_signed


class Recovered(NamedTuple):
    """`row` and `head`: rows after this one were checked, and it has this hash. `signed`: the last that was signed."""

    state: TableState
    row: int
    head: bytes
    signed: SignedHead | None


def recovered(db: sqlite3.Connection, path: Path, key: str) -> Recovered:
    """Return the state. `key`: the public key that must have signed the snapshot; a table without one asks for none."""
    base = _signed_base(db, path, key) if key else _sealed_base(db, path)
    if not base.row:
        base = Recovered(*beginning(db, path), None)
    state, row, head, signed = base
    signatures = Signatures(path, head, signed)
    for entry, now in replayed_in_runs(db, path, Beginning(state, row, head)):
        signatures.saw(entry)
        state = now
    signatures.end()
    return Recovered(state, row, head, signatures.last)


_NOTHING = Recovered(TableState.unopened(), 0, GENESIS, None)


def _sealed_base(db: sqlite3.Connection, path: Path) -> Recovered:
    (row,) = db.execute("SELECT max(sequence) FROM snapshots").fetchone()
    found = None if row is None else kept_at(db, row)
    return _NOTHING if found is None else _base(db, path, row, found)


def _signed_base(db: sqlite3.Connection, path: Path, key: str) -> Recovered:
    """Return the last snapshot that this key has signed. Older firmware signed none: all rows are checked, once."""
    for sequence, signed in signed_snapshots(db, latest_first=True):
        if signed.key != key:
            continue
        kept = kept_at(db, sequence)
        if kept is not None and signed.snapshot == bytes(kept.digest).hex():
            return _base(db, path, sequence, kept)._replace(signed=signed)
    return _NOTHING


def signed_snapshots(db: sqlite3.Connection, *, latest_first: bool = False) -> Iterator[tuple[int, SignedHead]]:
    """Return the rows with a snapshot that the row after it signs, and its signature."""
    order = "DESC" if latest_first else "ASC"
    for (sequence,) in db.execute(f"SELECT sequence FROM snapshots ORDER BY sequence {order}").fetchall():
        following = next(rows(db, sequence, sequence + 1), None)
        if following is None or following.kind != "head_signed":
            continue
        event = read_event(following.event if isinstance(following.event, bytes) else following.event.encode())
        if not isinstance(event, HeadSigned):
            continue
        signed = event.signed
        here = hash_at(db, sequence) or GENESIS
        if (signed.row, signed.head) == (sequence, here.hex()) and is_signed(signed):
            yield sequence, signed


def _base(db: sqlite3.Connection, path: Path, sequence: int, kept: KeptState) -> Recovered:
    head = hash_at(db, sequence) or GENESIS
    if not is_sealed(head, *kept):
        raise JournalError(advice(path, f"the snapshot at row {sequence} is not what was written there"))
    return Recovered(read_state(kept.state), sequence, head, None)
