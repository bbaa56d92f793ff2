"""Two things at once, which a second engine (tests/oracle) found to be taken for one."""

import pytest
from floor import ALL, CROWN, OPEN, SILENT, accepted
from table_under_test import Table

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager

books = pytest.mark.parametrize("book", ALL)
crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)


@silent
def test_a_card_set_aside_leaves_its_namesake_that_waits(book: str) -> None:
    events = accepted("card 9D shown; decide carry; card 9D shown; decide set-aside; bets; card TS", book)
    assert events.cards(1) == [("9D", "player", 1), ("TS", "banker", 1)]


@crown
def test_a_card_that_waits_and_is_set_aside_after_all_waits_no_more(book: str) -> None:
    table = Table(rulebook=book)

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00), s.OpenBets(), Wager(1, "player", 100_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(card) for card in table.cards("7S 6H KD KC 9D")))
        await table.tell(s.OrderAltered(), s.Decide("play-on"), s.CardSeen(Side.PLAYER))

    table.run(story)
    assert table.of(g.Ruling)[-1].action == "set-aside"
    assert table.service.state.game.carried == ()


@silent
def test_reading_23_the_shoes_result_is_compared_once_it_is_known_that_the_hands_stand(book: str) -> None:
    script = f"{OPEN}; card 7S; card 6H; card KD; shoe-says tie; burn KC"
    events = accepted(f"{script}; decide reconstruct", book)
    assert [question["kind"] for question in events.of("question")] == ["misplaced_burn", "shoe_disagrees"]
    events = accepted(f"{script}; decide cannot-reconstruct", book)
    assert [question["kind"] for question in events.of("question")] == ["misplaced_burn"]


@silent
@pytest.mark.parametrize("last", ["card KC face-up", "card KC to=player"])
def test_reading_23_the_shoes_result_waits_for_the_question_about_the_last_card(book: str, last: str) -> None:
    events = accepted(f"{OPEN}; card 7S; card 6H; card KD; shoe-says tie; {last}", book)
    assert len(events.of("question")) == 1
    assert events.of("irregularity", kind="shoe_disagrees") == []


@books
def test_reading_23_the_shoes_result_is_asked_about_once(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; card 6H; card KD; shoe-says tie; card KC; decide play-on; confirm", book)
    assert len(events.of("question", kind="shoe_disagrees")) == 1
    again = accepted(
        f"{OPEN}; card 7S; card 6H; card KD; shoe-says tie; card KC; decide play-on; shoe-says banker", book
    )
    assert len(again.of("question", kind="shoe_disagrees")) == 2


@crown
@pytest.mark.rule("crown 11.2")
def test_carried_cards_keep_their_order_beside_a_namesake_that_was_dealt(book: str) -> None:
    script = f"{OPEN}; card 4S; card 2D; card 5H; card 3D; confirm; card KD; burn 2D; bets; wager 1 player 100; card AS"
    assert accepted(script, book).cards(2) == [("KD", "player", 1), ("2D", "banker", 1), ("AS", "player", 2)]


@silent
def test_a_card_that_is_over_is_asked_about_also_when_it_was_decided_what_becomes_of_its_namesake(book: str) -> None:
    deal = "card AD; card 4C; card AC; card 8C; card 3C; card 4C"
    script = f"{OPEN}; {deal}; card KC to=banker; decide set-aside; burn KC; decide reconstruct; decide carry; confirm"
    events = accepted(f"{script}; bets; wager 1 player 100; card AS", book)
    assert events.cards(2) == [("KC", "player", 1), ("AS", "banker", 1)]
