"""States as a journal keeps them: JSON, deflated once their shoe's rows are packed. A seal covers the JSON."""

import sqlite3
import zlib
from typing import Final, NamedTuple

from firmware.table.journal.packed import PackDamaged, inflated

# What deflated bytes begin with, and JSON never does.
_DEFLATED: Final = b"x"


class KeptState(NamedTuple):
    """A state's JSON and seal. A damaged file may hold any type for either."""

    state: bytes
    digest: bytes


def kept_at(db: sqlite3.Connection, row: int) -> KeptState | None:
    """Return the state kept at a row; None if none is."""
    found = db.execute("SELECT state, digest FROM snapshots WHERE sequence=?", (row,)).fetchone()
    return None if found is None else KeptState(written(found[0]), found[1])


def written(column: bytes) -> bytes:
    """Return the JSON. Bytes that cannot be inflated stay as they are: no seal fits those."""
    try:
        return inflated(column) if column[:1] == _DEFLATED else column
    except PackDamaged:
        return column


def smaller(column: bytes) -> bytes:
    """Return a state as it is kept beside packed rows.

    >>> written(smaller(b'{"coups":7}')), smaller(smaller(b"{}")) == smaller(b"{}")
    (b'{"coups":7}', True)
    """
    return column if column[:1] == _DEFLATED else zlib.compress(column, 6)
