"""Where a journal begins that has no first event: with a state that the table signed, and with nothing else."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.game.events import Event
from firmware.table.core.codec import VERSION, kind_of, write_event, write_state
from firmware.table.core.head import HeadSigned
from firmware.table.core.journal import JournalError
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.closing import TableClosed
from firmware.table.journal.beginning import FIRST, beginning
from firmware.table.journal.file import seal
from firmware.table.journal.proof import ANYBODY, unproven
from firmware.table.journal.schema import migrate
from firmware.table.journal.signing import new_signer
from firmware.table.journal.stored_row import chain

PATH = Path("table.journal")
ROW = 5
STATE = TableState(Setup("crown-baccarat"))
SIGNER = new_signer()


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    found = sqlite3.connect(":memory:", isolation_level=None)
    migrate(found)
    yield found
    found.close()


def put(db: sqlite3.Connection, row: int, event: Event, before: bytes, kind: str = "") -> bytes:
    """Put an event on record; return its hash."""
    written = write_event(event)
    named = (row, 1000, "table", None, kind or kind_of(event), None, VERSION)
    head = chain(before, named, written)
    db.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)", (*named, written, head))
    return head


def keep(db: sqlite3.Connection, head: bytes, state: bytes) -> bytes:
    """Keep a state at the first row; return its seal."""
    digest = seal(head, state)
    db.execute("INSERT INTO snapshots VALUES (?,?,?)", (ROW, state, digest))
    return digest


def test_a_journal_with_its_first_row_or_none_begins_with_the_first_event(db: sqlite3.Connection) -> None:
    assert beginning(db, PATH) == FIRST
    put(db, 1, TableClosed(), bytes(32))
    assert beginning(db, PATH) == FIRST


def test_it_begins_with_the_state_that_the_next_row_signs(db: sqlite3.Connection) -> None:
    head = put(db, ROW, TableClosed(), bytes(32))
    digest = keep(db, head, write_state(STATE))
    put(db, ROW + 1, HeadSigned(SIGNER(ROW, head, digest, 0)), head)
    assert beginning(db, PATH) == (STATE, ROW, head)


def test_without_a_state_a_row_is_missing(db: sqlite3.Connection) -> None:
    put(db, ROW, TableClosed(), bytes(32))
    with pytest.raises(JournalError, match="row 1 is missing: row 5 stands in its place"):
        beginning(db, PATH)


@pytest.mark.parametrize("after", ["nothing", "no signature", "another row's", "another state's", "somebody else's"])
def test_a_state_that_nobody_signed_is_no_beginning(db: sqlite3.Connection, after: str) -> None:
    head = put(db, ROW, TableClosed(), bytes(32))
    digest = keep(db, head, write_state(STATE))
    signed = SIGNER(ROW, head, digest, 0)
    forged = new_signer()(ROW, head, digest, 0)
    events: dict[str, Event] = {
        "no signature": TableClosed(),
        "another row's": HeadSigned(SIGNER(ROW + 1, head, digest, 0)),
        "another state's": HeadSigned(SIGNER(ROW, head, bytes(32), 0)),
        "somebody else's": HeadSigned(type(signed)(ROW, signed.head, signed.key, forged.signature, signed.snapshot)),
    }
    if after in events:
        put(db, ROW + 1, events[after], head, "head_signed")
    with pytest.raises(JournalError, match="the rows before row 5 are missing, and the state there is not signed"):
        beginning(db, PATH)


def test_a_state_that_was_changed_is_no_beginning(db: sqlite3.Connection) -> None:
    head = put(db, ROW, TableClosed(), bytes(32))
    digest = keep(db, head, write_state(STATE))
    put(db, ROW + 1, HeadSigned(SIGNER(ROW, head, digest, 0)), head)
    db.execute("UPDATE snapshots SET state = ?", (write_state(TableState(Setup("crown-traditional"))),))
    with pytest.raises(JournalError, match="is not signed"):
        beginning(db, PATH)


def test_a_signed_state_that_this_firmware_cannot_read_is_named(db: sqlite3.Connection) -> None:
    head = put(db, ROW, TableClosed(), bytes(32))
    digest = keep(db, head, b'{"of": "tomorrow"}')
    put(db, ROW + 1, HeadSigned(SIGNER(ROW, head, digest, 0)), head)
    with pytest.raises(JournalError, match="the snapshot at row 5 cannot be read"):
        beginning(db, PATH)


@pytest.mark.rule("crown 11.16")
def test_of_a_coup_that_no_row_names_nothing_is_proven_of_anybody(db: sqlite3.Connection) -> None:
    put(db, 1, TableClosed(), bytes(32))
    assert unproven(db, 7) == {ANYBODY}
