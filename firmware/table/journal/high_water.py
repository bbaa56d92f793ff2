"""How far the journal had got, in a small file beside it.

SQLite drops the end of its write-ahead log when a frame there is damaged, and what is left looks whole. This mark is
written after each commit, without a sync of its own: it survives the process, and after a power cut it may lag behind
but never run ahead. Once rows are signed it is synced beside play (mark_sync.py). A journal that ends before its mark
has lost acknowledged rows. The file and its first line are synced, and that line is overwritten in place: if it is gone
or empty, that was no loss of power.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from firmware.files import NotReadable, read_file
from firmware.table.core.head import MOST_ROWS

MOST_BYTES: Final = 4096
# The state of a mark: it holds, it is missing, or it names no row.
Found = Literal["holds", "missing", "unreadable"]


class Lost(Exception):
    """The journal ends before its mark, or does not hold what the mark says."""


def _file(journal: Path) -> Path:
    return Path(f"{journal}.head")


class HighWaterMark:
    """The mark of a journal that is open for writing."""

    def __init__(self, journal: Path) -> None:
        path = _file(journal)
        is_new = not path.exists()
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
        if is_new:
            _sync_name(path)
        self._to_sync = not os.fstat(self._file).st_size

    def set(self, sequence: int, head: bytes) -> None:
        """Set the mark: one write of one line, so that readers see it whole or not at all."""
        os.pwrite(self._file, f"{sequence:020d} {head.hex()}\n".encode(), 0)
        if self._to_sync:
            os.fsync(self._file)
            self._to_sync = False

    def sync(self) -> None:
        """Return when the mark is on the disk. Its length stays, so this writes its bytes and nothing else."""
        os.fdatasync(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def _sync_name(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check(journal: Path, hash_at: Callable[[int], bytes | None]) -> Found:
    """Compare a journal with its mark, if that can be read. Raises Lost."""
    try:
        sequence, head = read_file(_file(journal), MOST_BYTES).split()
        number, wanted = int(sequence), bytes.fromhex(head.decode())
    except NotReadable as error:
        if _file(journal).exists():
            raise Lost(f"{error}; it says how far the journal had got") from None
        return "missing"
    except ValueError:
        return "unreadable"
    if number and (number > MOST_ROWS or hash_at(number) != wanted):
        raise Lost(
            f"{journal}: it had got to row {number}, and that row is not there as it was written: acknowledged events "
            "are lost. The table does not play. Keep all files of the journal, and have a technician restore it"
        )
    return "holds"
