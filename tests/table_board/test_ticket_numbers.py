"""The table board's numbering of tickets: its secret in a file, and what is said when that is lost."""

import asyncio
import shutil
import stat
from pathlib import Path

import pytest

from firmware.config import read_board
from firmware.refusal import Refused
from firmware.table.core.journal import JournalError
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.core.validation import read_number
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.tickets import TicketIssued
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.ticket_numbers import TicketNumbers
from hal.clock import LoopClock

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
machine = 0x654300
[journal]
path = "table.journal"
pin_secret = "pin"
ticket_secret = "{folder}/secrets/ticket.secret"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
"""


def evening(folder: Path, tickets: int, text: str = TABLE) -> tuple[list[str], list[str]]:
    """Switch the table's numbering on, print some tickets, and switch it off: their numbers, and what was said."""
    said: list[str] = []

    async def whole() -> list[str]:
        journal = SqliteJournal(folder / "table.journal")
        try:
            board = read_board(text.format(folder=folder))
            assert board.setup is not None
            numbers = TicketNumbers(board, journal)
            service = TableService.recovered(
                journal.recover(), board.setup, journal, LoopClock(asyncio.get_running_loop(), journal.last_at),
                lambda _: None, numbers.numbering,
            )  # fmt: skip
            await service.start()
            await numbers.put_on_record(service, said.append)
            printed = []
            for _ in range(tickets):
                await service.submit(BuyIn(1, 5_00))
                events = await service.submit(CashOut(1, "ticket"))
                printed += [event.number for event in events if isinstance(event, TicketIssued)]
            return printed
        finally:
            journal.close()

    return asyncio.run(whole()), said


def test_the_secret_is_made_once_and_lies_in_no_journal(tmp_path: Path) -> None:
    first, said = evening(tmp_path, 20)
    path = tmp_path / "secrets" / "ticket.secret"
    secret = path.read_bytes()
    assert len(secret) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second, more = evening(tmp_path, 20)
    assert said == more == []
    assert len({*first, *second}) == 40
    assert path.read_bytes() == secret
    for file in tmp_path.glob("table.journal*"):
        assert secret not in file.read_bytes()
        assert secret.hex().encode() not in file.read_bytes().lower()


def test_a_lost_secret_is_said_and_no_number_comes_again(tmp_path: Path) -> None:
    first, _ = evening(tmp_path, 20)
    path = tmp_path / "secrets" / "ticket.secret"
    path.unlink()
    second, said = evening(tmp_path, 20)
    (line,) = said
    assert line.startswith(f"{path}: the secret that tickets are numbered by was missing, and a new one was made.")
    assert path.read_bytes().hex() not in line
    assert len({*first, *second}) == 40
    assert evening(tmp_path, 0)[1] == []
    # What the new secret gives is skipped where the old one gave it already: here the next one is made to have been.
    coming, _ = Numbering(path.read_bytes()).next_number(0x654301, 40, lambda _: False)
    journal = SqliteJournal(tmp_path / "table.journal")
    assert journal.issued(coming) is None
    assert journal.issued(first[3]) == 4
    skips = Numbering(path.read_bytes(), lambda number: 7 if number == coming else journal.issued(number))
    assert skips.next_number(0x654301, 40, lambda _: False)[1] == 42
    journal.close()
    path.write_bytes(b"another secret, of another table, that was put here by mistake")
    assert "is not the one of before" in evening(tmp_path, 0)[1][0]


def test_a_secret_that_cannot_be_used_stops_the_table_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "ticket.secret"
    path.mkdir(parents=True)
    with pytest.raises(JournalError, match="Is a directory; it is the secret that tickets are numbered by"):
        evening(tmp_path, 0)
    path.rmdir()
    path.write_bytes(b"short")
    with pytest.raises(JournalError, match="is too short to be the secret that tickets are numbered by"):
        evening(tmp_path, 0)
    path.unlink()
    path.parent.rmdir()
    path.parent.write_bytes(b"a file in the way")
    with pytest.raises(JournalError, match=r"cannot be made: (Not a directory|File exists)"):
        evening(tmp_path, 0)


def test_tickets_of_earlier_firmware_stay_the_tables_own(tmp_path: Path) -> None:
    # It numbered terminals' tickets by the count itself; here the table gets another machine number as well.
    for file in (Path(__file__).parents[1] / "journals").glob("tickets.journal*"):
        shutil.copy(file, tmp_path / file.name.replace("tickets", "table"))
    (number,), said = evening(tmp_path, 1, TABLE.replace("0x654300", "0x1000"))
    read = read_number(number)
    assert read is not None
    assert read.machine == 0x1001
    assert said == []
    journal = SqliteJournal(tmp_path / "table.journal")
    state = journal.recover()
    journal.close()
    assert state.machines_before == (0x654300,)
    assert state.ticket_counts == {1: 3, 2: 2}
    (old,) = [number for number, ticket in state.tickets.items() if ticket.fate == "printed"]
    assert read_number(old) == (0x654301, 2)  # terminal 1's second: its money is outstanding still
    without = TABLE.replace("machine = 0x654300", "tickets = false")
    with pytest.raises(Refused, match="no_tickets"):
        evening(tmp_path, 1, without)
