"""A journal that begins with a state: by whom it must be signed, and what is said when it cannot be used."""

from pathlib import Path

import pytest
from signed_table import new_journal_at

from firmware.game.events import Event
from firmware.table import events as e
from firmware.table.codec import write_state
from firmware.table.head import HeadSigned
from firmware.table.journal import JournalError
from firmware.table.journal_beginning import beginning
from firmware.table.journal_check import verify
from firmware.table.journal_file import connect_to_read
from firmware.table.signing import Signer, new_signer
from firmware.table.sqlite_journal import SqliteJournal
from firmware.table.state import TableState

STATE = write_state(TableState.unopened())


def begins(path: Path, state: bytes, *after: Event) -> str:
    """What is said of a journal whose first row is the fifth, with a state there and these events after it."""
    new_journal_at(path, 5, state, *after)
    db = connect_to_read(path)
    try:
        return str(beginning(db, path).row)
    except JournalError as error:
        return str(error)
    finally:
        db.close()


def signed(path: Path, signer: Signer, state: bytes) -> HeadSigned:
    """The signature that belongs after the state."""
    head, digest = new_journal_at(path.with_name("to-sign"), 5, state)
    return HeadSigned(signer(5, head, digest, 0))


def test_it_is_believed_when_the_next_row_signs_the_state(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    assert begins(path, STATE, signed(path, new_signer(), STATE)) == "5"
    assert verify(path).begins == 5


@pytest.mark.parametrize("after", [(), (e.TableClosed(),)])
def test_it_is_not_believed_without_a_signature(tmp_path: Path, after: tuple[Event, ...]) -> None:
    assert "the state there is not signed" in begins(tmp_path / "table.journal", STATE, *after)


def test_a_row_that_only_calls_itself_a_signature_is_none(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    new_journal_at(path, 5, STATE, e.TableClosed(), kinds=("head_signed",))
    journal = SqliteJournal(path, new_signer())
    with pytest.raises(JournalError, match="the state there is not signed"):
        journal.recover()
    journal.close()


def test_a_state_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    assert "the snapshot at row 5 cannot be read" in begins(path, b"{}", signed(path, new_signer(), b"{}"))
