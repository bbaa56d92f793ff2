"""Gives the write-ahead log its length in advance: while a log grows, the file system writes more than its rows.

A commit that lengthens a file also has its new length written, in the file system's own journal: three times the bytes,
which wear out the card. SQLite ignores what follows the frames in the log: they end where one lacks the log's own
numbers and sum.
"""

import os
from pathlib import Path
from typing import Final

# As long as the log usually gets before it begins anew (checkpoints.ENOUGH pages), and some more for a rush.
LENGTH: Final = 1_310_720


def lengthen(journal: Path) -> None:
    """Make a journal's log as long as it usually gets, with zeros after its contents."""
    log = os.open(f"{journal}-wal", os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        end = os.lseek(log, 0, os.SEEK_END)
        if end < LENGTH:
            os.pwrite(log, bytes(LENGTH - end), end)
    finally:
        os.close(log)
