"""Winnings that were held or kept (13.2.3), and debts (reading 13), when a coup is settled once more."""

import pytest
from floor import ALL, MBS, RWS, STAND, Events, accepted, run
from table_under_test import Table

from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, KeepWinnings
from hal.cards import Card

books = pytest.mark.parametrize("book", ALL)
both_ways = pytest.mark.parametrize("book", MBS + RWS)
# Player wins 7 to 6: 100.00 is won.
WIN = f"bets; wager 1 player 100; close; {STAND}; confirm"
WON = f"buyin 1 1000; {WIN}"
ALL_IN = f"buyin 1 100; {WIN}"
LOST = "correct 1 player=6S,KD banker=9H,KC"
BACK = "correct 1 player=7S,KD banker=6H,KC"
VOID = "declare-void 1 1"
LOST_COMMAND = CorrectOutcome(1, (Card("6S"), Card("KD")), (Card("9H"), Card("KC")))
BACK_COMMAND = CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("6H"), Card("KC")))


def debts(events: Events) -> list[tuple[int, str]]:
    return [(owed["amount"], owed["by"]) for owed in events.of("owed")]


# What is kept.


@books
@pytest.mark.rule("crown 13.2.1, 13.2.3")
def test_what_was_kept_of_a_win_that_is_declared_void_is_given_back(book: str) -> None:
    events = accepted(f"{WON}; hold 1 100; keep 1; {VOID}; cashout 1", book)
    assert events.only("cashed_out")["amount"] == 1000_00


@both_ways
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_what_was_kept_of_a_win_that_a_miscount_makes_void_is_given_back(book: str) -> None:
    events = accepted(f"{WON}; hold 1 100; keep 1; miscount void; cashout 1", book)
    assert events.only("cashed_out")["amount"] == 1000_00


@books
@pytest.mark.rule("crown 11.11, 13.2.3")
def test_what_was_kept_is_not_taken_a_second_time_by_a_correction(book: str) -> None:
    # The stake of 100.00 is lost, no more.
    assert accepted(f"{WON}; hold 1 100; keep 1; {LOST}", book).balance(1) == 900_00


@books
@pytest.mark.rule("crown 11.11, 13.2.3")
def test_a_win_is_held_and_kept_at_most_once(book: str) -> None:
    again = f"{LOST}; {BACK}; hold 1 100; keep 1"
    events = run(f"{WON}; hold 1 100; keep 1; {again}; {again}; cashout 1", book)
    assert [event["code"] for event in events.of("refused")] == ["held_over_won", "nothing_held"] * 2
    # 1,100.00 less the 100.00 that the house keeps.
    assert events.only("cashed_out")["amount"] == 1000_00


@books
def test_of_what_was_kept_what_other_wagers_won_stays_kept(book: str) -> None:
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    # Of 200.00 won 150.00 are kept; 100.00 are won still, and are the house's; the stake of 100.00 is lost.
    assert accepted(f"{WON}; {second}; hold 1 150; keep 1; {LOST}", book).balance(1) == 900_00
    assert accepted(f"{WON}; {second}; hold 1 150; keep 1; {LOST}; {BACK}", book).balance(1) == 1050_00


@books
def test_what_was_kept_counts_against_what_a_player_who_has_left_owes(book: str) -> None:
    # 100.00 were paid out and 100.00 kept; of the coup nothing was due.
    for left in ("hold 1 100; cashout 1; keep 1", "hold 1 100; keep 1; cashout 1"):
        assert debts(accepted(f"{ALL_IN}; {left}; {LOST}", book)) == [(100_00, "player")]
        assert debts(accepted(f"{ALL_IN}; {left}; {LOST}; {BACK}", book)) == [(100_00, "player"), (0, "player")]


@books
def test_what_is_given_back_goes_out_of_what_the_house_has_kept(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 1000_00))
        await table.coup(Wager(1, "player", 100_00))
        await table.tell(HoldWinnings(1, 100_00), KeepWinnings(1), LOST_COMMAND)
        ledger = table.service.state.ledger
        assert (ledger[1]["kept"], ledger[1]["balance"], total(ledger)) == (0, 900_00, 0)
        await table.tell(BACK_COMMAND)
        ledger = table.service.state.ledger
        assert (ledger[1]["kept"], ledger[1]["balance"], total(ledger)) == (100_00, 1000_00, 0)

    Table(rulebook=book).run(story)


# What is held of a player who has left.


@books
@pytest.mark.rule("crown 11.11, 13.2.3")
def test_what_is_held_of_a_player_who_has_left_counts_against_what_is_owed(book: str) -> None:
    events = run(f"{ALL_IN}; hold 1 100; cashout 1; {LOST}; keep 1", book)
    assert events.only("cashed_out")["amount"] == 100_00
    assert debts(events) == [(100_00, "player")]
    assert events.only("refused")["code"] == "nothing_held"


@books
def test_a_part_that_is_held_of_a_player_who_has_left_counts_for_a_part(book: str) -> None:
    assert debts(accepted(f"{ALL_IN}; hold 1 60; cashout 1; {LOST}", book)) == [(140_00, "player")]


@books
def test_what_a_player_who_has_left_is_given_back_comes_back_into_the_hold(book: str) -> None:
    events = accepted(f"{ALL_IN}; hold 1 100; cashout 1; {LOST}; {BACK}; keep 1", book)
    assert debts(events) == [(100_00, "player"), (0, "player")]
    assert events.only("held_kept")["amount"] == 100_00


@books
def test_winnings_of_a_player_who_has_left_are_void_with_the_wagers(book: str) -> None:
    events = run(f"{ALL_IN}; hold 1 100; cashout 1; {VOID}; release 1", book)
    assert debts(events) == []
    assert events.only("refused")["code"] == "nothing_held"


@books
def test_what_is_released_to_a_player_who_has_left_is_held_no_more_by_a_correction(book: str) -> None:
    events = run(f"{ALL_IN}; hold 1 100; cashout 1; release 1; {LOST}; {BACK}; keep 1", book)
    # What was released is a debt of its own, and stays one.
    assert debts(events) == [(100_00, "house"), (200_00, "player"), (0, "player")]
    assert events.only("refused")["code"] == "nothing_held"


# The next player.


@books
@pytest.mark.rule("crown 11.11")
def test_the_next_player_pays_no_debt_of_the_one_before(book: str) -> None:
    events = accepted(f"{ALL_IN}; cashout 1; buyin 1 500; {LOST}", book)
    assert debts(events) == [(200_00, "player")]
    assert events.balance(1) == 500_00
    # Also who has come while the coup was settled, or while betting on the next was open already.
    while_open = f"{ALL_IN}; bets; cashout 1; buyin 1 500; wager 1 banker 50; {LOST}"
    assert accepted(while_open, book).balance(1) == 450_00


@books
def test_the_next_player_pays_for_coups_of_their_own(book: str) -> None:
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    events = accepted(f"{ALL_IN}; cashout 1; buyin 1 500; {second}; correct 2 player=6H,KD banker=9H,KC", book)
    assert not events.of("owed")
    assert events.balance(1) == 400_00


@books
@pytest.mark.rule("crown 13.2.1, 13.2.3")
def test_void_wagers_of_the_one_before_free_what_was_held_of_that_one_and_nobody_pays(book: str) -> None:
    events = run(f"{ALL_IN}; hold 1 100; cashout 1; buyin 1 500; {VOID}; release 1", book)
    assert not events.of("owed")
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 500_00


@both_ways
def test_a_miscount_takes_nothing_of_the_next_player(book: str) -> None:
    events = run(f"{ALL_IN}; hold 1 100; cashout 1; buyin 1 500; miscount void; release 1", book)
    assert not events.of("owed")
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 500_00


@books
def test_what_a_recalculation_brought_the_next_player_it_can_take_back(book: str) -> None:
    lost = "buyin 1 100; bets; wager 1 player 100; close; card 6S; card 7H; card KD; card KC; confirm; cashout 1"
    won = "correct 1 player=7S,KD banker=6H,KC"
    back = "correct 1 player=6S,KD banker=7H,KC"
    # 200.00 are due to the account that is open again, and then are not.
    events = accepted(f"{lost}; buyin 1 500; {won}", book)
    assert events.balance(1) == 700_00
    events = accepted(f"{lost}; buyin 1 500; {won}; {back}", book)
    assert (events.balance(1), debts(events)) == (500_00, [])


@books
def test_what_the_next_player_won_is_no_matter_of_the_one_before(book: str) -> None:
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    events = run(f"{ALL_IN}; cashout 1; buyin 1 500; {second}; {LOST}; hold 1 100; hold 1 0.01; keep 1", book)
    assert [event["code"] for event in events.of("refused")] == ["held_over_won"]
    assert events.balance(1) == 500_00


# A hold stands.


@books
@pytest.mark.rule("crown 11.11, 13.2.3")
def test_a_correction_and_one_back_dissolve_no_hold(book: str) -> None:
    events = accepted(f"{WON}; hold 1 100; {LOST}; {BACK}; cashout 1", book)
    assert events.only("cashed_out")["amount"] == 1000_00
    assert accepted(f"{WON}; hold 1 100; {LOST}; {BACK}; keep 1; cashout 1", book).only("held_kept")["amount"] == 100_00
    assert accepted(f"{WON}; hold 1 100; {LOST}; {BACK}; release 1", book).balance(1) == 1100_00


@books
def test_no_more_comes_back_into_the_hold_than_was_ordered(book: str) -> None:
    assert accepted(f"{WON}; hold 1 60; {LOST}; {BACK}; keep 1", book).only("held_kept")["amount"] == 60_00
    # 150.00 of 200.00 are held, then 100.00 of 100.00, then 150.00 of 200.00 again.
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    events = run(f"{WON}; {second}; hold 1 150; {LOST}; {BACK}; hold 1 50.01; keep 1", book)
    assert events.only("refused")["code"] == "held_over_won"
    assert events.only("held_kept")["amount"] == 150_00


@books
def test_a_hold_that_was_released_stands_no_more(book: str) -> None:
    events = run(f"{WON}; hold 1 100; release 1; {LOST}; {BACK}; keep 1", book)
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 1100_00


@books
def test_what_the_table_pays_is_not_held_by_an_order_of_before(book: str) -> None:
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    events = run(f"{WON}; hold 1 100; {LOST}; {second}; keep 1", book)
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 1000_00


@books
def test_what_comes_back_is_held_also_of_who_left_while_nothing_was(book: str) -> None:
    events = accepted(f"{WON}; hold 1 100; {LOST}; cashout 1; {BACK}; keep 1", book)
    assert events.only("cashed_out")["amount"] == 900_00
    assert debts(events) == [(100_00, "house")]
    assert events.only("held_kept")["amount"] == 100_00


@books
def test_what_comes_back_to_one_who_has_left_is_owed_while_anothers_winnings_are_held(book: str) -> None:
    second = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
    events = accepted(
        f"{WON}; hold 1 100; {LOST}; cashout 1; buyin 1 100; {second}; hold 1 50; cashout 1; {BACK}", book
    )
    assert debts(events) == [(200_00, "house")]
    assert (
        accepted(f"{WON}; hold 1 100; {LOST}; cashout 1; buyin 1 100; {second}; hold 1 50; {BACK}; keep 1", book).only(
            "held_kept"
        )["amount"]
        == 50_00
    )
