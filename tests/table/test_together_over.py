"""Cards that left together when none was due are of no hand: they outlive the coup that is made void (11.2)."""

import pytest
from floor import ALL, CROWN, OPEN, SILENT, STAND, accepted

books = pytest.mark.parametrize("book", ALL)
OVER = f"{OPEN}; {STAND}; cards 2C 3C together"


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.rule("crown 11.2")
def test_in_crown_they_are_carried_in_the_order_that_is_named(book: str) -> None:
    events = accepted(f"{OVER}; void a brawl; decide order=3C,2C; bets; wager 1 tie 5; close", book)
    assert [ruling[:3] for ruling in events.rulings()][1:] == [("excess_card", "carry", "11.2")] * 2
    assert events.cards(2) == [("3C", "player", 1), ("2C", "banker", 1)]


@pytest.mark.parametrize("book", SILENT)
def test_elsewhere_a_supervisor_says_what_becomes_of_each(book: str) -> None:
    answers = "decide order=3C,2C; decide carry; decide set-aside"
    events = accepted(f"{OVER}; void a brawl; {answers}; bets; wager 1 tie 5; close", book)
    assert events.cards(2) == [("3C", "player", 1)]


@books
@pytest.mark.parametrize("answer", ["decide order=unknown", "decide order=unknown; decide play-on"])
def test_in_an_order_that_nobody_knows_they_are_asked_about_still(book: str, answer: str) -> None:
    events = accepted(f"{OVER}; void a brawl; {answer}", book)
    last = events.of("question")[-1]
    if answer.endswith("unknown"):
        assert last["options"] == ["void", "play-on"]
    elif book in CROWN:
        assert [ruling[1] for ruling in events.rulings()[-2:]] == ["carry", "carry"]
    else:
        assert last["options"] == ["carry", "set-aside"]


@books
@pytest.mark.parametrize(
    "answers", ["void a brawl; decide order=unknown; decide void", "decide order=unknown; decide void"]
)
def test_where_void_is_the_answer_they_are_set_aside(book: str, answers: str) -> None:
    events = accepted(f"{OVER}; {answers}; bets", book)
    assert [ruling[:2] for ruling in events.rulings()[-2:]] == [("simultaneous_draw", "set-aside")] * 2


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.rule("crown 11.1.1, 3.8.1")
def test_of_a_recommenced_shoe_the_first_of_them_is_the_burn(book: str) -> None:
    events = accepted(
        f"shoe unburned; {OVER}; decide reconstruct; decide order=3C,2C; bets; wager 1 tie 5; close", book
    )
    assert events.only("burned")["card"] == "3C"
    assert events.cards(2) == [("2C", "player", 1)]


@books
def test_cards_of_which_one_was_due_go_with_their_coup(book: str) -> None:
    draws = f"{OPEN}; card 2S; card 7H; card KD; card KC; cards 2C 3C together"
    events = accepted(f"{draws}; void a brawl; bets", book)
    assert len(events.of("question")) == 1


@pytest.mark.parametrize("book", CROWN)
def test_a_foreign_card_among_them_that_makes_the_coup_void_leaves_their_question(book: str) -> None:
    spades = "; ".join("bets; close; card AS; card 8H; card AS; card KC; confirm" for _ in range(2))
    dealt = f"table ats=0 decks=4; {spades}; bets; close; {STAND}; cards 2C AS 3C together"
    events = accepted(f"{dealt}; decide order=2C,3C; decide void", book)
    assert events.only("irregularity", kind="foreign_card")["card"] == "AS"
    assert [ruling[:2] for ruling in events.rulings()] == [
        ("excess_card", "carry"), ("excess_card", "carry"), ("foreign_card", "void"),
    ]  # fmt: skip
    events = accepted(f"{dealt}; void a brawl; decide order=3C,2C; bets; close", book)
    assert events.cards(4) == [("3C", "player", 1), ("2C", "banker", 1)]


@pytest.mark.parametrize("book", SILENT)
def test_a_card_that_was_carried_dealt_and_is_over_again_goes_before_those_that_left_later(
    book: str,
) -> None:
    # The ten left before the king: carried, dealt at once as Player's second, and over again by the miscount.
    events = accepted(
        "bets; close; card 6S; unreadable; card TH overdrawn; cards KS 4H 6D together; enter 6H; decide carry; "
        "decide order=6D,4H,KS; decide carry; confirm; miscount player=9C,QS banker=8D,QH; "
        "decide set-aside; decide set-aside; decide carry; decide set-aside; decide set-aside; "
        "bets; close; card 6C; card 8S; confirm",
        book,
    )
    assert events.cards(2)[:2] == [("TH", "player", 1), ("KS", "banker", 1)]
