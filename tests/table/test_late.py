"""What is learned late is ruled on by the coup as it then stood; before the next betting also when it has ended."""

from typing import Any

import pytest
from floor import ALL, BANKER_DRAWS, CROWN, MBS, OPEN, SILENT, STAND, accepted, run
from table_under_test import Table

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.state import Phase
from firmware.table.core.events import CoupInvalidated
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from hal.cards import Card

pytestmark = pytest.mark.lab(55)

books = pytest.mark.parametrize("book", ALL)
crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)
WON = f"{OPEN}; {STAND}; confirm"
CORRECTED = "player=6S,KD banker=7H,KC"


def incorrect(book: str) -> str:
    return "5.2" if book in MBS else "5.1.2"


def told(book: str, codes: str, *steps: Any) -> Table:
    """A table at which a coup was dealt with 100.00 on Player, and what it was told then."""
    table = Table(rulebook=book)

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", 100_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(card) for card in table.cards(codes)))
        table.said.clear()
        await table.tell(*steps)

    table.run(story)
    return table


def kinds(table: Table) -> list[tuple[int | None, str, str | None]]:
    return [(event.coup, event.kind, event.rule) for event in table.of(g.Irregularity)]


@crown
@pytest.mark.rule("crown 8.3.3")
def test_bankers_second_card_seen_late_is_no_third(book: str) -> None:
    # 6S 5H KD KC: the KC is Banker's second; the 2C that follows is Banker's third, and the KC is seen only then.
    table = told(book, "6S 5H KD KC 2C", s.CardSeen(Side.PLAYER, back=1))
    assert kinds(table) == [(1, "wrong_hand", "8.3.3")]


@crown
@pytest.mark.rule("crown 11.7.1(a)")
def test_bankers_third_card_seen_late_on_a_standing_player_is_one(book: str) -> None:
    table = told(book, "6S 5H KD KC 2C", s.CardSeen(Side.PLAYER))
    assert kinds(table) == [(1, "excess_card", "11.7.1(a)")]


@crown
@pytest.mark.rule("crown 11.7.1(b), 11.7.2")
@pytest.mark.parametrize(("side", "rule"), [(Side.PLAYER, "11.7.1(b)"), (Side.BANKER, "11.7.2")])
def test_reading_25_a_third_card_sensed_after_the_settlement_opens_a_dummy_coup(
    book: str, side: Side, rule: str
) -> None:
    table = told(book, "7S 6H KD KC", s.CardDrawn(Card("9C")), s.Confirm(), s.CardSeen(side))
    assert kinds(table)[-1] == (1, "excess_card", rule)
    opened = table.of(g.CoupOpened)[-1]
    assert (opened.coup, opened.dummy) == (2, True)
    coup = table.service.state.game.coup
    assert coup is not None
    assert coup.player == (Card("9C"),)


@crown
def test_reading_25_of_several_that_wait_each_keeps_its_place(book: str) -> None:
    cards = (s.CardDrawn(Card("9C")), s.CardDrawn(Card("8C")))
    table = told(book, "7S 6H KD KC", *cards, s.Confirm(), s.CardSeen(Side.PLAYER, back=1))
    coup = table.service.state.game.coup
    assert coup is not None
    assert (coup.dummy, coup.player, coup.banker) == (True, (Card("9C"),), (Card("8C"),))


@crown
def test_reading_25_once_betting_has_opened_again_it_stays_carried(book: str) -> None:
    seen = s.CardSeen(Side.PLAYER)
    table = told(book, "7S 6H KD KC", s.CardDrawn(Card("9C")), s.Confirm(), s.OpenBets(), seen)
    assert table.service.state.game.phase is Phase.BETTING
    assert table.service.state.game.carried == (Card("9C"),)
    assert [event.fact for event in table.of(g.FactNoted)] == [seen]


@crown
def test_reading_25_after_the_last_coup_it_is_set_aside(book: str) -> None:
    told_ = told(book, "7S 6H KD KC", s.Cut(), s.Confirm(), s.OpenBets(), s.CloseBets())
    assert told_.service.state.game.shoe is not None
    events = accepted(f"cut; {OPEN}; {STAND}; card 9C to=player; confirm")
    assert [ruling[1] for ruling in events.rulings()] == ["set-aside"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize("answer", ["reconstruct", "cannot-reconstruct"])
def test_reading_25_a_card_sensed_on_the_wrong_hand_after_the_settlement_is_asked_about(book: str, answer: str) -> None:
    table = told(book, "7S 6H KD KC", s.Confirm(), s.CardSeen(Side.PLAYER), s.Decide(answer))
    (question,) = table.of(g.Question)
    assert (question.kind, question.coup, question.options) == ("wrong_hand", 1, ("reconstruct", "cannot-reconstruct"))
    state = table.service.state
    assert state.balance(1) == (1100_00 if answer == "reconstruct" else 1000_00)
    assert [event.rule for event in table.of(CoupInvalidated)] == ([] if answer == "reconstruct" else [incorrect(book)])
    assert not state.frozen
    assert state.outcomes == ({1: "P"} if answer == "reconstruct" else {})


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_reading_25_a_third_card_sensed_after_the_settlement_is_asked_about(book: str) -> None:
    steps = (s.CardDrawn(Card("9C")), s.Decide("carry"), s.Confirm(), s.CardSeen(Side.PLAYER))
    table = told(book, "7S 6H KD KC", *steps, s.Decide("reconstruct"))
    # What becomes of the card was decided already.
    assert table.service.state.game.phase is Phase.BETWEEN
    assert table.service.state.game.carried == (Card("9C"),)
    void = told(book, "7S 6H KD KC", *steps, s.Decide("cannot-reconstruct"))
    assert void.service.state.balance(1) == 1000_00


@crown
@pytest.mark.rule("crown 11.6.1, 11.8.4")
def test_reading_25_a_first_card_known_to_have_been_face_up_only_after_the_settlement(book: str) -> None:
    table = told(book, "7S 6H KD KC", s.Confirm(), s.CardSeen(face_up=True, back=3))
    assert kinds(table) == [(1, "face_up", "11.6.1")]
    assert [event.rule for event in table.of(CoupInvalidated)] == ["11.8.4"]
    assert table.service.state.balance(1) == 1000_00


@crown
@pytest.mark.rule("crown 11.1.1")
def test_a_sighting_of_the_card_that_became_the_burn_changes_nothing(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(s.NewShoe(8, burned=False), s.OpenBets(), s.CloseBets())
        await table.tell(*(s.CardDrawn(card) for card in table.cards("7S 6H KD KC 4C")))
        await table.tell(s.Decide("reconstruct"), s.CardSeen(Side.PLAYER))
        assert [event.card for event in table.of(g.Burned)] == ["4C"]
        assert table.service.state.game.phase is Phase.BETWEEN

    Table(rulebook=book).run(story)


@crown
def test_a_card_that_is_taken_back_opens_no_dummy_coup_by_itself(book: str) -> None:
    third, together = s.CardDrawn(Card("2C"), to=Side.PLAYER), s.CardsTogether((Card("9C"),), with_last=True)
    table = told(book, "7S 6H KD KC", third, together, s.Invalidate("a brawl"))
    assert not [event for event in table.of(g.CoupOpened) if event.dummy]
    # Both are over, and in which order they left is asked still (11.2).
    assert table.service.state.game.phase is Phase.ASKING


@books
def test_a_sighting_about_a_coup_that_was_made_void_changes_nothing(book: str) -> None:
    table = told(book, "7S 6H", s.Invalidate("a brawl"), s.CardSeen(Side.PLAYER), s.CardSeen(face_up=True, back=1))
    assert kinds(table) == []


@books
def test_a_card_that_could_not_be_read_can_lie_on_the_wrong_hand(book: str) -> None:
    table = told(book, "7S", s.Unreadable(), s.CardSeen(Side.PLAYER), s.Enter(Card("6H")))
    assert [kind for _, kind, _ in kinds(table)] == ["unreadable_card", "wrong_hand"]


@books
def test_cards_that_lie_where_they_belong_stay_well_placed_while_a_question_is_open(book: str) -> None:
    steps = (s.CardsTogether((Card("6H"), Card("KD"))), s.CardDrawn(Card("KC")))
    seen = (s.CardSeen(Side.BANKER, back=2), s.CardSeen(Side.PLAYER, back=1), s.CardSeen(Side.BANKER))
    table = told(book, "7S", *steps, *seen, s.Decide("order=6H,KD"))
    assert [kind for _, kind, _ in kinds(table)] == ["simultaneous_draw"]
    assert table.service.state.game.phase is Phase.COMPLETE


@books
@pytest.mark.parametrize("back", [0, 1, 3])
def test_a_card_that_is_known_is_found_whatever_else_left_since(book: str, back: int) -> None:
    seen = s.CardSeen(Side.BANKER, back=back, card=Card("7S"))
    assert kinds(told(book, "7S 6H KD", seen))[-1][1] == "wrong_hand"
    assert told(book, "7S 6H KD", seen).of(g.CardSeen)[-1].card == "7S"
    # One that is not among those that left is put on record, and changes nothing.
    assert not told(book, "7S 6H KD", s.CardSeen(Side.BANKER, card=Card("2C"))).of(g.CardSeen)


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1, 5.1.2")
def test_reading_26_a_miscount_is_settled_by_recalculation(book: str) -> None:
    events = accepted(f"{WON}; miscount {CORRECTED}; decide set-aside; decide set-aside; bets", book)
    assert events.irregularities() == [("wrong_outcome", incorrect(book))]
    assert events.balance(1) == 900_00
    assert ("wrong_outcome", "freeze-and-recalculate", incorrect(book), "supervisor") in events.rulings()
    # 7S and 6H are on record, and were in no hand: what becomes of each is asked, in the order in which they left.
    assert [question["cards"] for question in events.of("question")] == [["7S"], ["6H"]]
    assert events.of("question")[0]["options"] == ["carry", "set-aside"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_reading_26_the_recalculation_is_done_at_once_and_betting_waits_for_the_answer(book: str) -> None:
    events = run(f"{OPEN}; {BANKER_DRAWS}; card 2C; confirm; miscount player=6S,KD banker=5H,2C; bets", book)
    # Banker has 7 of 5 and 2 instead of 5, K and 2: the same outcome; the KC is over.
    assert (events.refusals(), events.balance(1)) == (["bets"], 900_00)
    events = run(f"{WON}; miscount player=7S,KD banker=KC,8H; bets; decide carry; bets", book)
    # 8H is in no record, 6H is over: Banker won with 8.
    assert events.balance(1) == 900_00
    assert events.refusals() == ["bets"]
    assert events.only("cards_found")["cards"] == ["8H"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1, 5.1.2")
def test_reading_26_where_the_hands_cannot_be_reconstructed_the_coup_is_void(book: str) -> None:
    events = accepted(f"{WON}; miscount void; bets", book)
    assert events.rulings()[-1] == ("wrong_outcome", "void", incorrect(book), "supervisor")
    assert events.only("settled", corrected=True) | {"outcome": "void"} == events.only("settled", corrected=True)
    assert events.balance(1) == 1000_00


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize("again", [f"miscount {CORRECTED}", "miscount void"])
def test_reading_26_once_betting_has_opened_the_result_stands(book: str, again: str) -> None:
    assert run(f"{WON}; bets; {again}", book).only("refused")["code"] == "miscount_too_late"
    assert run(f"{again}", book).only("refused")["code"] == "not_settled"
    assert run(f"{OPEN}; void; {again}", book).only("refused")["code"] == "coup_was_void"
    assert run(f"{WON}; miscount void; {again}", book).only("refused")["code"] == "coup_was_void"
    assert run(f"cut; {WON}; {again}", book).refusals() == []  # also after the last coup of the shoe


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_reading_26_a_card_that_waited_and_lay_in_a_hand_waits_no_more(book: str) -> None:
    events = run(f"{OPEN}; {STAND}; card 9C; decide carry; confirm; miscount player=7S,KD banker=KC,9C; bets", book)
    assert events.only("cards_found") | {"cards": [], "waited": ["9C"]} == events.only("cards_found")
    assert events.of("question")[-1]["cards"] == ["6H"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_reading_26_cards_that_cannot_have_left_are_refused(book: str) -> None:
    natural = "; ".join("bets; close; card AS; card 8H; card AS; card KC; confirm" for _ in range(2))
    events = run(f"table ats=0 decks=4; {natural}; miscount player=AS,AS banker=8H,AS", book)
    assert events.only("refused")["code"] == "not_in_shoe"
    assert run(f"{WON}; miscount player=7S,KD,2C banker=6H,KC", book).only("refused")["code"] == "impossible_hands"


@crown
@pytest.mark.rule("crown 11.9")
def test_reading_26_in_crown_a_miscount_is_refused(book: str) -> None:
    events = run(f"{WON}; miscount {CORRECTED}; miscount void", book)
    assert [(event["code"], event["rule"]) for event in events.of("refused")] == [("stands", "11.9")] * 2
