"""A journal of which the old shoes are packed, by the commands that people type: each says what it said before."""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from signed_table import coup, on_journal, tell

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.game.events import CoupResult, Event
from firmware.table.core.service import TableService
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.journal import packing
from firmware.table.journal.check import verify
from firmware.table.journal.copy_frame import CopyKey
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.copy_store import CopyStore
from firmware.table.journal.file import ALL, connect
from firmware.table.journal.packed import last_packed
from firmware.table.journal.signing import Signer, read_key, table_signer
from hal.cards import Card

SHOES = 4
SECRET = bytes(range(32))
COUPS = range(1, 2 * SHOES + 1)
ASKED = (
    *(("show", "--coup", str(number)) for number in COUPS),
    *(("show", "--coup", str(number), "--json") for number in (1, 3)),
    *(("show", "--shoe", str(number)) for number in range(1, SHOES + 2)),
    *(("show", "--last", str(number)) for number in (1, 3, 2 * SHOES)),
    ("show",), ("show", "--json"), ("show", "--ats", "2"), ("show", "--kind", "bought_in", "--numbers"),
    ("replay",), ("replay", "--json"), ("meters",), ("meters", "--json"), ("verify",), ("export", "--key", "KEY"),
    ("verify", "--public", "PUBLIC"),
)  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four shoes that ended, two coups each, and a new one; and the table's key."""
    folder = tmp_path_factory.mktemp("written")
    path = folder / "plain" / "table.journal"
    path.parent.mkdir()
    shoes = [one for n in range(SHOES) for one in (*coup(), BuyIn(2, n * 100 + 100), *coup(), s.NewShoe(8))]
    on_journal(path, table_signer(folder / "table.key"), tell(s.NewShoe(8), BuyIn(1, 500_00), *shoes))
    return folder


@pytest.fixture
def plain(written: Path, tmp_path: Path) -> Path:
    """A copy of it, of a test's own."""
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    return tmp_path / "plain" / "table.journal"


@pytest.fixture
def signer(plain: Path) -> Signer:
    return table_signer(plain.parent.parent / "table.key")


@pytest.fixture
def packed(plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, with all but the last shoe packed."""
    monkeypatch.setattr(packing, "UNPACKED_ROWS", 1)
    monkeypatch.setattr(packing, "TOGETHER", 16)
    path = copied(plain, tmp_path / "packed")
    with closing(connect(path)) as db:
        packing.pack_all(db)
        assert last_packed(db) > 3 * 16
        (live,) = db.execute("SELECT count(*) FROM entries WHERE coup=1").fetchone()
    assert live == 0, "coup 1 stands in packs alone"
    return path


def copied(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for end in ALL:
        there = Path(f"{path}{end}")
        if there.exists():
            (folder / there.name).write_bytes(there.read_bytes())
    return folder / path.name


def typed(path: Path, capsysbinary: Any, *words: str) -> tuple[int, str, str]:
    """Type a command about a journal, and return its status and what it said, the file's name left out."""
    verb, *rest = words
    keys = {"KEY": path.parent.parent / "table.key", "PUBLIC": path.parent.parent / "table.pub"}
    status = main(["journal", verb, str(path), *(str(keys.get(word, word)) for word in rest)])
    said = capsysbinary.readouterr()
    return status, said.out.decode().replace(str(path), "JOURNAL"), said.err.decode().replace(str(path), "JOURNAL")


@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_each_command_says_of_a_packed_journal_what_it_says_of_the_same_unpacked(
    plain: Path, packed: Path, capsysbinary: Any, words: tuple[str, ...]
) -> None:
    said = typed(plain, capsysbinary, *words)
    assert said[0] == 0
    assert said[1]
    assert typed(packed, capsysbinary, *words) == said
    assert typed(packed, capsysbinary, "convert")[0] == 0
    assert typed(packed, capsysbinary, *words) == said


def test_a_packed_coup_is_recalled_as_it_was_played(plain: Path, packed: Path, signer: Signer) -> None:
    recalled: list[list[tuple[Event, ...]]] = []

    async def story(service: TableService) -> None:
        recalled.append([tuple(service.of_coup(number)) for number in COUPS])

    for path in (plain, packed):
        on_journal(path, signer, story)
    assert recalled[0] == recalled[1]
    results = [event for events in recalled[1] for event in events if isinstance(event, CoupResult)]
    assert [result.notation for result in results] == ["P 7S KD | B 6H KC = P7"] * len(COUPS)


@pytest.mark.rule("crown 11.11")
def test_a_packed_coup_is_corrected_shown_and_verified_as_any_other(
    plain: Path, packed: Path, signer: Signer, capsysbinary: Any
) -> None:
    """Coup 1 was settled as Player's, 7 to 6, for 10.00 on Player; Banker had 8: 20.00 go back to the house."""
    actual = CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))
    balances = []
    for path in (plain, packed):
        _, before, _ = typed(path, capsysbinary, "replay", "--json")
        on_journal(path, signer, tell(actual))
        _, after, _ = typed(path, capsysbinary, "replay", "--json")
        balances.append([json.loads(said)["state"]["ledger"]["1"]["balance"] for said in (before, after)])
        status, shown, _ = typed(path, capsysbinary, "show", "--coup", "1")
        assert status == 0
        assert "recalculated" in shown
        assert typed(path, capsysbinary, "verify")[0] == 0
    assert balances[0] == balances[1]
    assert balances[0][0] - balances[0][1] == 20_00


def test_a_packed_journal_is_restored_from_its_copies(
    plain: Path, packed: Path, signer: Signer, tmp_path: Path, capsysbinary: Any
) -> None:
    key = tmp_path / "copy.key"
    key.write_bytes(SECRET)
    source, store = CopySource(packed, CopyKey(SECRET)), CopyStore(tmp_path / "stick", 100)
    while frames := source.after(store.kept, (), verify(packed).rows):
        for frame in frames[store.parts :]:
            store.append(frame)
    source.close()
    new = tmp_path / "new" / "table.journal"
    new.parent.mkdir()
    words = ("restore", "--from", str(tmp_path / "stick"), "--copy-key", str(key))
    assert typed(new, capsysbinary, *words)[0] == 0
    for number in COUPS:
        status, shown, _ = typed(new, capsysbinary, "show", "--coup", str(number), "--json")
        assert (status, shown) == typed(plain, capsysbinary, "show", "--coup", str(number), "--json")[:2]
    assert typed(new, capsysbinary, "verify")[0] == 0
    assert read_key(tmp_path / "table.key").public == signer.public


@pytest.mark.outside
def test_a_changed_pack_is_named_by_the_command_and_ends_it_with_status_1(packed: Path) -> None:
    with closing(connect(packed)) as db:
        db.execute(
            "UPDATE packed SET rows=CAST(substr(rows, 1, 40) || x'00' || substr(rows, 42) AS BLOB) WHERE first=1"
        )
    for words in (("verify", packed), ("show", packed, "--coup", "1"), ("replay", packed)):
        line = [sys.executable, "-m", "firmware.cli.main", "journal", *map(str, words)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "rows 1 to 16 are not what was written there" in done.stderr
