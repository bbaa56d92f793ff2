"""A note in doubt is credited by nobody while an acceptor may still hold it: it could go back to its player besides."""

import asyncio

import pytest
from staffed_table import CASINO, GAME, HOUR, Floor, on_a_floor
from table_under_test import Table

from firmware.link.besides_play import BesidesPlay
from firmware.link.views import Recall, account_view
from firmware.table.core.codec import read_state, write_state
from firmware.table.core.evolve import evolve
from firmware.table.core.state import TableState
from firmware.table.features.acceptors import (
    AcceptorAnswers,
    AcceptorAtRest,
    AcceptorsCode,
    AcceptorSeen,
    ReportAtRest,
    SeeAcceptor,
    asked_of,
)
from firmware.table.features.boards import ChangeBoard, MeetBoard, ShowPocket
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.note_doubts import NoteDoubted, ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes_credited import CreditNote

A, B = "a" * 16, "b" * 16
LEFT = f"1-{A}-left"


def note(number: int, life: str = A, ats: int = 1) -> CreditNote:
    return CreditNote(ats, life, number, 20_00, "USD")


async def changed(table: Table) -> None:
    """Board A told of one note; then a supervisor let board B in, which leaves a doubt."""
    await table.tell(ShowPocket(1, A, 0, answers=True), note(1), MeetBoard(1, B), ChangeBoard(1, B))


def asked(table: Table) -> int:
    """Return what the terminal is asked, as its view has it."""
    view = account_view(table.service.state, 1, 0, 0, Recall(), BesidesPlay())
    assert view.asked == asked_of(table.service.state, 1)
    return view.asked


async def is_credited(table: Table, doubt: str) -> bool:
    """A supervisor credits a doubt; whether the table takes it."""
    if table.service.state.note_doubts[doubt].asked:
        assert (await table.refuse(ResolveNoteDoubt(doubt, 20_00))).code == AcceptorsCode.NOTE_IN_ACCEPTOR
        return False
    before = table.service.state.balance(1)
    await table.tell(ResolveNoteDoubt(doubt, 20_00))
    assert table.service.state.balance(1) == before + 20_00
    return True


@pytest.mark.parametrize("told", [True, False], ids=["a board was changed", "an acceptor does not know"])
def test_a_note_that_an_acceptor_may_hold_is_not_credited_until_it_has_said_that_it_holds_nothing(
    told: bool,  # noqa: FBT001
) -> None:
    async def story(table: Table) -> None:
        if told:
            await changed(table)
            doubt, life = LEFT, B
        else:
            await table.tell(ShowPocket(1, A, 0, answers=True), note(1))
            await table.tell(ReportNoteDoubt(1, A, 2, 20_00, "why", "USD"))
            doubt, life = f"1-{A}-2", A
        assert asked(table) == 1
        assert not await is_credited(table, doubt)
        assert read_state(write_state(table.service.state)) == table.service.state
        await table.tell(ReportAtRest(1, life, 1))
        assert asked(table) == 0
        assert table.of(AcceptorAtRest) == [AcceptorAtRest(1, 1)]
        assert await is_credited(table, doubt)

    Table().run(story)


def test_that_there_was_no_note_is_said_at_any_time() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ResolveNoteDoubt(LEFT, 0))
        assert not table.service.state.note_doubts
        assert asked(table) == 0

    Table().run(story)


def test_each_doubt_asks_anew_and_an_answer_is_no_answer_to_a_later_question() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ReportNoteDoubt(1, B, 1, 20_00, "why", "USD"))
        assert asked(table) == 2
        await table.tell(ReportAtRest(1, B, 1))  # said before the second note was in doubt
        assert asked(table) == 2
        assert not await is_credited(table, f"1-{B}-1")
        assert await is_credited(table, LEFT)
        await table.tell(ReportAtRest(1, B, 2))
        assert await is_credited(table, f"1-{B}-1")
        assert asked(table) == 0

    Table().run(story)


def test_one_more_note_in_a_doubt_is_asked_about_anew() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(ReportAtRest(1, B, 1))
        await table.tell(ReportNoteDoubt(1, B, 1, 0, "the new board found one that it does not know"))
        assert list(table.service.state.note_doubts) == [LEFT]
        assert not await is_credited(table, LEFT)

    Table().run(story)


@pytest.mark.parametrize(
    "said",
    [
        ReportAtRest(1, A, 1),  # the board that was taken out
        ReportAtRest(1, "c" * 16, 1),  # a board that nobody let in
        ReportAtRest(2, B, 1),  # another terminal's acceptor
        ReportAtRest(1, B, 2),  # a question that was never asked
        ReportAtRest(1, B, 0),
    ],
)
def test_what_no_acceptor_of_this_terminal_answers_is_no_answer(said: ReportAtRest) -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(said)
        assert not table.of(AcceptorAtRest)
        assert not await is_credited(table, LEFT)

    Table().run(story)


def test_an_answer_is_put_on_record_once() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(*[ReportAtRest(1, B, 1)] * 3)
        assert len(table.of(AcceptorAtRest)) == 1

    Table().run(story)


def test_a_pocket_that_was_set_back_asks_too() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), note(2), ShowPocket(1, A, 0, answers=True))
        (doubt,) = table.service.state.note_doubts
        assert not await is_credited(table, doubt)

    Table().run(story)


def test_where_no_acceptor_can_say_so_two_people_open_it_and_look() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await floor.enrol("1", "3", GAME, "2")
        await asyncio.sleep(25 * HOUR)  # who was enrolled today approves for nobody
        await changed(floor)
        for credits_alone in (ResolveNoteDoubt(LEFT, 20_00), SeeAcceptor(1)):
            code = await floor.refused(floor.ask("3", credits_alone))
            assert code == ("note_in_acceptor" if isinstance(credits_alone, ResolveNoteDoubt) else "approval_needed")
        # A second person who only approves the credit has not opened anything.
        assert await floor.refused(floor.ask("3", ResolveNoteDoubt(LEFT, 20_00), "2")) == "note_in_acceptor"
        assert await floor.refused(floor.ask("3", SeeAcceptor(1), "3")) == "approves_own"
        await floor.ask("3", SeeAcceptor(1), "2")
        assert floor.of(AcceptorSeen) == [AcceptorSeen(1, 1)]
        await floor.ask("3", ResolveNoteDoubt(LEFT, 20_00))
        assert (await floor.refuse(SeeAcceptor(1))).code == AcceptorsCode.NOTHING_TO_SEE

    on_a_floor(story)


def test_an_acceptor_is_heard_while_all_accounts_are_frozen() -> None:
    async def story(table: Table) -> None:
        await changed(table)
        await table.tell(FreezeAccounts(), ReportAtRest(1, B, 1))
        assert asked(table) == 0

    Table().run(story)


def test_a_board_of_another_maker_that_answers_nothing_is_not_asked() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, A, 0), note(1), ReportNoteDoubt(1, A, 2, 20_00, "why", "USD"))
        assert asked(table) == 0
        assert await is_credited(table, f"1-{A}-2")
        # Once a board there has said that it answers, it is asked, whichever comes next.
        await table.tell(ShowPocket(1, A, 2, answers=True), MeetBoard(1, B), ChangeBoard(1, B))
        assert table.of(AcceptorAnswers) == [AcceptorAnswers(1)]
        assert not await is_credited(table, LEFT)

    Table().run(story)


def test_a_doubt_of_a_journal_of_before_asks_nobody() -> None:
    # It was resolved by a count alone then, and no acceptor will ever be heard about it.
    state = evolve(TableState.unopened(), NoteDoubted(1, "1-a", 20_00, "why", A, 1, "USD"))
    assert state.note_doubts["1-a"].asked == 0
