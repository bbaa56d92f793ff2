"""A journal as JSON lines, its head signed by the table's key: checkable without the firmware (docs/journal.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from firmware.table.journal_check import verify
from firmware.table.journal_file import connect_to_read, rows
from firmware.table.signing import Signer


def lines(journal: Path) -> Iterator[bytes]:
    """Return each row as a line: what it names, its event, and its hash."""
    db = connect_to_read(journal)
    for row in rows(db):
        assert isinstance(row.event, bytes)
        named = msgspec.json.encode(row[:7])
        yield b'{"row":%b,"event":%b,"hash":"%b"}\n' % (named, row.event, row.hash.hex().encode())
    db.close()


def export(journal: Path, key: Signer, out: IO[bytes]) -> int:
    """Check a journal whole, write it out, and sign its head; return the number of rows."""
    found = verify(journal)
    for line in lines(journal):
        out.write(line)
    signature = key.sign(f"{found.rows} {found.head}".encode())
    out.write(
        msgspec.json.encode(
            {"rows": found.rows, "head": found.head, "signature": signature.hex(), "public_key": key.public_pem()}
        )
        + b"\n"
    )
    return found.rows
