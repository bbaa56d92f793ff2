"""Rows of old shoes, packed together: their columns, deflated, with no hash but the first and the last.

The hashes between are worked out again when the rows are read, from the hash that the first row stands on: they have to
come to the last one. So rows that are packed are held against the chain by whoever reads them.
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

# What is inflated may not become more: a pack of rows has some hundred kilobytes, a state half a megabyte.
MOST_INFLATED: Final = 64 * 1024 * 1024


class PackDamaged(sqlite3.DatabaseError):
    """What is packed is not what was written there."""


class _Columns(Struct, array_like=True, forbid_unknown_fields=True):
    """The columns of some rows. `at`: the first row's time, then how much later each was than the one before."""

    at: list[int]
    by: list[str]
    command: list[str | None]
    kind: list[str]
    coup: list[int | None]
    version: list[int]
    event: list[bytes]


_decoder: Final = msgspec.msgpack.Decoder(_Columns)


class PackOfRows(NamedTuple):
    """Some rows that follow each other, as they were, and the hash that the first stands on."""

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
    """Return the rows that were packed. Raises PackDamaged where they do not come to the hash of the last."""
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
    """Whether a journal has the tables for packed rows: one of earlier firmware has not, nor has a young one."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name='packed'").fetchone() is not None


_PACK: Final = "SELECT first, last, before, head, rows FROM packed WHERE first<=? ORDER BY first DESC LIMIT 1"


def pack_with(db: sqlite3.Connection, row: int) -> PackOfRows | None:
    """Return the pack that a row is in; None where it is in none. Raises PackDamaged."""
    if not are_packed(db):
        return None
    found = db.execute(_PACK, (row,)).fetchone()
    return None if found is None or found[1] < row else unpacked(*found)


def hash_in_pack(db: sqlite3.Connection, row: int) -> bytes | None:
    """Return the hash of a row that is packed, as it stands there if it is the last of a pack; None where it is not."""
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
    """Return the packs that begin before a row, the last first."""
    while are_packed(db) and (found := db.execute(_PACK, (row - 1,)).fetchone()) is not None:
        yield unpacked(*found)
        row = found[0]


def last_packed(db: sqlite3.Connection) -> int:
    """Return the last row that is packed; 0 where none is."""
    if not are_packed(db):
        return 0
    (last,) = db.execute("SELECT max(last) FROM packed").fetchone()
    return int(last or 0)


def first_row(db: sqlite3.Connection) -> int | None:
    """Return the first row of a journal; None where it has none."""
    firsts = [db.execute("SELECT min(sequence) FROM entries").fetchone()[0]]
    if are_packed(db):
        firsts.append(db.execute("SELECT min(first) FROM packed").fetchone()[0])
    return min((int(first) for first in firsts if first is not None), default=None)


def packs_of_coup(db: sqlite3.Connection, coup: int) -> list[int]:
    """Return a row of each pack that names a coup: the first there that does. A place to look at, and no proof."""
    if not are_packed(db):
        return []
    found = db.execute("SELECT sequence FROM packed_coups WHERE coup=? ORDER BY sequence", (coup,))
    return [int(row) for (row,) in found]


def packed_ticket(db: sqlite3.Connection, number: bytes) -> int | None:
    """Return in which packed row a ticket of this number was issued last; None: in none."""
    if not are_packed(db):
        return None
    (row,) = db.execute("SELECT max(sequence) FROM packed_tickets WHERE number=?", (number,)).fetchone()
    return None if row is None else int(row)
