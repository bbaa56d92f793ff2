"""A second card in excess on one hand: 11.7 speaks of a third card, and with one lying there it is a fourth."""

import pytest
from floor import CROWN, OPEN, STAND, accepted

books = pytest.mark.parametrize("book", CROWN)


@books
@pytest.mark.rule("crown 11.8.1, 11.2, 8.4.1")
@pytest.mark.parametrize(("hand", "third"), [("player", "11.7.1(b)"), ("banker", "11.7.2")])
@pytest.mark.parametrize(("answer", "action", "rule"), [("dummy", "dummy-next", "11.8.1"), ("carry", "carry", "11.2")])
def test_the_second_on_a_hand_is_its_fourth_card_and_asked_about(
    book: str, hand: str, third: str, answer: str, action: str, rule: str
) -> None:
    over = f"card 2C to={hand}; card 3C to={hand}; decide {answer}"
    events = accepted(f"{OPEN}; {STAND}; {over}; confirm", book)
    assert events.irregularities() == [("excess_card", third), ("excess_card", "11.8.1")]
    assert events.rulings() == [
        ("excess_card", "settle-then-dummy", third, "firmware"), ("excess_card", action, rule, "supervisor"),
    ]  # fmt: skip
    # In the order in which they left they begin the Dummy Coup that the third card wants, whatever was answered.
    assert [(c["card"], c["hand"]) for c in events.of("card") if c["coup"] == 2] == [("2C", "player"), ("3C", "banker")]
    assert [opened["dummy"] for opened in events.of("coup_opened")] == [False, True]


@books
@pytest.mark.rule("crown 11.7.1(b), 11.7.2")
def test_one_on_each_hand_are_two_third_cards(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C to=player; card 3C to=banker; confirm", book)
    assert events.irregularities() == [("excess_card", "11.7.1(b)"), ("excess_card", "11.7.2")]


@books
@pytest.mark.rule("crown 11.7.1(b)")
def test_one_of_an_earlier_coup_is_on_no_hand_of_this_one(book: str) -> None:
    # The Dummy Coup follows with no betting between: 2C and 5H against 6D and KH, and both stand.
    over = "card 2C to=player; confirm; card 6D; card 5H; card KH; card 3C to=player; confirm"
    events = accepted(f"{OPEN}; {STAND}; {over}", book)
    assert events.irregularities() == [("excess_card", "11.7.1(b)"), ("excess_card", "11.7.1(b)")]
    assert events.only("coup_opened", coup=3)["dummy"]


@pytest.mark.rule("mbs 5.2")
@pytest.mark.parametrize("book", ["mbs-baccarat", "mbs-no-commission", "mbs-rapid-no-commission"])
def test_a_hand_that_was_reconstructed_has_room_for_a_third_again(book: str) -> None:
    over = "card 2C to=player; decide reconstruct; decide set-aside; card 3C to=player"
    events = accepted(f"{OPEN}; {STAND}; {over}", book)
    asked = [set(question["options"]) for question in events.of("question")]
    assert asked == [
        {"reconstruct", "cannot-reconstruct"},
        {"carry", "set-aside"},
        {"reconstruct", "cannot-reconstruct"},
    ]
