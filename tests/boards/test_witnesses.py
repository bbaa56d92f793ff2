"""A table that comes back asks its boards what they remember of its journal, before it opens."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from device_under_test import run
from signed_table import Row, coup, rewrite, richer, unsigned
from witnessed_table import WAIT_MS, Room, in_a_room

from firmware.boards.witness import Witness
from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link.bus import MemoryNetwork, Unanswered
from firmware.link.journal_messages import HeadView
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Role
from firmware.table.core.head import SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.waiting import OpeningStage
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.opening import HeadsAgreed, OpenedOnWord, OpeningCode, word_for
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.journal.check import verify
from firmware.table.journal.signing import PUBLIC, Signer, new_signer
from firmware.table.journal.testimony import HeadMemory as TableMemory
from firmware.table.journal.testimony import read_memory


@pytest.fixture
def signer() -> Signer:
    return new_signer()


def copy_of(room: Room, name: str) -> Path:
    """Keep the journal's files as they are."""
    kept = room.folder / name
    kept.mkdir()
    for file in room.folder.glob("table.journal*"):
        shutil.copy(file, kept)
    return kept


async def played_and_copied(room: Room) -> Path:
    """Play, and return a copy of the journal as it then was, its log written into it."""
    await played(room)
    with contextlib.closing(sqlite3.connect(room.path)) as db:
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    return copy_of(room, "kept")


def put_back(room: Room, kept: Path) -> None:
    for file in room.folder.glob("table.journal*"):
        file.unlink()
    for file in kept.iterdir():
        shutil.copy(file, room.folder)


async def played(room: Room) -> None:
    """A table and its two terminals have played a coup."""
    await room.on()
    await room.on("ats-1", "ats-2")
    assert room.table.is_open
    await room.table.tell(s.NewShoe(8), BuyIn(1, 100_00), *coup())
    await asyncio.sleep(2)


def test_a_new_journal_asks_nothing(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await room.on()
        assert room.table.is_open
        assert room.table.of(HeadsAgreed) == []

    in_a_room(tmp_path, signer, story)


def test_each_board_keeps_the_newest_head(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        for device in ("ats-1", "ats-2"):
            board = room.boards[device]
            assert read_memory(board.file).head == room.table.journal.signed
            assert board.file.stat().st_mode & 0o777 == 0o600
        before = room.table.journal.signed
        await room.off("ats-2")
        await room.table.tell(*coup())
        await asyncio.sleep(2)
        assert read_memory(room.boards["ats-1"].file).head == room.table.journal.signed != before
        await room.on("ats-2")  # it missed one, and is told when it comes back
        assert read_memory(room.boards["ats-2"].file).head == room.table.journal.signed

    in_a_room(tmp_path, signer, story)


def test_a_table_that_all_its_terminals_agree_with_opens_at_once(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off()
        await room.on()
        assert room.table.is_open
        (agreed,) = room.table.of(HeadsAgreed)
        assert [(heard.device, heard.verdict) for heard in agreed.heard] == [("ats-1", "agrees"), ("ats-2", "agrees")]
        assert room.table.service.state.balance(1) == 110_00

    in_a_room(tmp_path, signer, story)


def test_it_waits_for_terminals_and_then_opens_with_one_that_agrees(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off("ats-2")
        await room.off()
        await room.on()
        await asyncio.sleep(WAIT_MS / 1000 - 5)
        assert not room.table.is_open
        await asyncio.sleep(6)
        assert room.table.is_open

    in_a_room(tmp_path, signer, story)


def older(room: Room, kept: Path) -> None:
    put_back(room, kept)


def without_log_and_mark(room: Room, kept: Path) -> None:
    put_back(room, kept)
    for end in ("-wal", "-shm", ".head"):
        (room.folder / f"table.journal{end}").unlink(missing_ok=True)


def written_anew(room: Room, _: Path) -> None:
    rewrite(room.path, unsigned)


@pytest.mark.parametrize("attack", [older, without_log_and_mark, written_anew])
def test_a_journal_that_a_board_remembers_otherwise_does_not_open(
    tmp_path: Path, signer: Signer, attack: Callable[[Room, Path], None]
) -> None:
    async def story(room: Room) -> None:
        kept = await played_and_copied(room)
        await room.table.tell(*coup(), *coup())
        await asyncio.sleep(2)
        row = room.table.journal.signed.row if room.table.journal.signed else 0
        await room.off()
        attack(room, kept)
        rows = verify(room.path).rows
        await room.on()
        await asyncio.sleep(60)
        assert not room.table.is_open
        opening = room.table.service.opening
        assert opening is not None
        assert opening.stage(room.table.service.now_ms()) is OpeningStage.STOPPED
        assert any(f"ats-1 remembers row {row} of this journal" in said for said in room.table.said), room.table.said
        assert "The table does not play" in room.table.said[0]
        assert len(room.table.said) == 2  # each board once
        # No word helps, and nothing is written into what is evidence.
        with pytest.raises(Refused) as refusal:
            await room.table.service.submit(word_for(opening), by="202 game supervisor")
        assert refusal.value.code == OpeningCode.WORD_NOT_WANTED
        assert room.table.journal.sequence == rows

    in_a_room(tmp_path, signer, story)


def test_without_a_board_it_opens_on_a_supervisors_word_that_goes_on_record(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await room.on()
        await room.table.tell(s.NewShoe(8), EnrolStaff("202", "Ana", Role.GAME_SUPERVISOR, "kept"))
        await room.off()
        await room.on()
        table = room.table
        opening = table.service.opening
        assert opening is not None
        with pytest.raises(Refused) as refusal:
            await table.tell(word_for(opening))
        assert refusal.value.code == OpeningCode.WORD_NOT_WANTED  # boards may still come
        await asyncio.sleep(WAIT_MS / 1000)
        assert not table.is_open
        assert "a supervisor signs on and gives the word" in table.said[0]
        for command in (s.OpenBets(), BuyIn(1, 100_00), EnrolStaff("9", "Eve", Role.CASINO_SUPERVISOR, "x")):
            with pytest.raises(Refused) as refusal:
                await table.tell(command)
            assert refusal.value.code == TableCode.WAITS_FOR_WITNESSES
        with pytest.raises(Refused):
            table.service.preview(s.OpenBets())
        await table.tell(SignOn("sgc", "202"), word_for(opening))
        await asyncio.sleep(0.1)
        assert table.is_open
        (opened,) = table.of(OpenedOnWord)
        assert opened.doubts == ("no_witness",)
        await table.tell(s.OpenBets())

    in_a_room(tmp_path, signer, story)


def test_a_table_that_has_no_staff_yet_has_its_first_supervisor_enrolled_before_it_opens(
    tmp_path: Path, signer: Signer
) -> None:
    async def story(room: Room) -> None:
        await room.on()
        await room.off()
        await room.on()
        await room.table.tell(EnrolStaff("202", "Ana", Role.GAME_SUPERVISOR, "kept"), SignOn("sgc", "202"))
        with pytest.raises(Refused):
            await room.table.tell(EnrolStaff("9", "Eve", Role.CASINO_SUPERVISOR, "x"))

    in_a_room(tmp_path, signer, story)


def test_a_board_that_comes_while_the_word_is_waited_for_makes_it_unneeded(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off("ats-1", "ats-2")
        await room.off()
        await room.on()
        await asyncio.sleep(WAIT_MS / 1000 + 100)
        assert not room.table.is_open
        await room.on("ats-2")
        assert room.table.is_open

    in_a_room(tmp_path, signer, story)


def test_doubts_that_no_board_can_settle_want_a_word_whatever_boards_say(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off()
        await room.on(doubts=("restored",))
        assert not room.table.is_open
        opening = room.table.service.opening
        assert opening is not None
        assert word_for(opening).doubts == ("restored",)
        await room.table.tell(word_for(opening))
        await asyncio.sleep(0.1)
        assert room.table.is_open

    in_a_room(tmp_path, signer, story)


def test_boards_that_ask_for_anything_else_before_it_opens_get_no_answer(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await room.on()
        await room.off()
        await room.on()
        credit = msgspec.json.encode(m.Envelope("1-1", 10**15, m.GetSnapshot()))
        with pytest.raises(Unanswered):
            await room.memory.board("ats-1").ask(credit, 1)
        await room.on("ats-1")
        assert not room.boards["ats-1"].table.there  # to players the table is away

    in_a_room(tmp_path, signer, story)


def test_a_board_that_comes_late_and_remembers_otherwise_stops_a_table_that_plays(
    tmp_path: Path, signer: Signer
) -> None:
    async def story(room: Room) -> None:
        await played(room)
        kept = copy_of(room, "kept")
        await room.table.tell(*coup())
        await asyncio.sleep(2)
        await room.off("ats-1", "ats-2")
        await room.off()
        put_back(room, kept)
        (room.folder / "boards" / "ats-2.witness").unlink()
        await room.on()
        await asyncio.sleep(WAIT_MS / 1000)
        assert room.table.service.opening is not None
        await room.table.tell(word_for(room.table.service.opening))
        await room.on("ats-2")  # which remembers nothing
        assert room.table.is_open
        assert room.table.stopped is None
        await room.on("ats-1")
        assert room.table.stopped is not None
        assert "ats-1 remembers row" in str(room.table.stopped)
        assert "the journal ends before it" in str(room.table.stopped)

    in_a_room(tmp_path, signer, story)


def test_a_journal_that_is_gone_altogether_is_missed_by_who_remembers_it(tmp_path: Path, signer: Signer) -> None:
    # Found by a siege: the table was away for less than its boards notice, and began anew on an empty journal.
    async def story(room: Room) -> None:
        await played(room)
        await room.off()
        for file in room.folder.glob("table.journal*"):
            file.unlink()
        await room.on()
        assert "of this journal, signed by this table, and the journal ends before it" in str(room.table.stopped)

    in_a_room(tmp_path, signer, story)


def test_a_claim_that_this_table_did_not_sign_is_that_boards_fault(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off("ats-2")
        forger = new_signer()
        lie = TableMemory(forger.public, forger(9999, bytes(32), b"", 0))
        (room.folder / "boards" / "ats-2.witness").write_bytes(msgspec.json.encode(lie))
        await room.off()
        await room.on("ats-2")
        await room.on()
        await asyncio.sleep(1)
        assert room.table.is_open
        reports = [(event.device, event.what) for event in room.table.of(DeviceReported)]
        assert ("ats-2 witness", "fault head_foreign") in reports
        assert room.table.service.state.troubles["ats-2 witness"] == ("head_foreign",)
        # That board does not believe this table either, and says so.
        assert room.boards["ats-2"].faults == ["head_not_believed"]
        await room.off("ats-2")
        (room.folder / "boards" / "ats-2.witness").unlink()
        await room.on("ats-2")
        assert "ats-2 witness" not in room.table.service.state.troubles

    in_a_room(tmp_path, signer, story)


def test_a_forged_signature_in_this_tables_name_stops_nothing(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        lie = HeadView(9999, "00" * 32, signer.public, "00" * 64)
        assert room.table.testimonies.hear("ats-1", lie) is not None
        await asyncio.sleep(1)
        assert room.table.stopped is None

    in_a_room(tmp_path, signer, story)


def test_rows_written_anew_with_the_key_are_found_by_a_witness_alone(tmp_path: Path, signer: Signer) -> None:
    """Whoever has the key signs what he likes: what boards remember is left."""

    async def story(room: Room) -> None:
        await played(room)
        await room.off()
        rewrite(room.path, richer, forger=signer)
        assert verify(room.path).signed is not None  # whole, and signed by this table's key
        await room.on()
        await asyncio.sleep(WAIT_MS / 1000)
        assert not room.table.is_open
        assert "another row stands there" in room.table.said[0]

    in_a_room(tmp_path, signer, story)


# A board by itself.


def view(head: SignedHead) -> bytes:
    return msgspec.json.encode(HeadView(*msgspec.structs.astuple(head)))


def remembering(folder: Path, faults: list[str] | None = None) -> Witness:
    told = [] if faults is None else faults
    return Witness(folder / "witness", folder, lambda code, _: told.append(code))


def test_a_board_believes_newer_heads_of_the_first_key_that_it_heard(tmp_path: Path, signer: Signer) -> None:
    async def story() -> None:
        faults: list[str] = []
        witness = remembering(tmp_path, faults)
        first, later = signer(7, bytes(32), b"", 0), signer(9, bytes(32), b"", 0)
        for data, kept in (
            (b"{}", None), (b"junk", None), (view(msgspec.structs.replace(first, row=8)), None), (view(first), first),
            (view(later), later), (view(first), later), (view(new_signer()(99, bytes(32), b"", 0)), later),
            (view(new_signer()(98, bytes(32), b"", 0)), later),
        ):  # fmt: skip
            witness.heard(data)
            assert (witness.memory.head if witness.memory is not None else None) == kept
        assert faults == ["head_not_believed"]  # once
        restored = signer(3, bytes(32), b"", 1)
        witness.heard(view(restored))  # fewer rows, and yet later: the journal was restored
        assert witness.memory == TableMemory(signer.public, restored)

    asyncio.run(story())


def test_a_board_that_was_given_the_tables_key_believes_no_other(tmp_path: Path, signer: Signer) -> None:
    other = new_signer()
    old = TableMemory(other.public, other(99, bytes(32), b"", 0))
    (tmp_path / "witness").write_bytes(msgspec.json.encode(old))

    async def story() -> None:
        assert remembering(tmp_path).memory == old
        (tmp_path / PUBLIC).write_text(signer.public_pem())
        witness = remembering(tmp_path)
        assert witness.memory == TableMemory(signer.public)
        witness.heard(view(other(100, bytes(32), b"", 0)))
        assert witness.memory == TableMemory(signer.public)
        witness.heard(view(signer(5, bytes(32), b"", 0)))
        assert witness.memory.head is not None

    asyncio.run(story())


def test_a_file_that_is_damaged_is_said_and_begun_anew(tmp_path: Path, signer: Signer) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "ats-1.witness").write_bytes(b'{"key":')

    async def story(room: Room) -> None:
        await room.on()
        await room.on("ats-1")
        await room.table.tell(s.NewShoe(8), BuyIn(1, 100_00), *coup())
        await asyncio.sleep(2)
        assert room.boards["ats-1"].faults == ["witness_damaged"]
        assert read_memory(room.boards["ats-1"].file).head == room.table.journal.signed

    in_a_room(tmp_path, signer, story)


def test_a_board_that_cannot_keep_what_it_hears_says_so_and_goes_on(
    tmp_path: Path, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.boards.witness.write_whole", full)

    async def story(room: Room) -> None:
        await played(room)
        assert room.boards["ats-1"].faults == ["witness_damaged"]
        assert room.boards["ats-1"].witness.memory is not None

    in_a_room(tmp_path, signer, story)


class Deaf:
    """A table that answers only the third time."""

    def __init__(self) -> None:
        self.asked = 0
        self.bus = MemoryNetwork().board("ats-1")

    async def show_head(self, _: HeadView | None) -> HeadView | None:
        self.asked += 1
        if self.asked < 3:
            raise Unanswered("lost on the way")
        return None


def test_what_a_board_shows_a_table_that_is_there_is_shown_until_it_is_answered(tmp_path: Path) -> None:
    async def story() -> None:
        table, witness = Deaf(), remembering(tmp_path)
        showing = asyncio.create_task(witness.run(table))
        witness.follow(there=True)
        await asyncio.sleep(5)
        assert table.asked == 3
        witness.follow(there=False)
        witness.follow(there=True)
        await asyncio.sleep(5)
        assert table.asked == 4
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)

    run(story)


def test_a_board_shows_a_table_that_has_gone_nothing_more_until_it_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        table, witness = Deaf(), remembering(tmp_path)
        showing = asyncio.create_task(witness.run(table))
        witness.follow(there=True)
        await asyncio.sleep(0.01)
        witness.follow(there=False)
        await asyncio.sleep(60)
        assert table.asked == 1
        witness.follow(there=True)
        await asyncio.sleep(60)
        assert table.asked == 3
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)

    run(story)


def test_a_board_without_a_place_for_it_remembers_while_it_runs(tmp_path: Path, signer: Signer) -> None:
    async def story() -> None:
        witness = Witness(None, tmp_path, lambda *_: None)
        running = asyncio.create_task(witness.run(Deaf()))
        witness.heard(view(signer(7, bytes(32), b"", 0)))
        await asyncio.sleep(1)
        assert witness.memory is not None
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    run(story)
    assert not list(tmp_path.iterdir())


def credited_more(row: Row) -> Row | None:
    """10.00 becomes 100.00."""
    return [*row[:7], row[7].replace(b'"amount":1000,', b'"amount":10000,'), row[8]]


def credits_changed(room: Room, _: Path) -> None:
    """The row after the last coup's end is written anew, and the signature over it is left out."""
    last = verify(room.path).rows - 1
    rewrite(room.path, lambda row: None if row[4] == "head_signed" else credited_more(row), begin=last)


@pytest.mark.parametrize("attack", [older, without_log_and_mark, credits_changed])
def test_money_that_came_in_since_the_last_coup_is_remembered_by_boards(
    tmp_path: Path, signer: Signer, attack: Callable[[Room, Path], None]
) -> None:
    # Notes were credited in rows 15 and 16, and the last head that anybody had signed was that of row 3.
    async def story(room: Room) -> None:
        kept = await played_and_copied(room)
        await room.table.tell(BuyIn(1, 10_00))
        await asyncio.sleep(1.5)
        row = room.table.journal.sequence - 1
        assert read_memory(room.boards["ats-2"].file).head == room.table.journal.signed
        await room.off()
        attack(room, kept)
        await room.on()
        await asyncio.sleep(60)
        assert not room.table.is_open
        assert any(f"ats-1 remembers row {row} of this journal" in said for said in room.table.said), room.table.said

    in_a_room(tmp_path, signer, story)


def test_money_that_came_in_since_the_last_coup_cannot_be_changed_under_its_signature(
    tmp_path: Path, signer: Signer
) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.table.tell(BuyIn(1, 10_00))
        await asyncio.sleep(1.5)
        await room.off()
        row = verify(room.path).rows
        rewrite(room.path, credited_more, begin=row - 1)
        with pytest.raises(JournalError, match=f"row {row} signs another row than the one before it"):
            verify(room.path)

    in_a_room(tmp_path, signer, story)
