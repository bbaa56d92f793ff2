"""Old shoes are packed, and whoever reads the journal does not notice; cut off anywhere, no row is lost or doubled."""

import asyncio
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from device_under_test import run
from signed_table import coup, on_journal, tell

from firmware.game import steps as s
from firmware.game.events import CoupOpened, CoupResult, HandShown
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.wagers import Wager
from firmware.table.journal import packing, packing_at_rest
from firmware.table.journal.balances import balances_after
from firmware.table.journal.check import hold_against, verify
from firmware.table.journal.converting import convert
from firmware.table.journal.copy_frame import BASE, CopyKey, frames_in
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.copy_store import CopyReach
from firmware.table.journal.export import lines
from firmware.table.journal.file import GENESIS, PAGE, connect, connect_to_read, hash_at, rows
from firmware.table.journal.packed import PackDamaged, deflated, inflated, last_packed
from firmware.table.journal.packing import PackReady, next_pack, pack, pack_all
from firmware.table.journal.packing_at_rest import REST_S
from firmware.table.journal.past import Past
from firmware.table.journal.places import coup_open_at, first_since, start_of_last
from firmware.table.journal.query import Wanted, find
from firmware.table.journal.schema import MIGRATIONS, migrate
from firmware.table.journal.signing import new_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.stored_row import chain
from firmware.table.journal.testimony import HeadMemory
from hal.clock import board_clock
from sim.notes import ALL
from sim.soak.journal import EVERY, SoakJournal
from sim.ticket_numbers import MACHINE, simulated

SIGNER = new_signer()
BUYS = Batch((BoughtIn(1, 5_00, "dealer", "cash"),))
OPENED = CoupOpened(99, dummy=False, last=False)
NOTHING = HandShown((), 0)
ENDED = CoupResult(99, "void", NOTHING, NOTHING, natural=False, dummy=False, last=False, flags=(), notation="")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pack small journals, too."""
    monkeypatch.setattr(packing, "UNPACKED_ROWS", 10)
    monkeypatch.setattr(packing, "TOGETHER", 16)


@pytest.fixture(scope="module")
def four_shoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shoes that ended, of two coups each, a buy-in between them, and a coup that is open."""
    path = tmp_path_factory.mktemp("four") / "table.journal"
    shoes = [step for n in range(3) for step in (*coup(), BuyIn(2, n * 100 + 100), *coup(), s.NewShoe(8))]
    on_journal(path, SIGNER, tell(s.NewShoe(8), BuyIn(1, 500_00), *shoes, s.OpenBets(), Wager(1, "player", 5_00)))
    return path


@pytest.fixture
def plain(four_shoes: Path, tmp_path: Path) -> Path:
    """The journal as it was written."""
    return copied(four_shoes, tmp_path / "plain.journal")


@pytest.fixture
def packed(four_shoes: Path, tmp_path: Path) -> Path:
    """The same, with its old shoes packed."""
    path = copied(four_shoes, tmp_path / "table.journal")
    with closing(connect(path)) as db:
        pack_all(db)
    return path


def copied(path: Path, to: Path) -> Path:
    for end in ("", "-wal", ".head"):
        if Path(f"{path}{end}").exists():
            shutil.copy(f"{path}{end}", f"{to}{end}")
    return to


def exported(path: Path) -> bytes:
    with closing(connect_to_read(path)) as db:
        return b"".join(lines(db, 0))


def spans(path: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT first, last FROM packed ORDER BY first").fetchall()


def shoe_ends(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as db:
        return [row for (row,) in db.execute("SELECT sequence FROM snapshots ORDER BY sequence")]


def test_old_shoes_are_packed_whole_and_the_last_one_is_not(plain: Path, packed: Path) -> None:
    first, second, third = shoe_ends(plain)
    found = spans(packed)
    assert found[0][0] == 1
    assert found[-1][1] == second
    assert [last + 1 for _, last in found[:-1]] == [first for first, _ in found[1:]]
    assert all(last - first < packing.TOGETHER for first, last in found)
    assert first in {last for _, last in found}, "no pack goes beyond a shoe's end"
    with closing(sqlite3.connect(packed)) as db:
        assert db.execute("SELECT min(sequence) FROM entries").fetchone() == (second + 1,)
    assert third not in {last for _, last in found}


def test_all_is_as_it_was(plain: Path, packed: Path) -> None:
    assert exported(packed) == exported(plain)
    assert verify(packed) == verify(plain)
    (last,) = {verify(plain).rows}
    with closing(connect_to_read(packed)) as db, closing(connect_to_read(plain)) as was:
        for row in range(last + 2):
            assert hash_at(db, row) == hash_at(was, row)
            assert list(rows(db, row, row + 3)) == list(rows(was, row, row + 3))
            assert coup_open_at(db, row) == coup_open_at(was, row)
            for coups in range(1, 9):
                assert start_of_last(db, coups, row) == start_of_last(was, coups, row)
        for at in {row.at + more for row in rows(was) for more in (-1, 0, 1)}:
            assert first_since(db, at) == first_since(was, at)


WANTED = [
    Wanted(),
    *(Wanted(coup=number) for number in range(1, 9)),
    *(Wanted(shoe=number) for number in range(1, 5)),
    *(Wanted(last=number) for number in range(1, 9)),
    Wanted(ats=2),
    Wanted(kind="bought_in"),
    Wanted(shoe=1, last=1),
]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_what_is_shown_is_what_was_shown(plain: Path, packed: Path, wanted: Wanted) -> None:
    assert list(find(packed, wanted)) == list(find(plain, wanted))
    if wanted.coup is not None:
        assert balances_after(packed, wanted.coup) == balances_after(plain, wanted.coup)


def test_parts_and_witnesses_find_what_they_found(packed: Path, plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.table.journal.parts.WORTH", 1)
    found = verify(packed, lambda fits, parts: [fits(part) for part in parts])
    assert found == verify(plain)
    with closing(connect_to_read(plain)) as db:
        early = SIGNER(5, hash_at(db, 5) or b"", b"", 0)
    memory = HeadMemory(SIGNER.public, early)
    assert hold_against(packed, found, memory) == "agrees"


def test_a_copy_has_the_rows_and_states_that_are_packed(plain: Path, packed: Path) -> None:
    key = CopyKey(bytes(32))
    assert frames_of(packed, key) == frames_of(plain, key)


def frames_of(path: Path, key: CopyKey) -> list[Any]:
    """Return what a copy is given from the first row on: rows, and a base at each shoe's end."""
    source, last, reach, found = CopySource(path, key), verify(path).rows, CopyReach(0), []
    while frames := [one for data in source.after(reach, (), last) for one in frames_in(data)]:
        if frames[0].kind == BASE:
            found.append(key.base(frames))
            reach = reach._replace(base=reach.row)
        else:
            found.append(key.rows(frames))
            reach = reach._replace(row=frames[-1].last, base=reach.base or 1)
    source.close()
    return found


def test_a_soak_looks_at_packed_rows_as_well(plain: Path, packed: Path) -> None:
    found = []
    for path in (plain, packed):
        journal = SoakJournal(path)
        found.append((journal.every(*EVERY), journal.lately(), journal.rows))
        journal.close()
    assert found[0] == found[1]
    bought = [kind for kind in kinds_of(plain) if kind == "bought_in"]
    assert len(found[0][0]) == len(bought) > 3


def test_the_table_goes_on_and_corrects_an_old_coup(packed: Path, plain: Path) -> None:
    for path in (packed, plain):
        on_journal(path, SIGNER, tell(*coup()))
    assert kinds_of(packed) == kinds_of(plain)
    with closing(connect_to_read(packed)) as db:
        past = Past(packed, db)
        last = verify(packed).rows
        past.checked_from(last, hash_at(db, last) or b"")
        events = past.of_coup(1)
        assert isinstance(events[0], CoupOpened)
        assert events == past.of_coup(1)
        assert past.of_coup(99) == ()
        assert len(past.between(1, 9)) == 9


def kinds_of(path: Path) -> list[str]:
    with closing(connect_to_read(path)) as db:
        return [row.kind for row in rows(db)]


def test_a_ticket_of_an_old_shoe_is_found(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"

    async def story() -> str:
        journal = SqliteJournal(path)
        setup = Setup("crown-baccarat", machine=MACHINE, notes=ALL, remote=(3,))
        clock = board_clock(asyncio.get_running_loop())
        service = TableService.recovered(journal.recover(), setup, journal, clock, lambda _: None, simulated(journal))
        await service.start()
        shoes = (s.NewShoe(8), s.NewShoe(8), BuyIn(1, 100_00), *coup())
        for command in (s.NewShoe(8), BuyIn(2, 100_00), CashOut(2, "ticket"), *shoes):
            await service.submit(command)
        (number,) = service.state.tickets
        await service.at_rest()
        service.halt()
        journal.close()
        return number

    number = asyncio.run(story())
    with closing(connect(path)) as db:
        pack_all(db)
        (row,) = db.execute("SELECT sequence FROM packed_tickets").fetchone()
        assert db.execute("SELECT count(*) FROM entries WHERE kind='ticket_issued'").fetchone() == (0,)
        past = Past(path, db)
        last = verify(path).rows
        past.checked_from(last, hash_at(db, last) or b"")
        assert kinds_of(path)[row - 1] == "ticket_issued"
        assert past.issued(number) == 1
        assert past.issued("0" * 18) is None


def test_nothing_is_packed_that_a_start_or_a_repeat_needs(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = verify(plain).rows
    monkeypatch.setattr(packing, "UNPACKED_ROWS", last - shoe_ends(plain)[0] + 1)
    with closing(connect(plain)) as db:
        assert next_pack(db) is None
        assert last_packed(db) == 0
        monkeypatch.setattr(packing, "UNPACKED_ROWS", last - shoe_ends(plain)[0])
        ready = next_pack(db)
        assert ready is not None
        assert ready.first == 1
        monkeypatch.setattr(packing, "UNPACKED_ROWS", 0)
        pack_all(db)
        assert last_packed(db) == shoe_ends(plain)[1], "a start reads the last state that was kept"


def test_a_restored_journal_keeps_the_row_that_it_begins_with(plain: Path) -> None:
    """That row stands on one that is lost, so that its hash cannot be worked out again."""
    first, second, _ = shoe_ends(plain)
    with closing(connect(plain)) as db:
        db.execute("DELETE FROM entries WHERE sequence<?", (first,))
        was = exported_after(db, first)
        before = verify(plain)
        pack_all(db)
        assert spans(plain)[0][0] == first + 1
        assert last_packed(db) == second
        assert db.execute("SELECT min(sequence) FROM entries").fetchone() == (first,)
        assert exported_after(db, first) == was
    assert verify(plain) == before
    assert before.begins == first


def exported_after(db: sqlite3.Connection, row: int) -> bytes:
    return b"".join(lines(db, row))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET by='somebody' WHERE sequence=5",
        "UPDATE entries SET hash=x'00' WHERE sequence=5",
        "UPDATE entries SET event=x'00' WHERE sequence=5",
        "DELETE FROM entries WHERE sequence=5",
    ],
)
def test_rows_that_do_not_fit_stay_as_they_are_and_are_named(plain: Path, change: str) -> None:
    edit(plain, change)
    said = said_of(plain)
    assert "row 5 is" in said
    with closing(connect(plain)) as db:
        pack_all(db)
        assert last_packed(db) == 0
    assert said_of(plain) == said


def edit(path: Path, statement: str, *values: Any) -> None:
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


def said_of(path: Path) -> str:
    with pytest.raises(JournalError) as raised:
        verify(path)
    return str(raised.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE packed SET rows=x'00' WHERE first=17", "rows 17 to 29 are not what"),
        ("UPDATE packed SET rows=substr(rows, 1, length(rows) - 9) WHERE first=17", "does not end"),
        ("UPDATE packed SET rows=CAST(rows || x'00' AS BLOB) WHERE first=17", "does not end"),
        ("UPDATE packed SET rows=(SELECT rows FROM packed WHERE first=1) WHERE first=17", "rows 17 to 29 are not what"),
        ("UPDATE packed SET rows=? WHERE first=17", "rows 17 to 29 are not what"),
        ("UPDATE packed SET head=x'00' WHERE first=17", "rows 17 to 29 are not what"),
        ("UPDATE packed SET before=x'00' WHERE first=17", "rows 17 to 29 are not what"),
        ("UPDATE packed SET last=28 WHERE first=17", "rows 17 to 28 are not what"),
        ("UPDATE packed SET first=18 WHERE first=17", "row 17 is missing"),
        ("DELETE FROM packed WHERE first=17", "row 17 is missing"),
        ("DELETE FROM packed WHERE first=1", "row 1 is missing"),
        ("UPDATE snapshots SET state=x'7800' WHERE sequence=?", "is not what was written there"),
    ],
)
def test_what_is_packed_is_held_against_the_chain(packed: Path, change: str, said: str) -> None:
    values: tuple[Any, ...] = ()
    if "?" in change:
        values = (shoe_ends(packed)[0],) if "snapshots" in change else (zlib.compress(b"\x90"),)
    edit(packed, change, *values)
    assert said in said_of(packed)
    assert said_of(packed).endswith("have `rapid-table journal verify` say what is whole")


@pytest.mark.parametrize(
    ("together", "said"),
    [(16, "row 16 signs another row than the one before it"), (12, "row 13 is not what was written there")],
)
def test_a_pack_that_was_made_anew_without_the_key_is_found(
    plain: Path, monkeypatch: pytest.MonkeyPatch, together: int, said: str
) -> None:
    """By itself it is sound, as whoever can write it can make it; what later rows stand on is not."""
    monkeypatch.setattr(packing, "TOGETHER", together)
    with closing(connect(plain)) as db:
        pack_all(db)
        some = [one._replace(by="somebody") if one.sequence == 5 else one for one in rows(db, 0, together)]
    head, written = GENESIS, []
    for one in some:
        assert isinstance(one.event, bytes)
        head = chain(head, one[:7], one.event)
        written.append((*one[:8], head))
    edit(plain, "UPDATE packed SET rows=?, head=? WHERE first=1", deflated(written), head)
    assert said in said_of(plain)


def test_what_would_fill_the_memory_is_not_inflated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.table.journal.packed.MOST_INFLATED", 1000)
    assert inflated(zlib.compress(bytes(1000))) == bytes(1000)
    with pytest.raises(PackDamaged, match="does not end"):
        inflated(zlib.compress(bytes(1001)))


def test_a_pack_holds_no_more_bytes_than_it_should(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_BYTES", 1)
    with closing(connect(plain)) as db:
        ready = next_pack(db)
        assert ready is not None
        assert (ready.first, ready.last) == (1, 1)


def test_a_commit_that_fails_leaves_the_rows(plain: Path) -> None:
    before = exported(plain)
    with closing(connect(plain)) as db:
        migrate(db, len(MIGRATIONS))
        ready = next_pack(db)
        assert ready is not None
        db.execute("INSERT INTO packed VALUES (1, 1, x'00', x'00', x'00')")
        with pytest.raises(sqlite3.IntegrityError):
            pack(db, ready)
        assert not db.in_transaction
        db.execute("DELETE FROM packed")
    assert exported(plain) == before


def test_cut_off_at_any_byte_of_the_log_all_rows_are_there(plain: Path, tmp_path: Path) -> None:
    """What a loss of power leaves of packs: as much of the log as had been written, to the byte."""
    before, was = verify(plain), exported(plain)
    cut = tmp_path / "cut.journal"
    with closing(connect(plain)) as db:
        db.execute("PRAGMA wal_autocheckpoint=0")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pack_all(db)
        file, log = plain.read_bytes(), Path(f"{plain}-wal").read_bytes()
        packs = len(spans(plain))
    mark = Path(f"{plain}.head").read_bytes()
    seen = set()
    step = 263  # several times in each frame of 1,048 bytes, at another place in each
    for end in (*range(0, len(log), step), len(log)):
        for left in cut.parent.glob("cut.journal*"):
            left.unlink()
        cut.write_bytes(file)
        Path(f"{cut}-wal").write_bytes(log[:end])
        Path(f"{cut}.head").write_bytes(mark)
        assert exported(cut) == was
        seen.add(len(spans(cut)) if has_packs(cut) else -1)
    assert seen >= set(range(packs + 1)), "each pack was the last that was whole, once"
    assert verify(cut) == before


def has_packs(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT 1 FROM sqlite_master WHERE name='packed'").fetchone() is not None


def test_cut_off_while_the_log_is_moved_into_the_file_all_rows_are_there(plain: Path, tmp_path: Path) -> None:
    """Its pages are written one by one, in any order; until all are there, the log has them too."""
    before, was = verify(plain), exported(plain)
    with closing(connect(plain)) as db:
        db.execute("PRAGMA wal_autocheckpoint=0")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pack_all(db)
        old, log = plain.read_bytes(), Path(f"{plain}-wal").read_bytes()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new = plain.read_bytes()
    mark = Path(f"{plain}.head").read_bytes()
    assert len(new) >= len(old)
    old = old.ljust(len(new), b"\0")
    cut = tmp_path / "cut.journal"
    pages = range(0, len(new), PAGE)
    for place in pages:
        for mixed in (new[:place] + old[place:], old[:place] + new[place:]):
            for left in cut.parent.glob("cut.journal*"):
                left.unlink()
            cut.write_bytes(mixed)
            Path(f"{cut}-wal").write_bytes(log)
            Path(f"{cut}.head").write_bytes(mark)
            with closing(connect(cut)) as db:
                assert hash_at(db, before.rows) == bytes.fromhex(before.head)
        if place % (16 * PAGE) == 0:
            assert exported(cut) == was
            assert verify(cut) == before


def test_a_journal_of_today_is_converted_packed_and_once(plain: Path) -> None:
    before, was = verify(plain), exported(plain)
    found = convert(plain)
    assert (found.rows, exported(plain)) == (before.rows, was)
    assert found.after < found.before
    assert verify(plain) == before
    assert spans(plain)[-1][1] == shoe_ends(plain)[1]
    again = convert(plain)
    assert again.before == again.after
    on_journal(plain, SIGNER, tell(s.NewShoe(8), *coup(), s.NewShoe(8)))
    was = exported(plain)
    convert(plain)
    assert exported(plain) == was
    assert spans(plain)[-1][1] == shoe_ends(plain)[3]


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.05)
    pytest.fail("it did not come to that")


def test_a_table_at_rest_packs_and_plays_on(plain: Path) -> None:
    was = exported(plain)

    async def story() -> None:
        journal = SqliteJournal(plain, SIGNER)
        journal.recover()
        await journal.append(journal.last_at, [BUYS])
        await until(lambda: has_packs(plain) and spans(plain)[-1][1] == shoe_ends(plain)[1])
        await journal.append(journal.last_at, [BUYS])
        assert len(journal.of_coup(1)) > 5
        journal.close()

    run(story)
    assert exported(plain).startswith(was)
    assert verify(plain).rows == len(was.splitlines()) + 2


def test_a_pack_that_is_damaged_stops_no_table_and_what_comes_after_it_is_packed(packed: Path) -> None:
    """Nobody has asked for its rows; `verify` names them."""
    ends = shoe_ends(packed)
    edit(packed, "UPDATE packed SET rows=x'00' WHERE last=?", ends[1])

    async def story() -> None:
        journal = SqliteJournal(packed, SIGNER)
        state = journal.recover()
        await journal.append(journal.last_at, [BUYS] * 12, state)
        await until(lambda: spans(packed)[-1][1] == ends[2])
        await journal.append(journal.last_at, [BUYS])
        journal.close()

    run(story)
    assert f"to {ends[1]} are not what was written there" in said_of(packed)


def test_a_folder_that_is_gone_while_it_packs_stops_the_table(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path) -> None:
        raise JournalError(f"{path}: cannot be written: Read-only file system")

    async def story() -> None:
        journal = SqliteJournal(plain, SIGNER)
        journal.recover()
        await journal.append(journal.last_at, [BUYS])
        monkeypatch.setattr(packing_at_rest, "connect", fails)
        await asyncio.sleep(REST_S * 2)
        with pytest.raises(JournalError, match="Read-only file system"):
            await journal.append(journal.last_at, [BUYS])
        journal.close()

    run(story)


def test_nothing_is_packed_while_a_coup_is_played_or_rows_are_written(plain: Path) -> None:
    async def story() -> None:
        journal = SqliteJournal(plain, SIGNER)
        journal.recover()
        await journal.append(journal.last_at, [Batch((OPENED,))])
        await asyncio.sleep(REST_S * 2)
        assert not has_packs(plain)
        await journal.append(journal.last_at, [Batch((ENDED,))])
        for _ in range(6):
            await asyncio.sleep(REST_S / 2)
            await journal.append(journal.last_at, [BUYS])
        assert not has_packs(plain)
        await asyncio.sleep(0)
        await until(lambda: has_packs(plain))
        journal.close()

    run(story)


def test_a_storage_that_fails_while_it_packs_stops_the_table(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def story() -> None:
        journal = SqliteJournal(plain, SIGNER)
        journal.recover()
        await journal.append(journal.last_at, [BUYS])
        monkeypatch.setattr(packing_at_rest, "pack", fails)
        await asyncio.sleep(REST_S * 2)
        with pytest.raises(JournalError, match="disk I/O error"):
            await journal.append(journal.last_at, [BUYS])
        journal.close()

    run(story)


def test_a_pack_waits_for_no_disk(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pragma is NORMAL: of a write-ahead log SQLite then syncs no commit."""
    asked: list[str] = []

    def noted(db: sqlite3.Connection, ready: PackReady) -> None:
        asked.append(db.execute("PRAGMA synchronous").fetchone()[0])
        pack(db, ready)

    async def story() -> None:
        monkeypatch.setattr(packing_at_rest, "pack", noted)
        journal = SqliteJournal(plain, SIGNER)
        journal.recover()
        await journal.append(journal.last_at, [BUYS])
        await until(lambda: bool(asked))
        journal.close()

    run(story)
    assert set(asked) == {1}
