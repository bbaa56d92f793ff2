"""What a table and its terminals keep is nobody else's business: modes of their files."""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.table.core.journal import Batch, JournalError
from firmware.table.features.closing import TableClosed
from firmware.table.journal.file import connect
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.terminal.pocket import SqlitePocket


def journal(path: Path) -> Any:
    file = SqliteJournal(path)
    file.commit(1, [Batch((TableClosed(),))])
    file.of_coup(1)
    return file


def pocket(path: Path) -> Any:
    file = SqlitePocket(path)
    file.next_number()
    return file


KEPT = pytest.mark.parametrize("kept", [journal, pocket], ids=lambda kept: kept.__name__)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@KEPT
def test_files_are_made_for_their_owner_alone(kept: Callable[[Path], Any], tmp_path: Path) -> None:
    open_file = kept(tmp_path / "kept")
    found = modes(tmp_path)
    open_file.close()
    assert {"kept", "kept-wal"} <= set(found)
    assert set(found.values()) == {0o600}, found


@KEPT
def test_files_of_earlier_firmware_are_closed_to_others(kept: Callable[[Path], Any], tmp_path: Path) -> None:
    kept(tmp_path / "kept").close()
    for file in tmp_path.iterdir():
        file.chmod(0o666 if file.name == "kept" else 0o644)
    kept(tmp_path / "kept").close()
    found = modes(tmp_path)
    assert found.pop("kept") == {journal: 0o640, pocket: 0o600}[kept]
    assert not any(mode & 0o027 for mode in found.values()), found


def test_a_journal_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match=r"folder: cannot be written: Is a directory"):
        connect(tmp_path / "folder")
