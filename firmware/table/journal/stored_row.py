"""A row of a journal, as files and copies hold it, and the hash that ties it to the previous one."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

_encode: Final = msgspec.json.Encoder().encode
# A row as SQLite gives it: the fields of `StoredRow`, in order. Only in a damaged file is an event text.
PlainRow = tuple[int, int, str, str | None, str, int | None, int, bytes | str, bytes]


class StoredRow(NamedTuple):
    """A row as it stands in the file."""

    sequence: int
    at: int
    by: str
    command: str | None
    kind: str
    coup: int | None
    version: int
    event: bytes | str  # text only in a damaged file
    hash: bytes


def chain(before: bytes, named: Sequence[str | int | None], event: bytes) -> bytes:
    """Return the hash of a row: SHA-256 of the previous hash, the row's columns as a JSON array, and its event."""
    return sha256(before + _encode(named) + event).digest()
