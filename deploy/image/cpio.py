"""Writes the archive that a kernel takes as its first root: names, rights and contents, and nothing of this machine."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

FOLDER: Final = 0o040755
LINK: Final = 0o120777
FILE: Final = 0o100644
PROGRAM: Final = 0o100755


class Entry(Struct, frozen=True):
    """What lies there: a folder, a file, or a link with where it leads."""

    mode: int
    contents: bytes = b""


def archive(entries: Mapping[str, Entry]) -> bytes:
    """Return a cpio archive (newc) of all entries, sorted, with the folders above them."""
    every = dict(entries)
    for name in entries:
        for place, letter in enumerate(name):
            if letter == "/":
                every.setdefault(name[:place], Entry(FOLDER))
    lines = [_entry(number, name, every[name]) for number, name in enumerate(sorted(every), 1)]
    return _padded(b"".join([*lines, _entry(0, "TRAILER!!!", Entry(0))]), 512)


def _entry(number: int, name: str, entry: Entry) -> bytes:
    links = 2 if entry.mode == FOLDER else 1
    fields = (number, entry.mode, 0, 0, links, 0, len(entry.contents), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
    return _padded(head, 4) + _padded(entry.contents, 4)


def _padded(text: bytes, to: int) -> bytes:
    return text + b"\0" * (-len(text) % to)
