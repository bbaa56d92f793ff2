"""Rows of old shoes, packed together: their columns, deflated, with no hash but the first and the last.

The hashes between are computed again when the rows are read, from the hash before the first row, and must lead to the
last one. So nobody can read packed rows without checking them against the chain.
"""

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from firmware.table.journal.stored_row import PlainRow, chain

# The most that inflating may give: a pack of rows has some hundred kilobytes, a state half a megabyte.
MOST_INFLATED: Final = 64 * 1024 * 1024


class PackDamaged(sqlite3.DatabaseError):
    """A pack is not what was written there."""


class _Columns(Struct, array_like=True, forbid_unknown_fields=True):
    """The columns of some rows. `at`: the first row's time, then each row's distance from the previous one."""

    at: list[int]
    by: list[str]
    command: list[str | None]
    kind: list[str]
    coup: list[int | None]
    version: list[int]
    event: list[bytes]


_decoder: Final = msgspec.msgpack.Decoder(_Columns)


class PackOfRows(NamedTuple):
    """Consecutive rows as they were, and the hash before the first."""

    before: bytes
    rows: tuple[PlainRow, ...]


def deflated(rows: Sequence[PlainRow]) -> bytes:
    """Return the columns of some rows, deflated."""
    _, at, by, command, kind, coup, version, event, _ = map(list, zip(*rows, strict=True))
    since = [at[0], *(later - earlier for earlier, later in pairwise(at))]
    return zlib.compress(msgspec.msgpack.encode((since, by, command, kind, coup, version, event)), 6)


def inflated(data: bytes) -> bytes:
    """Return what was deflated. Raises PackDamaged."""
    inflate = zlib.decompressobj()
    try:
        whole = inflate.decompress(data, MOST_INFLATED)
    except (zlib.error, TypeError) as error:
        raise PackDamaged(f"what is packed cannot be read: {error}") from None
    if not inflate.eof or inflate.unused_data:
        raise PackDamaged("what is packed does not end where it should")
    return whole


@lru_cache(maxsize=4)
def unpacked(first: int, last: int, before: bytes, head: bytes, data: bytes) -> PackOfRows:
    """Return the packed rows. Raises PackDamaged if they do not lead to the last one's hash."""
    what = f"rows {first} to {last} are not what was written there"
    try:
        columns = _decoder.decode(inflated(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, PackDamaged) as error:
        raise PackDamaged(f"{what}: {error}") from None
    rows: list[PlainRow] = []
    here = before
    parts = (columns.by, columns.command, columns.kind, columns.coup, columns.version, columns.event)
    try:
        for sequence, at, by, command, kind, coup, version, event in zip(
            range(first, last + 1), accumulate(columns.at), *parts, strict=True
        ):
            named = (sequence, at, by, command, kind, coup, version)
            here = chain(here, named, event)
            rows.append((*named, event, here))
    except (ValueError, TypeError, OverflowError) as error:
        raise PackDamaged(f"{what}: {error}") from None
    if here != head:
        raise PackDamaged(what)
    return PackOfRows(before, tuple(rows))


def are_packed(db: sqlite3.Connection) -> bool:
    """Whether a journal has the tables for packed rows: one of earlier firmware, or a young one, does not."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name='packed'").fetchone() is not None


_PACK: Final = "SELECT first, last, before, head, rows FROM packed WHERE first<=? ORDER BY first DESC LIMIT 1"


def pack_with(db: sqlite3.Connection, row: int) -> PackOfRows | None:
    """Return the pack that a row is in; None if it is in none. Raises PackDamaged."""
    if not are_packed(db):
        return None
    found = db.execute(_PACK, (row,)).fetchone()
    return None if found is None or found[1] < row else unpacked(*found)


def hash_in_pack(db: sqlite3.Connection, row: int) -> bytes | None:
    """Return a packed row's hash (of a pack's last row, as stored); None if the row is not packed."""
    if not are_packed(db):
        return None
    found = db.execute(_PACK, (row,)).fetchone()
    if found is None or found[1] < row:
        return None
    if found[1] == row:
        return bytes(found[3])
    pack = unpacked(*found)
    return pack.rows[row - pack.rows[0][0]][8]


def packs_back_from(db: sqlite3.Connection, row: int) -> Iterator[PackOfRows]:
    """Return the packs that begin before a row, last one first."""
    while are_packed(db) and (found := db.execute(_PACK, (row - 1,)).fetchone()) is not None:
        yield unpacked(*found)
        row = found[0]


def last_packed(db: sqlite3.Connection) -> int:
    """Return the last packed row; 0 if there is none."""
    if not are_packed(db):
        return 0
    (last,) = db.execute("SELECT max(last) FROM packed").fetchone()
    return int(last or 0)


def first_row(db: sqlite3.Connection) -> int | None:
    """Return a journal's first row; None if it has none."""
    firsts = [db.execute("SELECT min(sequence) FROM entries").fetchone()[0]]
    if are_packed(db):
        firsts.append(db.execute("SELECT min(first) FROM packed").fetchone()[0])
    return min((int(first) for first in firsts if first is not None), default=None)


def packs_of_coup(db: sqlite3.Connection, coup: int) -> list[int]:
    """Return the first row of each pack that names a coup: a place to look at, and no proof."""
    if not are_packed(db):
        return []
    found = db.execute("SELECT sequence FROM packed_coups WHERE coup=? ORDER BY sequence", (coup,))
    return [int(row) for (row,) in found]


def packed_ticket(db: sqlite3.Connection, number: bytes) -> int | None:
    """Return the packed row in which a ticket of this number was last issued; None: in none."""
    if not are_packed(db):
        return None
    (row,) = db.execute("SELECT max(sequence) FROM packed_tickets WHERE number=?", (number,)).fetchone()
    return None if row is None else int(row)
