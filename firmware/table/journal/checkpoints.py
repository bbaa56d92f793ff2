"""Moves what the write-ahead log holds into the journal's file while nothing is written, in a thread of its own.

SQLite would do it in the middle of the commit that makes the log long enough. That commit, perhaps a card's, would take
ten times as long as any other.

After a move the next commit begins the log anew, and then syncs twice: the log's new beginning, then its own rows.
So the log is begun anew here too, by a commit that changes nothing, and each card's commit takes one sync.
"""

import asyncio
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Final

# How many pages of the log are worth a move: what a coup of fifty terminals leaves.
ENOUGH: Final = 600
# How many the log may have before a commit moves them itself, for a table that never rests.
LONGEST: Final = 4000
# The least number of pages that a commit writes, and how many of its bytes fit on a page.
PAGES_A_COMMIT: Final = 2
BYTES_A_PAGE: Final = 700
# When nothing was written for this long, nothing is likely to come now.
QUIET_S: Final = 0.1


class Checkpoints:
    """Counts commits, and begins in a quiet moment when enough has come together.

    `writing` is held by whoever writes to the journal, here or in a commit.
    """

    def __init__(self, path: Path) -> None:
        self.writing = Lock()
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self._commits = 0
        self._pages = 0
        self._seen = 0
        self._timer: asyncio.TimerHandle | None = None
        self._moving: Future[bool] | None = None

    def look(self) -> None:
        """Raise the sqlite3.Error that the last move ended with, if it did."""
        if self._moving is not None and self._moving.done():
            moving, self._moving = self._moving, None
            if not moving.result():
                self._pages += ENOUGH  # a commit came in between: try again when it is quiet

    def written(self, size: int) -> None:
        """Count a commit of this many bytes."""
        self._commits += 1
        self._pages += PAGES_A_COMMIT + size // BYTES_A_PAGE

    def rest(self, loop: asyncio.AbstractEventLoop) -> None:
        """After a commit: move what there is, if no other follows soon."""
        if self._pages >= ENOUGH and self._timer is None and self._moving is None:
            self._seen = self._commits
            self._timer = loop.call_later(QUIET_S, self._perhaps, loop)

    def _perhaps(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        if self._seen != self._commits:
            self.rest(loop)
        else:
            self._pages = 0
            self._moving = self._thread.submit(self._move)

    def _move(self) -> bool:
        """Move what there is, and begin the log anew, unless a commit came in between, which is still in the log."""
        # It waits for nobody, and nobody waits for it: what is written meanwhile is moved the next time.
        with closing(sqlite3.connect(self._path, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=FULL")
            seen = self._commits
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            with self.writing:
                if seen == self._commits:
                    _begin_anew(db)
                    return True
        return False

    def close(self) -> None:
        """Finish what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        self._thread.shutdown()


def _begin_anew(db: sqlite3.Connection) -> None:
    """Write the first page unchanged: the first commit after everything was moved begins the log anew."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute(f"PRAGMA user_version={int(version)}")
