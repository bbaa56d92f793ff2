"""What a board leaves when another is let in is one doubt, whoever tells of it afterwards: it is credited once."""

import asyncio

import pytest
from staffed_table import CASINO, GAME, HOUR, Floor, on_a_floor
from table_under_test import Table

from firmware.link.besides_play import BesidesPlay
from firmware.link.views import Recall, account_view
from firmware.table.core.codec import read_state, write_state
from firmware.table.core.setup import USUAL, Approvals
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.note_doubts import LeftNoteTold, NoteDoubtsCode, ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote

A, B = "a" * 16, "b" * 16
LEFT = f"1-{A}-left"


def note(number: int, amount: int = 20_00, life: str = A, ats: int = 1) -> CreditNote:
    return CreditNote(ats, life, number, amount, "USD")


def unknown(number: int, life: str = B, amount: int = 0) -> ReportNoteDoubt:
    return ReportNoteDoubt(1, life, number, amount, "why", "USD" if amount else "")


async def changed(table: Table) -> None:
    """Board A told of one note; then a supervisor let board B in."""
    await table.tell(note(1), MeetBoard(1, B), ChangeBoard(1, B))


def doubts(table: Table) -> dict[str, tuple[int, int, str]]:
    return {name: (one.amount, one.notes, one.why) for name, one in table.service.state.note_doubts.items()}


def credited(table: Table) -> int:
    return sum(event.amount for event in table.of(BoughtIn))


@pytest.mark.parametrize("ats", [1, 2], ids=["in its old place", "at another terminal"])
def test_a_note_that_the_old_board_tells_of_late_is_the_one_that_it_left(ats: int) -> None:
    async def story(table: Table) -> None:
        await changed(table)
        for _ in range(2):
            await table.tell(note(2, ats=ats))
            assert doubts(table) == {LEFT: (20_00, 1, "board_changed")}  # now its amount is known
        assert read_state(write_state(table.service.state)) == table.service.state
        assert (await table.refuse(ResolveNoteDoubt(LEFT, 50_00))).code == NoteDoubtsCode.NOTE_DOUBT_AMOUNT
        await table.tell(ResolveNoteDoubt(LEFT, 20_00), note(2, ats=ats))
        assert not doubts(table)
        assert credited(table) == 40_00
        # Its next one is another note.
        await table.tell(note(3, 50_00, ats=ats))
        assert doubts(table) == {f"{ats}-{A}-3": (50_00, 1, "other_board")}

    Table().run(story)


def test_a_second_late_note_is_another_one() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(note(2), note(3, 50_00))
        assert doubts(table) == {LEFT: (20_00, 1, "board_changed"), f"1-{A}-3": (50_00, 1, "other_board")}

    Table().run(story)


def test_what_the_new_board_finds_in_the_acceptor_and_does_not_know_is_counted_with_it() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(unknown(1))
        assert doubts(table) == {LEFT: (0, 2, "board_changed")}  # the same note, or two
        await table.tell(note(2))
        assert doubts(table) == {LEFT: (0, 2, "board_changed")}
        await table.tell(ResolveNoteDoubt(LEFT, 20_00), unknown(1), note(2))
        assert not doubts(table)
        assert credited(table) == 40_00

    Table().run(story)


def test_a_note_that_the_new_board_knows_is_no_note_of_the_old_one() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(unknown(1, amount=50_00))
        assert doubts(table) == {LEFT: (0, 1, "board_changed"), f"1-{B}-1": (50_00, 1, "why")}

    Table().run(story)


def test_what_was_found_and_credited_is_not_credited_again_when_the_old_board_tells_of_it() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ResolveNoteDoubt(LEFT, 20_00), note(2), note(2))
        assert not doubts(table)
        assert table.of(LeftNoteTold) == [LeftNoteTold(1, A, 2, 20_00, "USD")]
        assert credited(table) == 40_00
        await table.tell(note(3, 50_00))
        assert doubts(table) == {f"1-{A}-3": (50_00, 1, "other_board")}

    Table().run(story)


def test_what_was_looked_for_in_vain_is_in_doubt_when_the_old_board_tells_of_it() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ResolveNoteDoubt(LEFT, 0), note(2))
        assert doubts(table) == {f"1-{A}-2": (20_00, 1, "other_board")}

    Table().run(story)


def test_a_board_that_is_a_terminal_elsewhere_tells_of_notes_there() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ShowPocket(2, A, 1), ChangeBoard(2, A), ShowPocket(2, A, 1))
        await table.tell(ReportNoteDoubt(2, A, 2, 50_00, "why", "USD"), note(3, ats=2))
        assert doubts(table)[f"2-{A}-2"] == (50_00, 1, "why")
        assert table.service.state.balance(2) == 20_00

    Table().run(story)


def test_a_note_that_was_told_of_before_it_was_credited_is_waited_for_no_more() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(unknown(1), note(2), ResolveNoteDoubt(LEFT, 20_00))
        assert table.service.state.pocket(1).found == ()
        await table.tell(note(3, 50_00))
        assert doubts(table) == {f"1-{A}-3": (50_00, 1, "other_board")}

    Table().run(story)


async def let_in_again(table: Table, ats: int = 1) -> None:
    """The old board, which a supervisor had taken out, is a terminal again."""
    await table.tell(MeetBoard(ats, A), *([] if ats == 1 else [note(1, life="c" * 16, ats=ats), ShowPocket(ats, A, 2)]))
    await table.tell(ChangeBoard(ats, A))


def of_a(table: Table) -> dict[str, tuple[int, int, str]]:
    """What is in doubt of the old board; the one that was there meanwhile left something too."""
    return {name: doubt for name, doubt in doubts(table).items() if A in name}


@pytest.mark.parametrize("ats", [1, 2], ids=["in its old place", "at another terminal"])
@pytest.mark.parametrize("shows", [True, False], ids=["it shows its pocket", "its program does not"])
def test_a_board_that_is_let_in_again_and_remembers_its_note_is_not_credited_it(ats: int, shows: bool) -> None:  # noqa: FBT001
    # Seen: the note that it had left was credited while what it had left was in doubt.
    async def story(table: Table) -> None:
        await changed(table)
        await let_in_again(table, ats)
        before = credited(table)
        if shows:
            await table.tell(ShowPocket(ats, A, 2))
        for _ in range(2):
            await table.tell(note(2, ats=ats))
            assert credited(table) == before
            assert of_a(table) == {LEFT: (20_00, 1, "board_changed")}
        assert read_state(write_state(table.service.state)) == table.service.state
        await table.tell(note(3, 50_00, ats=ats))  # this one is of now
        assert credited(table) == before + 50_00
        await table.tell(ResolveNoteDoubt(LEFT, 20_00), note(2, ats=ats))
        assert credited(table) == before + 70_00
        assert of_a(table) == {}

    Table().run(story)


def test_a_board_that_is_let_in_again_is_not_credited_what_staff_had_found_and_credited() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ResolveNoteDoubt(LEFT, 20_00))
        await let_in_again(table)
        await table.tell(ShowPocket(1, A, 2), note(2), note(2))
        assert table.of(LeftNoteTold) == [LeftNoteTold(1, A, 2, 20_00, "USD")]
        assert (credited(table), of_a(table)) == (40_00, {})

    Table().run(story)


def test_a_board_that_is_let_in_again_with_nothing_in_its_hands_is_credited_all_that_it_takes() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await let_in_again(table)
        await table.tell(ShowPocket(1, A, 1), note(2, 50_00), note(3, 5_00))
        assert credited(table) == 75_00
        assert of_a(table) == {LEFT: (0, 1, "board_changed")}
        # It goes to another terminal and comes back: so it is each time.
        await table.tell(MeetBoard(1, B), ChangeBoard(1, B), MeetBoard(1, A), ChangeBoard(1, A), ShowPocket(1, A, 5))
        await table.tell(note(5, 10_00), note(6, 10_00))
        assert credited(table) == 85_00

    Table().run(story)


def test_an_unknown_note_after_the_left_one_was_credited_says_so_and_how_much_that_was() -> None:
    # It may be the one that staff credited, or, where the acceptor came with the board, another: whoever looks knows.
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ResolveNoteDoubt(LEFT, 20_00), unknown(1), unknown(1))
        assert doubts(table) == {f"1-{B}-1": (0, 1, "left_credited")}
        assert table.service.state.note_doubts[f"1-{B}-1"].credited == 20_00
        assert read_state(write_state(table.service.state)) == table.service.state
        await table.tell(note(2))  # the old board tells of it at last
        assert table.of(LeftNoteTold) == [LeftNoteTold(1, A, 2, 20_00, "USD")]
        await table.tell(unknown(2))
        assert doubts(table)[f"1-{B}-2"] == (0, 1, "why")
        assert table.service.state.note_doubts[f"1-{B}-2"].credited == 0

    Table().run(story)


@pytest.mark.parametrize("is_set", [True, False], ids=["usual", "an operator who wants none"])
def test_nobody_alone_credits_again_what_was_perhaps_credited(is_set: bool) -> None:  # noqa: FBT001
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await floor.enrol("1", "3", GAME, "2")
        await asyncio.sleep(25 * HOUR)  # who was enrolled today approves for nobody
        await changed(floor)
        await floor.ask("3", ResolveNoteDoubt(LEFT, 20_00))
        await floor.tell(unknown(1), unknown(2), unknown(3))
        await floor.ask("3", ResolveNoteDoubt(f"1-{B}-1", 0))  # there was none: nothing is credited
        if is_set:
            assert await floor.refused(floor.ask("3", ResolveNoteDoubt(f"1-{B}-2", 5_00))) == "approval_needed"
            assert await floor.refused(floor.ask("3", ResolveNoteDoubt(f"1-{B}-2", 5_00), "3")) == "approves_own"
            assert credited(floor) == 40_00
        await floor.ask("3", ResolveNoteDoubt(f"1-{B}-2", 5_00), "2" if is_set else "")
        assert credited(floor) == 45_00

    on_a_floor(story, approvals=USUAL if is_set else Approvals())


async def moved(table: Table) -> None:
    """Board A told of one note at terminal 1, and is terminal 2 since; nobody came in its place."""
    await table.tell(note(1), note(1, life="c" * 16, ats=2), MeetBoard(2, A), ChangeBoard(2, A), ShowPocket(2, A, 2))


def test_what_a_board_tells_where_it_has_come_to_is_not_in_doubt_where_it_was_as_well() -> None:
    async def story(table: Table) -> None:
        await moved(table)
        await table.tell(note(2, ats=2), note(3, 50_00, ats=2))
        assert of_a(table) == {f"2-{A}-2": (20_00, 1, "other_board")}
        await table.tell(MeetBoard(1, B), ChangeBoard(1, B))
        assert of_a(table) == {f"2-{A}-2": (20_00, 1, "other_board")}
        await table.tell(ResolveNoteDoubt(f"2-{A}-2", 20_00))
        assert table.service.state.balance(2) == 20_00 + 50_00 + 20_00
        assert of_a(table) == {}

    Table().run(story)


def test_a_board_that_is_moved_on_before_it_was_heard_leaves_one_doubt() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(note(1, life="c" * 16, ats=2), MeetBoard(2, A), ChangeBoard(2, A))
        await table.tell(MeetBoard(2, "d" * 16), ChangeBoard(2, "d" * 16))
        assert of_a(table) == {LEFT: (0, 1, "board_changed")}
        await table.tell(note(2, ats=2))
        assert of_a(table) == {LEFT: (20_00, 1, "board_changed")}

    Table().run(story)


def test_a_board_that_comes_back_where_nobody_took_its_place_waits_with_what_it_left_meanwhile() -> None:
    # It left a note at the other terminal: served here as if it had never been away, it would be credited that, too.
    async def story(table: Table) -> None:
        await moved(table)
        await table.tell(MeetBoard(2, "d" * 16), ChangeBoard(2, "d" * 16))
        before = credited(table)
        assert of_a(table) == {f"2-{A}-left": (0, 1, "board_changed")}
        await table.tell(MeetBoard(1, A), ShowPocket(1, A, 3), note(3))
        assert table.service.state.pocket(1).waiting == A
        assert (
            account_view(table.service.state, 1, 0, 0, Recall(), BesidesPlay()).life == ""
        )  # the board is told that it is no terminal
        assert credited(table) == before
        assert of_a(table) == {f"2-{A}-left": (20_00, 1, "board_changed")}
        await table.tell(ChangeBoard(1, A), ShowPocket(1, A, 3), note(4, 50_00))
        assert credited(table) == before + 50_00
        # Its number 2 was never told: it may be a note that it left here when it was moved away.
        assert of_a(table) == {f"2-{A}-left": (20_00, 1, "board_changed"), LEFT: (0, 1, "board_changed")}

    Table().run(story)
