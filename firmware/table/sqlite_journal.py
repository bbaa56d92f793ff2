"""The journal in a SQLite file: durable, chained by hashes, with snapshots, and one writer.

Write-ahead log, `synchronous=FULL`: what a commit has returned from is on the disk. Each row carries the hash of the
one before it, so a changed, removed or reordered row is found. On a slow disk a commit runs in a thread of its own:
while it syncs, the loop stays free, and all that waits goes into the next commit.
"""

import asyncio
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from firmware.game.events import Event
from firmware.table import high_water
from firmware.table.checkpoints import LONGEST, Checkpoints
from firmware.table.codec import VERSION, Unreadable, kind_of, read_event, read_state, write_event, write_state
from firmware.table.events import TicketIssued
from firmware.table.journal import Batch, JournalError
from firmware.table.journal_file import (
    DAMAGE,
    GENESIS,
    advice,
    chain,
    connect,
    connect_to_read,
    damaged,
    is_sealed,
    lock,
    seal,
)
from firmware.table.journal_replay import replayed
from firmware.table.journal_schema import TICKET_NUMBER, migrate
from firmware.table.state import TableState
from hal.clock import ticks_s

# How many commands a repeat of which is still answered and not done again.
REMEMBERED: Final = 10_000
# A commit that took less than this is followed by one on the loop itself: the way to a thread and back costs as much as
# a fast disk's sync. After one that took longer the next goes to the thread, and the loop stays free.
QUICK_S: Final = 0.002
_INSERT: Final = "INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)"


class SqliteJournal:
    """A journal file, open for writing by this process alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = lock(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._checkpoints = Checkpoints(path)
        self._known: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._quick = False
        self._open_things: list[sqlite3.Connection | high_water.Mark] = []
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
            self._db.execute(f"PRAGMA wal_autocheckpoint={LONGEST}")
            last = self._db.execute("SELECT sequence, hash, at FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
            self.sequence: int = last[0] if last else 0
            self.head: bytes = last[1] if last else GENESIS
            # A board without a battery may wake up in the past: time goes on from here.
            self.last_at: int = last[2] if last else 0
            high_water.check(self.path, self._hash_at)
            self._mark = high_water.Mark(self.path)
            self._open_things.append(self._mark)
            # Questions about the past are asked while a commit is under way: they have a connection of their own.
            self._reader = connect_to_read(self.path)
            self._open_things.append(self._reader)
            self._remember()
        except DAMAGE as error:
            raise damaged(self.path, error) from error
        except high_water.Lost as error:
            raise JournalError(str(error)) from None

    def _hash_at(self, sequence: int) -> bytes | None:
        found = self._db.execute("SELECT hash FROM entries WHERE sequence=?", (sequence,)).fetchone()
        return None if found is None else bytes(found[0])

    def _remember(self) -> None:
        found = self._db.execute(
            "SELECT command, min(sequence), max(sequence) FROM (SELECT command, sequence FROM entries"
            " ORDER BY sequence DESC LIMIT ?) WHERE command IS NOT NULL GROUP BY command ORDER BY 2",
            (REMEMBERED,),
        )
        self._known.update((command, (first, last)) for command, first, last in found)

    def recover(self) -> TableState:
        """Return the state: the last snapshot, and what happened since, each row held against the chain."""
        try:
            found = self._db.execute("SELECT * FROM snapshots ORDER BY sequence DESC LIMIT 1").fetchone()
            sequence, state, head = (0, TableState.unopened(), GENESIS) if found is None else self._snapshot(*found)
            for _, now in replayed(self._db, self.path, state, sequence, head):
                state = now
        except DAMAGE as error:
            raise damaged(self.path, error) from error
        except Unreadable as error:
            raise JournalError(advice(self.path, str(error))) from error
        return state

    def _snapshot(self, sequence: int, data: bytes, digest: bytes) -> tuple[int, TableState, bytes]:
        head = self._hash_at(sequence) or GENESIS
        if not is_sealed(head, data, digest):
            raise JournalError(advice(self.path, f"the snapshot at row {sequence} is not what was written there"))
        return sequence, read_state(data), head

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Keep the events of some commands, all of them or none."""
        start = ticks_s()
        loop = asyncio.get_running_loop()
        if self._quick:
            self.commit(at, batches, snapshot)
        else:
            await loop.run_in_executor(self._thread, self.commit, at, batches, snapshot)
        self._quick = ticks_s() - start < QUICK_S
        self._checkpoints.rest(loop)

    def commit(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Write events, and return when they are on the disk."""
        rows: list[tuple[object, ...]] = []
        known: list[tuple[str, tuple[int, int]]] = []
        head = self.head
        sequence = self.sequence
        kept = b"" if snapshot is None else write_state(snapshot)
        size = len(kept)
        for batch in batches:
            first = sequence + 1
            for event in batch.events:
                sequence += 1
                named = (sequence, at, batch.by, batch.command, kind_of(event), getattr(event, "coup", None), VERSION)
                data = write_event(event)
                size += len(data)
                head = chain(head, named, data)
                rows.append((*named, data, head))
            if batch.command is not None and sequence >= first:
                known.append((batch.command, (first, sequence)))
        try:
            self._checkpoints.look()
            self._write(rows, (sequence, head, kept) if kept else None)
        except sqlite3.Error as error:
            raise JournalError(advice(self.path, str(error))) from error
        self.sequence, self.head = sequence, head
        self._mark.set(sequence, head)
        self._checkpoints.written(size)
        self._known.update(known)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _write(self, rows: Sequence[tuple[object, ...]], snapshot: tuple[int, bytes, bytes] | None) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(_INSERT, rows)
            if snapshot is not None:
                sequence, head, data = snapshot
                self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?)", (sequence, data, seal(head, data)))
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup."""
        found = self._reader.execute("SELECT event FROM entries WHERE coup=? ORDER BY sequence", (coup,))
        return tuple(read_event(data) for (data,) in found)

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a command that was carried out lately."""
        if command not in self._known:
            return None
        first, last = self._known[command]
        found = self._reader.execute(
            "SELECT event FROM entries WHERE sequence BETWEEN ? AND ? ORDER BY sequence", (first, last)
        )
        return tuple(read_event(data) for (data,) in found)

    def issued(self, number: str) -> int | None:
        """Return under which count a ticket of this number was issued last."""
        asked = (
            f"SELECT event FROM entries WHERE kind='ticket_issued' AND {TICKET_NUMBER}=? ORDER BY sequence DESC LIMIT 1"
        )
        found = self._reader.execute(asked, (number.encode(),)).fetchone()
        if found is None:
            return None
        event = read_event(found[0])
        assert isinstance(event, TicketIssued)
        return event.count

    def close(self) -> None:
        """Finish, and let go of the file."""
        self._thread.shutdown()
        self._checkpoints.close()
        for thing in self._open_things:
            thing.close()
        os.close(self._lock)
