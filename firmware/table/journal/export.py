"""A journal as JSON lines, its head signed by the table's key: checkable without the firmware (docs/journal.md)."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from firmware.table.journal.beginning import beginning
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read, rows
from firmware.table.journal.signing import Signer


def lines(db: sqlite3.Connection, after: int) -> Iterator[bytes]:
    """Return each row after one as a line: what it names, its event, and its hash."""
    for row in rows(db, after):
        assert isinstance(row.event, bytes)
        named = msgspec.json.encode(row[:7])
        yield b'{"row":%b,"event":%b,"hash":"%b"}\n' % (named, row.event, row.hash.hex().encode())


def export(journal: Path, key: Signer, out: IO[bytes]) -> int:
    """Check a journal whole, write it out, and sign its head; return the number of rows."""
    found = verify(journal)
    db = connect_to_read(journal)
    try:
        begins = beginning(db, journal)
        for line in lines(db, begins.row):
            out.write(line)
    finally:
        db.close()
    signature = key.sign(f"{found.rows} {found.head}".encode())
    signed: dict[str, object] = {"rows": found.rows, "head": found.head, "signature": signature.hex()}
    if begins.row:
        signed["after"] = {"row": begins.row, "head": begins.head.hex()}
    out.write(msgspec.json.encode({**signed, "public_key": key.public_pem()}) + b"\n")
    return found.rows - begins.row
