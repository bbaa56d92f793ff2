"""What a terminal holds and must not forget: the note in flight, and the ticket in its printer."""

import os
import re
import secrets
import sqlite3
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec
from msgspec import Struct

from firmware.private import close_to_others
from firmware.table.features.pocket_numbers import PrintedTicket
from hal.note_way import NoteInFlight, NoteStage

Held = Literal["note", "ticket"]
NOTE: Final = "note"
TICKET: Final = "ticket"
# The terminal of what a board has in its hands when it does not know any more what that is.
NOWHERE: Final = 0
COUNT: Final = "count"
ACKNOWLEDGED: Final = "acknowledged"
PRINTED: Final = "printed"
# So many of the last tickets are remembered, for a table that was restored from a copy and knows less.
SHOWN: Final = 8
LIFE: Final = "life"
# A pocket's life: eight random bytes in hexadecimal, made with the file.
LIFE_BYTES: Final = 8
_LIFE: Final = re.compile(r"[0-9a-f]{16}")
_HELD: Final[tuple[Held, ...]] = (NOTE, TICKET)
_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS pocket (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT"
# Another process that holds the file does not let go of it while it lives.
BUSY_S: Final = 1.0


class PocketError(Exception):
    """The pocket's file cannot be used. Says what happened, and what to do."""


def new_life() -> str:
    """Return the life of a pocket that is made now: no two are the same."""
    return secrets.token_hex(LIFE_BYTES)


def remembered(printed: tuple[PrintedTicket, ...], number: str, amount: int) -> tuple[PrintedTicket, ...]:
    """Return the last tickets, with one more; no number is none."""
    others = tuple(one for one in printed if one.number != number)
    return (*others, PrintedTicket(number, amount))[-SHOWN:] if number else printed


class Pocket(Protocol):
    """Remembers; durable on return."""

    @property
    def life(self) -> str:
        """Which pocket this is, of all that there ever were."""
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
        """Return the number of the ticket that the printer was told to print, or none."""
        ...

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember it, before the printer is told; without a number: there is none any more."""
        ...

    def place(self, what: Held) -> int | None:
        """Return at which terminal that lies which it remembers; None where it does not say, as pockets of before.

        NOWHERE: what it remembers is not to be relied on.
        """
        ...

    def settle(self, what: Held, ats: int) -> None:
        """Remember that from here on what it remembers of this lies at this terminal, or NOWHERE."""
        ...

    def printed(self) -> tuple[PrintedTicket, ...]:
        """Return the last tickets that the printer was told to print."""
        ...

    def next_number(self) -> int:
        """Return a number that was never returned before; the first is 1, and each is one more."""
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


class SqlitePocket:
    """A pocket in a file of this process alone. What is read again and again is held in memory too.

    Where there is no file a pocket begins, with a life of its own. A file that is there is never begun anew: one that
    cannot be read is a PocketError.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        try:
            if not self._path.exists():
                _begin(self._path)
            self._db = _opened(self._path)
            try:
                self._read()
            except BaseException:
                self._db.close()
                raise
        except (sqlite3.Error, msgspec.DecodeError, ValueError, OSError) as error:
            raise PocketError(_advice(self._path, error)) from None

    def _read(self) -> None:
        life = self._get(LIFE).decode()
        if not life:
            # A file of before pockets had lives: its own begins here.
            life = new_life()
            self._put(LIFE, life.encode())
        if _LIFE.fullmatch(life) is None:
            raise ValueError("its life cannot be read")
        held = self._get(NOTE)
        self._life = life
        self._note = _read_note(held) if held else None
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
            raise PocketError(_advice(self._path, error)) from None

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
        """Return the number of the ticket that the printer was told to print, or none."""
        return self._ticket

    def keep_ticket(self, number: str, amount: int = 0) -> None:
        """Remember it, before the printer is told."""
        printed = remembered(self._printed, number, amount)
        if printed != self._printed:
            # First: a ticket of before that is remembered besides does no harm.
            self._put(PRINTED, msgspec.json.encode(printed))
            self._printed = printed
        self._put(TICKET, number.encode())
        self._ticket = number

    def place(self, what: Held) -> int | None:
        """Return at which terminal that lies which it remembers."""
        return self._places.get(what)

    def settle(self, what: Held, ats: int) -> None:
        """Remember at which terminal it lies from here on."""
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

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class _NoteOfBefore(Struct):
    """A note in flight as pockets kept it before they had lives: its number was the table's, in words."""

    number: str
    amount: int
    stage: NoteStage = NoteStage.STACKING
    currency: str = ""


def _read_note(data: bytes) -> NoteInFlight:
    try:
        return msgspec.json.decode(data, type=NoteInFlight)
    except msgspec.ValidationError:
        before = msgspec.json.decode(data, type=_NoteOfBefore)
    # Whether the table credited it under its old number, nobody knows any more: it can only be in doubt.
    return NoteInFlight(0, before.amount, before.stage, before.currency)


def _begin(path: Path) -> None:
    """Make a pocket whole, and only then give it its name: half of one is never found under it."""
    if path.with_name(f"{path.name}-wal").exists():
        raise ValueError("its write-ahead log is there, and the file itself is not")
    coming = path.with_name(f"{path.name}.new")
    coming.unlink(missing_ok=True)
    os.close(os.open(coming, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = sqlite3.connect(coming, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous=FULL")
        db.execute(_SCHEMA)
        db.execute("INSERT INTO pocket VALUES (?, ?)", (LIFE, new_life().encode()))
    finally:
        db.close()
    coming.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _opened(path: Path) -> sqlite3.Connection:
    if not path.stat().st_size:
        raise ValueError("it is empty")
    path.chmod(0o600)
    close_to_others(path.with_name(f"{path.name}-wal"))
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)
    try:
        # Two processes with one pocket would give two notes the same number.
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
        _check(db)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection) -> None:
    found = db.execute("PRAGMA quick_check").fetchone()[0]
    if found != "ok":
        raise ValueError(found)
    if db.execute("SELECT name FROM sqlite_master WHERE name = 'pocket'").fetchone() is None:
        raise ValueError("it holds no pocket")


def _advice(path: Path, error: Exception) -> str:
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return f"{path}: another process uses this pocket: stop that one first"
    if isinstance(error, OSError):
        return f"{path}: {error.strerror or error}: `pocket` in the profile must name a file that this board may write"
    return (
        f"{path}: this terminal's pocket is damaged ({str(error).splitlines()[0]}): move it and its -wal away and keep"
        " them; the terminal then begins with a new one, and the console asks about what the old one leaves"
    )
