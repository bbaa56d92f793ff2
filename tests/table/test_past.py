"""What a table reads of its past was checked first; a file that is damaged is named, and nothing of it believed."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.game import steps as s
from firmware.table.core.journal import JournalError
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.wagers import Wager
from firmware.table.journal.file import GENESIS, hash_at
from firmware.table.journal.past import Past
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, simulated

COUP = (
    s.OpenBets(),
    Wager(2, "player", 10_00),
    s.CloseBets(),
    *(s.CardDrawn(Card(x)) for x in ("7S", "6H", "KD", "KC")),
)


async def played(path: Path) -> str:
    """Play two coups and issue a ticket; return its number."""
    journal = SqliteJournal(path)
    setup = Setup("crown-baccarat", machine=MACHINE, notes=ALL, remote=(1,))
    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(journal.recover(), setup, journal, clock, lambda _: None, simulated(journal))
    await service.start()
    await service.submit(s.NewShoe(8))
    await service.submit(BuyIn(2, 100_00))
    for command in (*COUP, s.Confirm(), *COUP, s.Confirm()):
        await service.submit(command)
    await service.submit(CashOut(2, "ticket"))
    (number,) = service.state.tickets
    await service.at_rest()
    service.halt()
    journal.close()
    return number


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Past, sqlite3.Connection, str]]:
    """What is read of a journal that is checked from its end back, and the file, to be changed."""
    path = tmp_path / "table.journal"
    number = asyncio.run(played(path))
    db = sqlite3.connect(path, isolation_level=None)
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    past = Past(path, db)
    past.checked_from(last, hash_at(db, last) or GENESIS)
    yield past, db, number
    db.close()


ASKED: dict[str, Callable[[Past, str], Any]] = {
    "a coup": lambda past, _: past.of_coup(1),
    "rows": lambda past, _: past.between(1, 9),
    "a ticket": lambda past, number: past.issued(number),
}
asked = pytest.mark.parametrize("asked", ASKED)


def test_the_past_is_what_was_written(kept: tuple[Past, sqlite3.Connection, str]) -> None:
    past, _, number = kept
    assert [event.coup for event in past.of_coup(2) if hasattr(event, "coup")] == [2] * len(past.of_coup(2))
    assert past.of_coup(3) == ()
    assert len(past.between(1, 9)) == 9
    assert past.issued(number) == 1
    assert past.issued("0" * 18) is None


@asked
def test_a_file_that_is_damaged_is_named(kept: tuple[Past, sqlite3.Connection, str], asked: str) -> None:
    past, db, number = kept
    db.execute("ALTER TABLE entries RENAME TO gone")
    with pytest.raises(JournalError, match=r"table\.journal"):
        ASKED[asked](past, number)


@asked
def test_rows_that_later_ones_were_not_written_on_are_not_believed(
    kept: tuple[Past, sqlite3.Connection, str], asked: str
) -> None:
    past, db, number = kept
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    past.checked_from(last, b"another head than this file's      "[:32])
    with pytest.raises(JournalError, match=r"are not those that later ones were written on"):
        ASKED[asked](past, number)


@asked
def test_a_row_that_was_changed_is_not_believed(kept: tuple[Past, sqlite3.Connection, str], asked: str) -> None:
    past, db, number = kept
    db.execute("UPDATE entries SET by = 'somebody else'")
    with pytest.raises(JournalError):
        ASKED[asked](past, number)


def test_an_event_that_no_firmware_reads_is_named(kept: tuple[Past, sqlite3.Connection, str]) -> None:
    past, db, _ = kept
    past.checked_from(0, GENESIS)  # as if it had been read whole
    db.execute('UPDATE entries SET event = CAST(\'{"event":"of tomorrow"}\' AS BLOB) WHERE sequence=5')
    with pytest.raises(JournalError, match="a row cannot be read"):
        past.between(1, 9)


def test_an_index_that_lies_about_where_a_coup_begins_is_found(kept: tuple[Past, sqlite3.Connection, str]) -> None:
    past, db, _ = kept
    past.checked_from(0, GENESIS)
    db.execute("UPDATE entries SET coup = NULL WHERE kind='coup_opened' AND coup=1")
    with pytest.raises(JournalError, match="is not the beginning of coup 1"):
        past.of_coup(1)
