"""Rows and snapshots written by somebody who knows the format: what the chain cannot tell, the rules of play can."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core.codec import VERSION, UnreadableRow, kind_of, read_event, read_state, write_event, write_state
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.closing import TableClosed
from firmware.table.features.owed import OwedResolved
from firmware.table.features.tickets import TicketReported
from firmware.table.features.wagers import Wager
from firmware.table.journal.balances import balances_after
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read, seal
from firmware.table.journal.query import Wanted, find
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.stored_row import chain
from hal.clock import LoopClock

pytestmark = pytest.mark.lab(65)

Look = Callable[[Path], Any]


def recovered(path: Path) -> TableState:
    journal = SqliteJournal(path)
    try:
        return journal.recover()
    finally:
        journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A table with a shoe in play, one account and an open coup."""
    path = tmp_path / "table.journal"

    async def play() -> None:
        file = SqliteJournal(path)
        clock = LoopClock(asyncio.get_running_loop(), 1_000)
        service = TableService.recovered(file.recover(), Setup("crown-baccarat"), file, clock, lambda _: None)
        await service.start()
        for command in (s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00)):
            await service.submit(command)
        file.close()

    asyncio.run(play())
    return path


def edit(path: Path, statement: str, *values: Any) -> None:
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


def forge(path: Path, kind: str, event: bytes, version: int = VERSION, coup: int | None = None) -> int:
    """Add a row whose hash is right."""
    db = sqlite3.connect(path)
    last, head = db.execute("SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
    named = (last + 1, 9_999, "somebody", None, kind, coup, version)
    db.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)", (*named, event, chain(head, named, event)))
    db.commit()
    db.close()
    return int(last) + 1


def forge_snapshot(path: Path, state: bytes) -> int:
    """Add a snapshot at the last row, with the seal that belongs there."""
    db = sqlite3.connect(path)
    last, head = db.execute("SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
    db.execute("INSERT INTO snapshots VALUES (?,?,?)", (last, state, seal(head, state)))
    db.commit()
    db.close()
    return int(last)


@pytest.mark.parametrize("look", [verify, recovered, lambda path: list(find(path, Wanted()))])
def test_a_row_of_a_later_version_is_not_guessed_at(journal: Path, look: Look) -> None:
    row = forge(journal, "table_closed", write_event(TableClosed()), VERSION + 1)
    with pytest.raises(JournalError, match=f"row {row} is of version {VERSION + 1}; this firmware reads {VERSION}$"):
        look(journal)


@pytest.mark.parametrize("look", [verify, recovered, lambda path: list(find(path, Wanted()))])
@pytest.mark.parametrize("event", [b'{"event":"teleported"}', b'{"event":"table_closed","more":1}', b"{", b"\xff"])
def test_a_row_that_is_no_event_is_named(journal: Path, look: Look, event: bytes) -> None:
    row = forge(journal, "table_closed", event)
    with pytest.raises(JournalError, match=f"row {row} cannot be read: .*The table does not play"):
        look(journal)
    with pytest.raises(UnreadableRow):
        read_event(event)


@pytest.mark.parametrize("look", [verify, recovered, lambda path: balances_after(path, 9)])
@pytest.mark.parametrize(
    "event", [CashedOut(9, 5_00, "ticket"), TicketReported(1, "x", "printed", ""), OwedResolved(1, 9, 5, "paid")]
)
def test_what_cannot_have_happened_there_does_not_follow(journal: Path, look: Look, event: g.Event) -> None:
    row = forge(journal, kind_of(event), write_event(event), coup=9)
    with pytest.raises(JournalError, match=f"row {row} does not follow from those before it"):
        look(journal)


def test_a_snapshot_that_says_something_else_than_the_events(journal: Path) -> None:
    state = recovered(journal)
    richer = msgspec.structs.replace(state, ledger={**state.ledger, 1: {**state.ledger[1], "balance": 1_000_000_00}})
    row = forge_snapshot(journal, write_state(richer))
    with pytest.raises(JournalError, match=f"the snapshot at row {row} is not the state that the events before it"):
        verify(journal)


def test_a_snapshot_that_is_no_state(journal: Path) -> None:
    row = forge_snapshot(journal, b'{"ledger": "all mine"}')
    with pytest.raises(JournalError, match=f"the snapshot at row {row} cannot be read: "):
        verify(journal)
    with pytest.raises(JournalError, match=r"The table does not play"):
        recovered(journal)
    with pytest.raises(UnreadableRow):
        read_state(b"{}")


@pytest.mark.parametrize(
    "look", [verify, recovered, lambda path: list(find(path, Wanted())), lambda path: balances_after(path, 1)]
)
def test_a_file_whose_pages_are_gone(journal: Path, look: Look) -> None:
    edit(journal, "PRAGMA wal_checkpoint(TRUNCATE)")
    whole = journal.read_bytes()
    journal.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises(JournalError, match=r"(malformed|btreeInitPage).*The table does not play"):
        look(journal)


def test_a_journal_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such journal"):
        connect_to_read(tmp_path / "table.journal")


def test_rows_whose_snapshot_cannot_be_kept_are_not_kept_either(journal: Path) -> None:
    file = SqliteJournal(journal)
    state, rows = file.recover(), file.sequence
    edit(
        journal,
        "CREATE TRIGGER full BEFORE INSERT ON snapshots BEGIN SELECT RAISE(ABORT, 'no room for it'); END",
    )
    with pytest.raises(JournalError, match="no room for it"):
        file.commit(10_000, [Batch((TableClosed(),))], state)
    assert file.recover() == state
    assert file.sequence == rows
    file.commit(10_000, [Batch((TableClosed(),))])
    assert file.sequence == rows + 1
    file.close()


def test_so_many_commands_are_known_and_no_more(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.table.journal.sqlite_journal.REMEMBERED", 2)
    file = SqliteJournal(journal)
    for number in ("a", "b", "c"):
        file.commit(10_000, [Batch((TableClosed(),), command=number)])
    assert file.of_command("a") is None
    assert file.of_command("b") == file.of_command("c") == (TableClosed(),)
    file.close()
