"""What is asked of a long journal is found without reading it all, and is held against the chain and the signatures."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from signed_table import coup, on_journal, rewrite, tell, two_shoes

from firmware.game import steps as s
from firmware.table.core.journal import JournalError
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.journal import file
from firmware.table.journal.balances import balances_after
from firmware.table.journal.places import first_since, spans_of_coup
from firmware.table.journal.query import Wanted, find
from firmware.table.journal.schema import migrate
from firmware.table.journal.signing import new_signer
from hal.cards import Card

pytestmark = pytest.mark.lab(66)

SIGNER = new_signer()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows that are read out of a journal and held against its chain."""
    seen: list[int] = []
    linked = file._linked  # noqa: SLF001 - what reads for all of them

    def noted(*given: Any) -> Iterator[Any]:
        for row in linked(*given):
            seen.append(row[0])
            yield row

    monkeypatch.setattr(file, "_linked", noted)
    return seen


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five shoes of two coups, the first of them corrected in the last shoe."""
    path = tmp_path_factory.mktemp("written") / "table.journal"
    story: list[Any] = [BuyIn(1, 1_000_00)]
    for _ in range(5):
        story += [s.NewShoe(8), *coup(), *coup(20_00)]
    story += [CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))]
    on_journal(path, SIGNER, tell(*story))
    return path


@pytest.fixture
def journal(written: Path, tmp_path: Path) -> Path:
    """A copy of it, of a test's own."""
    shutil.copytree(written.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / written.name


def coups(path: Path, wanted: Wanted) -> list[int]:
    return [fields["coup"] for _, fields in find(path, wanted) if fields["event"] == "coup_opened"]


ASKED: list[tuple[Wanted, list[int]]] = [
    (Wanted(coup=3), [3]),
    (Wanted(coup=10), [10]),
    (Wanted(coup=11), []),
    (Wanted(last=3), [8, 9, 10]),
    (Wanted(last=99), [*range(1, 11)]),
    (Wanted(shoe=1), [1, 2]),
    (Wanted(shoe=3), [5, 6]),
    (Wanted(shoe=5), [9, 10]),
    (Wanted(shoe=6), []),
    (Wanted(shoe=3, last=1), [6]),
    (Wanted(shoe=6, last=1), []),
    (Wanted(shoe=3, coup=6), [6]),
    (Wanted(shoe=3, coup=7), []),
]


@pytest.mark.parametrize(("wanted", "there"), ASKED)
def test_what_is_asked_for_is_found(journal: Path, wanted: Wanted, there: list[int]) -> None:
    assert coups(journal, wanted) == there


@pytest.mark.parametrize("wanted", [Wanted(coup=4), Wanted(last=1), Wanted(shoe=2), Wanted(shoe=5, last=1)])
def test_little_more_is_read_than_was_asked_for(journal: Path, read: list[int], wanted: Wanted) -> None:
    list(find(journal, wanted))
    db = sqlite3.connect(journal)
    (rows,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    db.close()
    assert len(set(read)) < rows / 2


@pytest.mark.rule("crown 11.12")
def test_a_coup_is_shown_with_what_was_decided_about_it_later(journal: Path) -> None:
    found = [fields["event"] for _, fields in find(journal, Wanted(coup=1))]
    assert found[0] == "coup_opened"
    assert "outcome_corrected" in found[found.index("result") :]
    assert "coup_opened" not in found[1:]


@pytest.mark.parametrize("coup_asked", [1, 2, 9])
def test_balances_are_those_of_the_whole_replay(journal: Path, read: list[int], coup_asked: int) -> None:
    # 1,000.00 less and plus nothing but wins: 10.00 and 20.00 in turn; the first is then lost: 20.00 taken back.
    won = sum((10_00, 20_00)[place % 2] for place in range(10)) - 20_00 if coup_asked == 1 else 0
    won = won or sum((10_00, 20_00)[place % 2] for place in range(coup_asked))
    assert balances_after(journal, coup_asked) == {1: 1_000_00 + won}
    assert len(set(read)) < 150
    assert balances_after(journal, 99) == {}


def first_row(path: Path, coup_asked: int) -> int:
    db = file.connect_to_read(path)
    try:
        return spans_of_coup(db, coup_asked)[0].first
    finally:
        db.close()


LOOKS: dict[str, Callable[[Path], Any]] = {
    "coup": lambda path: list(find(path, Wanted(coup=4))),
    "last": lambda path: list(find(path, Wanted(last=7))),
    "shoe": lambda path: list(find(path, Wanted(shoe=2))),
    "balances": lambda path: balances_after(path, 4),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_changed_row_of_what_is_asked_for_is_named(journal: Path, look: str) -> None:
    row = first_row(journal, 4) + 1
    db = sqlite3.connect(journal)
    db.execute("UPDATE entries SET by='somebody else' WHERE sequence=?", (row,))
    db.commit()
    db.close()
    with pytest.raises(JournalError, match=f"row {row} is not what was written there"):
        LOOKS[look](journal)


@pytest.mark.parametrize("look", LOOKS)
def test_a_coup_that_was_written_anew_without_the_tables_key_is_found(journal: Path, look: str) -> None:
    begin = first_row(journal, 4)
    changed = lambda row: [*row[:7], row[7].replace(b'"accepted":2000', b'"accepted":9000'), row[8]]  # noqa: E731
    rewrite(journal, changed, begin=begin, snapshots=True)
    with pytest.raises(JournalError, match=r"signs another row|the signature of row"):
        LOOKS[look](journal)


def test_a_state_that_its_table_did_not_sign_is_not_believed(journal: Path) -> None:
    """Somebody puts a state beside a row that is signed without one; it has the seal that belongs there."""
    db = sqlite3.connect(journal)
    row, state = db.execute("SELECT sequence, state FROM snapshots ORDER BY sequence DESC LIMIT 1").fetchone()
    (later,) = db.execute("SELECT max(sequence)-1 FROM entries WHERE kind='head_signed'").fetchone()
    (head,) = db.execute("SELECT hash FROM entries WHERE sequence=?", (later,)).fetchone()
    richer_state = state.replace(b'"balance":', b'"balance":9')
    assert later > row
    db.execute("INSERT INTO snapshots VALUES (?,?,?)", (later, richer_state, file.seal(head, richer_state)))
    db.execute("UPDATE snapshots SET digest=? WHERE sequence<?", (b"", row))
    db.commit()
    db.close()
    assert balances_after(journal, 1) == {1: 1_130_00}  # ten wins of 10.00 and 20.00, and the first then lost


def test_rows_that_lack_what_they_stand_on_are_not_shown(journal: Path) -> None:
    row = first_row(journal, 4) - 1
    db = sqlite3.connect(journal)
    db.execute("DELETE FROM entries WHERE sequence=?", (row,))
    db.commit()
    db.close()
    with pytest.raises(JournalError, match=f"row {row} is missing"):
        list(find(journal, Wanted(coup=4)))


def test_a_row_that_only_calls_itself_a_signature_is_none(journal: Path) -> None:
    def unsigned(row: list[Any]) -> list[Any]:
        return [*row[:7], b'{"event":"table_closed"}', row[8]] if row[4] == "head_signed" else row

    rewrite(journal, unsigned, begin=first_row(journal, 4))
    with pytest.raises(JournalError, match=r"row \d+ is no signature"):
        list(find(journal, Wanted(coup=4)))


def test_a_state_that_nobody_can_read_is_named(journal: Path) -> None:
    db = sqlite3.connect(journal)
    db.execute("UPDATE snapshots SET state=CAST('{' AS BLOB)")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match=r"the snapshot at row \d+ cannot be read"):
        list(find(journal, Wanted(shoe=2)))


@pytest.mark.rule("crown 11.12")
def test_by_terminal_a_settlement_of_many_is_among_its_rows(journal: Path) -> None:
    found = [fields["event"] for _, fields in find(journal, Wanted(coup=4, ats=1))]
    assert found == ["wager", "wagers_settled"]
    assert list(find(journal, Wanted(coup=4, ats=2))) == []


@pytest.mark.parametrize("ask", [lambda path: list(find(path, Wanted())), lambda path: balances_after(path, 1)])
def test_a_file_that_sqlite_cannot_use_is_named(journal: Path, ask: Callable[[Path], Any]) -> None:
    db = sqlite3.connect(journal)
    db.execute("PRAGMA writable_schema=1")
    db.execute("UPDATE sqlite_master SET rootpage=99999 WHERE name='entries'")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match=r"table\.journal.*The table does not play"):
        ask(journal)


def test_by_time_no_more_is_read_than_what_happened_then(journal: Path, read: list[int]) -> None:
    at = [entry.at for entry, _ in find(journal, Wanted())]
    read.clear()
    found = [entry.at for entry, _ in find(journal, Wanted(since=at[-20], until=at[-10]))]
    assert found == [moment for moment in at if at[-20] <= moment <= at[-10]]
    assert min(read) >= len(at) - 30
    db = file.connect_to_read(journal)
    assert first_since(db, 0) == 1
    assert first_since(db, at[-1] + 1) == len(at) + 1
    db.close()
    assert list(find(journal, Wanted(until=at[0] - 1))) == []
    assert list(find(journal, Wanted(until=at[0] - 1, last=2))) == []


def test_what_happens_in_an_open_coup_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    two_shoes(path, None)  # ends with a wager in coup 4; nobody signs
    (at,) = (entry.at for entry, fields in find(path, Wanted(kind="wager")) if fields["accepted"] == 5_00)
    found = [fields["event"] for _, fields in find(path, Wanted(coup=4))]
    assert found == ["coup_opened", "wager"]
    assert [fields["event"] for _, fields in find(path, Wanted(coup=4, shoe=2, since=at))] == ["wager"]
    assert balances_after(path, 3) == {1: 130_00}


def test_a_journal_with_nothing_in_it_has_nothing_to_show(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    db = file.connect(path)
    migrate(db)
    db.close()
    for wanted in (Wanted(), Wanted(coup=1), Wanted(last=1), Wanted(shoe=1), Wanted(since=1)):
        assert list(find(path, wanted)) == []
