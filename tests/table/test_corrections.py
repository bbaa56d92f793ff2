"""Rule 11.11: freeze, recalculate, adjust; and reading 13."""

import pytest
from floor import ALL, CROWN, OPEN, STAND, accepted, run

pytestmark = pytest.mark.lab(53)

books = pytest.mark.parametrize("book", ALL)
# The coup of STAND, which Player wins 7 to 6, as it would have been had Banker won 8 to 7.
BANKER_WON = "correct 1 player=7S,KD banker=8H,KC"
PLAYER_WON = "correct 1 player=7S,KD banker=6H,KC"


@books
@pytest.mark.rule("crown 11.11, 11.9")
def test_a_wrong_outcome_is_recalculated_and_the_difference_moved(book: str) -> None:
    events = accepted(
        f"buyin 1 1000; bets; wager 1 player 100; wager 1 tie 5; close; {STAND}; confirm; {BANKER_WON}", book
    )
    rule, by = ("11.11", "dealer") if book in CROWN else (None, "supervisor")
    assert events.irregularities() == [("wrong_outcome", rule)]
    assert events.rulings() == [("wrong_outcome", "freeze-and-recalculate", rule, by)]
    again = events.of("settled", corrected=True)
    assert [(s["bet"], s["outcome"], s["returned"]) for s in again] == [("player", "lose", 0), ("tie", "lose", 0)]
    assert events.balance(1) == 895_00
    assert len(events.of("result")) == 1


@books
@pytest.mark.rule("crown 11.9")
def test_later_coups_are_not_touched(book: str) -> None:
    later = "bets; wager 1 banker 50; close; card 2S; card 9H; card TD; card KC; confirm"
    events = accepted(f"{OPEN}; {STAND}; confirm; {later}; {BANKER_WON}", book)
    assert {s["coup"] for s in events.of("settled", corrected=True)} == {1}


@books
def test_no_more_is_taken_than_there_is_and_the_rest_is_owed_by_the_player(book: str) -> None:
    spent = "bets; wager 1 player 1100; close"
    events = accepted(f"{OPEN}; {STAND}; confirm; {spent}; {BANKER_WON}", book)
    assert events.only("owed") | {"ats": 1, "amount": 200_00, "by": "player"} == events.only("owed")
    assert events.balance(1) == 0


@books
def test_part_is_taken_and_part_is_owed(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; confirm; bets; wager 1 player 1000; close; {BANKER_WON}", book)
    assert events.only("owed")["amount"] == 100_00
    assert events.only("adjusted")["amount"] == -100_00


@books
def test_what_is_due_to_a_player_who_has_left_is_owed_by_the_house(book: str) -> None:
    events = accepted(f"buyin 1 1000; bets; wager 1 banker 100; close; {STAND}; confirm; cashout 1; {BANKER_WON}", book)
    due = 200_00 if book not in ("crown-traditional", "mbs-baccarat") else 195_00
    assert events.only("owed") | {"amount": due, "by": "house"} == events.only("owed")


@books
def test_what_is_due_to_an_account_that_is_open_again_goes_there(book: str) -> None:
    events = accepted(
        f"buyin 1 1000; bets; wager 1 banker 100; close; {STAND}; confirm; cashout 1; buyin 1 20; {BANKER_WON}", book
    )
    assert not events.of("owed")
    assert events.balance(1) == (220_00 if book not in ("crown-traditional", "mbs-baccarat") else 215_00)


@books
def test_a_second_correction_restates_what_is_owed(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; confirm; cashout 1; {BANKER_WON}; {PLAYER_WON}", book)
    assert [(o["amount"], o["by"]) for o in events.of("owed")] == [(200_00, "player"), (0, "player")]
    events = accepted(f"{OPEN}; {STAND}; confirm; {BANKER_WON}; {PLAYER_WON}", book)
    assert events.balance(1) == 1100_00


@books
def test_it_is_per_account_and_net_over_the_wagers(book: str) -> None:
    events = accepted(
        f"buyin 1 205; bets; wager 1 player 100; wager 1 banker 100; wager 1 tie 5; close; {STAND}; confirm;"
        "cashout 1; correct 1 player=7S,KD banker=7H,KC",
        book,
    )
    # Player won: 200 back. A tie gives 100 + 100 + 45.
    assert events.only("owed") | {"amount": 45_00, "by": "house"} == events.only("owed")


@books
@pytest.mark.parametrize(
    "wrong",
    [
        "correct 2 player=7S,KD banker=8H,KC",  # no such coup
        "correct 1 player=2S,KD banker=7H,KC",  # Player had to draw
        "correct 1 player=7S,KD,2S banker=8H,KC",
        "correct 1 player=7S banker=8H,KC",
    ],
)
def test_what_cannot_have_been_is_refused(book: str, wrong: str) -> None:
    events = run(f"{OPEN}; {STAND}; confirm; {wrong}", book)
    assert events.refusals() == [wrong]
    assert events.balance(1) == 1100_00


@books
def test_cards_that_the_decks_do_not_hold_are_refused(book: str) -> None:
    five = "correct 1 player=KS,2S,KS banker=KS,KS,KS"
    assert run(f"table decks=4; {OPEN}; {STAND}; confirm; {five}", book).refusals() == [five]


@books
def test_a_void_coup_is_refused(book: str) -> None:
    assert run(f"{OPEN}; void the table was moved; {BANKER_WON}", book).refusals() == [BANKER_WON]


@pytest.mark.parametrize("book", CROWN)
def test_a_dummy_coup_is_refused(book: str) -> None:
    assert run(f"bets; card 7S; card 6H; card KD; card KC; confirm; {BANKER_WON}", book).refusals() == [BANKER_WON]


@books
def test_an_open_coup_has_not_been_settled(book: str) -> None:
    assert run(f"{OPEN}; {STAND}; {BANKER_WON}", book).refusals() == [BANKER_WON]


@books
def test_without_terminals_the_dealer_is_told_what_should_have_been_taken_and_paid(book: str) -> None:
    events = accepted(f"table ats=0; bets; close; {STAND}; confirm; {BANKER_WON}", book)
    outcomes = [{bet["bet"]: bet["outcome"] for bet in taken["bets"]}["banker"] for taken in events.of("take_pay")]
    assert outcomes == ["lose", "win"]
