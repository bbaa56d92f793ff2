"""Gives the write-ahead log its length in advance: while a log grows, the file system writes more than its rows.

A commit that makes a file longer has its new length written too, in the file system's own journal: three times the
bytes, on a card that wears by them. What follows the frames in the log is nothing to SQLite: they end where one lacks
the log's own numbers and sum.
"""

import os
from pathlib import Path
from typing import Final

# As long as the log mostly gets before it begins anew (checkpoints.ENOUGH pages), and a rush more.
LENGTH: Final = 1_310_720


def lengthen(journal: Path) -> None:
    """Make the log of a journal as long as it mostly gets, with zeros after what is in it."""
    log = os.open(f"{journal}-wal", os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        end = os.lseek(log, 0, os.SEEK_END)
        if end < LENGTH:
            os.pwrite(log, bytes(LENGTH - end), end)
    finally:
        os.close(log)
