"""While a question is open, or a card unread, no wish is taken but the answer and a supervisor's void (Words: Ask)."""

import pytest
from floor import ALL, OPEN, STAND, run

ASKED = f"{OPEN}; {STAND}; confirm; bets; close; cards 2D 3D together"
UNREAD = f"{OPEN}; {STAND}; confirm; bets; close; unreadable"
# What moves money of a coup that is over, or changes what is played.
WISHES = {
    "correct": "correct 1 player=9C,KD banker=6H,KC",
    "declare-void": "declare-void 1 1",
    "limit": "limit * min=10 max=1000 step=5",
    "open": "bets",
    "confirm": "confirm",
}
# 6.5, 6.6.1: money for credit and cash-out at any time; 6.6.2: to leave; 11.11: a freeze.
AT_ANY_TIME = ("buyin 2 100", "buyin 2 100; cashout 2", "exclude 1 noise", "freeze", "freeze; unfreeze")


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_waits_for_the_answer(book: str, wish: str) -> None:
    refused = run(f"{ASKED}; {WISHES[wish]}", book).of("refused")
    assert [event["code"] for event in refused] == ["question_open"]


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_waits_for_the_card_that_is_unread(book: str, wish: str) -> None:
    assert len(run(f"{UNREAD}; {WISHES[wish]}", book).of("refused")) == 1


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("wish", ["correct", "declare-void", "limit"])
def test_it_is_taken_after_the_answer(book: str, wish: str) -> None:
    assert run(f"{ASKED}; decide order=2D,3D; {WISHES[wish]}", book).of("refused") == []


@pytest.mark.parametrize("wish", AT_ANY_TIME)
def test_what_a_book_allows_at_any_time_goes_on(wish: str) -> None:
    assert run(f"{ASKED}; {wish}", "crown-baccarat").of("refused") == []
