"""A journal checked in parts, several at once: what it comes to, and what does not fit in it, are the same."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from signed_table import coup, on_journal, rewrite, richer, tell, two_shoes

from firmware.game import steps as s
from firmware.table.core.journal import JournalError
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import Checked, verify
from firmware.table.journal.file import seal
from firmware.table.journal.parts import PartOfJournal, on_all_cores
from firmware.table.journal.signing import new_signer

Asked = list[tuple[PartOfJournal, bool]]


@pytest.fixture(scope="module")
def four_shoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shoes that ended, each with a state that was kept and signed, and a coup that is open."""
    path = tmp_path_factory.mktemp("four") / "table.journal"
    shoes = [step for _ in range(3) for step in (*coup(), *coup(), s.NewShoe(8))]
    on_journal(path, new_signer(), tell(s.NewShoe(8), BuyIn(1, 100_00), *shoes, s.OpenBets(), Wager(1, "player", 5_00)))
    return path


@pytest.fixture
def path(four_shoes: Path, tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"
    for end in ("", "-wal", ".head"):
        Path(f"{path}{end}").write_bytes(Path(f"{four_shoes}{end}").read_bytes())
    return path


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """PartOfJournal small journals, too."""
    monkeypatch.setattr("firmware.table.journal.parts.WORTH", 1)


def in_parts(path: Path, asked: Asked | None = None) -> Checked:
    """Check a journal's parts one after another."""

    def across(fits: Callable[[PartOfJournal], bool], parts: Iterable[PartOfJournal]) -> list[bool]:
        answers = [(part, fits(part)) for part in parts]
        if asked is not None:
            asked.extend(answers)
        return [answer for _, answer in answers]

    return verify(path, across)


def edit(path: Path, statement: str, *values: Any) -> None:
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


def kept_rows(path: Path) -> list[int]:
    db = sqlite3.connect(path)
    rows = [row for (row,) in db.execute("SELECT sequence FROM snapshots ORDER BY sequence")]
    db.close()
    return rows


def said_of(look: Callable[[Path], Any], path: Path) -> str:
    with pytest.raises(JournalError) as raised:
        look(path)
    return str(raised.value)


def test_parts_come_to_what_the_whole_does(path: Path) -> None:
    first, second, third = kept_rows(path)
    asked: Asked = []
    found = in_parts(path, asked)
    assert asked == [
        (PartOfJournal(0, first), True),
        (PartOfJournal(first, second), True),
        (PartOfJournal(second, third), True),
    ]
    assert found == verify(path)
    assert found.snapshots == 3


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET by='somebody' WHERE sequence=?",
        'UPDATE entries SET event=CAST(\'{"event":"bets_closed"\' AS BLOB) WHERE sequence=?',
        "UPDATE entries SET kind='head_signed' WHERE sequence=?",
        "DELETE FROM entries WHERE sequence=?",
        "INSERT INTO snapshots VALUES (?, x'00', x'00')",
        "INSERT INTO snapshots VALUES (-?, x'00', x'00')",
        "INSERT INTO snapshots VALUES (1000 + ?, x'00', x'00')",
        "UPDATE snapshots SET state=x'7B7D' WHERE sequence=1 + ?",
        "UPDATE snapshots SET digest=x'00' WHERE sequence=1 + ?",
        "UPDATE entries SET hash=x'00' WHERE sequence=1 + ?",
        "UPDATE entries SET event=x'00' WHERE sequence=2 + ?",
        "DELETE FROM entries WHERE sequence=1 + ?",
    ],
)
def test_what_does_not_fit_is_said_as_of_the_whole(path: Path, change: str, place: int) -> None:
    end = kept_rows(path)[place] if place < 3 else verify(path).rows
    edit(path, change, end - 1)
    if place == 3 and ("snapshots SET" in change or "2 +" in change):
        assert in_parts(path).rows == verify(path).rows  # nothing was there to change
    else:
        assert said_of(in_parts, path) == said_of(verify, path)


@pytest.mark.parametrize("snapshots", [False, True])
def test_rows_written_anew_are_found_in_parts(path: Path, *, snapshots: bool) -> None:
    rewrite(path, richer, snapshots=snapshots)
    said = said_of(in_parts, path)
    assert "signs another row than the one before it" in said
    assert said == said_of(verify, path)


def test_rows_written_anew_from_a_signed_state_on_are_found(path: Path) -> None:
    begin = kept_rows(path)[1] + 2

    def poorer(row: list[Any]) -> list[Any]:
        return [*row[:7], row[7].replace(b'"accepted":1000', b'"accepted":500'), row[8]]

    rewrite(path, poorer, begin=begin, snapshots=True)
    assert said_of(in_parts, path) == said_of(verify, path)


def test_a_state_kept_without_a_field_is_not_gone_on_from(path: Path) -> None:
    """An older firmware's state may lack what the events before it gave: the part after it begins with those."""
    first, *_ = kept_rows(path)
    whole = verify(path)
    db = sqlite3.connect(path)
    data, head = db.execute(
        "SELECT state, hash FROM snapshots NATURAL JOIN entries WHERE sequence=?", (first,)
    ).fetchone()
    db.close()
    state = msgspec.json.decode(data)
    assert state.pop("ledger")
    older = msgspec.json.encode(state)
    edit(path, "UPDATE snapshots SET state=?, digest=? WHERE sequence=?", older, seal(head, older), first)
    asked: Asked = []
    assert in_parts(path, asked).state == whole.state
    assert [fits for _, fits in asked] == [False, False, True]


def test_a_journal_without_signatures_is_one_part(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    two_shoes(path, None)
    asked: Asked = []
    assert in_parts(path, asked).rows == verify(path).rows
    assert asked == []


ON_ALL_CORES = """
import sys
from firmware.cli.main import main
from firmware.table.journal import parts
parts.LARGE = parts.WORTH = 1
sys.exit(main(["journal", "verify", sys.argv[1]]))
"""


@pytest.mark.outside
def test_a_large_journal_is_checked_on_all_cores(path: Path) -> None:
    command = [sys.executable, "-c", ON_ALL_CORES, str(path)]
    rows = verify(path).rows
    whole = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.startswith(f"{rows} rows, 3 snapshots: whole")
    row = kept_rows(path)[1] - 1
    edit(path, "UPDATE entries SET by='somebody' WHERE sequence=?", row)
    changed = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert changed.returncode == 1
    assert f"row {row} is not what was written there" in changed.stderr


def test_a_small_journal_is_checked_by_one_process(path: Path, tmp_path: Path) -> None:
    for one in (path, tmp_path / "not-there"):
        with on_all_cores(one) as across:
            assert across is None
