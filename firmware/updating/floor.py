"""The oldest version that may be installed: the newest that was ever healthy on this board."""

import re
from pathlib import Path
from typing import Final

from firmware.files import NotReadable, read_file
from firmware.private import write_whole
from firmware.updating.folder import have_folder

NAME: Final = "floor"
MOST_BYTES: Final = 64
_VERSION: Final = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})\.([0-9]{1,6})")


def order(version: str) -> tuple[int, int, int]:
    """Return what a later version has more of. Raises ValueError.

    >>> order("0.10.0") > order("0.9.9")
    True
    """
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(f"{version!r} is no version; one has three numbers with dots between them")
    return int(found[1]), int(found[2]), int(found[3])


def floor_of(folder: Path) -> str:
    """Return the floor that is kept on the data partition; nothing where none is yet. Raises ValueError."""
    place = folder / NAME
    if not place.exists():
        return ""
    try:
        text = read_file(place, MOST_BYTES).decode("ascii").strip()
    except (NotReadable, UnicodeDecodeError):
        raise ValueError(f"{place}: cannot be read") from None
    order(text)
    return text


def raise_floor(folder: Path, version: str) -> bool:
    """Raise the floor to a version that is healthy; whether it was below. Raises OSError, ValueError."""
    before = floor_of(folder)
    if before and order(before) >= order(version):
        return False
    have_folder(folder)
    write_whole(folder / NAME, version.encode() + b"\n")
    return True
