"""A journal as JSON lines, its head signed by the table's key: checkable without the firmware (docs/journal.md)."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from firmware.table.journal import JournalError
from firmware.table.journal_check import verify
from firmware.table.journal_file import connect_to_read, rows


def make_key(path: Path) -> None:
    """Make a table's key, readable by its owner alone. One that is there already stays."""
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        key = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}: a key is made once, in a new file") from None
    with os.fdopen(key, "wb") as file:
        file.write(pem)


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a table's key."""
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}; `rapid-table journal export --make-key` makes one") from None
    except ValueError as error:
        raise JournalError(f"{path}: is no private key in PEM: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise JournalError(f"{path}: is no Ed25519 key")
    return key


def lines(journal: Path) -> Iterator[bytes]:
    """Return each row as a line: what it names, its event, and its hash."""
    db = connect_to_read(journal)
    for row in rows(db):
        assert isinstance(row.event, bytes)
        named = msgspec.json.encode(row[:7])
        yield b'{"row":%b,"event":%b,"hash":"%b"}\n' % (named, row.event, row.hash.hex().encode())
    db.close()


def export(journal: Path, key: Ed25519PrivateKey, out: IO[bytes]) -> int:
    """Check a journal whole, write it out, and sign its head; return the number of rows."""
    found = verify(journal)
    for line in lines(journal):
        out.write(line)
    signature = key.sign(f"{found.rows} {found.head}".encode())
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    out.write(
        msgspec.json.encode(
            {"rows": found.rows, "head": found.head, "signature": signature.hex(), "public_key": public}
        )
        + b"\n"
    )
    return found.rows
