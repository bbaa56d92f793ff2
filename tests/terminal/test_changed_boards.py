"""Boards that are replaced, set back, or there twice, with their real parts: what lies in boxes is accounted for."""

import asyncio
from functools import partial
from pathlib import Path

import msgspec
import pytest
from by_touch import Floor, on_a_floor
from some_cases import some_of

from firmware.kit.words import words_of
from firmware.link import messages as m
from firmware.link.report_messages import TellTicket
from firmware.link.wager_messages import SetWager
from firmware.refusal import Refused
from firmware.table.core.evolve import fold
from firmware.table.core.head import JournalRestored
from firmware.table.core.state import TableState
from firmware.table.features.acceptors import AcceptorsCode
from firmware.table.features.boards import SET_BACK, ChangeBoard, PocketBegan, PocketCompared
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.terminal.pocket import NOTE, TICKET
from hal.clock import LoopClock
from hal.note_way import NoteInFlight, NoteStage
from sim.devices.note_path import NotePlace
from sim.memory_pocket import MemoryPocket
from sim.soak.money import credited, doubted, in_boxes
from sim.whole_table import Seat

pytestmark = pytest.mark.lab(23)

OLD, NEW = f"{1:016x}", "90c1" * 4
NOTE_S = 3.0
SHORT_S = 0.1  # of such a stage of a note only the beginning is tried


async def insert(seat: Seat, *notes: int) -> None:
    for note in notes:
        seat.devices["note_acceptor"].model.do(f"insert {note}")
        await asyncio.sleep(NOTE_S)


async def replace_board(seat: Seat, life: str = NEW) -> None:
    """Another board is put in the old one's place; the acceptor and the printer stay."""
    await seat.stop()
    await asyncio.sleep(0.5)
    seat.pocket = MemoryPocket(life)
    seat.start()
    await asyncio.sleep(3)


def headline(seat: Seat) -> str:
    assert seat.terminal is not None
    return seat.terminal.desk.view().headline


def in_doubt(floor: Floor) -> list[str]:
    return [doubt.why for doubt in floor.table.state.note_doubts.values()]


async def count_box(floor: Floor, seat: Seat) -> None:
    """A supervisor counts what lies there, and resolves every doubt by it."""
    assert seat.devices["note_acceptor"].model.path.place is NotePlace.NOWHERE
    over = in_boxes(seat) - credited(floor.table, seat.ats)
    for doubt, amount in doubted(floor.table, seat.ats).items():
        there = amount if amount and amount <= over else 0 if amount else over
        over -= there
        await floor.table.service.submit(ResolveNoteDoubt(doubt, there))
    assert over == 0


async def let_in(floor: Floor, life: str = NEW) -> None:
    """A supervisor says at the console that the board was changed."""
    await floor.dealer("tab terminals", "terminal 1", f"op board 1 {life}", "key changed", "yes")
    await asyncio.sleep(5)


def test_a_board_is_replaced_and_all_that_lies_in_the_boxes_is_accounted_for(tmp_path: Path) -> None:
    # Seen 1: of 195.00 in notes the ledger had 40.00, and nothing was in doubt.
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20, 20)
        await replace_board(seat)
        assert "90C1" in headline(seat)
        assert headline(seat) == words_of("en")("state.board_changed", board="90C1")
        await insert(seat, 50)  # it is not taken in
        assert in_boxes(seat) == 40_00
        await let_in(floor)
        assert "90C1" not in headline(seat)
        assert in_doubt(floor) == ["board_changed"]
        await insert(seat, 50, 100, 5)
        assert in_boxes(seat) == 195_00
        assert floor.table.state.balance(1) == 195_00
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == 195_00
        assert [told.life for told in floor.of(PocketBegan)] == [OLD, NEW]
        assert len(floor.of(BoughtIn)) == 5

    on_a_floor(tmp_path, story)


def moments_of_a_note(folder: Path, acceptor: str) -> list[float]:
    """Return when a board can die with a first note on its way: as each stage begins, and in its midst."""
    moved: list[tuple[float, object]] = []

    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        seat.devices["note_acceptor"].model.do("insert 50")
        for step in range(260):
            place = seat.devices["note_acceptor"].model.path.place
            stands = place, in_boxes(seat), seat.pocket.in_flight(), credited(floor.table, 1)
            if not moved or moved[-1][1] != stands:
                moved.append((step / 100, stands))
            await asyncio.sleep(0.01)

    on_a_floor(folder, story, acceptor=acceptor)
    when = [at for at, _ in moved]
    stages = list(zip(when, [*when[1:], 2.5], strict=True))
    return when + [(at + until) / 2 for at, until in stages if until - at > SHORT_S]


@pytest.mark.some(2)
@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_a_board_that_dies_with_a_note_in_its_hands_leaves_it_in_doubt_at_most(
    acceptor: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    async def story(floor: Floor, moment: float) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        seat.devices["note_acceptor"].model.do("insert 50")  # its very first: nobody knew this board before
        await asyncio.sleep(moment)
        await replace_board(seat)
        if floor.table.state.pocket(1).waiting:
            await let_in(floor)
        await asyncio.sleep(5)
        await insert(seat, 20)
        lies = in_boxes(seat)
        assert lies in (20_00, 70_00), moment
        known = credited(floor.table, 1)
        assert known == lies or (known == 20_00 and doubted(floor.table, 1)), moment
        doubtful.append(bool(doubted(floor.table, 1)))
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == lies, moment
        assert not floor.table.state.faults, moment

    doubtful: list[bool] = []
    moments = moments_of_a_note(tmp_path, acceptor)
    for moment in some_of(moments, 2, acceptor, pytestconfig):
        on_a_floor(tmp_path / str(moment), partial(story, moment=moment), acceptor=acceptor)
    assert {True, False} == set(doubtful)


@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_the_console_asks_to_count_the_cash_box_alone_as_what_lies_in_escrow_comes_back(
    acceptor: str, tmp_path: Path
) -> None:
    # Seen: it asked to count the acceptor as well; the note was credited so, and the new board gave it back.
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20)
        path = seat.devices["note_acceptor"].model.path
        seat.devices["note_acceptor"].model.do("insert 50")
        while path.place is not NotePlace.ESCROW:
            await asyncio.sleep(0.01)
        await replace_board(seat)
        await let_in(floor)
        (doubt,) = floor.table.state.note_doubts.values()
        assert words_of("en").named("doubt", doubt.why).startswith("The board was changed: once the acceptor is ready")
        await asyncio.sleep(5)
        assert path.given_back.total() == 1
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == in_boxes(seat) == 20_00

    on_a_floor(tmp_path, story, acceptor=acceptor)


@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_a_note_that_the_acceptor_holds_is_credited_by_nobody_and_comes_back(acceptor: str, tmp_path: Path) -> None:
    # Seen: a supervisor credited it against the console's words, and its player got it back besides.
    async def story(floor: Floor) -> None:
        seat, service = floor.table.seats[1], floor.table.service
        await floor.enrol()
        await insert(seat, 20)
        model = seat.devices["note_acceptor"].model
        model.do("insert 50")
        while model.path.place is not NotePlace.ESCROW:
            await asyncio.sleep(0.01)
        model.do("jam")
        await replace_board(seat)
        await let_in(floor)
        (doubt,) = floor.table.state.note_doubts
        for _ in range(3):
            with pytest.raises(Refused) as refused:
                await service.submit(ResolveNoteDoubt(doubt, 50_00))
            assert refused.value.code == AcceptorsCode.NOTE_IN_ACCEPTOR
            await asyncio.sleep(20)
        model.do("clear")
        await asyncio.sleep(20)
        assert model.path.given_back.total() == 1
        assert not floor.table.state.note_doubts[doubt].asked  # it said that it holds nothing
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == in_boxes(seat) == 20_00

    on_a_floor(tmp_path, story, acceptor=acceptor)


def test_a_ticket_that_the_old_board_was_printing_is_in_doubt_and_its_money_not_back(tmp_path: Path) -> None:
    # The new board's pocket knows of no ticket: it would say that it never began to print it.
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        pages: list[object] = []
        seat.devices["ticket_printer"].model.on_page = pages.append
        await floor.enrol()
        await insert(seat, 50)
        await floor.player(1, "cash-out", "pay")
        while not pages:
            await asyncio.sleep(0.0005)
        (number,) = floor.table.state.tickets
        assert floor.table.state.tickets[number].fate == "printing"
        await replace_board(seat)
        assert floor.table.state.tickets[number].fate == "printing"
        await let_in(floor)
        assert floor.table.state.tickets[number].fate == "in_doubt"
        assert floor.table.state.balance(1) == 0
        assert len(pages) == 1

    on_a_floor(tmp_path, story)


def test_of_two_boards_at_once_only_the_one_that_is_known_is_served(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        table, seat = floor.table, floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20)
        other = seat.another(MemoryPocket(NEW))
        other.start()
        await asyncio.sleep(3)
        assert table.state.pocket(1).waiting == NEW
        await insert(other, 50)
        assert in_boxes(other) == 0
        # It says all the same that it has a note: that is in doubt.
        assert not await other.remote.credit(NoteInFlight(1, 50_00, currency="USD"))
        assert in_doubt(floor) == ["other_board"]
        await insert(seat, 20)
        assert table.state.balance(1) == 40_00
        for told in (TellTicket("006429188185446104", "failed", ""), SetWager("player", 10_00)):
            answer = await other.remote.bus.ask(envelope(told, NEW), 1)
            assert b"board_changed" in answer
        # The supervisor finds that it is the stranger's: it is kept out, and seen again while it is there.
        await floor.dealer("tab terminals", "terminal 1", f"op board 1 {NEW}", "key not-ours", "yes")
        assert table.state.pocket(1).waiting == ""
        await other.stop()
        await insert(seat, 20)
        assert table.state.balance(1) == 60_00
        await table.service.submit(ResolveNoteDoubt(f"1-{NEW}-1", 0))

    on_a_floor(tmp_path, story)


def envelope(what: m.Request, life: str) -> bytes:
    return msgspec.json.encode(m.Envelope("x", 10**15, what, life))


@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_the_old_board_has_a_note_in_its_hands_when_another_is_let_in(acceptor: str, tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        table, seat = floor.table, floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20)
        other = seat.another(MemoryPocket(NEW))
        other.start()
        await asyncio.sleep(3)
        await floor.dealer("tab terminals", "terminal 1", f"op board 1 {NEW}", "key changed")
        seat.devices["note_acceptor"].model.do("insert 50")
        await asyncio.sleep(1.5)
        await floor.dealer("yes")
        await asyncio.sleep(4)
        lies = in_boxes(seat)
        known = credited(table, 1) + sum(doubted(table, 1).values())
        assert known == lies
        assert "0000" in headline(seat)  # now it is the stranger
        await insert(seat, 10)
        assert in_boxes(seat) == lies
        await insert(other, 100)
        assert in_boxes(other) == 100_00
        assert credited(table, 1) + sum(doubted(table, 1).values()) == lies + 100_00
        await other.stop()

    on_a_floor(tmp_path, story, acceptor=acceptor)


@pytest.mark.parametrize("count", [1, 0], ids=["to its first note", "to before its first note"])
def test_a_pocket_that_was_set_back_goes_on_after_what_the_table_knows_and_leaves_a_doubt(
    count: int, tmp_path: Path
) -> None:
    # A soak found the second: it took itself for a pocket that was never used, and was answered with an old ticket.
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await asyncio.sleep(3)
        await insert(seat, 20, 20)
        await seat.stop()
        forgetful = MemoryPocket(OLD)
        if count:
            forgetful.go_on_from(count)
            forgetful.keep(NoteInFlight(count, 20_00, NoteStage.STACKING, "USD"))
        seat.pocket = forgetful
        seat.start()
        await asyncio.sleep(3)
        assert in_doubt(floor) == [SET_BACK]
        assert "ats 1" in floor.table.state.faults
        await floor.table.service.submit(ClearMalfunction("ats", 1))
        await asyncio.sleep(2)
        await insert(seat, 20)
        assert (forgetful.count, floor.table.state.balance(1)) == (3, 60_00)
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == 60_00

    on_a_floor(tmp_path, story)


def test_a_board_that_another_terminal_knows_says_that_it_waits_where_none_was_before(tmp_path: Path) -> None:
    # Seen: the screen said nothing, as no board had been this terminal, and the table took nothing from it.
    async def story(floor: Floor) -> None:
        first, second = floor.table.seats[1], floor.table.seats[2]
        await floor.enrol()
        await insert(first, 20)
        await first.stop()
        await second.stop()
        await asyncio.sleep(0.5)
        second.pocket = first.pocket
        second.start()
        await asyncio.sleep(3)
        waits = words_of("en")("notice.board_waits", board="0000", ats=2)

        def shown() -> tuple[str, tuple[str, ...]]:
            assert second.terminal is not None
            view = second.terminal.desk.view()
            return view.headline, view.notices

        assert floor.table.state.pocket(2).life == ""
        assert shown() == (words_of("en")("state.board_changed", board="0000"), (waits,))
        await floor.dealer("tab terminals", "terminal 2", f"op board 2 {OLD}", "key not-ours", "yes")
        await asyncio.sleep(1)
        assert shown()[1] == (waits,)  # it is still here, and still not the terminal
        await asyncio.sleep(25)
        assert floor.table.state.pocket(2).waiting == OLD
        await floor.dealer("tab terminals", "terminal 2", f"op board 2 {OLD}", "key changed", "yes")
        await asyncio.sleep(5)
        assert "0000" not in shown()[0]
        assert waits not in shown()[1]
        await insert(second, 50)
        assert floor.table.state.balance(2) == 50_00

    on_a_floor(tmp_path, story)


async def taken_but_not_told(floor: Floor, seat: Seat, note: int) -> None:
    """Have a board lose its power when its acceptor was told to take a note, which it does."""
    seat.devices["note_acceptor"].model.do(f"insert {note}")
    for _ in range(1000):
        if seat.pocket.in_flight() is not None:
            break
        await asyncio.sleep(0.01)
    await seat.stop()
    assert seat.pocket.in_flight() is not None
    assert seat.pocket.in_flight().stage is NoteStage.STACKING
    await asyncio.sleep(NOTE_S)
    assert in_boxes(seat) == credited(floor.table, seat.ats) + note * 100


@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_a_note_that_a_board_carries_to_another_terminal_is_never_credited_there(acceptor: str, tmp_path: Path) -> None:
    # Found by soaks of swapped boards (seeds 101, 106): the board loses its power after it was let in, and before it
    # has shown its pocket; then it does not know any more that it had to wait.
    async def story(floor: Floor) -> None:
        table = floor.table
        first, second = table.seats[1], table.seats[2]
        await floor.enrol()
        await insert(first, 10)
        await insert(second, 10)
        await taken_but_not_told(floor, first, 50)
        await taken_but_not_told(floor, second, 20)
        second.pocket = first.pocket
        second.start()
        await asyncio.sleep(3)
        assert table.state.pocket(2).waiting == OLD
        await table.service.submit(ChangeBoard(2, OLD))
        await second.stop()
        second.start()
        await asyncio.sleep(8)
        assert table.state.pocket(2).life == OLD
        assert credited(table, 2) == 10_00
        assert in_doubt(floor) == ["board_changed"]
        assert (second.pocket.place(NOTE), second.pocket.place(TICKET)) == (2, 2)
        # It goes on as that terminal.
        await insert(second, 5)
        assert credited(table, 2) == 15_00
        await count_box(floor, second)
        assert credited(table, 2) == 35_00

    on_a_floor(tmp_path, story, acceptor=acceptor)


def test_a_board_that_was_put_elsewhere_by_mistake_and_back_settles_its_note(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        table = floor.table
        first, second = table.seats[1], table.seats[2]
        await floor.enrol()
        await insert(first, 10)
        await insert(second, 10)
        await taken_but_not_told(floor, first, 50)
        own = second.pocket
        await second.stop()
        second.pocket = first.pocket
        second.start()
        await asyncio.sleep(3)
        assert table.state.pocket(2).waiting == OLD
        await second.stop()
        second.pocket = own
        second.start()
        first.start()
        await asyncio.sleep(8)
        assert credited(table, 1) == 60_00
        assert credited(table, 2) == 10_00
        assert not table.state.note_doubts

    on_a_floor(tmp_path, story)


def test_a_board_without_business_is_changed_without_a_question(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await replace_board(seat)
        await insert(seat, 20)
        assert floor.table.state.balance(1) == 20_00
        assert not floor.table.state.note_doubts

    on_a_floor(tmp_path, story)


def test_a_table_that_was_restored_has_in_doubt_what_terminals_told_after_the_copys_end(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        seat, other = floor.table.seats[1], floor.table.seats[2]
        await asyncio.sleep(NOTE_S)
        await insert(seat, 20)
        await insert(other, 50)
        copied = tuple(entry.event for entry in floor.journal.entries)
        await insert(seat, 10, 5)  # the copy never heard of these
        await floor.table.stop_table()
        state = fold(TableState.unopened(), (*copied, JournalRestored(len(copied), "00" * 32, 1)))
        await asyncio.sleep(8)
        await floor.table.restart_table(state, LoopClock(asyncio.get_running_loop(), 40_000_000))
        await asyncio.sleep(8)
        assert in_doubt(floor) == ["restored"]
        assert [event.shown - event.known for event in floor.of(PocketCompared)] == [2, 0]
        # Both go on: what is told from now on is credited as ever.
        await insert(seat, 20)
        await insert(other, 5)
        assert (floor.table.state.balance(1), floor.table.state.balance(2)) == (40_00, 55_00)
        await count_box(floor, seat)
        assert floor.table.state.balance(1) == 55_00

    on_a_floor(tmp_path, story)
