"""Whether a table that was switched on may open at once, or has to hear other boards first."""

from collections.abc import Iterator
from typing import Final

from firmware.config import Board
from firmware.table.core.faults import fault_name
from firmware.table.core.service import TableService
from firmware.table.core.waiting import Doubt, Waiting
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.attendance import TERMINAL

MS: Final = 1000


def waiting(board: Board, journal: SqliteJournal, table: TableService, *, new_key: bool) -> Waiting | None:
    """Return what a table waits for. A new table waits for nothing, nor does one without other boards.

    `new_key`: it had no key before this start. Either the table is new, or earlier firmware signed nothing.
    """
    if not journal.sequence and new_key:
        return None
    doubts = tuple(_doubts(journal, table, new_key=new_key))
    if board.config.network is None and not doubts:
        return None
    assert board.config.journal is not None
    terminals = range(1, table.state.setup.ats + 1) if board.config.network is not None else ()
    # There is no need to wait for a terminal that was out of service before.
    expected = (ats for ats in terminals if fault_name("ats", ats) not in table.state.faults)
    until = table.now_ms() + round(board.config.journal.witness_wait * MS)
    return Waiting(tuple(f"{TERMINAL}{ats}" for ats in expected), until, doubts)


def _doubts(journal: SqliteJournal, table: TableService, *, new_key: bool) -> Iterator[Doubt]:
    if table.state.restore_unseen:
        yield "restored"
    if journal.unmarked:
        yield "no_mark"
    if not journal.sequence:
        yield "no_journal"
    elif journal.signed is None:
        if not new_key:
            yield "unsigned"
    elif journal.signed.key != journal.key:
        yield "other_key"
