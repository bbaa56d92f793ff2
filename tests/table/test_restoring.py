"""A journal that is put together again from its second copies: what is there, what is lost, and that it says so."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from signed_table import STAND, coup, on_journal, tell, two_shoes

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.game.events import CoupOpened
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.head import JournalRestored, SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.ledger import total
from firmware.table.core.service import TableService
from firmware.table.core.state import Branch, TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.journal.check import verify
from firmware.table.journal.copy_frame import Base, CopyKey
from firmware.table.journal.copy_pieces import Copy
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.copy_store import CopyStore, files_of, frames_of
from firmware.table.journal.file import checked, connect_to_read, rows
from firmware.table.journal.restoring import SKIPPED, Restored, restore
from firmware.table.journal.signing import Signer, new_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.stored_row import StoredRow
from firmware.table.journal.testimony import HeadMemory

pytestmark = pytest.mark.lab(83)

SECRET = bytes(range(32))
KEY = CopyKey(SECRET)
NOW = 1_800_000_000_000


@pytest.fixture
def signer() -> Signer:
    return new_signer()


@pytest.fixture
def path(tmp_path: Path, signer: Signer) -> Path:
    path = tmp_path / "table.journal"
    two_shoes(path, signer)
    return path


def all_rows(path: Path) -> list[StoredRow]:
    db = connect_to_read(path)
    found = list(rows(db))
    db.close()
    return found


def copy(path: Path, folder: Path, limit_mb: int = 100) -> Iterator[CopyStore]:
    """Copy a journal, step by step."""
    source, store = CopySource(path, KEY), CopyStore(folder, limit_mb)
    last, branches = all_rows(path)[-1].sequence, verify(path).state.branches
    while sealed := source.after(store.kept, branches, last):
        for frame in sealed[store.parts :]:
            store.append(frame)
        yield store
    source.close()


def copied(path: Path, folder: Path) -> Path:
    for _ in copy(path, folder):
        pass
    return folder


def restored(folder: Path, *memories: SignedHead, name: str = "new.journal") -> Restored:
    known = [(f"ats-{n}", HeadMemory(head.key, head)) for n, head in enumerate(memories, 1)]
    return restore(folder.parent / name, [folder], KEY, known, NOW)


def test_a_whole_copy_gives_the_whole_journal_and_says_that_it_was_restored(path: Path, tmp_path: Path) -> None:
    truth, state = all_rows(path), verify(path).state
    found = restored(copied(path, tmp_path / "copy"))
    again = tmp_path / "new.journal"
    *same, said = all_rows(again)
    assert same == truth
    assert (found.up_to, found.ended_at, found.known) == (len(truth), truth[-1].at, 0)
    assert verify(again).snapshots == 1
    assert verify(again).state == msgspec.structs.replace(
        state, branches=(Branch(1, len(truth)),), restore_unseen=True, ticket_counts={1: SKIPPED, 2: SKIPPED}
    )
    assert (said.at, said.by, said.kind) == (NOW, "restore", "journal_restored")
    assert {file.stat().st_mode & 0o777 for file in tmp_path.glob("new.journal*")} == {0o600}
    assert not list(tmp_path.glob("*restoring*"))


def test_a_copy_that_ends_anywhere_gives_a_table_without_half_a_command(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever copying was when the card died: no settlement without its payments, no wager without its coup."""
    monkeypatch.setattr("firmware.table.journal.copy_source.ROWS", 1)
    ends = []
    for number, store in enumerate(copy(path, tmp_path / "copy")):
        try:
            found = restored(tmp_path / "copy", name=f"{number}.journal")
        except JournalError:
            assert store.kept.row == store.kept.base > 1  # a base of which nothing is known yet
            continue
        state = found.checked.state
        ends.append(found.up_to)
        assert total(state.ledger) == 0
        in_play = sum(account.total for account in state.accounts.values())
        assert in_play == 0 or state.game.coup is not None
        assert state.game.coup is None or not state.returned
    assert len(ends) > 12
    assert ends[-1] == verify(path).rows


def test_what_a_witness_remembers_beyond_the_copys_end_is_named_as_lost(
    path: Path, tmp_path: Path, signer: Signer
) -> None:
    folder = copied(path, tmp_path / "copy")
    up_to = verify(path).rows
    on_journal(path, signer, tell(*coup(), *coup()))
    later = verify(path).signed
    assert later is not None
    found = restored(folder, later)
    assert (found.up_to, found.known) == (up_to, later.row)
    db = connect_to_read(tmp_path / "new.journal")
    said = list(checked(db, tmp_path / "new.journal"))[-1].event
    db.close()
    assert said == JournalRestored(
        up_to, all_rows(path)[up_to - 1].hash.hex(), 1, later.row, SKIPPED + later.row - up_to, "copy"
    )


def test_a_copy_of_before_an_earlier_restore_stops_it_or_says_what_else_is_lost(
    path: Path, tmp_path: Path, signer: Signer
) -> None:
    # Seen: "no board remembers a later row", where all of an era was lost; and numbers of its tickets came again.
    folder, up_to = copied(path, tmp_path / "copy"), verify(path).rows
    with pytest.raises(JournalError, match="ats-1: remembers row 9 of after this journal was restored before"):
        restored(folder, signer(9, bytes(32), b"", 1))
    assert not list(tmp_path.glob("new.journal*"))
    found = restored(folder, signer(up_to + 7, bytes(32), b"", 2))
    assert (found.known, found.lost_era, found.checked.state.era) == (up_to + 7, 2, 3)
    # Two eras passed over numbers of their own, and had a ticket in each row at most.
    in_two_eras = 2 * (SKIPPED + up_to) + up_to + 7
    assert found.checked.state.ticket_counts[1] >= SKIPPED + in_two_eras


def test_a_witness_that_remembers_otherwise_or_another_table_stops_it(path: Path, tmp_path: Path) -> None:
    signer = new_signer()
    other = tmp_path / "other.journal"
    on_journal(other, signer, tell(s.NewShoe(8), BuyIn(1, 90_00), *coup()))
    on_journal(other, signer, tell(*coup()))
    folder = copied(other, tmp_path / "copy")
    signed = verify(path).signed
    assert signed is not None
    with pytest.raises(JournalError, match="ats-1: remembers what another key signed"):
        restored(folder, signed)
    with pytest.raises(JournalError, match="ats-1: remembers another row 9 than the copy has"):
        restored(folder, signer(9, bytes(32), b"", 0))
    assert not list(tmp_path.glob("new.journal*"))
    assert restored(folder, signer(9, all_rows(other)[8].hash, b"", 0)).up_to


def test_it_writes_over_nothing_and_leaves_nothing_behind_when_it_fails(path: Path, tmp_path: Path) -> None:
    folder = copied(path, tmp_path / "copy")
    with pytest.raises(JournalError, match="is there already"):
        restored(folder, name="table.journal")
    (tmp_path / "empty").mkdir()
    with pytest.raises(JournalError, match="there is no copy of a journal"):
        restored(tmp_path / "empty")
    with pytest.raises(JournalError, match="nothing can be read: another key, or damaged"):
        restore(tmp_path / "new.journal", [folder], CopyKey(bytes(32)), [], NOW)
    assert not list(tmp_path.glob("new.journal*"))


def test_what_one_copy_has_lost_another_gives(path: Path, tmp_path: Path) -> None:
    first, second = copied(path, tmp_path / "first"), copied(path, tmp_path / "second")
    for file, place in ((files_of(first)[-1], -9), (files_of(second)[0], 80)):
        data = bytearray(file.read_bytes())
        data[place] ^= 1
        file.write_bytes(data)
    alone = [restore(tmp_path / f"{one.name}.journal", [one], KEY, [], NOW).up_to for one in (first, second)]
    both = restore(tmp_path / "new.journal", [first, second], KEY, [], NOW)
    assert both.up_to == verify(path).rows == alone[1] > alone[0]
    assert both.checked.begins == 0 < verify(tmp_path / "second.journal").begins


def test_parts_that_are_missing_and_files_that_are_none_are_passed_over(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.table.journal.copy_frame.PART_BYTES", 300)
    folder = copied(path, tmp_path / "copy")
    first, second = files_of(folder)
    kept = [frame.data for frame in frames_of(second)]
    second.write_bytes(b"".join((kept[0], *kept[2:])))  # a part of the state is gone
    (folder / "00000-0000000000000001.copy.copy").write_bytes(b"no frame at all, and longer than a header of one")
    found = restore(tmp_path / "new.journal", [folder], KEY, [("ats-1", HeadMemory(new_signer().public))], NOW)
    assert found.checked.snapshots == 0  # the rows are all there
    assert found.up_to == verify(path).rows
    assert first.exists()


def test_rows_that_do_not_follow_one_another_are_passed_over(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who has the key changed a row, and sealed it anew: it does not fit the chain."""
    monkeypatch.setattr("firmware.table.journal.copy_source.ROWS", 1)
    folder = copied(path, tmp_path / "copy")
    first, *others = files_of(folder)
    for file in others:
        file.unlink()
    kept = list(frames_of(first))
    place = next(number for number, frame in enumerate(kept) if frame.first > 5)
    row, *more = KEY.rows([kept[place]])
    forged = KEY.seal_rows(0, [row._replace(event=b'{"event":"table_closed"}'), *more])
    first.write_bytes(
        b"".join((*(frame.data for frame in kept[:place]), *forged, *(f.data for f in kept[place + 1 :])))
    )
    assert Copy([folder], KEY).furthest() == (kept[place].first - 1, None)


def test_a_state_that_another_key_sealed_is_passed_over(path: Path, tmp_path: Path) -> None:
    folder = copied(path, tmp_path / "copy")
    files_of(folder)[0].unlink()
    other = CopyKey(bytes(32))
    (at,) = all_rows(path)[9:10]
    frames = other.seal_base(0, Base(tuple(at), b"{}", bytes(32))) + other.seal_rows(0, all_rows(path)[10:12])
    (folder / "00000-0000000000000010.copy").write_bytes(b"".join(frames))
    assert restored(folder).checked.begins > 10


def begun_late(path: Path, folder: Path) -> Path:
    """A copy of which the first file has gone to make room."""
    copied(path, folder)
    files_of(folder)[0].unlink()
    return folder


def test_a_copy_whose_beginning_made_room_gives_a_journal_that_begins_with_a_state(
    path: Path, tmp_path: Path, signer: Signer, capsys: pytest.CaptureFixture[str]
) -> None:
    state = verify(path).state
    found = restored(begun_late(path, tmp_path / "copy"))
    again = tmp_path / "new.journal"
    begins = found.checked.begins
    assert 1 < begins < found.up_to
    assert verify(again).state.ledger == state.ledger
    journal = SqliteJournal(again, signer)
    assert journal.recover().game == state.game
    assert journal.signed == verify(path).signed
    # What came before it is not there, and nothing goes wrong when it is asked for.
    assert journal.of_coup(1) == ()
    assert isinstance(journal.of_coup(3)[0], CoupOpened)
    journal.close()
    for words in (["show", "--last", "3"], ["show", "--coup", "3"], ["replay"], ["verify"]):
        assert main(["journal", words[0], str(again), *words[1:]]) == 0
    assert f"begins after row {begins} with the state there" in capsys.readouterr().out

    async def correct(service: TableService) -> None:
        service.set_opening(None)
        with pytest.raises(Refused) as refusal:
            await service.submit(CorrectOutcome(1, STAND[0].card and (), ()))
        assert refusal.value.code == TableCode.NOT_SETTLED
        assert not service.stopped

    on_journal(again, signer, correct)


def test_the_beginning_of_such_a_journal_is_signed_or_not_believed(path: Path, tmp_path: Path, signer: Signer) -> None:
    restored(begun_late(path, tmp_path / "copy"))
    again = tmp_path / "new.journal"

    def look(path: Path) -> TableState:
        journal = SqliteJournal(path, signer)
        try:
            return journal.recover()
        finally:
            journal.close()

    for statement, problem in (
        ("UPDATE snapshots SET state=CAST(replace(state, '12000', '99000') AS BLOB)", "is not signed"),
        ("DELETE FROM snapshots", "row 1 is missing"),
    ):
        forged = tmp_path / "forged"
        shutil.rmtree(forged, ignore_errors=True)
        forged.mkdir()
        for file in tmp_path.glob("new.journal*"):
            shutil.copy(file, forged)
        db = sqlite3.connect(forged / "new.journal")
        db.execute(statement)
        db.commit()
        db.close()
        for check in (verify, look):
            with pytest.raises(JournalError, match=f"{problem}|is not what was written there"):
                check(forged / "new.journal")
    assert look(again)


def test_an_export_of_such_a_journal_says_after_which_row_it_begins(
    path: Path, tmp_path: Path, capsysbinary: Any
) -> None:
    found = restored(begun_late(path, tmp_path / "copy"))
    again, key = tmp_path / "new.journal", tmp_path / "key"
    assert main(["journal", "export", str(again), "--make-key", str(key)]) == 0
    capsysbinary.readouterr()
    assert main(["journal", "export", str(again), "--key", str(key)]) == 0
    *lines, last = capsysbinary.readouterr().out.splitlines()
    after = json.loads(last)["after"]
    assert after["row"] == found.checked.begins
    assert json.loads(lines[0])["row"][0] == after["row"] + 1


def test_a_table_that_was_restored_twice_keeps_its_eras_apart(path: Path, tmp_path: Path, signer: Signer) -> None:
    folder = copied(path, tmp_path / "copy")
    restored(folder, name="first.journal")
    first = tmp_path / "first.journal"

    async def go_on(service: TableService) -> None:
        service.set_opening(None)
        await tell(s.NewShoe(8), *coup(), *coup())(service)

    on_journal(first, signer, go_on)
    signed = verify(first).signed
    assert signed is not None
    assert signed.era == 1
    copied(first, folder)
    second = restored(folder, signed, name="second.journal")
    assert second.up_to == verify(first).rows
    assert [branch.era for branch in second.checked.state.branches] == [1, 2]
    assert all_rows(tmp_path / "second.journal")[: second.up_to] == all_rows(first)


@pytest.mark.parametrize("lost", [[*coup(), CashOut(1)], [*coup(), s.NewShoe(8), *coup(), CashOut(1)]])
def test_what_a_copy_has_of_rows_that_were_lost_is_not_mixed_with_what_came_after(
    path: Path, tmp_path: Path, signer: Signer, lost: list[Any]
) -> None:
    """One copy was behind when the card died, and the table was restored from it; another had more, a base even."""
    behind = copied(path, tmp_path / "behind")
    on_journal(path, signer, tell(*lost))
    ahead = copied(path, tmp_path / "ahead")
    restored(behind, name="first.journal")
    first = tmp_path / "first.journal"

    async def go_on(service: TableService) -> None:
        await tell(s.NewShoe(8), BuyIn(2, 70_00), *coup(5_00))(service)

    on_journal(first, signer, go_on)
    copied(first, ahead)
    for folder in (ahead, behind):
        again = restored(folder, name=f"{folder.name}.again")
        if folder is ahead:
            assert all_rows(tmp_path / "ahead.again")[: again.up_to] == all_rows(first)
            assert again.checked.state.balance(2) == 70_00
    both = restore(tmp_path / "both", [behind, ahead], KEY, [], NOW)
    assert all_rows(tmp_path / "both")[: both.up_to] == all_rows(first)


def test_tickets_of_a_restored_table_have_numbers_that_no_page_carries(
    path: Path, tmp_path: Path, signer: Signer
) -> None:
    folder = copied(path, tmp_path / "copy")
    restored(folder)

    async def go_on(service: TableService) -> None:
        assert service.state.ticket_counts == {1: SKIPPED, 2: SKIPPED}
        assert service.state.restore_unseen

    on_journal(tmp_path / "new.journal", signer, go_on)


# On the command line.


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: object) -> tuple[int, str, str]:
        status = main(["journal", *map(str, words)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_restore_names_what_is_lost(run: Any, path: Path, tmp_path: Path, signer: Signer) -> None:
    folder, key, new = copied(path, tmp_path / "copy"), tmp_path / "copy.key", tmp_path / "new.journal"
    up_to = verify(path).rows
    on_journal(path, signer, tell(*coup()))
    later = verify(path).signed
    assert later is not None
    witness = tmp_path / "ats-1"
    witness.write_bytes(msgspec.json.encode(HeadMemory(later.key, later)))
    asked = ("restore", new, "--from", folder, "--copy-key", key)
    status, _, err = run(*asked)
    assert (status, err) == (2, f"{key}: no such key\n")
    key.write_bytes(SECRET)
    status, out, _ = run(*asked, "--witness", witness)
    assert status == 0
    assert out.startswith(f"restored up to row {up_to}, of ")
    assert f"lost: rows {up_to + 1} to {later.row} at least, which a board remembers" in out
    assert "put a new shoe into play" in out
    assert not any(other in out for other in ("no board remembers", "nobody knows", "restored before"))
    status, _, err = run(*asked)
    assert status == 2
    assert "already exists" in err
    status, out, _ = run("restore", tmp_path / "again.journal", *asked[2:], "--json")
    assert json.loads(out)["lost"] is None
    assert json.loads(out)["up_to"] == up_to
    assert "nobody knows how far" in run("restore", tmp_path / "third.journal", *asked[2:])[1]
    witness.write_bytes(msgspec.json.encode(HeadMemory(later.key)))
    fourth = ("restore", tmp_path / "fourth.journal", *asked[2:], "--witness", witness)
    assert "no board remembers a later row; what was done after" in run(*fourth)[1]
    assert run("show", new, "--kind", "journal_restored")[1].count("journal restored from copy up to row") == 1


def test_restore_says_that_a_board_remembers_an_era_of_which_the_copy_knows_nothing(
    run: Any, path: Path, tmp_path: Path, signer: Signer
) -> None:
    folder, key, witness = copied(path, tmp_path / "copy"), tmp_path / "copy.key", tmp_path / "ats-1"
    key.write_bytes(SECRET)
    head = signer(verify(path).rows + 7, bytes(32), b"", 1)
    witness.write_bytes(msgspec.json.encode(HeadMemory(head.key, head)))
    asked = ("--from", folder, "--copy-key", key, "--witness", witness)
    out = run("restore", tmp_path / "new.journal", *asked)[1]
    assert "remembers that this journal was restored before" in out
    assert "no board remembers" not in out
    assert json.loads(run("restore", tmp_path / "again.journal", *asked, "--json")[1])["lost_era"] == 1
    status, out, err = run("restore", tmp_path / "nowhere/new.journal", *asked)
    assert (status, out) == (2, "")
    assert err == f"{tmp_path}/nowhere/new.journal: there is no folder {tmp_path}/nowhere; make it first\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give --from DIR"),
        (("--from", "copy"), "give --copy-key FILE"),
        (("--from", "nowhere", "--copy-key", "key"), "nowhere: holds no copy of a journal"),
        (("--from", "copy", "--copy-key", "short"), "short: is too short to be the key of the journal's copies"),
    ],
)
def test_restore_says_in_one_line_what_it_lacks(
    run: Any, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    copied(path, tmp_path / "copy")
    (tmp_path / "short").write_bytes(b"short")
    status, out, err = run("restore", "new.journal", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
