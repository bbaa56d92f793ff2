"""The table's journal and key while its board runs; if a first start fails, it leaves neither behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.table.core.journal import JournalError
from firmware.table.journal.file import forget
from firmware.table.journal.signing import PUBLIC, table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal


@contextmanager
def opened(path: Path, key: Path) -> Iterator[tuple[SqliteJournal, bool]]:
    """Open the journal, and say whether its key is new. Raises JournalError.

    A key without rows would have the next start wait for a supervisor, as if a journal had been lost.
    """
    new_key = not key.exists()
    is_first = new_key and not path.exists()
    signer = table_signer(key)
    try:
        journal = SqliteJournal(path, signer)
    except JournalError:
        if is_first and not path.exists():
            _forget_key(key)
        raise
    try:
        yield journal, new_key
    finally:
        journal.close()
        if is_first and not journal.sequence:
            forget(path)
            _forget_key(key)


def _forget_key(key: Path) -> None:
    """Remove a key that has signed nothing."""
    key.unlink(missing_ok=True)
    key.with_name(PUBLIC).unlink(missing_ok=True)
