"""What a terminal holds and must not forget: the note in flight, and the ticket in its printer."""

import re
import sqlite3
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec

from firmware.table.core.pockets import SHOWN, PrintedTicket
from firmware.terminal.pocket_file import LIFE, advice, begin, new_life, opened, read_note
from firmware.terminal.report_spool import ReportSpool
from hal.note_way import NoteInFlight

Held = Literal["note", "ticket"]
NOTE: Final = "note"
TICKET: Final = "ticket"
# The place of what a board has in its hands when it no longer knows what that is.
NOWHERE: Final = 0
COUNT: Final = "count"
ACKNOWLEDGED: Final = "acknowledged"
PRINTED: Final = "printed"
RETIRED: Final = "retired"
_LIFE: Final = re.compile(r"[0-9a-f]{16}")
_HELD: Final[tuple[Held, ...]] = (NOTE, TICKET)


class PocketError(Exception):
    """The pocket's file cannot be used. Says what happened, and what to do."""


def remembered(printed: tuple[PrintedTicket, ...], number: str, amount: int) -> tuple[PrintedTicket, ...]:
    """Return the last tickets with one more; without a number, unchanged."""
    others = tuple(one for one in printed if one.number != number)
    return (*others, PrintedTicket(number, amount))[-SHOWN:] if number else printed


class Pocket(Protocol):
    """Remembers; durable on return."""

    @property
    def life(self) -> str:
        """Which of all pockets ever made this is."""
        ...

    @property
    def count(self) -> int:
        """The last number that was returned; 0 before the first."""
        ...

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        ...

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight, or that there is none."""
        ...

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print; empty if there is none."""
        ...

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember a ticket, before the printer is told; without a number, forget it."""
        ...

    def place(self, what: Held) -> int | None:
        """Return at which terminal the remembered note or ticket is; None if it does not say, as in older pockets.

        NOWHERE: do not rely on what it remembers.
        """
        ...

    def settle(self, what: Held, ats: int) -> None:
        """Remember that from now on the note or ticket is at this terminal, or NOWHERE."""
        ...

    def printed(self) -> tuple[PrintedTicket, ...]:
        """Return the last tickets that the printer was told to print."""
        ...

    def next_number(self) -> int:
        """Return a number that was never returned before; the first is 1, and each is one more."""
        ...

    def give_back(self, number: int) -> None:
        """Return a number again, if it was the last: the table refused what was asked under it, and kept nothing."""
        ...

    def go_on_from(self, number: int) -> None:
        """Return only numbers above this one from now on."""
        ...

    def acknowledged(self) -> int:
        """Return the last number that the table has answered for; 0 before the first."""
        ...

    def acknowledge(self, number: int) -> None:
        """Remember that the table has answered for a number: it is on record there."""
        ...

    def retire(self) -> None:
        """Remember that two people at the table have ended this pocket."""
        ...


class SqlitePocket:
    """A pocket in a file that only this process has open. What is read often is also kept in memory.

    If there is no file, a new pocket begins, with its own life. An existing file is never replaced: if it cannot be
    read, that is a PocketError.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        try:
            if not self._path.exists():
                begin(self._path)
            self._db = opened(self._path)
            try:
                self._read()
            except BaseException:
                self._db.close()
                raise
        except (sqlite3.Error, msgspec.DecodeError, ValueError, OSError) as error:
            raise PocketError(advice(self._path, error)) from None

    def _read(self) -> None:
        life = self._get(LIFE).decode()
        if not life:
            # A file from before pockets had lives: its life begins here.
            life = new_life()
            self._put(LIFE, life.encode())
        if _LIFE.fullmatch(life) is None:
            raise ValueError("its life cannot be read")
        held = self._get(NOTE)
        self._life = life
        self._note = read_note(held) if held else None
        self._ticket = self._get(TICKET).decode()
        self._printed = msgspec.json.decode(self._get(PRINTED) or b"[]", type=tuple[PrintedTicket, ...])
        self._count = int(self._get(COUNT) or 0)
        self._acknowledged = int(self._get(ACKNOWLEDGED) or 0)
        if min(self._count, self._acknowledged) < 0:
            raise ValueError("its count is below 0")
        self._places = {what: int(at) for what in _HELD if (at := self._get(f"{what}-at"))}
        for what, ats in self._places.items():
            if ats < NOWHERE:
                raise ValueError(f"the place of its {what} is no terminal")

    def _get(self, name: str) -> bytes:
        row = self._db.execute("SELECT value FROM pocket WHERE name = ?", (name,)).fetchone()
        return bytes(row[0]) if row else b""

    def _put(self, name: str, value: bytes) -> None:
        try:
            self._db.execute("INSERT OR REPLACE INTO pocket VALUES (?, ?)", (name, value))
        except sqlite3.Error as error:
            raise PocketError(advice(self._path, error)) from None

    @property
    def life(self) -> str:
        """Which pocket this is."""
        return self._life

    @property
    def count(self) -> int:
        """The last number that was returned."""
        return self._count

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        return self._note

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember the note in flight, or that there is none."""
        self._put(NOTE, msgspec.json.encode(note) if note else b"")
        self._note = note

    def ticket(self) -> str:
        """Return the number of the ticket that the printer was told to print; empty if there is none."""
        return self._ticket

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember it, before the printer is told."""
        printed = remembered(self._printed, number, amount)
        if printed != self._printed:
            # First: an earlier ticket that is remembered besides does no harm.
            self._put(PRINTED, msgspec.json.encode(printed))
            self._printed = printed
        self._put(TICKET, number.encode())
        self._ticket = number

    def place(self, what: Held) -> int | None:
        """Return at which terminal the remembered note or ticket is."""
        return self._places.get(what)

    def settle(self, what: Held, ats: int) -> None:
        """Remember at which terminal it is from now on."""
        if self.place(what) != ats:
            self._put(f"{what}-at", str(ats).encode())
            self._places[what] = ats

    def printed(self) -> tuple[PrintedTicket, ...]:
        """Return the last tickets that the printer was told to print."""
        return self._printed

    def next_number(self) -> int:
        """Return a number that was never returned before."""
        self.go_on_from(self._count + 1)
        return self._count

    def give_back(self, number: int) -> None:
        """Return a number again, if it was the last. After a power cut it is passed over, which does no harm."""
        if number == self._count:
            self._count -= 1

    def go_on_from(self, number: int) -> None:
        """Return only numbers above this one from now on."""
        if number > self._count:
            self._put(COUNT, str(number).encode())
            self._count = number

    def acknowledged(self) -> int:
        """Return the last number that the table has answered for."""
        return self._acknowledged

    def acknowledge(self, number: int) -> None:
        """Remember that the table has answered for a number."""
        if number > self._acknowledged:
            self._put(ACKNOWLEDGED, str(number).encode())
            self._acknowledged = number

    def retire(self) -> None:
        """Remember that two people at the table have ended this pocket."""
        if not self.is_retired:
            self._put(RETIRED, self._life.encode())

    @property
    def is_retired(self) -> bool:
        """Whether they have, as far as this board was told."""
        return self._get(RETIRED).decode() == self._life

    @property
    def reports(self) -> ReportSpool:
        """Where device events wait for the table."""
        return ReportSpool(self._db)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
