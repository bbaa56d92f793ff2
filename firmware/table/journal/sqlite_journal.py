"""The journal in a SQLite file: durable, chained by hashes, with snapshots, and one writer.

Write-ahead log, `synchronous=FULL`: what a commit has returned from is on the disk. Each row carries the hash of the
row before it, so a changed, removed or reordered row is found. On a slow disk a commit runs in a thread of its own:
while it syncs, the loop stays free, and everything that waits goes into the next commit.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from firmware.game.events import Event
from firmware.table.core.codec import UnreadableRow, write_state
from firmware.table.core.head import SignedHead, Signs
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.state import Branch, TableState
from firmware.table.journal.checkpoints import LONGEST, Checkpoints
from firmware.table.journal.file import DAMAGE, GENESIS, advice, connect, connect_to_read, damaged, hash_at, lock
from firmware.table.journal.high_water import HighWaterMark, Lost, check
from firmware.table.journal.log_length import lengthen
from firmware.table.journal.mark_sync import MarkSync
from firmware.table.journal.packing_at_rest import PacksAtRest
from firmware.table.journal.past import Past
from firmware.table.journal.proof import ANYBODY, unproven
from firmware.table.journal.recovery import recovered
from firmware.table.journal.rows import Rows
from firmware.table.journal.schema import migrate
from hal.clock import ticks_s

# For how many of the last commands a repeat is answered, and not done again.
REMEMBERED: Final = 10_000
# A commit that took less than this is followed by one on the loop itself: the way to a thread and back costs as much as
# a fast disk's sync. After one that took longer the next goes to the thread, and the loop stays free.
QUICK_S: Final = 0.002
_INSERT: Final = "INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)"


class SqliteJournal:
    """A journal file, open for writing by this process alone."""

    def __init__(self, path: Path, signer: Signs | None = None) -> None:
        """Open it. `signer`: the table's key; without one nothing is signed, and snapshots are believed as they are."""
        self.path = path
        self.signed: SignedHead | None = None
        self.branches: tuple[Branch, ...] = ()
        self.key = "" if signer is None else signer.public
        # Whether nothing says how far it had got, so that rows may be gone; until a supervisor opens the table.
        self.unmarked = False
        self._signer = signer
        self._lock = lock(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._checkpoints = Checkpoints(path)
        self._packs = PacksAtRest(path, self._checkpoints.writing)
        self._mark_sync = MarkSync(path)
        self._known: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._quick = False
        self._open_things: list[sqlite3.Connection | HighWaterMark] = []
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            self._db = connect(self.path)
            self._open_things.append(self._db)
            migrate(self._db)
            lengthen(self.path)
            self._db.execute(f"PRAGMA wal_autocheckpoint={LONGEST}")
            last = self._db.execute("SELECT sequence, hash, at FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
            self.sequence: int = last[0] if last else 0
            self.head: bytes = last[1] if last else GENESIS
            # A board without a battery may wake up in the past: time goes on from here.
            self.last_at: int = last[2] if last else 0
            mark = check(self.path, partial(hash_at, self._db))
            self.unmarked = self._signer is not None and self.sequence > 0 and mark != "holds"
            self._mark = HighWaterMark(self.path)
            self._open_things.append(self._mark)
            # Questions about the past come while a commit is under way, so they have a connection of their own.
            self._reader = connect_to_read(self.path)
            self._open_things.append(self._reader)
            self._past = Past(self.path, self._reader)
            self._past.checked_from(self.sequence, self.head)
            self._remember()
        except DAMAGE as error:
            raise damaged(self.path, error) from error
        except Lost as error:
            raise JournalError(str(error)) from None

    def _remember(self) -> None:
        found = self._db.execute(
            "SELECT command, min(sequence), max(sequence) FROM (SELECT command, sequence FROM entries"
            " ORDER BY sequence DESC LIMIT ?) WHERE command IS NOT NULL GROUP BY command ORDER BY 2",
            (REMEMBERED,),
        )
        self._known.update((command, (first, last)) for command, first, last in found)

    def recover(self) -> TableState:
        """Return the state: the last snapshot, and what happened since, each row checked against the chain.

        A table with a key believes only a snapshot that it has signed.
        """
        try:
            found = recovered(self._db, self.path, self.key)
        except DAMAGE as error:
            raise damaged(self.path, error) from error
        except UnreadableRow as error:
            raise JournalError(advice(self.path, str(error))) from error
        self._past.checked_from(found.row, found.head)
        self.signed, self.branches = found.signed, found.state.branches
        return found.state

    async def append(
        self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None, *, cover: bool = False
    ) -> None:
        """Keep the events of some commands, all of them or none. `cover`: sign the last row, whatever it is."""
        commit = partial(self.commit, at, batches, snapshot, cover=cover)
        start = ticks_s()
        loop = asyncio.get_running_loop()
        if self._quick:
            commit()
        else:
            await loop.run_in_executor(self._thread, commit)
        self._quick = ticks_s() - start < QUICK_S
        self._checkpoints.rest(loop)
        self._packs.rest(loop)

    @property
    def covered(self) -> bool:
        """Whether the last signature covers all rows, or this table signs nothing. Its own row needs none."""
        if self._signer is None or not self.sequence:
            return True
        return self.signed is not None and self.signed.row + 1 == self.sequence

    async def cover(self, at: int) -> None:
        """Sign the rows so far, in a row and a commit of its own, unless they are signed."""
        if not self.covered:
            await self.append(at, (), cover=True)

    def commit(
        self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None, *, cover: bool = False
    ) -> None:
        """Write events, and return when they are on the disk. `cover`: sign the last row, whatever it is."""
        rows = Rows(self.sequence, self.head, at)
        for batch in batches:
            rows.add(batch)
        if snapshot is not None:
            self._keep(rows, snapshot)
        if self._signer is not None:
            rows.sign(self._signer, self.branches[-1].era if self.branches else 0, cover=cover)
        try:
            self._mark_sync.look()
            self._checkpoints.look()
            packed = self._packs.look()
            with self._checkpoints.writing:
                self._write(rows)
        except sqlite3.Error as error:
            raise JournalError(advice(self.path, str(error))) from error
        self.sequence, self.head = rows.sequence, rows.head
        self.signed = rows.signed or self.signed
        self.unmarked = self.unmarked and not rows.opened_on_word
        # After the commit: a mark that lags behind does no harm, one that is ahead would report rows as lost.
        if not self.unmarked:
            self._mark.set(rows.sequence, rows.head)
            if rows.signed is not None:
                self._mark_sync.signed(self._mark)
        self._checkpoints.written(rows.size + packed)
        self._packs.written(rows)
        self._known.update(rows.known)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    @staticmethod
    def _keep(rows: Rows, snapshot: TableState) -> None:
        """Keep the state, unless no JSON can hold it (an old credit of 4,300 digits): an older one must do then."""
        with contextlib.suppress(ValueError):
            rows.keep(write_state(snapshot))

    def _write(self, rows: Rows) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(_INSERT, rows.written)
            if rows.kept is not None:
                kept = (rows.kept.row, rows.kept.state, rows.kept.digest)
                self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?)", kept)
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def hash_at(self, sequence: int) -> bytes | None:
        """Return the stored hash of a row; None if the journal has no such row."""
        return hash_at(self._reader, sequence)

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup. Raises JournalError when they are not what was written."""
        return self._past.of_coup(coup)

    def unproven(self, coup: int) -> frozenset[int]:
        """Return the terminals whose wagers of a coup the file does not prove; `ANYBODY` if it cannot be read."""
        try:
            return unproven(self._reader, coup)
        except DAMAGE:
            return frozenset({ANYBODY})

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a recent command."""
        if command not in self._known:
            return None
        return self._past.between(*self._known[command])

    def issued(self, number: str) -> int | None:
        """Return under which count a ticket of this number was issued last."""
        return self._past.issued(number)

    def close(self) -> None:
        """Finish, and let go of the file."""
        self._thread.shutdown()
        self._packs.close()
        self._checkpoints.close()
        self._mark_sync.close()
        for thing in self._open_things:
            thing.close()
        os.close(self._lock)
