"""Packs old shoes while nobody plays a coup and nothing is written, some rows at a time, in a thread of its own.

A pack is a commit that waits for no disk: the next event's sync takes it along. A card that comes in the middle of one
waits some milliseconds, but for no additional sync.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Final

from firmware.table.core.journal import JournalError
from firmware.table.journal.file import connect
from firmware.table.journal.packing import next_pack, pack
from firmware.table.journal.rows import Rows
from firmware.table.journal.schema import MIGRATIONS, migrate

# A table is at rest when nothing was written for this long: between coups, and mostly between shoes.
REST_S: Final = 1.0
# How much a pack writes into the log; a quarter of it are the pages that its rows were on.
BYTES: Final = 64_000


class PacksAtRest:
    """Packs a journal's old shoes. `writing` is held by whoever writes to the journal, here or in a commit."""

    def __init__(self, path: Path, writing: Lock) -> None:
        self._path = path
        self._writing = writing
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="packing")
        self._due = True  # an older firmware, or a loss of power, may have left some
        self._playing = False
        self._commits = 0
        self._packs = 0
        self._timer: asyncio.TimerHandle | None = None
        self._failed: sqlite3.Error | JournalError | None = None

    def look(self) -> int:
        """Return how many bytes packs have written since the last look. Raise the error of one that failed."""
        if self._failed is not None:
            raise self._failed
        packs, self._packs = self._packs, 0
        return packs * BYTES

    def written(self, rows: Rows) -> None:
        """Follow a commit: rows become old at a shoe's end, and nothing is packed while a coup is played."""
        self._commits += 1
        self._due = self._due or rows.kept is not None
        self._playing = self._playing if rows.playing is None else rows.playing

    def rest(self, loop: asyncio.AbstractEventLoop) -> None:
        """After a commit or a pack: pack something if nothing follows for a while."""
        if self._due and not self._playing and self._timer is None:
            self._timer = loop.call_later(REST_S, self._perhaps, loop, self._commits)

    def _perhaps(self, loop: asyncio.AbstractEventLoop, seen: int) -> None:
        self._timer = None
        if seen != self._commits:
            self.rest(loop)
        else:
            self._due = False  # until there is known to be more
            loop.run_in_executor(self._thread, self._pack).add_done_callback(lambda packed: self._packed(loop, packed))

    def _packed(
        self, loop: asyncio.AbstractEventLoop, packed: "asyncio.Future[bool | sqlite3.Error | JournalError]"
    ) -> None:
        found = packed.result()
        if isinstance(found, sqlite3.Error | JournalError):
            self._failed = found
        elif found:
            self._packs += 1
            self._due = True
            self.rest(loop)

    def _pack(self) -> bool | sqlite3.Error | JournalError:
        """Pack some rows; return whether there were any."""
        try:
            with closing(connect(self._path)) as db:
                db.execute("PRAGMA synchronous=NORMAL")
                ready = next_pack(db)
                if ready is not None:
                    with self._writing:
                        migrate(db, len(MIGRATIONS))
                        pack(db, ready)
        except (sqlite3.Error, JournalError) as error:
            return error
        return ready is not None

    def close(self) -> None:
        """Finish what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        self._thread.shutdown()
