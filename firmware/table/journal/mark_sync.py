"""Syncs a journal's mark once its rows are signed, in a thread of its own: no commit waits for it.

Left to itself, the system takes up to half a minute to write the mark to the card. If the power went meanwhile, and the
end of the log is damaged, the signed rows would be gone and nothing on this board would say so.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from firmware.table.core.journal import JournalError
from firmware.table.journal.file import advice
from firmware.table.journal.high_water import HighWaterMark


class MarkSync:
    """Syncs the mark beside play: once for a coup, and at most once a second for money that moves between."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mark")
        self._failed: OSError | None = None

    def look(self) -> None:
        """Raise a JournalError if a sync has failed."""
        if self._failed is not None:
            what = os.strerror(self._failed.errno or 0)
            raise JournalError(advice(Path(f"{self._journal}.head"), what))

    def signed(self, mark: HighWaterMark) -> None:
        """Have the mark synced as it is now, or later."""
        self._thread.submit(self._sync, mark)

    def _sync(self, mark: HighWaterMark) -> None:
        try:
            mark.sync()
        except OSError as error:
            self._failed = error

    def close(self) -> None:
        """Finish what is under way."""
        self._thread.shutdown()
