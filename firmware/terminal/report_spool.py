"""Device events that the table has not heard yet: they are in the pocket's file, and outlast a loss of power."""

import sqlite3

import msgspec

from firmware.boards.reports import LaidBy

_SCHEMA = "CREATE TABLE IF NOT EXISTS reports (number INTEGER PRIMARY KEY, report BLOB NOT NULL) STRICT"


class ReportSpool:
    """The reports in a pocket's file, in their order; durable on return."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        db.execute(_SCHEMA)

    def all(self) -> list[LaidBy]:
        """Return the waiting reports, oldest first."""
        rows = self._db.execute("SELECT report FROM reports ORDER BY number").fetchall()
        return [msgspec.json.decode(row[0], type=LaidBy) for row in rows]

    def put(self, report: LaidBy) -> None:
        """Store a report."""
        self._db.execute("INSERT INTO reports (report) VALUES (?)", (msgspec.json.encode(report),))

    def drop(self) -> None:
        """Forget the oldest: the table has it."""
        self._db.execute("DELETE FROM reports WHERE number = (SELECT min(number) FROM reports)")
