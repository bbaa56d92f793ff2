"""A pocket's number means one thing at the whole table, whichever terminal its board comes to."""

from typing import Any

import pytest
from table_under_test import Table

from firmware.link.local_table import LocalTable
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import KEPT_LIVES
from firmware.table.features.boards import LEFT, SET_BACK, ChangeBoard, MeetBoard, PocketBegan, PocketWaits, ShowPocket
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.lives import LAST_NUMBERS
from firmware.table.features.note_doubts import NoteQuestioned, PocketDisputed, ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from hal.note_way import NoteInFlight

LIFE, OTHER = "4f2a90c1d3e5b786", "00112233445566ff"


def note(ats: int, number: int, amount: int = 50_00, life: str = LIFE, acknowledged: int | None = None) -> Any:
    return CreditNote(ats, life, number, amount, "USD", acknowledged)


def show(ats: int, last: int, life: str = LIFE) -> ShowPocket:
    return ShowPocket(ats, life, last)


def moved(ats: int, last: int) -> tuple[Any, ...]:
    """The board comes to this terminal, and a supervisor lets it in."""
    return show(ats, last), ChangeBoard(ats, LIFE), show(ats, last)


def doubts(table: Table) -> dict[str, tuple[int, str]]:
    return {name: (one.amount, one.why) for name, one in table.service.state.note_doubts.items()}


async def answer(table: Table, ats: int, number: int, amount: int = 50_00) -> bool:
    """Return what the board is answered for a note: whether it is credited."""
    return await LocalTable(ats, table.service, LIFE).credit(NoteInFlight(number, amount, currency="USD"))


# Who is served.


def test_a_life_of_another_terminal_waits_also_where_there_was_no_pocket() -> None:
    async def story(table: Table) -> None:
        await table.tell(show(1, 0), note(1, 1, 100_00), show(2, 1))
        assert table.of(PocketBegan) == [PocketBegan(1, LIFE)]
        assert table.of(PocketWaits) == [PocketWaits(2, LIFE)]
        there = LocalTable(2, table.service, LIFE)
        assert not there.serves()
        assert (await table.refuse(PayByTicket(2, LIFE, 2))).code == TableCode.BOARD_CHANGED
        await table.tell(note(2, 2))
        assert doubts(table) == {f"2-{LIFE}-2": (50_00, "other_board")}
        assert table.service.state.balance(2) == 0
        # Nobody was there before: nothing is left behind.
        await table.tell(ChangeBoard(2, LIFE))
        assert there.serves()
        assert LEFT not in {why for _, why in doubts(table).values()}
        await table.tell(show(2, 2), note(2, 3))
        assert table.service.state.balance(2) == 50_00

    Table().run(story)


def test_it_waits_as_soon_as_it_is_met_and_another_new_board_is_taken_meanwhile() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1))
        await LocalTable(2, table.service, LIFE).meet()
        assert table.service.state.pocket(2).waiting == LIFE
        assert LocalTable(2, table.service, OTHER).serves()
        await table.tell(note(2, 1, life=OTHER))
        assert table.service.state.pocket(2).life == OTHER
        assert table.service.state.balance(2) == 50_00

    Table().run(story)


def test_boards_without_a_pocket_are_not_one_board() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1, life=""), note(2, 1, life=""))
        assert sorted(doubts(table)) == ["1--1", "2--1"]

    Table().run(story)


# What a number is.


def test_a_note_credited_at_one_terminal_is_answered_at_the_other_and_not_credited_again() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), *moved(2, 1))
        assert await answer(table, 2, 1)
        assert await answer(table, 2, 2)
        # And back: nobody took its place, and it waits there all the same.
        await table.tell(*moved(1, 2))
        assert await answer(table, 1, 2)
        assert await answer(table, 1, 3)
        assert [(one.ats, one.note) for one in table.of(BoughtIn)] == [(1, 1), (2, 2), (1, 3)]
        assert doubts(table) == {}
        assert table.service.state.faults == frozenset()

    Table().run(story)


def test_the_testers_way_a_doubt_that_was_credited_there_is_no_new_note_here() -> None:
    # Seen: 150 in notes were credited as 200.
    async def story(table: Table) -> None:
        await table.tell(show(1, 0), note(1, 1, 100_00), show(2, 1))
        assert not await answer(table, 2, 2)
        await table.tell(ResolveNoteDoubt(f"2-{LIFE}-2", 50_00), show(1, 2))
        for ats in (1, 2, 1):
            assert not await answer(table, ats, 2)
        assert sum(one.amount for one in table.of(BoughtIn)) == 150_00
        assert doubts(table) == {}

    Table().run(story)


def test_other_contents_under_a_number_of_another_terminal_are_a_contradiction_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), *moved(2, 1), note(2, 1, 20_00))
        assert doubts(table) == {f"2-{LIFE}-1-2000USD": (20_00, "number_used")}
        assert table.service.state.faults == {"ats 2"}
        await table.tell(ResolveNoteDoubt(f"2-{LIFE}-1-2000USD", 20_00))
        for ats in (1, 2, 1):
            assert not await answer(table, ats, 1, 20_00)
        assert doubts(table) == {}
        assert len(table.of(PocketDisputed)) == 1
        assert sum(one.amount for one in table.of(BoughtIn)) == 70_00

    Table().run(story)


def test_a_cash_out_of_one_terminal_pays_no_account_of_another_nor_its_ticket() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), PayByTicket(1, LIFE, 2), BuyIn(2, 70_00), *moved(2, 2))
        for _ in range(2):
            with pytest.raises(Exception, match="number_used"):
                await LocalTable(2, table.service, LIFE).pay_by_ticket(2)
        assert table.service.state.balance(2) == 70_00
        assert [one.ats for one in table.of(CashedOut)] == [1]
        assert [one.number for one in table.of(PocketDisputed)] == [2]
        # Let in again where it was paid it is answered as ever; its number is no note's anywhere.
        await table.tell(*moved(1, 2))
        issued = await LocalTable(1, table.service, LIFE).pay_by_ticket(2)
        assert issued is not None
        assert issued.amount == 50_00
        await table.tell(note(2, 2))
        assert doubts(table)[f"2-{LIFE}-2-5000USD"] == (50_00, "number_used")

    Table().run(story)


def test_a_doubt_about_a_note_that_was_credited_elsewhere_is_only_a_report() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), *moved(2, 1))
        for ats in (2, 1, 2):
            await table.tell(ReportNoteDoubt(ats, LIFE, 1, 50_00, "why", "USD"))
        assert doubts(table) == {}
        assert [(one.ats, one.note) for one in table.of(NoteQuestioned)] == [(2, 1)]

    Table().run(story)


def test_a_number_of_which_the_other_terminal_has_forgotten_what_it_was_is_in_doubt() -> None:
    async def story(table: Table) -> None:
        notes = range(1, LAST_NUMBERS + 3)
        await table.tell(*(note(1, number) for number in notes))
        for number in range(KEPT_LIVES):
            life = f"{number:016x}"
            await table.tell(MeetBoard(1, life), ChangeBoard(1, life))
        last = notes[-1]
        await table.tell(*moved(2, last), note(2, last), note(2, 2), note(2, last + 1))
        # Its last numbers are known for ever, those before them are known to be told.
        assert f"2-{LIFE}-{last}-5000USD" not in doubts(table)
        assert doubts(table)[f"2-{LIFE}-2-5000USD"] == (50_00, "number_too_old")
        assert [one.note for one in table.of(BoughtIn)] == [*notes, last + 1]

    Table().run(story)


def test_a_pocket_that_was_set_back_is_seen_at_any_terminal_and_goes_on_after_what_the_table_knows() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, 1), note(1, 2), *moved(2, 2))
        assert await LocalTable(2, table.service, LIFE).show_pocket(1) == 2
        assert doubts(table) == {f"2-{LIFE}-from-1-to-2": (0, SET_BACK)}

    Table().run(story)
