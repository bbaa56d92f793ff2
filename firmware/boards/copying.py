"""A board's part in the second copies of the journal: the table makes them, other boards keep them."""

import asyncio
from pathlib import Path
from typing import Final

from firmware.board_parts import CopySettings
from firmware.boards.copies import Copies
from firmware.private import key_file
from firmware.table.core.journal import JournalError
from firmware.table.core.service import TableService
from firmware.table.journal.copy_frame import CopyKey
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.secret_file import read_secret
from firmware.table.journal.sqlite_journal import SqliteJournal

KEY: Final = "the key of the journal's copies"


def copy_key(path: Path) -> CopyKey:
    """Read the key of a table's copies. Raises JournalError."""
    try:
        return CopyKey(read_secret(path, KEY))
    except FileNotFoundError:
        raise JournalError(f"{path}: is missing; it is {KEY}, and rapid-table provision makes it") from None


class TableCopies:
    """The copies of the table's own journal."""

    def __init__(self, settings: CopySettings, journal: SqliteJournal) -> None:
        source = CopySource(journal.path, copy_key(key_file(Path(settings.key))))
        self.copies = Copies(source, journal, settings.boards)
        self._settings = settings

    async def run(self, table: TableService, is_open: asyncio.Event) -> None:
        """Copy once the table is open, until cancelled."""
        await is_open.wait()
        parts = [self.copies.report(table)]
        if self._settings.folder:
            parts.append(self.copies.keep_on_stick(Path(self._settings.folder), self._settings.limit_mb))
        try:
            await asyncio.gather(*parts)
        finally:
            self.copies.close()
