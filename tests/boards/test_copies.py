"""The second copies of a table's journal: streamed to another board and to a stick, and put together from there."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from device_under_test import run
from signed_table import STAND, coup
from witnessed_table import COPY_KEY, WAIT_MS, Room, in_a_room

from firmware.boards.copies import BEHIND_S, STICK, Copies, CopySeen, is_apart
from firmware.boards.copy_keeper import CopyKeeper
from firmware.game import events as g
from firmware.game import steps as s
from firmware.link.bus import Unanswered
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.devices import DeviceReported
from firmware.table.features.opening import HeadsAgreed, OpenedOnWord, word_for
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.copy_source import CopySource
from firmware.table.journal.copy_store import NOTHING, CopyReach, CopyStore, files_of
from firmware.table.journal.restoring import restore
from firmware.table.journal.signing import Signer, new_signer
from firmware.table.journal.testimony import read_memory


@pytest.fixture
def signer() -> Signer:
    return new_signer()


async def played(room: Room) -> None:
    await room.on()
    await room.on("ats-1", "ats-2")
    await room.table.tell(s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 50_00), *coup())
    await asyncio.sleep(3)


def test_a_board_keeps_all_that_the_table_has(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        kept = CopyStore(room.boards["ats-1"].copy, 100).kept
        assert kept == CopyReach(0, room.table.journal.sequence, 1)
        assert room.table.copies.seen() == (CopySeen("ats-1", kept.row, 0),)
        # A board that was not named by the table gets nothing.
        assert CopyStore(room.boards["ats-2"].copy, 100).kept == NOTHING
        with pytest.raises(Refused) as refusal:
            await room.boards["ats-2"].table.fetch_copy(NOTHING, 0)
        assert refusal.value.code == TableCode.KEEPS_NO_COPY
        await room.off("ats-1")
        await room.table.tell(*coup())
        assert room.table.copies.seen()[0].behind == room.table.journal.sequence - kept.row > 0
        await room.on("ats-1")
        await asyncio.sleep(2)
        assert room.table.copies.seen()[0].behind == 0

    in_a_room(tmp_path, signer, story)


def test_a_copy_that_is_behind_for_long_is_a_fault_until_it_is_whole(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.off("ats-1")
        await room.table.tell(*coup())
        await asyncio.sleep(BEHIND_S + 2)
        assert room.table.copies.seen()[0].fault == "copy_behind"
        await room.on("ats-1")
        await asyncio.sleep(3)
        assert room.table.copies.seen()[0].fault == ""
        said = [event.what for event in room.table.of(DeviceReported) if event.device == "copy ats-1"]
        assert said == ["fault copy_behind", "cleared copy_behind"]

    in_a_room(tmp_path, signer, story)


async def dies(room: Room) -> tuple[int, int]:
    """The card dies in the midst of a coup, when the copy was behind. Return the copy's last row and the last known."""
    table = room.table
    await table.tell(s.OpenBets(), Wager(1, "player", 20_00), Wager(2, "banker", 10_00), s.CloseBets(), *STAND[:2])
    await asyncio.sleep(3)
    up_to = table.journal.sequence
    # From here on nothing reaches the copy; the coup ends, and the other terminal hears that it did.
    await room.off("ats-1")
    await table.tell(*STAND[2:], s.Confirm(), CashOut(1))
    await asyncio.sleep(3)
    lost = table.journal.signed
    assert lost is not None
    await room.off()
    for file in room.folder.glob("table.journal*"):
        file.unlink()
    return up_to, lost.row


async def opened_on_word(room: Room) -> None:
    """The restored table opens, once a supervisor knows what is lost."""
    await room.on("ats-1")
    await room.on(doubts=("restored",))
    await asyncio.sleep(WAIT_MS / 1000)
    table = room.table
    assert not table.is_open
    opening = table.service.opening
    assert opening is not None
    assert {heard.device: heard.verdict for heard in opening.heard} == {"ats-1": "agrees", "ats-2": "lost"}
    await table.tell(word_for(opening))
    await asyncio.sleep(1)
    assert table.is_open
    (opened,) = table.of(OpenedOnWord)
    assert opened.doubts == ("restored",)


def test_the_cards_death_in_the_midst_of_a_coup_costs_what_was_not_copied_and_says_so(
    tmp_path: Path, signer: Signer
) -> None:
    async def story(room: Room) -> None:
        await played(room)
        up_to, known = await dies(room)
        boards = room.folder / "boards"
        memories = [(name, read_memory(boards / f"{name}.witness")) for name in ("ats-1", "ats-2")]
        found = restore(room.path, [boards / "ats-1.copy"], COPY_KEY, memories, 1_000_000)
        assert (found.up_to, found.known) == (up_to, known)
        assert verify(room.path).rows == up_to + 1
        await opened_on_word(room)
        table = room.table
        # The coup goes on with the cards and the wagers that the copy has (11.15(b)).
        assert table.of(g.Irregularity)[0].rule == "11.15(b)"
        await table.tell(*STAND[2:], s.Confirm())
        # 110 after the first coup, 20 on Player, who wins; 50 less 10 on Banker.
        assert (table.service.state.balance(1), table.service.state.balance(2)) == (130_00, 40_00)
        await asyncio.sleep(5)
        # Boards take the new heads for later ones, the copy goes on, and the next start finds all in order.
        assert read_memory(boards / "ats-2.witness").head == table.journal.signed
        kept = CopyStore(boards / "ats-1.copy", 100).kept
        assert (kept.era, kept.row) == (1, table.journal.sequence)
        await room.off()
        await room.on()
        assert room.table.is_open
        assert room.table.of(HeadsAgreed)
        assert not room.table.service.state.restore_unseen

    in_a_room(tmp_path, signer, story)


def test_an_older_journal_gets_nothing_into_a_copy_that_has_more(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        await room.table.tell(*coup())
        await asyncio.sleep(3)
        with pytest.raises(Refused) as refusal:
            await room.boards["ats-1"].table.fetch_copy(CopyReach(0, 9999, 1), 0)
        assert refusal.value.code == TableCode.COPY_AHEAD
        assert room.table.copies.seen()[0].fault == "copy_ahead"
        with pytest.raises(Refused):
            await room.boards["ats-1"].table.fetch_copy(CopyReach(3, 5, 1), 0)

    in_a_room(tmp_path, signer, story)


# A board that keeps one.


class Scripted:
    """A table that answers as it is told."""

    def __init__(self, *answers: bytes | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[CopyReach] = []

    async def fetch_copy(self, kept: CopyReach, _: int) -> bytes:
        self.asked.append(kept)
        answer = self.answers.pop(0) if self.answers else b""
        if isinstance(answer, Exception):
            raise answer
        return answer


def kept_by(folder: Path, table: Scripted, seconds: float) -> list[str]:
    faults: list[str] = []

    async def story() -> None:
        keeper = asyncio.create_task(CopyKeeper(folder, 100, lambda what, _: faults.append(what)).run(table))
        await asyncio.sleep(seconds)
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)

    run(story)
    return faults


def frames_of_a_table(tmp_path: Path) -> Iterator[bytes]:
    from signed_table import two_shoes  # noqa: PLC0415

    path = tmp_path / "some.journal"
    two_shoes(path, new_signer())
    source, store = CopySource(path, COPY_KEY), CopyStore(tmp_path / "some", 100)
    while sealed := source.after(store.kept, (), verify(path).rows):
        for frame in sealed:
            store.append(frame)
            yield frame
    source.close()


def test_a_board_that_is_not_answered_or_refused_asks_again(tmp_path: Path) -> None:
    first, *_ = frames_of_a_table(tmp_path)
    table = Scripted(Unanswered("away"), Refused(TableCode.KEEPS_NO_COPY), first)
    assert kept_by(tmp_path / "kept", table, 40) == []
    assert table.asked[:3] == [NOTHING] * 3
    assert table.asked[3].row > 0


def test_a_board_whose_storage_fails_says_so_and_goes_on_when_it_is_well_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = list(frames_of_a_table(tmp_path))
    calls = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.table.journal.copy_store.os.fsync", full)
    table = Scripted(frames[0], frames[0], b"not a frame, and long enough to be read as one" * 3, frames[1])
    assert kept_by(tmp_path / "kept", table, 60) == [
        "fault copy_damaged", "cleared copy_damaged", "fault copy_damaged", "cleared copy_damaged",
    ]  # fmt: skip


# The copy on a stick.


class Elsewhere:
    """Pretends that a folder lies on another medium, while it is plugged in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plugged = True
        monkeypatch.setattr("firmware.boards.copies.is_apart", lambda *_: self.plugged)


def on_a_stick(tmp_path: Path, signer: Signer, story: Any) -> None:
    async def whole(room: Room) -> None:
        await room.on()
        stick = asyncio.create_task(room.table.copies.keep_on_stick(tmp_path / "stick", 100))
        await room.table.tell(s.NewShoe(8), BuyIn(1, 100_00), *coup())
        await story(room)
        stick.cancel()
        await asyncio.gather(stick, return_exceptions=True)

    in_a_room(tmp_path, signer, whole)


def seen_on(room: Room) -> CopySeen:
    return next(copy for copy in room.table.copies.seen() if copy.name == STICK)


def test_a_stick_keeps_all_and_goes_on_when_it_was_out(
    tmp_path: Path, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    medium = Elsewhere(monkeypatch)

    async def story(room: Room) -> None:
        await asyncio.sleep(2)
        assert seen_on(room) == CopySeen(STICK, room.table.journal.sequence, 0)
        real = os.fsync

        def gone(_: int) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr("firmware.table.journal.copy_store.os.fsync", gone)
        await room.table.tell(*coup())
        await asyncio.sleep(2)
        assert seen_on(room).behind > 0
        medium.plugged = False
        await asyncio.sleep(10)
        assert seen_on(room).fault == "copy_same_medium"
        monkeypatch.setattr("firmware.table.journal.copy_store.os.fsync", real)
        medium.plugged = True
        await asyncio.sleep(10)
        assert seen_on(room) == CopySeen(STICK, room.table.journal.sequence, 0)
        assert len(files_of(tmp_path / "stick")) == 1
        said = [event.what for event in room.table.of(DeviceReported) if event.device == "copy stick"]
        assert said == ["fault copy_same_medium", "cleared copy_same_medium"]

    on_a_stick(tmp_path, signer, story)


def test_a_stick_that_holds_more_than_the_journal_is_left_alone(
    tmp_path: Path, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Elsewhere(monkeypatch)
    for frame in frames_of_a_table(tmp_path):
        CopyStore(tmp_path / "stick", 100).append(frame)
    before = [file.read_bytes() for file in files_of(tmp_path / "stick")]

    async def story(room: Room) -> None:
        await asyncio.sleep(2)
        assert seen_on(room).fault == "copy_ahead"
        assert [file.read_bytes() for file in files_of(tmp_path / "stick")] == before

    on_a_stick(tmp_path, signer, story)


def test_a_folder_on_the_journals_own_medium_is_no_second_copy(tmp_path: Path) -> None:
    journal = tmp_path / "table.journal"
    journal.touch()
    assert not is_apart(tmp_path / "stick" / "copy", journal)
    assert is_apart(Path("/proc/self"), journal)


def test_copies_are_served_side_by_side(tmp_path: Path, signer: Signer) -> None:
    async def story(room: Room) -> None:
        await played(room)
        copies = Copies(CopySource(room.path, COPY_KEY), room.table.journal, ("ats-1", "wnd-1"))
        first = await copies.fetch("wnd-1", NOTHING, 0)
        assert CopyStore(tmp_path / "wnd", 100).append(first).row > 1
        assert len(copies.seen()) == 2
        with pytest.raises(Refused):
            await copies.fetch(STICK, NOTHING, 0)
        copies.close()

    in_a_room(tmp_path, signer, story)


def test_a_state_that_is_longer_than_a_message_comes_in_parts(
    tmp_path: Path, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.table.journal.copy_frame.PART_BYTES", 300)
    monkeypatch.setattr("firmware.boards.copies.MOST_BYTES", 1_000)
    sealed = []

    class Counting(CopySource):
        def after(self, *asked: Any) -> list[bytes]:
            sealed.append(asked)
            return super().after(*asked)

    async def story(room: Room) -> None:
        await room.on()
        await room.table.tell(s.NewShoe(8), BuyIn(1, 100_00), *coup(), s.NewShoe(8), *coup())
        copies = Copies(Counting(room.path, COPY_KEY), room.table.journal, ("wnd-1",))
        store, answers = CopyStore(tmp_path / "wnd", 100), 0
        while data := await copies.fetch("wnd-1", store.kept, store.parts):
            assert len(data) <= 1_000
            store.append(data)
            answers += 1
        assert store.kept.row == room.table.journal.sequence
        assert len(files_of(tmp_path / "wnd")) == 2
        assert answers > len(sealed)  # what was sealed once is sent part by part
        copies.close()

    in_a_room(tmp_path, signer, story)
