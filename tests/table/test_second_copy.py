"""The second copy of a journal: what seals it, what keeps it, and what is put together again from it."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from signed_table import on_journal, tell, two_shoes

from firmware import openssl
from firmware.game import steps as s
from firmware.table.core.state import Branch
from firmware.table.journal import copy_source, copy_store
from firmware.table.journal.copy_frame import (
    BASE,
    LONGEST,
    PART_BYTES,
    ROWS,
    Base,
    CopyFrame,
    CopyKey,
    Misfit,
    frames_in,
)
from firmware.table.journal.copy_source import Ahead, CopySource
from firmware.table.journal.copy_store import NOTHING, CopyReach, CopyStore, files_of, frames_of
from firmware.table.journal.file import connect_to_read, rows
from firmware.table.journal.signing import new_signer
from firmware.table.journal.stored_row import StoredRow

pytestmark = pytest.mark.lab(18)

KEY = CopyKey(bytes(32))


def some_rows(first: int, last: int, size: int = 40) -> list[StoredRow]:
    chance = random.Random(first)
    return [
        StoredRow(n, 1_000 + n, "dealer 7", None, "wager", 3, 1, chance.randbytes(size), chance.randbytes(32))
        for n in range(first, last + 1)
    ]


def frames(data: list[bytes]) -> list[CopyFrame]:
    return list(frames_in(b"".join(data)))


# What it is made of.


def test_rows_come_out_as_they_went_in_and_no_frame_is_too_long_for_a_message() -> None:
    for size in (40, 1_000, 30_000):
        some = some_rows(7, 9, size)
        sealed = KEY.seal_rows(2, some)
        assert max(map(len, sealed)) <= LONGEST
        assert len(sealed) == max(1, -(-3 * size // PART_BYTES)) or len(sealed) - -(-3 * size // PART_BYTES) == 1
        found = frames(sealed)
        assert {(one.kind, one.era, one.first, one.last, one.parts) for one in found} == {(ROWS, 2, 7, 9, len(sealed))}
        assert [one.part for one in found] == list(range(1, len(sealed) + 1))
        assert found[-1].ends
        assert KEY.rows(found) == some


def test_nobody_without_the_key_reads_it_and_nobody_changes_it_unseen() -> None:
    some = some_rows(1, 3)
    (sealed,) = KEY.seal_rows(0, some)
    assert some[0].event not in sealed
    with pytest.raises(openssl.Forged):
        CopyKey(bytes(31) + b"\1").rows(frames([sealed]))
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        try:
            found = frames([bytes(changed)])
        except Misfit:
            continue
        if found:  # a length that is not there is half a frame
            with pytest.raises(openssl.Forged):
                KEY.rows(found)


def test_the_same_rows_are_never_sealed_the_same() -> None:
    assert KEY.seal_rows(0, some_rows(1, 3)) != KEY.seal_rows(0, some_rows(1, 3))


def test_what_is_deflated_without_end_is_not_inflated(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = KEY.seal_rows(0, some_rows(1, 1, 50_000))
    monkeypatch.setattr("firmware.table.journal.copy_frame.MOST_INFLATED", 10_000)
    with pytest.raises(openssl.Forged, match="does not end"):
        KEY.rows(frames(sealed))


def test_half_a_frame_at_the_end_is_left_and_junk_is_named() -> None:
    (sealed,) = KEY.seal_rows(0, some_rows(1, 3))
    for end in range(len(sealed)):
        assert list(frames_in(sealed + sealed[:end])) == frames([sealed])
    with pytest.raises(Misfit, match=f"byte {len(sealed)} begins no frame"):
        list(frames_in(sealed + os.urandom(200)))


# What keeps it.


def store_of(folder: Path, limit_mb: int = 100) -> CopyStore:
    return CopyStore(folder / "copy", limit_mb)


def base_at(row: int, size: int = 20_000) -> list[bytes]:
    (at,) = some_rows(row, row)
    return KEY.seal_base(0, Base(tuple(at), os.urandom(size), bytes(32)))


def sealed_rows(first: int, last: int, era: int = 0) -> bytes:
    return b"".join(KEY.seal_rows(era, some_rows(first, last)))


def test_a_store_goes_on_where_it_had_got_to(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    assert store.kept == NOTHING
    assert store.append(sealed_rows(1, 3)) == CopyReach(0, 3, 1)
    assert store.append(sealed_rows(4, 4) + sealed_rows(5, 9)) == CopyReach(0, 9, 1)
    assert store_of(tmp_path).kept == CopyReach(0, 9, 1)
    assert {file.stat().st_mode & 0o777 for file in files_of(tmp_path / "copy")} == {0o600}


@pytest.mark.parametrize("wrong", [(5, 6), (3, 4), (1, 3), (10, 12)])
def test_what_does_not_follow_is_not_kept(tmp_path: Path, wrong: tuple[int, int]) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 3))
    with pytest.raises(Misfit):
        store.append(sealed_rows(*wrong))
    with pytest.raises(Misfit, match="half a frame"):
        store.append(sealed_rows(4, 4)[:-1])
    assert store.append(sealed_rows(4, 4)) == CopyReach(0, 4, 1)


def test_a_base_begins_a_new_file_once_all_its_parts_are_there(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 3))
    parts = base_at(3)
    assert len(parts) > 2
    for number, part in enumerate(parts[:-1], 1):
        assert store.append(part) == CopyReach(0, 3, 1)
        assert store.parts == number
    assert store_of(tmp_path).parts == 0  # nothing of it is kept yet
    assert store.append(parts[-1]) == CopyReach(0, 3, 3)
    assert store.append(sealed_rows(4, 6)) == CopyReach(0, 6, 3)
    assert store_of(tmp_path).kept == CopyReach(0, 6, 3)
    assert len(files_of(tmp_path / "copy")) == 2


def test_parts_of_different_bases_are_not_put_together(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    first, second = base_at(7), base_at(8)
    store.append(first[0])
    with pytest.raises(Misfit):
        store.append(second[1])
    assert store.parts == 0
    with pytest.raises(Misfit):
        store.append(first[1])
    for part in second:
        store.append(part)
    assert store.kept == CopyReach(0, 8, 8)


def test_a_copy_of_a_later_era_begins_beside_the_one_before(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 30))
    with pytest.raises(Misfit):
        store.append(sealed_rows(32, 33, era=1))
    assert store.append(sealed_rows(21, 25, era=1)) == CopyReach(1, 25, 21)
    with pytest.raises(Misfit):
        store.append(sealed_rows(31, 32))
    assert store_of(tmp_path).kept == CopyReach(1, 25, 21)
    assert len(files_of(tmp_path / "copy")) == 2


def test_the_oldest_files_go_when_there_is_more_than_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_store, "MB", 1000)
    store = store_of(tmp_path, limit_mb=50)
    store.append(sealed_rows(1, 3))
    for row in range(3, 30, 3):
        for part in base_at(row):
            store.append(part)
        store.append(sealed_rows(row + 1, row + 3))
    files = files_of(tmp_path / "copy")
    assert 1 < len(files) <= 3
    assert sum(file.stat().st_size for file in files) <= 50_000 + 22_000
    assert next(frames_of(files[0])).kind == BASE
    assert store_of(tmp_path, limit_mb=50).kept == store.kept == CopyReach(0, 30, 27)


@pytest.mark.parametrize("lost", [1, 20, 60])
def test_what_was_half_written_when_the_power_went_is_written_again(tmp_path: Path, lost: int) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 3))
    store.append(sealed_rows(4, 6))
    (file,) = files_of(tmp_path / "copy")
    file.write_bytes(file.read_bytes()[:-lost])
    again = store_of(tmp_path)
    assert again.kept == CopyReach(0, 3, 1)
    again.append(sealed_rows(4, 6))
    assert [(one.first, one.last) for one in frames_of(file)] == [(1, 3), (4, 6)]


def test_a_file_of_which_nothing_is_whole_or_that_is_damaged_is_put_aside(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 3))
    folder = tmp_path / "copy"
    (folder / "00000-0000000000000003.copy").write_bytes(base_at(3)[0])
    (folder / "00000-0000000000000009.copy").write_bytes(b"junk" * 50)
    assert store_of(tmp_path).kept == CopyReach(0, 3, 1)
    assert len(files_of(folder)) == 1
    assert (folder / "00000-0000000000000009.damaged").exists()


def test_a_full_medium_keeps_no_half_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_of(tmp_path)
    store.append(sealed_rows(1, 3))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("firmware.table.journal.copy_store.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            store.append(sealed_rows(4, 6))
    assert store.append(sealed_rows(4, 6)) == CopyReach(0, 6, 1)
    (file,) = files_of(tmp_path / "copy")
    assert [(one.first, one.last) for one in frames_of(file)] == [(1, 3), (4, 6)]


# Where it comes from.


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"
    two_shoes(path, new_signer())
    return path


def last_of(path: Path) -> int:
    db = connect_to_read(path)
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    db.close()
    return int(last)


def copied(source: CopySource, store: CopyStore, last: int, *branches: Branch) -> Iterator[CopyReach]:
    while sealed := source.after(store.kept, branches, last):
        for frame in sealed[store.parts :]:
            store.append(frame)
        yield store.kept


def test_all_rows_are_copied_and_each_snapshot_begins_a_file(journal: Path, tmp_path: Path) -> None:
    source, store, last = CopySource(journal, KEY), store_of(tmp_path), last_of(journal)
    steps = list(copied(source, store, last))
    assert steps[-1].row == last
    files = files_of(tmp_path / "copy")
    assert len(files) == 2
    db = connect_to_read(journal)
    truth = list(rows(db))
    (at, state, digest) = db.execute("SELECT * FROM snapshots").fetchone()
    db.close()
    found = [row for file in files for one in frames_of(file) if one.kind == ROWS for row in KEY.rows([one])]
    assert found == truth
    parts = [one for one in frames_of(files[1]) if one.kind == BASE]
    assert KEY.base(parts) == Base(tuple(truth[at - 1]), state, digest)
    source.close()
    # And what comes later is added.
    on_journal(journal, None, tell(s.NewShoe(8)))
    assert list(copied(source, store, last_of(journal)))[-1].row == last_of(journal)
    source.close()


def test_a_base_that_was_cut_off_is_sent_again(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.table.journal.copy_frame.PART_BYTES", 500)
    source, store, last = CopySource(journal, KEY), store_of(tmp_path), last_of(journal)
    for _ in copied(source, store, last):
        if store.kept.row > store.kept.base and store.kept.row < last:
            break
    sealed = source.after(store.kept, (), last)
    assert len(sealed) > 2
    store.append(sealed[0])
    again = store_of(tmp_path)
    assert list(copied(source, again, last))[-1].row == last
    assert len(files_of(tmp_path / "copy")) == 2
    source.close()


def test_a_new_copy_of_a_long_journal_begins_with_the_last_state(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy_source, "WHOLE_ROWS", 10)
    source, store, last = CopySource(journal, KEY), store_of(tmp_path), last_of(journal)
    first, *_, final = copied(source, store, last)
    assert first.base == first.row > 1
    assert final.row == last
    source.close()


def test_a_copy_of_an_earlier_era_goes_on_where_the_journals_part_and_one_that_is_ahead_stops(
    journal: Path, tmp_path: Path
) -> None:
    source, store, last = CopySource(journal, KEY), store_of(tmp_path), last_of(journal)
    store.append(sealed_rows(1, 99))
    with pytest.raises(Ahead, match=f"the copy has row 99 of era 0, the journal ends at row {last} of era 0"):
        source.after(store.kept, (), last)
    first, *_, final = copied(source, store, last, Branch(1, 20))
    assert (first.era, first.base, first.row > 20) == (1, 21, True)
    assert (final.era, final.row) == (1, last)
    with pytest.raises(Ahead):
        source.after(store.kept, (), last)
    behind = CopyStore(tmp_path / "behind", 100)
    behind.append(sealed_rows(1, 9))
    assert next(copied(source, behind, last, Branch(1, 20))).base == 10
    source.close()


# A stick that somebody prepared.


@pytest.fixture
def prepared(tmp_path: Path) -> Path:
    """A folder in which a link to what never ends, a pipe and a folder are called as files of a copy are."""
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "00000-0000000000000002.copy").symlink_to("/dev/zero")
    (folder / "00000-0000000000000003.copy").symlink_to("nowhere")
    os.mkfifo(folder / "00000-0000000000000004.copy")
    (folder / "00000-0000000000000005.copy").mkdir()
    return folder


def test_what_is_no_file_is_passed_over(prepared: Path) -> None:
    assert files_of(prepared) == []
    store = CopyStore(prepared, 10)
    assert store.kept == NOTHING
    store.append(b"".join(KEY.seal_rows(0, some_rows(1, 3))))
    assert [file.name for file in files_of(prepared)] == ["00000-0000000000000001.copy"]


def test_no_link_has_a_copy_written_over_another_file(tmp_path: Path) -> None:
    journal, folder = tmp_path / "table.journal", tmp_path / "stick"
    journal.write_bytes(b"all balances")
    folder.mkdir()
    (folder / "00000-0000000000000001.copy").symlink_to(journal)
    with pytest.raises(OSError, match="symbolic link"):
        CopyStore(folder, 10).append(b"".join(KEY.seal_rows(0, some_rows(1, 3))))
    assert journal.read_bytes() == b"all balances"


def test_of_a_file_that_never_ends_one_frame_is_held(tmp_path: Path) -> None:
    file = tmp_path / "00000-0000000000000001.copy"
    file.write_bytes(b"".join(KEY.seal_rows(0, some_rows(1, 3))))
    with file.open("r+b") as opened:
        opened.truncate(1 << 40)  # as far as it says, a terabyte
    found = frames_of(file)
    assert (next(found).first, file.stat().st_size) == (1, 1 << 40)
    with pytest.raises(Misfit, match="begins no frame"):
        next(found)
