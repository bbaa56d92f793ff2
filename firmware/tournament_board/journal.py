"""A tournament's memory: every event, in order, on the disk before anybody sees what follows from it.

The file is made as a table's journal is: rows chained by hashes, and a mark beside it that says how far it had got.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec

from firmware.table.core.codec import VERSION
from firmware.table.core.journal import JournalError
from firmware.table.journal.file import DAMAGE, GENESIS, connect, connect_to_read, hash_at, linked, lock
from firmware.table.journal.high_water import HighWaterMark, Lost, check
from firmware.table.journal.schema import migrate
from firmware.table.journal.stored_row import chain
from firmware.tournament.events import TournamentEvent

_INSERT: Final = "INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)"
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder[TournamentEvent](TournamentEvent)


class TournamentRow(NamedTuple):
    """An event, when it happened (milliseconds since 1970), who asked for it, and under which number."""

    at: int
    by: str
    number: str | None
    event: TournamentEvent


class KeepsTournament(Protocol):
    """Keeps a tournament's events. What `append` has returned from is kept for good."""

    def rows(self) -> Iterator[TournamentRow]:
        """Return all that was kept, in its order."""
        ...

    def append(self, rows: Sequence[TournamentRow]) -> None:
        """Keep the events of one command, all of them or none."""
        ...


class TournamentInMemory:
    """A memory that lasts as long as the process: for scenarios and tests."""

    def __init__(self) -> None:
        self.kept: list[TournamentRow] = []

    def rows(self) -> Iterator[TournamentRow]:
        """Return all that was kept."""
        return iter(self.kept)

    def append(self, rows: Sequence[TournamentRow]) -> None:
        """Keep events."""
        self.kept += rows


class TournamentJournal:
    """A tournament's journal file, open for writing by this process alone."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it. Raises JournalError."""
        self.path: Final = path
        self._lock = lock(path)
        try:
            self._db = connect(path)
            try:
                migrate(self._db)
                last = self._db.execute("SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
                check(path, partial(hash_at, self._db))
                self._mark = HighWaterMark(path)
            except BaseException:
                self._db.close()
                raise
        except BaseException as error:
            os.close(self._lock)
            if isinstance(error, DAMAGE):
                raise JournalError(_advice(path, str(error))) from error
            if isinstance(error, Lost):
                raise JournalError(str(error)) from None
            raise
        self._sequence: int = last[0] if last else 0
        self._head: bytes = last[1] if last else GENESIS

    def rows(self) -> Iterator[TournamentRow]:
        """Return all rows, each held against the chain. Raises JournalError."""
        return _read(self._db, self.path)

    def append(self, rows: Sequence[TournamentRow]) -> None:
        """Keep the events of one command: on the disk on return. Raises JournalError, and then nothing is kept."""
        sequence, head = self._sequence, self._head
        written = []
        for row in rows:
            sequence += 1
            data = _encoder.encode(row.event)
            named = (sequence, row.at, row.by, row.number, kind_of(row.event), None, VERSION)
            head = chain(head, named, data)
            written.append((*named, data, head))
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(_INSERT, written)
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise JournalError(_advice(self.path, str(error))) from error
        self._sequence, self._head = sequence, head
        self._mark.set(sequence, head)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._mark.close()
        os.close(self._lock)


def read_tournament(path: Path) -> tuple[TournamentRow, ...]:
    """Read a tournament's journal, also while its role writes it. Raises JournalError."""
    db = connect_to_read(path)
    try:
        found = tuple(_read(db, path))
    finally:
        db.close()
    if not found:
        raise JournalError(f"{path}: holds no tournament: nothing was approved yet")
    return found


def _read(db: sqlite3.Connection, path: Path) -> Iterator[TournamentRow]:
    try:
        for row in linked(db, path):
            try:
                event = _decoder.decode(row.event)
            except (msgspec.ValidationError, msgspec.DecodeError):
                raise JournalError(f"{path}: row {row.sequence} is no event of a tournament: {row.kind}") from None
            yield TournamentRow(row.at, row.by, row.command, event)
    except DAMAGE as error:
        raise JournalError(_advice(path, str(error))) from error


def kind_of(event: TournamentEvent) -> str:
    """Return the name of an event's kind."""
    return str(type(event).__struct_config__.tag)


def _advice(path: Path, what: str) -> str:
    return (
        f"{path}: {what}. The tournament stands still. Keep the file and its -wal and .head beside it as they are, "
        "and free or replace the storage"
    )
