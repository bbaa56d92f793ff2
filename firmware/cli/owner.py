"""Gives files that a command creates to the right user: a board's process runs as a user of its own and opens them."""

import os
import pwd
from pathlib import Path

from firmware.cli.errors import BadInput


def need_owner(file: Path) -> None:
    """Refuse to work on a file that is somebody else's: what root puts in its place its owner could not open."""
    try:
        owner = file.stat().st_uid
    except OSError:
        return  # it is not there, or cannot be looked at: whoever needs it says so
    if owner != os.geteuid():
        raise BadInput(f"{file}: belongs to {_name(owner)}; run this as that user: runuser -u {_name(owner)} -- …")


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
