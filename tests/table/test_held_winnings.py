"""What is held are winnings (13.2.3): what a recalculation takes back is held no more."""

import pytest
from floor import ALL, OPEN, STAND, run

books = pytest.mark.parametrize("book", ALL)
# A coup that Player won with 7 to 6, and its like out of the other suits.
WON = f"{OPEN}; {STAND}; confirm"
AGAIN = "bets; wager 1 player 100; close; card 7H; card 6D; card KH; card KS; confirm"
LOST = "player=6S,KD banker=7H,KC"


@books
@pytest.mark.rule("crown 13.2.1, 13.2.3")
def test_winnings_of_wagers_that_are_declared_void_are_held_no_more(book: str) -> None:
    events = run(f"{WON}; hold 1 100; declare-void 1 1; keep 1; cashout 1", book)
    # The stake is the player's own, and is neither held nor kept.
    assert events.only("refused")["code"] == "nothing_held"
    assert events.only("cashed_out")["amount"] == 1000_00


@books
@pytest.mark.rule("crown 11.11, 13.2.3")
def test_winnings_that_a_correction_takes_back_are_held_no_more(book: str) -> None:
    events = run(f"{WON}; hold 1 60; correct 1 {LOST}; release 1", book)
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 900_00


@books
@pytest.mark.rule("crown 13.2.3")
def test_of_what_is_held_what_other_wagers_won_stays_held(book: str) -> None:
    events = run(f"{WON}; {AGAIN}; hold 1 150; correct 1 {LOST}; hold 1 0.01; keep 1", book)
    # 100.00 of the second coup are winnings still; 50.00 go back before 200.00 are taken.
    assert events.only("refused")["code"] == "held_over_won"
    assert events.only("held_kept")["amount"] == 100_00
    assert events.balance(1) == 900_00


@books
def test_a_correction_that_takes_no_winnings_leaves_what_is_held(book: str) -> None:
    events = run(f"{WON}; hold 1 100; correct 1 player=8S,KD banker=7H,KC; keep 1", book)
    assert events.only("held_kept")["amount"] == 100_00
    assert events.balance(1) == 1000_00


@books
def test_winnings_are_held_no_more_also_where_the_player_is_given_back_more_than_was_won(book: str) -> None:
    # Player won 100.00, Tie lost 200.00: with both void 100.00 more go to the account than it had of the coup.
    wagers = "buyin 1 1000; bets; wager 1 player 100; wager 1 tie 200; close"
    events = run(f"{wagers}; {STAND}; confirm; hold 1 100; declare-void 1 1; keep 1", book)
    assert events.only("refused")["code"] == "nothing_held"
    assert events.balance(1) == 1000_00


@books
def test_what_was_not_won_cannot_be_held_though_nothing_could_be_taken_back(book: str) -> None:
    # All that was won, and the stake, is lost again before the first coup is corrected: 200.00 are owed.
    lost = "limit * max=5000; bets; wager 1 player 1100; close; card 6D; card 7D; card KH; card KS; confirm"
    events = run(f"{WON}; {lost}; correct 1 {LOST}; buyin 1 500; hold 1 0.01", book)
    assert events.only("owed") | {"amount": 200_00, "by": "player"} == events.only("owed")
    assert events.only("refused")["code"] == "held_over_won"


@books
def test_wagers_that_come_to_nothing_together_free_what_one_of_them_won(book: str) -> None:
    wagers = "buyin 1 1000; bets; wager 1 player 100; wager 1 tie 100; close"
    events = run(f"{wagers}; {STAND}; confirm; hold 1 100; declare-void 1 1; keep 1; hold 1 0.01", book)
    assert [event["code"] for event in events.of("refused")] == ["nothing_held", "held_over_won"]
    assert events.balance(1) == 1000_00
