"""A fact is never refused, whatever the phase: it is recorded, counted, and ruled on once the question is answered."""

from collections.abc import Callable
from typing import Any

import pytest
from each_case import each
from floor import ALL, CROWN, OPEN, SILENT, STAND, accepted, run
from msgspec.structs import asdict
from table_under_test import Table

from firmware.game import steps as s
from firmware.game.hands import Side, Winner
from firmware.game.shoe import Shoe
from firmware.game.state import Phase
from firmware.game.steps import FACTS
from firmware.game.transitions import TRANSITIONS
from firmware.table.core.bounds import MOST_TEXT
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.closing import CloseTable
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.wagers import Wager
from hal.cards import Card

books = pytest.mark.parametrize("book", ALL)
crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)

# How a table comes to stand in each phase.
TOGETHER = f"{OPEN}; card 7S; cards 6H KD together"
PHASES = {
    Phase.NO_SHOE: "empty",
    Phase.BETWEEN: "buyin 1 100",
    Phase.BETTING: "buyin 1 1000; bets; wager 1 player 100",
    Phase.CLOSED: OPEN,
    Phase.DEALING: f"{OPEN}; card 7S",
    Phase.COMPLETE: f"{OPEN}; {STAND}",
    Phase.ASKING: TOGETHER,
    Phase.BETTING_ASKING: "buyin 1 1000; bets; wager 1 player 100; foreign",
    Phase.UNREADABLE: f"{OPEN}; card 7S; unreadable",
}
SCRIPTED = (
    "card 2C", "card 2C to=player", "card 2C to=banker", "card 2C face-up", "card 2C shown", "cards 2C 3C together",
    "unreadable", "burn 2C", "burn 2C face-up", "cut", "shoe-says tie", "empty", "altered", "foreign", "foreign JOKER",
    "fault ats 1", "fault system", "fault wnd",
)  # fmt: skip
SEEN: tuple[s.Step, ...] = (
    s.CardSeen(Side.PLAYER), s.CardSeen(Side.BANKER), s.CardSeen(face_up=True), s.CardSeen(shown=True),
    s.CardSeen(Side.PLAYER, back=9), s.CardsTogether((Card("3C"),), with_last=True),
    s.CardDrawn(Card("2C"), overdrawn=True), s.CardDrawn(Card("2C"), counted=Side.BANKER, position=3),
)  # fmt: skip


def test_each_phase_has_a_row_for_each_fact() -> None:
    for phase, moves in TRANSITIONS.items():
        assert moves.keys() >= FACTS, f"{phase}: {FACTS - moves.keys()}"


def test_facts_are_what_happens_and_not_what_somebody_wants() -> None:
    wishes = {s.NewShoe, s.ReplaceCards, s.OpenBets, s.CloseBets, s.Enter, s.Decide, s.Confirm, s.Invalidate}
    assert {s.CardDrawn, s.CardSeen, s.CardsTogether, s.Unreadable, s.Burn, s.Cut, s.ShoeSays, s.ShoeEmpty} <= FACTS
    assert {s.OrderAltered, s.ForeignCard, s.SystemFault} <= FACTS
    assert not FACTS & wishes


@books
@each("phase", PHASES)
@each("fact", SCRIPTED)
def test_no_fact_is_refused_in_any_phase(book: str, phase: Phase, fact: str) -> None:
    accepted(f"{PHASES[phase]}; {fact}; {fact}", book)


@books
@pytest.mark.parametrize("fact", SEEN)
def test_no_sighting_is_refused_in_any_phase(book: str, fact: s.Step) -> None:
    for stand in ((), (s.OpenBets(),), (s.OpenBets(), s.CloseBets())):
        table = Table(rulebook=book)

        async def story(table: Table, stand: tuple[Any, ...] = stand) -> None:
            await table.tell(*stand, fact, fact)

        table.run(story)


def out_of(table: Table) -> Shoe:
    shoe = table.service.state.game.shoe
    assert shoe is not None
    return shoe


@books
def test_a_card_that_leaves_while_a_question_is_open_is_counted_at_once(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
        await table.tell(s.CardsTogether((Card("7S"), Card("6H"))))
        before = out_of(table).out
        await table.tell(s.CardDrawn(Card("KD")), s.Unreadable(), s.Burn(Card("2C")))
        assert out_of(table).out == before + 3
        assert out_of(table).left(Card("KD")) == 7

    Table(rulebook=book).run(story)


@books
@pytest.mark.parametrize("fact", ["card KD", "burn KD", "altered", "shoe-says tie", "cut"])
def test_nothing_is_ruled_on_before_an_unread_card_is_entered(book: str, fact: str) -> None:
    before = accepted(f"{OPEN}; card 7S; unreadable", book)
    held = accepted(f"{OPEN}; card 7S; unreadable; {fact}", book)
    assert held[: len(before)] == before
    assert [event["event"] for event in held[len(before) :]] == ["fact_held"]
    dealt = accepted(f"{OPEN}; card 7S; unreadable; card KD; enter 6H", book)
    assert dealt.cards(1) == [("7S", "player", 1), ("6H", "banker", 1), ("KD", "player", 2)]


@books
def test_what_came_meanwhile_is_ruled_on_in_order_right_after_the_answer(book: str) -> None:
    events = accepted(f"{TOGETHER}; card KC; decide order=6H,KD; confirm", book)
    assert events.cards(1) == [("7S", "player", 1), ("6H", "banker", 1), ("KD", "player", 2), ("KC", "banker", 2)]
    assert events.only("result")["winner"] == "player"
    events = accepted(f"{TOGETHER}; card KC; decide order=KD,6H", book)
    assert events.cards(1)[1:] == [("KD", "banker", 1), ("6H", "player", 2), ("KC", "banker", 2)]


@crown
def test_a_card_that_came_meanwhile_is_in_excess_of_a_coup_that_the_answer_made_void(book: str) -> None:
    events = accepted(f"{TOGETHER}; card KC; decide order=unknown; decide void; bets; wager 1 tie 5; close", book)
    assert ("excess_card", "carry", "11.2", "firmware") in events.rulings()
    assert events.cards(2) == [("KC", "player", 1)]


@silent
def test_a_card_that_came_meanwhile_is_asked_about_once_the_coup_is_void(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S to=banker; card KC; decide cannot-reconstruct; decide set-aside; bets", book)
    assert [event["winner"] for event in events.of("result")] == ["void"]
    assert events.of("question")[-1]["options"] == ["carry", "set-aside"]


@books
def test_a_question_that_follows_from_what_waited_holds_up_the_rest(book: str) -> None:
    events = accepted(f"{TOGETHER}; cards KC 2D together; card 3D; decide order=6H,KD", book)
    assert [question["kind"] for question in events.of("question")][:2] == ["simultaneous_draw"] * 2
    assert "3D" not in [card for card, _, _ in events.cards(1)]
    events = accepted(f"{TOGETHER}; cards KC 2D together; card 3D; decide order=6H,KD; decide order=KC,2D", book)
    assert events.cards(1)[3] == ("KC", "banker", 2)


@books
def test_of_a_question_only_the_answer_and_a_supervisors_void_are_taken(book: str) -> None:
    wishes = "bets; close; wager 1 player 5; confirm; shoe; enter 2C; void by=dealer"
    events = run(f"{TOGETHER}; {wishes}; void a brawl; bets", book)
    assert events.refusals() == wishes.split("; ")
    assert events.only("result")["winner"] == "void"


@books
def test_while_a_question_is_open_the_betting_clock_stands_and_no_wager_is_taken(book: str) -> None:
    asked, answer = ("altered", "reconstruct") if book.startswith("mbs") else ("foreign", "play-on")
    setup = f"buyin 1 1000; bets; wager 1 player 100; wait 20; {asked}"
    events = run(f"{setup}; wait 60; wager 1 player 50; decide {answer}; wager 1 player 200; wait 9; wait 2", book)
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [
        ("wager 1 player 50", "question_open")
    ]
    assert events.only("bets_closed") | {"at": 90, "cause": "elapsed"} == events.only("bets_closed")


@books
def test_a_malfunction_is_ruled_on_at_once_while_a_question_is_open(book: str) -> None:
    events = accepted(f"{TOGETHER}; fault ats 1", book)
    assert events.irregularities()[-1][0] == "ats_malfunction"
    events = accepted("buyin 1 1000; bets; wager 1 player 100; foreign; fault system", book)
    assert events.only("result")["winner"] == "void"
    assert events.only("returned")["amount"] == 100_00


@books
@pytest.mark.parametrize("answer", ["play-on", "void"])
@pytest.mark.parametrize("end", ["fault system; clear system", "void the roof leaks"])
def test_reading_24_a_foreign_cards_question_outlives_the_coup(book: str, answer: str, end: str) -> None:
    events = run(f"buyin 1 1000; bets; wager 1 player 100; foreign; {end}; bets; decide {answer}; bets", book)
    assert events.only("result")["winner"] == "void"
    assert bool(events.of("shoe_ended")) == (answer == "void")
    assert events.refusals() == ["bets", "bets"][: 1 if answer == "play-on" else 2]


@books
@pytest.mark.parametrize("waits", ["cards 6H KD together", "unreadable"])
def test_reading_23_the_shoes_result_is_kept_and_compared_once_the_coup_is_complete(book: str, waits: str) -> None:
    answer = "enter 6H; card KD" if waits == "unreadable" else "decide order=6H,KD"
    events = accepted(f"{OPEN}; card 7S; {waits}; shoe-says banker; {answer}; card KC", book)
    assert events.of("question")[-1]["kind"] == "shoe_disagrees"
    events = accepted(f"{OPEN}; card 7S; {waits}; shoe-says player; {answer}; card KC; confirm", book)
    assert "shoe_disagrees" not in events.only("result")["flags"]


@books
def test_a_shoes_result_that_comes_after_the_settlement_is_compared_too(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; confirm; shoe-says banker; decide void; bets", book)
    assert events.only("question") | {"kind": "shoe_disagrees", "options": ["play-on", "void"]} == events.only(
        "question"
    )
    assert events.balance(1) == 1000_00
    events = accepted(f"{OPEN}; {STAND}; confirm; shoe-says banker; decide play-on; bets", book)
    assert events.balance(1) == 1100_00
    assert not accepted(f"{OPEN}; {STAND}; confirm; shoe-says player; bets; shoe-says tie; void", book).of("question")


def test_a_fact_of_a_table_that_is_closed_goes_on_record() -> None:
    async def story(table: Table) -> None:
        await table.tell(CloseTable(), s.CardDrawn(Card("2C")), Malfunction("wnd"))
        assert out_of(table).left(Card("2C")) == 7
        await table.refuse(s.OpenBets())

    Table().run(story)


def test_results_of_the_shoe_are_of_the_coup_that_is_open() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.ShoeSays(Winner.TIE), s.OpenBets(), s.ShoeSays(Winner.TIE))
        assert table.service.state.game.coup.shoe_result == "tie"  # type: ignore[union-attr]

    Table().run(story)


@pytest.mark.parametrize("text", ["x" * 10_000, "\ud800", "jam " * 200 + "\x1b"])
@pytest.mark.parametrize("fact", [s.ForeignCard, lambda text: ReportDevice("shoe", text, text)])
def test_what_happened_is_on_record_however_long_what_is_said_of_it(fact: Callable[[str], Any], text: str) -> None:
    async def story(table: Table) -> None:
        before = len(table.said)
        await table.tell(fact(text))
        texts = [one for event in table.said[before:] for one in asdict(event).values() if isinstance(one, str)]
        assert all(len(one) <= MOST_TEXT and one.encode() for one in texts)
        assert any(one[:4] in {text[:4], "\\ud8"} for one in texts)

    Table().run(story)
