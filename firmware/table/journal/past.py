"""Past events from a table's journal: of a coup, of a command. What is read is checked first."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from firmware.game.events import CoupOpened, Event
from firmware.table.core.codec import UnreadableRow, read_event
from firmware.table.core.journal import JournalError
from firmware.table.features.tickets import TicketIssued
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import DAMAGE, GENESIS, advice, damaged, hash_at, linked, rows
from firmware.table.journal.packed import last_packed, packed_ticket
from firmware.table.journal.places import first_of_coup
from firmware.table.journal.schema import TICKET_NUMBER

_OF_COUP: Final = "SELECT event FROM entries NOT INDEXED WHERE sequence>=? AND coup=? ORDER BY sequence"


class Past:
    """Reads events with a connection of its own, also while a commit is under way.

    Rows after the kept state from which the table started were checked then, or written since. Earlier rows are checked
    when they are asked for: from there to the first checked row, whose preceding hash the last of them must have.
    """

    def __init__(self, path: Path, reader: sqlite3.Connection) -> None:
        self._path = path
        self._reader = reader
        self._row = 0
        self._head = GENESIS
        self._coups_before: int | None = None

    def checked_from(self, row: int, head: bytes) -> None:
        """Note that rows after this one are checked, and that it has this hash."""
        self._row, self._head = row, head

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup. Raises JournalError if they are not what was written."""
        try:
            # The index only says where to look, and is not believed: the row that it names must begin the coup.
            first = first_of_coup(self._reader, coup)
            if first is None or coup <= self._before():
                return ()
            self._check_back_to(first)
            events = self._named(coup, first)
        except DAMAGE as error:
            raise damaged(self._path, error) from error
        if not isinstance(events[0], CoupOpened):
            raise JournalError(advice(self._path, f"row {first} is not the beginning of coup {coup}"))
        return events

    def _before(self) -> int:
        """Return the last coup before the journal begins; 0 if it has the first."""
        if self._coups_before is None:
            self._coups_before = beginning(self._reader, self._path).state.game.coups
        return self._coups_before

    def between(self, first: int, last: int) -> Sequence[Event]:
        """Return the events of some rows. Raises JournalError if they are not what was written."""
        try:
            self._check_back_to(first)
            return self._events(row.event for row in rows(self._reader, first - 1, last))
        except DAMAGE as error:
            raise damaged(self._path, error) from error

    def issued(self, number: str) -> int | None:
        """Return under which count a ticket of this number was issued last; None: never."""
        asked = f"SELECT max(sequence) FROM entries WHERE kind='ticket_issued' AND {TICKET_NUMBER}=?"
        try:
            (row,) = self._reader.execute(asked, (number.encode(),)).fetchone()
            row = row or packed_ticket(self._reader, number.encode())
        except DAMAGE as error:
            raise damaged(self._path, error) from error
        if row is None:
            return None
        (event,) = self.between(row, row)
        assert isinstance(event, TicketIssued)
        return event.count

    def _named(self, coup: int, first: int) -> tuple[Event, ...]:
        """Return the events that name a coup: from all rows from its first on, whatever the index says."""
        self._reader.execute("BEGIN")  # one transaction: rows packed meanwhile are neither seen twice nor missed
        try:
            old = [row.event for row in rows(self._reader, first - 1, last_packed(self._reader)) if row.coup == coup]
            live = self._reader.execute(_OF_COUP, (first, coup)).fetchall()
        finally:
            self._reader.execute("COMMIT")
        return self._events((*old, *(data for (data,) in live)))

    def _events(self, written: Iterable[bytes | str]) -> tuple[Event, ...]:
        try:
            return tuple(read_event(data if isinstance(data, bytes) else data.encode()) for data in written)
        except UnreadableRow as error:
            raise JournalError(advice(self._path, f"a row cannot be read: {error}")) from None

    def _check_back_to(self, first: int) -> None:
        if first > self._row:
            return
        before = hash_at(self._reader, first - 1) or GENESIS
        head, row = before, first - 1
        for found in linked(self._reader, self._path, row, head, self._row):
            row, head = found.sequence, found.hash
        if (row, head) != (self._row, self._head):
            raise JournalError(
                advice(self._path, f"rows {first} to {self._row} are not those that later ones were written on")
            )
        self._row, self._head = first - 1, before
