"""A secret of the table: a file of random bytes, made once, that only its owner may read."""

import os
from pathlib import Path
from typing import Final

from firmware.files import NotReadable, read_file
from firmware.table.core.journal import JournalError

BYTES: Final = 32
MOST_BYTES: Final = 4096


def read_secret(path: Path, what: str) -> bytes:
    """Return the secret that a file holds. Raises JournalError, FileNotFoundError. `what`: what it is for."""
    try:
        secret = read_file(path, MOST_BYTES)
    except NotReadable as error:
        if not path.exists():
            raise FileNotFoundError(path) from None
        raise JournalError(f"{error}; it is {what}") from None
    if len(secret) < BYTES:
        raise JournalError(f"{path}: is too short to be {what}: it has {BYTES} bytes")
    return secret


def make_secret(path: Path, what: str) -> None:
    """Make a new secret if there is none. Raises JournalError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(BYTES))
            file.flush()
            os.fsync(file.fileno())
        _keep(path.parent)
    except OSError as error:
        raise JournalError(f"{path}: {what} cannot be made: {error.strerror}") from None


def _keep(folder: Path) -> None:
    """Sync the folder's entry, too: a power cut must not take the file away again, as it is made only once."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
