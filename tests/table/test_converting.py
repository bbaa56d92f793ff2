"""A journal of earlier firmware is converted row by row; cut off anywhere, it is the old one or the new one."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from signed_table import on_journal, tell, two_shoes

from firmware.game import steps as s
from firmware.table.core.journal import JournalError
from firmware.table.journal import converting, file
from firmware.table.journal.check import Checked, verify
from firmware.table.journal.converting import convert
from firmware.table.journal.signing import new_signer

JOURNALS = Path(__file__).parent.parent / "journals"
SIGNER = new_signer()


def page_of(path: Path) -> int:
    db = sqlite3.connect(path)
    (page,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    return int(page)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with pages as earlier firmware made them."""
    path = tmp_path / "table.journal"
    monkeypatch.setattr(file, "PAGE", 4096)
    two_shoes(path, SIGNER)
    monkeypatch.undo()
    assert page_of(path) == 4096
    return path


def is_as_before(path: Path, before: Checked) -> bool:
    return verify(path) == before and not Path(f"{path}.converting").exists()


def test_a_converted_journal_has_the_same_rows_and_the_table_goes_on(old: Path) -> None:
    before = verify(old)
    found = convert(old)
    assert (found.rows, page_of(old)) == (before.rows, file.PAGE)
    assert is_as_before(old, before)
    assert convert(old).before == convert(old).after == old.stat().st_size
    on_journal(old, SIGNER, tell(s.OpenBets()))  # the coup that was open is void (11.15(a))
    assert verify(old).rows > before.rows


@pytest.mark.parametrize("note", sorted(JOURNALS.glob("*.toml")), ids=lambda note: note.stem)
def test_each_journal_of_earlier_firmware_is_converted(note: Path, tmp_path: Path) -> None:
    for one in JOURNALS.glob(f"{note.stem}.journal*"):
        shutil.copy(one, tmp_path)
    path = tmp_path / f"{note.stem}.journal"
    before = verify(path)
    convert(path)
    assert is_as_before(path, before)
    assert page_of(path) == file.PAGE


def test_cut_off_at_any_byte_of_the_new_file_it_is_the_old_journal(old: Path, tmp_path: Path) -> None:
    """What a loss of power leaves: as much of the new file as had been written."""
    before = verify(old)
    whole = tmp_path / "whole"
    for end in ("", "-wal", ".head"):
        shutil.copy(f"{old}{end}", f"{whole}{end}")
    convert(whole)
    data = whole.read_bytes()
    coming = Path(f"{old}.converting")
    for cut in range(0, len(data), 97):
        coming.write_bytes(data[:cut])
        assert verify(old) == before
    convert(old)
    assert is_as_before(old, before)
    assert page_of(old) == file.PAGE


class PowerCutError(BaseException):
    """The process gets no further."""


@pytest.mark.parametrize("step", ["_write", "_sync", "_give_name"])
@pytest.mark.parametrize("done", [False, True])
def test_cut_off_at_any_step_it_is_the_old_journal_or_the_new_one(
    old: Path, monkeypatch: pytest.MonkeyPatch, step: str, *, done: bool
) -> None:
    before, does = verify(old), getattr(converting, step)

    def cut(*paths: Path) -> None:
        if done:
            does(*paths)
        raise PowerCutError

    monkeypatch.setattr(converting, step, cut)
    with pytest.raises(PowerCutError):
        convert(old)
    monkeypatch.undo()
    assert is_as_before(old, before)
    convert(old)
    assert is_as_before(old, before)
    assert page_of(old) == file.PAGE


def test_what_is_not_whole_or_in_use_is_left_as_it_is(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = file.lock(old)
    with pytest.raises(JournalError, match="another process writes this journal"):
        convert(old)
    file.os.close(held)
    reader = sqlite3.connect(old, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchone()
    with pytest.raises(JournalError, match="somebody reads it"):
        convert(old)
    reader.close()
    assert page_of(old) == 4096

    def writes_less(path: Path, coming: Path) -> None:
        two_shoes(coming, None)
        del path

    monkeypatch.setattr(converting, "_write", writes_less)
    with pytest.raises(JournalError, match="is not what"):
        convert(old)
    monkeypatch.undo()
    db = sqlite3.connect(old)
    db.execute("UPDATE entries SET by='somebody else' WHERE sequence=9")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="row 9 is not what was written there"):
        convert(old)
    assert page_of(old) == 4096
