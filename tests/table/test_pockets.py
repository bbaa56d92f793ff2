"""Identity of money at the table: a note is credited once, whatever was told since, and whoever tells it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_under_test import Table

from firmware.game import steps as s
from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.codec import read_state, write_state
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import (
    KEPT,
    MOST_DISPUTES,
    MOST_STRANGERS,
    Life,
    Money,
    TerminalPockets,
    Told,
    Verdict,
    begun,
    dispute,
    judge,
    tell,
)
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.boards import LEFT, SET_BACK, ChangeBoard, MeetBoard, PocketBegan, PocketWaits, ShowPocket
from firmware.table.features.buying_in import AskNote, BoughtIn, BuyIn
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.devices import ReportDevice
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.note_doubts import (
    MOST_DOUBTS,
    NoteDoubted,
    NoteQuestioned,
    PocketDisputed,
    ReportNoteDoubt,
    ResolveNoteDoubt,
)
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.sessions import StartSession
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.memory import MemoryJournal
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import LoopClock
from sim.notes import ALL
from sim.ticket_numbers import simulated
from sim.virtual_time import VirtualTimeLoop

A, B, C = "a" * 16, "b" * 16, "c" * 16
NOTE = Told("note", 20_00, "USD", "credited")


def note(number: int, amount: int = 20_00, life: str = A, ats: int = 1) -> CreditNote:
    return CreditNote(ats, life, number, amount, "USD")


def doubt(number: int, amount: int = 20_00, life: str = A) -> ReportNoteDoubt:
    return ReportNoteDoubt(1, life, number, amount, "why", "USD")


def doubts(table: Table) -> dict[str, tuple[int, str]]:
    return {name: (one.amount, one.why) for name, one in table.service.state.note_doubts.items()}


# What a number is.


@given(st.lists(st.integers(1, 40), min_size=1, max_size=200))
def test_a_number_is_new_once_in_whatever_order_numbers_come(numbers: list[int]) -> None:
    pocket = begun(TerminalPockets(), A)
    credited = []
    for number in numbers:
        money = Money("note", number, "USD")
        if judge(pocket.of(A), number, money) is Verdict.NEW:
            credited.append(number)
            pocket = tell(pocket, A, number, Told(*money, "credited"))
    assert sorted(credited) == sorted(set(numbers))


@pytest.mark.parametrize(
    ("number", "money", "verdict"),
    [
        (100, Money("note", 20_00, "USD"), Verdict.REPEAT),
        (101, Money("note", 20_00, "USD"), Verdict.NEW),
        (10_000, Money("note", 20_00, "USD"), Verdict.NEW),
        (99, Money("note", 20_00, "USD"), Verdict.NEW),  # left out: nothing was told under it yet
        (100 - KEPT + 1, Money("note", 20_00, "USD"), Verdict.NEW),
        (100 - KEPT, Money("note", 20_00, "USD"), Verdict.TOO_OLD),
        (1, Money("note", 20_00, "USD"), Verdict.TOO_OLD),
        (100, Money("note", 50_00, "USD"), Verdict.OTHER),
        (100, Money("note", 20_00, "NZD"), Verdict.OTHER),
        (100, Money("cash-out"), Verdict.OTHER),
    ],
)
def test_what_a_number_is(number: int, money: Money, verdict: Verdict) -> None:
    assert judge(Life(100, {100: NOTE}), number, money) is verdict


def test_a_life_of_which_only_the_last_number_is_known_tells_nothing_old_again() -> None:
    assert judge(Life(7), 7, Money("note", 20_00, "USD")) is Verdict.TOO_OLD
    assert judge(Life(7), 8, Money("note", 20_00, "USD")) is Verdict.NEW


def test_what_is_kept_of_pockets_is_bounded_and_last_numbers_are_kept_for_ever() -> None:
    pocket = TerminalPockets()
    for life in range(40):
        pocket = begun(pocket, f"{life:016x}")
        for number in range(1, 200):
            pocket = tell(pocket, f"{life:016x}", number, NOTE)
            pocket = tell(pocket, f"{number + 1000:016x}", number, NOTE)
            pocket = dispute(pocket, str(number))
    assert [one.last for one in pocket.lives.values()] == [199] * 40
    assert [len(one.told) for one in pocket.lives.values()] == [0] * 36 + [KEPT] * 4
    assert len(pocket.strangers) == MOST_STRANGERS
    assert len(pocket.disputed) == MOST_DISPUTES
    assert begun(pocket, f"{0:016x}").of(f"{0:016x}").last == 199  # put back in its old place


# Once, whatever was told since.


class Forgets(MemoryJournal):
    """A journal that remembers no command: what is done once must not rest on that."""

    def of_command(self, _: str) -> Sequence[Event] | None:
        return None


def test_a_note_asked_again_after_ten_thousand_other_commands_is_credited_once() -> None:
    # Seen 2: the memory of commands held 10,000; fifty terminals make that many while one is away.
    async def story(table: Table) -> None:
        await table.tell(note(1))
        for number in range(10_000):
            await table.service.submit(ReportDevice("ats-2 panel", "called", ""), number=f"other {number}")
        await table.tell(note(1))
        assert table.service.state.balance(1) == 20_00
        assert not table.service.state.note_doubts

    Table().run(story)


def test_once_needs_no_memory_of_commands() -> None:
    async def story(table: Table) -> None:
        for _ in range(2):
            await table.tell(note(1), note(3), note(2), doubt(4), PayByTicket(1, A, 5))
        assert table.of(BoughtIn) == [
            BoughtIn(1, 20_00, "note", notes={20_00: 1}, life=A, note=number, currency="USD", at=0)
            for number in (1, 3, 2)
        ]
        assert [ticket.amount for ticket in table.service.state.tickets.values()] == [60_00]
        assert len(table.of(NoteDoubted)) == 1

    table = Table()
    table.journal = Forgets()
    table.run(story)


def test_what_pockets_told_outlives_the_table_with_and_without_a_snapshot(tmp_path: Path) -> None:
    async def live(commands: list[Any], setup: Setup) -> dict[str, int]:
        journal = SqliteJournal(tmp_path / "table.journal")
        heard: list[Happened] = []
        service = TableService.recovered(
            journal.recover(), setup, journal, LoopClock(asyncio.get_running_loop(), journal.last_at), heard.append,
            simulated(journal),
        )  # fmt: skip
        await service.start()
        for command in commands:
            await service.submit(command)
        state = service.state
        assert read_state(write_state(state)) == state
        service.halt()
        journal.close()
        return {"balance": state.balance(1), "tickets": len(state.tickets), "doubts": len(state.note_doubts)}

    def run(*commands: Any) -> dict[str, int]:
        with asyncio.Runner() as runner:
            return runner.run(live(list(commands), Setup("crown-baccarat", machine=0x654320, notes=ALL)))

    told = [note(1), note(2), PayByTicket(1, A, 3), note(4), doubt(5)]
    first = {"balance": 20_00, "tickets": 1, "doubts": 1}
    assert run(*told) == first
    assert run(*told) == first
    # A shoe's end keeps a snapshot, from which the next start goes on.
    assert run(s.NewShoe(8), s.ShoeEmpty(), s.NewShoe(8), *told) == first
    assert run(*reversed(told)) == first
    assert verify(tmp_path / "table.journal").state.pocket(1).life == A


def test_a_table_that_was_closed_and_is_opened_again_knows_what_pockets_told(tmp_path: Path) -> None:
    async def live(*commands: Any) -> tuple[int, int, bool]:
        journal = SqliteJournal(tmp_path / "table.journal")
        service = TableService.recovered(
            journal.recover(), Setup("crown-baccarat", machine=0x654320, notes=ALL), journal,
            LoopClock(asyncio.get_running_loop(), journal.last_at), lambda _: None, simulated(journal),
        )  # fmt: skip
        await service.start()
        for command in commands:
            await service.submit(command)
        found = service.state.balance(1), len(service.state.tickets), service.state.closes_at is None
        agrees = verify(tmp_path / "table.journal").state == service.state
        service.halt()
        journal.close()
        assert agrees
        return found

    def run(*commands: Any) -> tuple[int, int, bool]:
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            return runner.run(live(*commands))

    assert run(note(1), PayByTicket(1, A, 2), AnnounceClosing(), CloseTable()) == (0, 1, False)
    assert run(note(1)) == (0, 1, True)


# A number is bound to its kind and contents (seen 1).


def test_a_cash_outs_number_answers_no_note_and_a_notes_no_cash_out() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), PayByTicket(1, A, 2), note(2))
        assert doubts(table) == {f"1-{A}-2-2000USD": (20_00, "number_used")}
        assert table.service.state.balance(1) == 0
        await table.tell(ClearMalfunction("ats", 1), note(3), PayByTicket(1, A, 1))
        assert table.service.state.balance(1) == 20_00
        assert len(table.service.state.tickets) == 1

    Table().run(story)


def test_what_is_told_against_what_is_known_is_a_fault_of_the_terminal_and_in_doubt_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00))
        for _ in range(3):
            await table.tell(note(1), note(1, 50_00))
        assert doubts(table) == {f"1-{A}-1-5000USD": (50_00, "number_used")}
        assert table.service.state.faults == {"ats 1"}  # 11.14(a): its wagers of this coup went back
        assert table.service.state.balance(1) == 120_00
        (said,) = table.of(PocketDisputed)
        assert (said.ats, said.life, said.number, said.why) == (1, A, 1, "number_used")
        await table.tell(ResolveNoteDoubt(f"1-{A}-1-5000USD", 50_00), note(1, 50_00), note(1))
        assert table.service.state.balance(1) == 170_00
        assert not table.service.state.note_doubts
        # Its own next number is as good as any.
        await table.tell(ClearMalfunction("ats", 1), note(2))
        assert table.service.state.balance(1) == 190_00

    Table().run(story)


def test_a_number_too_old_to_be_known_is_in_doubt_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), CreditNote(1, A, 1 + KEPT, 20_00, "USD", acknowledged=1))
        for _ in range(2):
            await table.tell(note(1))
        assert doubts(table) == {f"1-{A}-1-2000USD": (20_00, "number_too_old")}
        assert table.service.state.balance(1) == 40_00

    Table().run(story)


# Once past escrow, a note is credited or in doubt (reading 34).


async def frozen(table: Table) -> None:
    await table.tell(FreezeAccounts())


async def in_session(table: Table) -> None:
    await table.tell(StartSession("cup", (1, 2), 100_00))


async def excluded(table: Table) -> None:
    await table.tell(BuyIn(1, 5_00), ExcludePlayer(1, "reason"))


async def closed(table: Table) -> None:
    await table.tell(AnnounceClosing(), CloseTable())


@pytest.mark.parametrize(
    ("state", "why"),
    [(frozen, "frozen"), (in_session, "session_credit"), (excluded, "excluded"), (closed, "table_closed")],
)
def test_a_note_past_escrow_is_never_refused(state: Any, why: str) -> None:
    async def story(table: Table) -> None:
        await state(table)
        balance = table.service.state.balance(1)
        refusal = await table.refuse(AskNote(1, 20_00, "USD"))
        assert refusal.code.value == why  # in escrow it is given back
        for _ in range(2):
            await table.tell(note(1))
        assert doubts(table) == {f"1-{A}-1": (20_00, why)}
        assert table.service.state.balance(1) == balance

    Table().run(story)


def test_what_a_terminal_is_short_of_since_is_no_reason() -> None:
    # 11.14: what was taken before the fault is credited after it.
    async def story(table: Table) -> None:
        await table.tell(Malfunction("ats", 1), note(1))
        assert table.service.state.balance(1) == 20_00

    Table().run(story)


@pytest.mark.parametrize("state", [frozen, in_session])
def test_a_doubt_is_credited_only_when_money_moves_again(state: Any) -> None:
    async def story(table: Table) -> None:
        # No session begins while a note is in doubt; that one is may be found in the midst of it.
        await state(table)
        await table.tell(doubt(1), doubt(2))
        await table.refuse(ResolveNoteDoubt(f"1-{A}-1", 20_00))
        await table.tell(ResolveNoteDoubt(f"1-{A}-2", 0))
        assert list(doubts(table)) == [f"1-{A}-1"]

    Table().run(story)


# What was credited is never in doubt, and what is in doubt is never credited by itself (seen 5).


def test_a_doubt_about_a_note_that_was_credited_is_a_report_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), doubt(1), doubt(1))
        assert not doubts(table)
        (said,) = table.of(NoteQuestioned)
        assert (said.life, said.note, said.why) == (A, 1, "why")
        assert table.service.state.balance(1) == 20_00

    Table().run(story)


def test_a_note_that_was_told_to_be_in_doubt_stays_so() -> None:
    async def story(table: Table) -> None:
        await table.tell(doubt(1), note(1))
        assert list(doubts(table)) == [f"1-{A}-1"]
        await table.tell(ResolveNoteDoubt(f"1-{A}-1", 20_00), note(1), doubt(1))
        assert table.service.state.balance(1) == 20_00
        assert not doubts(table)

    Table().run(story)


# Boards.


def test_a_pocket_without_business_is_taken_without_a_question() -> None:
    async def story(table: Table) -> None:
        await table.tell(MeetBoard(1, A), MeetBoard(1, B))
        assert not table.of(PocketBegan) + table.of(PocketWaits)
        await table.tell(note(1, life=B))
        assert table.of(PocketBegan) == [PocketBegan(1, B)]
        assert table.service.state.balance(1) == 20_00

    Table().run(story)


def test_another_board_waits_and_its_notes_are_in_doubt_until_a_supervisor_lets_it_in() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), PayByTicket(1, A, 2), note(3), MeetBoard(1, B), MeetBoard(1, B))
        assert table.of(PocketWaits) == [PocketWaits(1, B)]
        await table.tell(note(1, 50_00, B), note(1, 50_00, B))
        assert doubts(table) == {f"1-{B}-1": (50_00, "other_board")}
        refusal = await table.refuse(PayByTicket(1, B, 2))
        assert refusal.code == TableCode.BOARD_CHANGED
        await table.tell(note(4))  # two lives at once: the one that is known is served
        assert table.service.state.balance(1) == 40_00
        await table.refuse(ChangeBoard(1, C))
        await table.tell(ChangeBoard(1, B))
        (number,) = table.service.state.tickets
        assert table.service.state.tickets[number].fate == "in_doubt"
        assert doubts(table) == {f"1-{B}-1": (50_00, "other_board"), f"1-{A}-left": (0, LEFT)}
        assert table.service.state.pocket(1).life == B
        await table.refuse(ChangeBoard(1, B))
        # What the new board had told is told; its next number is new; the old board's repeats do nothing.
        await table.tell(note(1, 50_00, B), note(2, 10_00, B), note(4), note(5))
        assert table.service.state.balance(1) == 50_00
        assert doubts(table)[f"1-{A}-left"] == (20_00, LEFT)  # that is what it had left
        assert table.service.state.pocket(1).waiting == A

    Table().run(story)


def test_a_board_that_was_put_back_goes_on_where_it_was() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), MeetBoard(1, B), ChangeBoard(1, B), note(1, life=B))
        await table.tell(MeetBoard(1, A), ChangeBoard(1, A), ShowPocket(1, A, 1), note(1), note(2))
        assert table.service.state.balance(1) == 60_00
        assert set(doubts(table)) == {f"1-{A}-left", f"1-{B}-left"}

    Table().run(story)


def test_a_board_that_is_not_the_terminals_is_dismissed_and_comes_again_if_it_is_still_there() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1), MeetBoard(1, B), ChangeBoard(1, B, take=False))
        assert table.service.state.pocket(1).waiting == ""
        assert table.service.state.pocket(1).life == A
        assert not doubts(table)
        await table.tell(MeetBoard(1, B))
        assert table.service.state.pocket(1).waiting == B

    Table().run(story)


def test_a_pocket_that_was_set_back_is_a_fault_and_leaves_one_doubt() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, A, 0), note(1), note(2), ShowPocket(1, A, 2))
        assert not table.service.state.faults
        for _ in range(2):
            await table.tell(ShowPocket(1, A, 1))
        assert doubts(table) == {f"1-{A}-from-1-to-2": (0, SET_BACK)}
        assert table.service.state.faults == {"ats 1"}
        assert len(table.of(PocketDisputed)) == 1

    Table().run(story)


def test_a_board_without_a_pocket_is_nobodys() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(1, life=""), ShowPocket(1, "", 5), MeetBoard(1, ""))
        assert doubts(table) == {"1--1": (20_00, "other_board")}
        assert table.service.state.pocket(1).life == ""
        await table.refuse(PayByTicket(1, "", 1))
        with pytest.raises(Refused):
            await table.service.submit(ChangeBoard(1, ""))

    Table().run(story)


def test_many_doubts_of_a_terminal_are_listed_up_to_a_bound_and_none_is_lost() -> None:
    async def story(table: Table) -> None:
        for number in range(1, MOST_DOUBTS + 4):
            await table.tell(doubt(number))
        found = doubts(table)
        assert len(found) == MOST_DOUBTS + 1
        assert found["1-more"] == (0, "why")
        assert len(table.of(NoteDoubted)) == MOST_DOUBTS + 3

    Table().run(story)
