"""How far the journal had got, in a small file beside it.

SQLite drops the end of its write-ahead log when a frame there is damaged, and what is left looks whole. This mark is
written after each commit, without a sync of its own: it survives the process, and after a power cut it may lag behind
but never run ahead. A journal that ends before its mark has lost what was acknowledged.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.files import NotReadable, read_file
from firmware.table.head import MOST_ROWS

MOST_BYTES: Final = 4096


class Lost(Exception):
    """The journal ends before its mark, or does not hold what the mark says."""


def _file(journal: Path) -> Path:
    return Path(f"{journal}.head")


class Mark:
    """The mark of a journal that is open for writing."""

    def __init__(self, journal: Path) -> None:
        self._file = os.open(_file(journal), os.O_CREAT | os.O_WRONLY, 0o600)

    def set(self, sequence: int, head: bytes) -> None:
        """Set the mark: one write of one line, whole or not at all as far as readers see it."""
        os.pwrite(self._file, f"{sequence:020d} {head.hex()}\n".encode(), 0)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def check(journal: Path, hash_at: Callable[[int], bytes | None]) -> None:
    """Hold a journal against its mark, if there is one that can be read."""
    try:
        sequence, head = read_file(_file(journal), MOST_BYTES).split()
        number, wanted = int(sequence), bytes.fromhex(head.decode())
    except NotReadable as error:
        if _file(journal).exists():
            raise Lost(f"{error}; it says how far the journal had got") from None
        return
    except ValueError:
        return
    if number and (number > MOST_ROWS or hash_at(number) != wanted):
        raise Lost(
            f"{journal}: it had got to row {number}, and that row is not there as it was written: acknowledged events "
            "are lost. The table does not play. Keep all files of the journal, and have a technician restore it"
        )
