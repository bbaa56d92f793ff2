"""A row of a journal, as files and copies hold it."""

from typing import NamedTuple


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
