"""The secret that PINs are mixed with: a file, made once, for a table without staff."""

import os
from pathlib import Path
from typing import Final

from firmware.table.journal import JournalError

BYTES: Final = 32


def pin_secret(path: Path, *, new: bool) -> bytes:
    """Return the secret. `new`: nobody is enrolled yet, so that it may be made. Raises JournalError."""
    try:
        if new and not path.exists():
            _make(path)
        secret = path.read_bytes()
    except FileNotFoundError:
        raise JournalError(
            f"{path}: is missing, and PINs of this table are mixed with it: put it back from its copy, "
            "or nobody who is enrolled can sign on"
        ) from None
    except OSError as error:
        raise JournalError(f"{path}: the secret that PINs are mixed with cannot be used: {error.strerror}") from None
    if len(secret) < BYTES:
        raise JournalError(f"{path}: is too short to be the secret that PINs are mixed with: it has {BYTES} bytes")
    return secret


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(os.urandom(BYTES))
        file.flush()
        os.fsync(file.fileno())
