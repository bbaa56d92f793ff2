"""A table that has forgotten what it told a terminal was set back; and numbers that no pocket can have come to."""

from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.refusal import Refused
from firmware.table.core.bounds import MOST_COUNT
from firmware.table.core.evolve import evolve
from firmware.table.core.head import JournalRestored
from firmware.table.core.pockets import FURTHEST, FURTHEST_UNKNOWN, KEPT, PrintedTicket
from firmware.table.features.boards import BEYOND, TABLE_SET_BACK, ChangeBoard, MeetBoard, PocketCompared, ShowPocket
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.found_in_box import FoundInBoxCode
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.note_doubts import ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket

LIFE, OTHER = "4f2a90c1d3e5b786", "00112233445566ff"


def note(number: int, acknowledged: int | None = None, amount: int = 20_00, life: str = LIFE) -> CreditNote:
    return CreditNote(1, life, number, amount, "USD", acknowledged)


def show(last: int, acknowledged: int | None, life: str = LIFE, ats: int = 1) -> ShowPocket:
    return ShowPocket(ats, life, last, (), acknowledged)


def doubts(table: Table) -> dict[str, tuple[int, str, int]]:
    return {name: (one.amount, one.why, one.notes) for name, one in table.service.state.note_doubts.items()}


async def set_back(table: Table, *later: Any) -> None:
    """Have it forget what it is told now, as a table does that comes back on an older journal."""
    before = table.service.state
    await table.tell(*later)
    table.service.state = before
    table.said.clear()


# The table was set back.


@pytest.mark.parametrize("last", [4, 5, 6])
def test_a_pocket_that_was_answered_for_more_than_the_table_knows_shows_that_it_was_set_back(last: int) -> None:
    # Seen: the credits of rows 15 and 16 were gone with no doubt, though the pocket had counted to 4.
    async def story(table: Table) -> None:
        await table.tell(show(0, 0), note(1, 0), note(2, 1))
        await set_back(table, note(3, 2), note(4, 3, 50_00))
        for _ in range(2):
            await table.tell(show(last, 4))
        assert doubts(table) == {f"1-{LIFE}-lost-3-to-4": (0, TABLE_SET_BACK, 2)}
        (compared,) = table.of(PocketCompared)
        assert (compared.known, compared.shown) == (2, 4)
        # Told once more they are not credited besides; what was under way is, and so is what is new.
        await table.tell(note(3, 4), note(4, 4, 50_00))
        assert table.service.state.balance(1) == 40_00
        await table.tell(note(5, 4))
        assert table.service.state.balance(1) == 60_00
        # A supervisor has counted: both notes are there.
        await table.tell(ResolveNoteDoubt(f"1-{LIFE}-lost-3-to-4", 70_00))
        assert table.service.state.balance(1) == 130_00

    Table().run(story)


def test_a_note_under_way_that_comes_before_the_pocket_is_shown_shows_it_as_well() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), note(2, 1))
        await set_back(table, note(3, 2), note(4, 3))
        await table.tell(note(5, 4), show(5, 5))
        assert doubts(table) == {f"1-{LIFE}-lost-3-to-4": (0, TABLE_SET_BACK, 2)}
        assert [one.note for one in table.of(BoughtIn)] == [5]

    Table().run(story)


@pytest.mark.parametrize("told", [PayByTicket(1, LIFE, 5, 4), ReportNoteDoubt(1, LIFE, 5, 20_00, "why", "USD", 4)])
def test_so_does_a_cash_out_and_a_doubt(told: Any) -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), note(2, 1))
        await set_back(table, note(3, 2), note(4, 3))
        await table.tell(told)
        assert f"1-{LIFE}-lost-3-to-4" in doubts(table)

    Table().run(story)


def test_a_ticket_that_the_table_has_forgotten_is_named() -> None:
    lost = PrintedTicket("006429188185446104", 130_00)

    async def story(table: Table) -> None:
        await table.tell(note(1, 0), ShowPocket(1, LIFE, 3, (lost,), 3))
        assert list(table.service.state.lost_tickets) == [lost.number]

    Table().run(story)


def test_a_number_that_is_under_way_and_asked_again_is_no_sign_of_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), show(3, 1), note(2, 1), show(3, 1), note(2, 1), note(3, 2), show(3, 2), show(3, 3))
        assert doubts(table) == {}
        assert table.service.state.balance(1) == 60_00

    Table().run(story)


def test_numbers_of_notes_that_went_back_and_of_cash_outs_that_were_refused_are_no_sign_of_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), note(30, 1), show(70, 30), PayByTicket(1, LIFE, 90, 30))
        assert doubts(table) == {}
        assert [ticket.amount for ticket in table.service.state.tickets.values()] == [40_00]

    Table().run(story)


@pytest.mark.parametrize(("jump", "lost"), [(2, None), (3, None), (4, "2-to-2"), (8, "2-to-6"), (FURTHEST, "2-to-998")])
def test_a_board_that_does_not_say_what_it_was_answered_for_was_for_all_but_two(jump: int, lost: str | None) -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), note(jump))
        assert list(doubts(table)) == ([f"1-{LIFE}-lost-{lost}"] if lost else [])
        assert table.service.state.balance(1) == 40_00
        await table.tell(note(jump - 1))  # the other one that it can have had under way
        assert table.service.state.balance(1) == (60_00 if jump > 2 else 40_00)

    Table().run(story)


def test_a_board_that_was_another_terminal_is_held_against_what_is_known_there() -> None:
    async def story(table: Table) -> None:
        await table.tell(*(note(number, number - 1) for number in range(1, 31)))
        await table.tell(show(30, 30, ats=2), ChangeBoard(2, LIFE), show(30, 30, ats=2))
        assert doubts(table) == {}
        assert table.service.state.pocket(2).life == LIFE

    Table().run(story)


def test_a_board_that_a_table_never_saw_is_in_doubt_whole_up_to_what_a_box_holds() -> None:
    async def story(table: Table) -> None:
        await table.tell(show(FURTHEST_UNKNOWN, FURTHEST_UNKNOWN), note(FURTHEST_UNKNOWN + 1, FURTHEST_UNKNOWN))
        assert doubts(table) == {f"1-{LIFE}-lost-1-to-{FURTHEST_UNKNOWN}": (0, TABLE_SET_BACK, FURTHEST)}
        assert len(table.service.state.pocket(1).of(LIFE).told) <= KEPT
        assert table.service.state.balance(1) == 20_00

    Table().run(story)


def test_a_board_that_waits_is_not_compared() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), show(9, 9, OTHER))
        assert doubts(table) == {}
        assert table.service.state.pocket(1).waiting == OTHER

    Table().run(story)


# Numbers that no pocket can have come to.


@pytest.mark.parametrize("number", [MOST_COUNT, 1 + FURTHEST + 1])
@pytest.mark.parametrize("acknowledged", [None, 1])
def test_a_note_under_such_a_number_is_in_doubt_and_its_pocket_lives_on(number: int, acknowledged: int | None) -> None:
    # Seen: it was credited, no further number could be read, and a doubt of 9 quadrillion notes was left.
    async def story(table: Table) -> None:
        await table.tell(note(1, 0))
        for _ in range(2):
            await table.tell(note(number, acknowledged))
        name = f"1-{LIFE}-{number}-beyond"
        assert doubts(table) == {name: (0, BEYOND, FURTHEST)}
        assert table.service.state.faults == {"ats 1"}  # it contradicts itself (11.14)
        assert table.service.state.pocket(1).of(LIFE).last == 1
        await table.tell(ClearMalfunction("ats", 1), note(2, 1))
        assert table.service.state.balance(1) == 40_00
        refusal = await table.refuse(ResolveNoteDoubt(name, (FURTHEST + 1) * 100_00))
        assert refusal.code == FoundInBoxCode.NOTE_DOUBT_NOTES
        await table.tell(ResolveNoteDoubt(name, 20_00))
        assert table.service.state.balance(1) == 60_00

    Table().run(story)


def test_nothing_is_paid_under_such_a_number() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), PayByTicket(1, LIFE, MOST_COUNT, 1))
        assert table.service.state.tickets == {}
        assert table.service.state.balance(1) == 20_00
        assert list(doubts(table)) == [f"1-{LIFE}-{MOST_COUNT}-beyond"]

    Table().run(story)


@pytest.mark.parametrize("shown", [show(MOST_COUNT, None), show(MOST_COUNT, MOST_COUNT), show(1, MOST_COUNT)])
def test_a_pocket_that_shows_such_a_number_is_not_believed(shown: ShowPocket) -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), shown, shown)
        assert [(why, notes) for _, why, notes in doubts(table).values()] == [(BEYOND, FURTHEST)]
        assert table.service.state.pocket(1).of(LIFE).last == 1

    Table().run(story)


def test_a_restored_table_does_not_believe_it_either() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0))
        table.service.state = evolve(table.service.state, JournalRestored(40, "00" * 32, 1, 60, 1020, "copy"))
        await table.tell(show(FURTHEST_UNKNOWN + 2, 1))
        assert [why for _, why, _ in doubts(table).values()] == [BEYOND]
        assert table.service.state.pocket(1).of(LIFE).last == 1

    Table().run(story)


def test_a_stranger_under_such_a_number_does_not_reach_what_is_known_of_the_terminal() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 0), note(MOST_COUNT, 1, life=OTHER))
        assert [why for _, why, _ in doubts(table).values()] == [BEYOND]
        assert not table.service.state.faults
        await table.tell(MeetBoard(1, OTHER), ChangeBoard(1, OTHER), note(1, 0, life=OTHER))
        assert table.service.state.balance(1) == 40_00

    Table().run(story)


def test_a_table_with_no_pocket_yet_has_the_first_one_counted() -> None:
    async def story(table: Table) -> None:
        table.service.state = replace(table.service.state, pockets={})
        await table.tell(note(1, 0))
        assert doubts(table) == {}
        with pytest.raises(Refused):
            await table.service.submit(note(2, MOST_COUNT + 1))

    Table().run(story)
