"""What holds a table to its word in a soak: events, answers, boxes and tickets, a stranger's doings."""

import asyncio
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from firmware.link import messages as m
from firmware.link.acceptor_messages import DoubtNote
from firmware.link.report_messages import TellFault
from firmware.table.core.service import Happened
from firmware.table.core.setup import NoteList, Setup
from firmware.table.core.state import IssuedTicket, TableState
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.note_doubts import LeftNoteTold, NoteDoubted, NoteQuestioned
from firmware.table.features.papers import PaperEnded, PaperOrdered
from firmware.table.features.tickets import TicketIssued
from sim.soak import money as soak_money
from sim.soak.cards import ShoeCards
from sim.soak.money import notes_astray, tickets_astray
from sim.soak.promises import Promises
from sim.soak.steps import LONGEST_QUEUE, MOST_TASKS, Steps
from sim.soak.stranger import MOST_ROWS, Stranger
from sim.soak.watch import Watch
from sim.virtual_time import VirtualTimeLoop

NUMBER = "123456789012345678"


def play(story: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)


def state(**fields: Any) -> TableState:
    return msgspec.structs.replace(TableState.unopened(), setup=Setup("crown-baccarat"), **fields)


def test_a_card_that_comes_too_often_and_a_return_of_what_did_not_lie_there_are_found() -> None:
    watch = Watch(ShoeCards())
    game = TableState.unopened().game
    shoe = SimpleNamespace(seen=[0] * 51 + [9], decks=8)
    seen: Any = SimpleNamespace(
        game=SimpleNamespace(phase=game.phase, shoe=shoe, coup=None), recent=(), ledger={}
    )  # fmt: skip
    line = SimpleNamespace(ats=1, bet="tie", amount=5_00)
    watch._returned(SimpleNamespace(lines=[line]), seen)  # type: ignore[arg-type] # noqa: SLF001
    watch._state(seen)  # noqa: SLF001
    assert "was returned and did not lie there" in watch.wrong[0]
    assert watch.wrong[1] == "a card came more often than the shoe has decks"


def test_a_display_that_shows_another_result_is_found() -> None:
    watch = Watch(ShoeCards())
    watch.results[4] = {("player", "7S KD", "6H KC")}
    hands = SimpleNamespace(cards=("7S", "KD")), SimpleNamespace(cards=("6H", "KC"))
    shown = SimpleNamespace(coup=4, winner="player", player=hands[0], banker=hands[1])
    watch.displays(SimpleNamespace(recent=(shown,)))  # type: ignore[arg-type]
    assert watch.wrong == []
    shown.winner = "banker"
    watch.displays(SimpleNamespace(recent=(shown,)))  # type: ignore[arg-type]
    assert "the display shows ('banker', '7S KD', '6H KC') for coup 4" in watch.wrong[0]


class KeptEvents:
    """A journal in which this stands."""

    def __init__(self, *events: Any, named: bool = False) -> None:
        self._events, self._named = events, named

    def lately(self, _: str | None = None) -> tuple[Any, ...]:
        return ()

    def every(self, *kinds: type) -> list[Any]:
        return [event for event in self._events if isinstance(event, kinds)]

    def of_device(self, device: str) -> list[Any]:
        papers = [event for event in self._events if isinstance(event, PaperOrdered | PaperEnded)]
        return papers or [event for event in self._events if getattr(event, "device", "") == device]

    def of_command(self, _: str) -> tuple[Any, ...]:
        return self._events if self._named else ()


def hold(journal: KeptEvents, what: m.Request, answer: m.Answer) -> list[str]:
    promises = Promises(journal)  # type: ignore[arg-type]
    asked = msgspec.json.encode(m.Envelope("at 1-1", 10**15, what, "a" * 16))
    promises.answered("ats-1", asked, msgspec.json.encode(answer))
    return promises.wrong


DONE = m.Answer("at 1-1", "done")
PART = "ats-1 note_acceptor"


@pytest.mark.parametrize(
    ("reported", "what", "holds"),
    [
        (["fault failure"], "fault failure", True),
        (["fault failure", "fault jam_acceptor"], "fault failure", True),
        ([], "fault failure", False),
        (["fault failure", "cleared failure"], "cleared failure", True),
        (
            ["fault failure", "driver drivers.ebds"],
            "cleared failure",
            True,
        ),
        (["fault failure", "driver drivers.ebds"], "fault failure", True),
        (["called", "call taken back"], "called", True),
        (["called"], "call taken back", False),
        ([], "call taken back", True),
        ([], "driver drivers.ebds", False),
    ],
)
def test_what_a_device_was_told_is_kept_is_there_or_stands(reported: list[str], what: str, holds: bool) -> None:  # noqa: FBT001
    journal = KeptEvents(*(DeviceReported(PART, said, "") for said in reported))
    wrong = hold(journal, TellFault("note_acceptor", what, ""), DONE)
    assert (wrong == []) is holds
    assert holds or "is done, and the journal does not hold it" in wrong[0]


@pytest.mark.parametrize(
    ("kept", "holds"),
    [
        ((), True),  # a paper that nobody ordered: of that nothing is kept
        ((PaperOrdered(4, 1, "meters", ("one",)),), False),
        ((PaperOrdered(4, 1, "meters", ("one",)), PaperEnded(4, 1, "meters", "printed", "")), True),
        ((PaperOrdered(4, 1, "meters", ("one",)), PaperEnded(4, 1, "meters", "in_doubt", "")), True),  # told before
        ((PaperOrdered(4, 1, "meters", ("one",)), PaperEnded(3, 1, "meters", "printed", "")), False),
    ],
)
def test_a_paper_that_was_ordered_and_told_of_has_ended(kept: tuple[Any, ...], holds: bool) -> None:  # noqa: FBT001
    wrong = hold(KeptEvents(*kept), TellFault("ticket_printer", "paper 4 printed", ""), DONE)
    assert (wrong == []) is holds


def test_what_was_refused_or_changes_nothing_is_not_held() -> None:
    later = msgspec.structs.replace(DONE, outcome="later")
    assert hold(KeptEvents(), m.CreditNote(1, 20_00, "USD"), later) == []
    assert hold(KeptEvents(), m.GetSnapshot(), DONE) == []


def test_a_note_of_which_the_commands_are_forgotten_is_looked_for_by_its_number() -> None:
    life = "a" * 16
    credited = BoughtIn(1, 20_00, "note", life=life, note=7, currency="USD")
    assert hold(KeptEvents(credited), m.CreditNote(7, 20_00, "USD"), DONE) == []
    assert len(hold(KeptEvents(credited), m.CreditNote(8, 20_00, "USD"), DONE)) == 1
    assert len(hold(KeptEvents(credited), m.CreditNote(7, 50_00, "USD"), DONE)) == 1


def test_a_note_of_a_board_that_has_moved_stands_where_it_was_told_first() -> None:
    life = "a" * 16
    elsewhere = NoteDoubted(2, f"2-{life}-left", 20_00, "other_board", life, 7, "USD")
    left = LeftNoteTold(2, life, 7, 20_00, "USD")
    in_doubt = msgspec.structs.replace(DONE, outcome="in-doubt")
    for kept in (elsewhere, left):
        assert hold(KeptEvents(kept), m.CreditNote(7, 20_00, "USD"), in_doubt) == []
        assert len(hold(KeptEvents(kept), m.CreditNote(7, 20_00, "USD"), DONE)) == 1
        assert len(hold(KeptEvents(kept), m.CreditNote(8, 20_00, "USD"), in_doubt)) == 1
    questioned = NoteQuestioned(1, life, 7, "name", "why")
    assert hold(KeptEvents(questioned, named=True), DoubtNote(7, 20_00, "USD", "why"), DONE) == []
    assert len(hold(KeptEvents(questioned, named=True), DoubtNote(8, 20_00, "USD", "why"), DONE)) == 1


def test_a_cash_out_of_nothing_has_no_ticket() -> None:
    assert hold(KeptEvents(named=True), m.PayByTicket(3), DONE) == []
    issued = TicketIssued(1, NUMBER, 5_00, 0, 1)
    assert len(hold(KeptEvents(issued, named=True), m.PayByTicket(3), DONE)) == 1


def stranger(**setup: Any) -> tuple[Stranger, TableState]:
    of = Setup("crown-baccarat", ats=3, **setup)
    table: Any = SimpleNamespace(setup=of)
    return Stranger(table, random.Random(1)), msgspec.structs.replace(state(), setup=of)


def test_a_stranger_who_is_credited_what_is_no_note_or_twice_is_found() -> None:
    there, after = stranger(notes=NoteList("USD", (20_00,)))
    note = BoughtIn(3, 20_00, "note", life="a", note=1)
    there.happened(
        Happened(0, (note, msgspec.structs.replace(note, note=2), msgspec.structs.replace(note, ats=1)), after)
    )
    assert there.wrong == []
    there.happened(Happened(0, (note, msgspec.structs.replace(note, amount=37, note=3)), after))
    assert there.wrong == [
        "a stranger was credited twice for note 1", "a stranger was credited 37, which is no note of this table"
    ]  # fmt: skip


def test_a_stranger_who_has_lines_forged_or_the_journal_filled_is_found() -> None:
    there, after = stranger()
    told_of = DeviceReported("ats-3 note_acceptor", "fault failure", "fine")
    doubted = NoteDoubted(3, "3-a-1", 0, "two\nlines")
    there.happened(Happened(0, (told_of, doubted), after))
    assert there.wrong == ["on record is a text that forges lines: 'two\\nlines'"]
    there.wrong.clear()
    for at in range(MOST_ROWS):
        there.happened(Happened(at, (told_of,), after))
    assert there.wrong == [f"a stranger had the table write {MOST_ROWS + 1} rows within a minute"]
    there.wrong.clear()
    there.happened(Happened(10**6, (told_of,), after))
    assert there.wrong == []


# Boxes and ledger.


def seat_with(notes: dict[int, int], currency: str = "USD", place: Any = None) -> Any:
    path = SimpleNamespace(cash_box=notes, place=place or soak_money.NotePlace.NOWHERE, value=0)
    model = SimpleNamespace(path=path, currency=currency, values=(5, 20))
    pocket = SimpleNamespace(in_flight=lambda: None, life="a" * 16, count=0)
    return SimpleNamespace(ats=1, devices={"note_acceptor": SimpleNamespace(model=model)}, pocket=pocket, others=())


def table_of(of: TableState) -> Any:
    return SimpleNamespace(state=of)


def test_notes_that_are_no_money_here_may_not_be_kept() -> None:
    of = msgspec.structs.replace(state(), setup=Setup("crown-baccarat", notes=NoteList("AUD", (5_00,))))
    assert notes_astray(table_of(of), seat_with({}, "USD")) == ""
    assert "notes of USD are no money here" in notes_astray(table_of(of), seat_with({5: 1}, "USD"))


def test_tickets_are_held_against_the_ledger_and_the_list_of_those_that_are_open() -> None:
    ticket = {NUMBER: IssuedTicket(1, 5_00, "printed")}
    assert tickets_astray(table_of(state(tickets=ticket, ledger={1: {"tickets": 5_00}})), 1) == ""
    assert "are outstanding, and 0 in the ledger" in tickets_astray(table_of(state(tickets=ticket)), 1)
    listed = state(tickets=ticket, unsettled=frozenset({NUMBER}), ledger={1: {"tickets": 5_00}})
    assert "are said to be unsettled" in tickets_astray(table_of(listed), 1)


def test_what_heaps_up_is_found() -> None:
    async def story() -> None:
        steps = Steps.__new__(Steps)
        steps.wrong, steps._count_at = [], 0.0  # noqa: SLF001
        seat = SimpleNamespace(ats=1, others=(), broken=lambda: [ValueError("it broke")])
        whole: Any = SimpleNamespace(
            seats={1: seat}, broken=list, display=SimpleNamespace(broken=list),
            boards=SimpleNamespace(waiting=LONGEST_QUEUE + 1),
        )  # fmt: skip
        steps._table, steps._faults = whole, SimpleNamespace(restarting=True)  # type: ignore[assignment] # noqa: SLF001
        steps.at_work()
        assert steps.wrong == ["ATS 1: ValueError('it broke')", f"{LONGEST_QUEUE + 1} messages wait to be sent"]
        assert len(asyncio.all_tasks()) < MOST_TASKS

    play(story())
