"""The shape of a journal file, and how an older one is brought up to it."""

import sqlite3
from typing import Final

from firmware.table.core.journal import JournalError

TICKET_NUMBER: Final = """substr(event, instr(event, CAST('"number":"' AS BLOB)) + 10, 18)"""
# One script per version, each from the previous one. Never changed once released, only added to.
MIGRATIONS: Final = (
    """
    CREATE TABLE entries (
        sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL, command TEXT, kind TEXT NOT NULL,
        coup INTEGER, version INTEGER NOT NULL, event BLOB NOT NULL, hash BLOB NOT NULL
    ) STRICT;
    CREATE TABLE snapshots (sequence INTEGER PRIMARY KEY, state BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
    """,
    "CREATE INDEX of_coup ON entries (coup) WHERE coup IS NOT NULL;",
    # By the ticket's number, found by its place in the row, so that a damaged row stops nothing here.
    f"CREATE INDEX of_ticket ON entries ({TICKET_NUMBER}) WHERE kind='ticket_issued';",
    # Rows of old shoes, packed (packed.py): the hash that the first stands on, the last one's, and their columns. Then
    # in which pack a coup is named or a ticket was issued: the first row there that does, and the ticket's own.
    """
    CREATE TABLE packed (
        first INTEGER PRIMARY KEY, last INTEGER NOT NULL, before BLOB NOT NULL, head BLOB NOT NULL, rows BLOB NOT NULL
    ) STRICT;
    CREATE TABLE packed_coups (coup INTEGER, sequence INTEGER, PRIMARY KEY (coup, sequence)) STRICT, WITHOUT ROWID;
    CREATE TABLE packed_tickets (number BLOB, sequence INTEGER, PRIMARY KEY (number, sequence)) STRICT, WITHOUT ROWID;
    """,
)
# The form in which a journal is opened. Rows are packed only later, when the firmware has proven sound: after an update
# that is taken back, the older firmware could not read them.
UNPACKED: Final = 3


def _plain(statement: str) -> str:
    return " ".join(statement.split())


_OURS: Final = frozenset(_plain(statement) for script in MIGRATIONS for statement in script.split(";"))


def need_only_ours(db: sqlite3.Connection) -> None:
    """Check that a file contains nothing but what is made here. Raises JournalError.

    Somebody who prepares a file can put a view in a table's place, with endless rows, or a trigger beside it.
    """
    for kind, name, made in db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        if _plain(made) not in _OURS and not name.startswith("sqlite_"):
            raise JournalError(f"the file holds the {kind} {name!r}, which is no part of a journal")


def migrate(db: sqlite3.Connection, to: int = UNPACKED) -> None:
    """Bring a file up to a version, step by step, each wholly or not at all."""
    need_only_ours(db)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise JournalError(
            f"the journal is of version {version}, this firmware reads {len(MIGRATIONS)}: update the firmware"
        )
    for number, script in enumerate(MIGRATIONS[version:to], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version={number}; COMMIT;")
