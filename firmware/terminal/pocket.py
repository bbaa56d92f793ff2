"""What a terminal has in its hands and must not forget: the note in flight, and the ticket in its printer."""

import sqlite3
from pathlib import Path
from typing import Final, Protocol

import msgspec

from hal.note_way import NoteInFlight

NOTE: Final = "note"
TICKET: Final = "ticket"
COUNT: Final = "count"


class Pocket(Protocol):
    """Remembers; durable on return."""

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        ...

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight, or that there is none."""
        ...

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print, or none."""
        ...

    def keep_ticket(self, number: str) -> None:
        """Remember it, before the printer is told."""
        ...

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        ...


class SqlitePocket:
    """A pocket in a file. What is read again and again is held in memory too."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("CREATE TABLE IF NOT EXISTS pocket (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT")
        held = self._get(NOTE)
        self._note = msgspec.json.decode(held, type=NoteInFlight) if held else None
        self._ticket = self._get(TICKET).decode()
        self._count = int(self._get(COUNT) or 0)

    def _get(self, name: str) -> bytes:
        row = self._db.execute("SELECT value FROM pocket WHERE name = ?", (name,)).fetchone()
        return bytes(row[0]) if row else b""

    def _put(self, name: str, value: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO pocket VALUES (?, ?)", (name, value))

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        return self._note

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight, or that there is none."""
        self._put(NOTE, msgspec.json.encode(note) if note else b"")
        self._note = note

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print, or none."""
        return self._ticket

    def keep_ticket(self, number: str) -> None:
        """Remember it, before the printer is told."""
        self._put(TICKET, number.encode())
        self._ticket = number

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        self._put(COUNT, str(self._count + 1).encode())
        self._count += 1
        return self._count

    def close(self) -> None:
        """Close the file."""
        self._db.close()
