"""The secret that PINs are mixed with: a file that is made once, for a table that has no staff yet."""

from pathlib import Path
from typing import Final

from firmware.table.core.journal import JournalError
from firmware.table.journal.secret_file import make_secret, read_secret

WHAT: Final = "the secret that PINs are mixed with"


def pin_secret(path: Path, *, new: bool) -> bytes:
    """Return the secret. `new`: nobody is enrolled yet, so that it may be made. Raises JournalError."""
    if new and not path.exists():
        make_secret(path, WHAT)
    try:
        return read_secret(path, WHAT)
    except FileNotFoundError:
        raise JournalError(
            f"{path}: is missing, and PINs of this table are mixed with it: put it back from its copy, "
            "or nobody who is enrolled can sign on"
        ) from None
