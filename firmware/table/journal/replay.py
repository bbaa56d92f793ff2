"""What the rows of a journal come to, each held against the chain and against what came before it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from firmware.table.core.evolve import evolve
from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import Entry, JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.file import GENESIS, advice, checked


def replayed(
    db: sqlite3.Connection, path: Path, state: TableState, after: int = 0, head: bytes = GENESIS, to: int = MOST_ROWS
) -> Iterator[tuple[Entry, TableState]]:
    """Return each entry after a row and the state that it gives, beginning with the state at that row."""
    for entry in checked(db, path, after, head, to):
        try:
            state = evolve(state, entry.event)
        except Exception as error:
            what = f"row {entry.sequence} does not follow from those before it ({error!r})"
            raise JournalError(advice(path, what)) from error
        yield entry, state
