"""Burns that may not be, and cards that could not be read in the place of one."""

import pytest
from floor import ALL, BANKER_DRAWS, CROWN, MBS, OPEN, SILENT, STAND, accepted, run

books = pytest.mark.parametrize("book", ALL)
crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)


def incorrect(book: str) -> str:
    return "5.2" if book in MBS else "5.1.2"


@crown
@pytest.mark.rule("crown 11.2, 8.3.2")
@pytest.mark.parametrize("before", ["burn 2C", f"{OPEN}; {STAND}; confirm; burn 2C"])
def test_a_second_burn_between_coups_is_carried(book: str, before: str) -> None:
    events = accepted(f"{before}; burn 3C; buyin 1 100; bets; wager 1 tie 5; close", book)
    assert events.irregularities() == [("misplaced_burn", "11.2")]
    assert ("misplaced_burn", "carry", "11.2", "firmware") in events.rulings()
    assert events.of("card")[-1] | {"card": "3C", "hand": "player", "position": 1} == events.of("card")[-1]


@crown
@pytest.mark.rule("crown 11.2, 8.1(c)")
def test_a_second_burn_does_not_end_betting_and_is_the_first_card(book: str) -> None:
    events = accepted("burn 2C; buyin 1 100; bets; burn 3C; wager 1 player 10; close", book)
    assert events.only("bets_closed")["cause"] == "dealer"
    assert events.cards(1)[-1] == ("3C", "player", 1)


@crown
@pytest.mark.rule("crown 11.2")
def test_a_second_burn_once_betting_has_ended_goes_to_the_hand_that_is_due(book: str) -> None:
    events = accepted(f"burn 2C; {OPEN}; burn 3C", book)
    assert events.irregularities() == [("misplaced_burn", "11.2")]
    assert events.rulings() == [("misplaced_burn", "reassign", "11.2", "firmware")]
    assert events.cards(1) == [("3C", "player", 1)]


@crown
@pytest.mark.rule("crown 11.2")
@pytest.mark.parametrize(
    ("deal", "lies"),
    [("card 7S", ("3C", "banker", 1)), (BANKER_DRAWS, ("3C", "banker", 3))],
)
def test_a_burn_within_the_coup_goes_to_the_hand_that_is_due(book: str, deal: str, lies: tuple[str, str, int]) -> None:
    events = accepted(f"{OPEN}; {deal}; burn 3C", book)
    assert events.cards(1)[-1] == lies
    assert events.irregularities() == [("misplaced_burn", "11.2")]


@crown
@pytest.mark.rule("crown 11.2, 11.8.1")
def test_a_burn_when_no_hand_is_due_is_carried_or_asked_about_if_it_was_shown(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; burn 3C; confirm; bets; wager 1 tie 5; close", book)
    assert events.rulings() == [("misplaced_burn", "carry", "11.2", "firmware")]
    assert events.cards(2) == [("3C", "player", 1)]
    events = accepted(f"{OPEN}; {STAND}; burn 3C face-up; decide dummy; confirm", book)
    question = events.only("question")
    assert (question["kind"], question["options"], question["rule"]) == ("misplaced_burn", ["dummy", "carry"], "11.8.1")
    assert events.only("coup_opened", coup=2)["dummy"]


@crown
def test_while_a_card_is_carried_a_burn_is_misplaced(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C; confirm; burn 3C; bets; wager 1 tie 5; close", book)
    assert events.cards(2) == [("2C", "player", 1), ("3C", "banker", 1)]


@crown
def test_the_burns_of_a_new_shoe_do_not_count(book: str) -> None:
    events = accepted("shoe unburned; burn 2C face-up; burn 3C; burn 4C; burn 5C", book)
    assert events.irregularities() == [("face_up", None)]
    assert len(events.of("burned")) == 4
    events = accepted("shoe unburned; burn 2C; burn 3C; burn 4C", book)
    assert [event["card"] for event in events.of("burned")] == ["2C", "3C"]
    assert events.irregularities() == [("misplaced_burn", "11.2")]


@crown
def test_in_the_last_coup_a_burn_while_betting_is_open_is_its_first_card(book: str) -> None:
    events = accepted("cut; burn 2C; buyin 1 100; bets; burn 3C; wager 1 player 5; close", book)
    assert events.cards(1)[-1] == ("3C", "player", 1)


@silent
def test_where_the_book_has_no_rule_on_burning_a_dealer_burns_as_many_as_he_likes(book: str) -> None:
    events = accepted(f"burn 2C; burn 3C; {OPEN}; burn 4C; burn 5C; {STAND}; confirm", book)
    assert events.irregularities() == []
    assert len(events.of("burned")) == 4
    assert events.only("result")["winner"] == "player"


@silent
def test_a_burn_before_a_carried_card_is_like_any_other_there(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C; decide carry; confirm; burn 3C; bets; wager 1 tie 5; close", book)
    assert [kind for kind, _ in events.irregularities()] == ["excess_card"]
    assert events.cards(2) == [("2C", "player", 1)]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_burn_within_the_coup_is_reconstructed_or_void(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; burn 6H; decide reconstruct; card KD; card KC; confirm", book)
    assert events.irregularities() == [("misplaced_burn", incorrect(book))]
    assert events.only("question") | {"by": "dealer"} == events.only("question")
    assert events.only("result")["banker"]["cards"] == ["6H", "KC"]
    events = accepted(f"{OPEN}; card 7S; burn 6H; decide cannot-reconstruct", book)
    assert events.only("returned")["rule"] == incorrect(book)
    events = accepted(f"{OPEN}; {STAND}; burn 2C; decide reconstruct; decide carry; confirm", book)
    assert events.only("result")["winner"] == "player"


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize("seen", ["", " face-up"])
def test_a_burn_when_no_hand_is_due_is_asked_about(book: str, seen: str) -> None:
    burned = f"{OPEN}; {STAND}; burn 2C{seen}"
    events = accepted(f"{burned}; decide reconstruct; decide carry; confirm; bets; wager 1 tie 5; close", book)
    question = events.of("question")[0]
    assert (question["kind"], question["rule"], question["by"]) == ("misplaced_burn", incorrect(book), "dealer")
    assert question["options"] == ["reconstruct", "cannot-reconstruct"]
    assert events.only("result")["player"]["cards"] == ["7S", "KD"]
    assert events.cards(2) == [("2C", "player", 1)]
    events = accepted(f"{burned}; decide cannot-reconstruct", book)
    assert events.only("returned") | {"reason": "void", "rule": incorrect(book)} == events.only("returned")


@crown
@pytest.mark.rule("crown 3.8.1")
def test_reading_21_an_unread_card_where_a_burn_is_due_is_the_burn(book: str) -> None:
    events = accepted(f"shoe unburned; unreadable; enter 2C; {OPEN}; {STAND}; confirm", book)
    assert [event["card"] for event in events.of("burned")] == ["2C"]
    assert events.irregularities() == [("unreadable_card", None)]
    assert events.cards(1)[0] == ("7S", "player", 1)


@crown
@pytest.mark.rule("crown 3.8.2")
def test_reading_21_an_unread_card_among_the_further_burns_is_one_of_them(book: str) -> None:
    events = accepted(f"shoe unburned; burn 2H face-up; unreadable; enter 3C; burn 4C; {OPEN}; {STAND}", book)
    assert [(event["card"], event["more"]) for event in events.of("burned")] == [("2H", 2), ("3C", 1), ("4C", 0)]


@crown
def test_reading_21_once_betting_has_opened_an_unread_card_is_dealt(book: str) -> None:
    events = accepted("shoe unburned; buyin 1 100; bets; wager 1 player 5; unreadable; enter 2C", book)
    assert events.cards(1) == [("2C", "player", 1)]
    assert [kind for kind, _ in events.irregularities()] == ["unreadable_card", "burn_missed"]


@crown
@pytest.mark.rule("crown 11.5")
@pytest.mark.parametrize("script", ["bets; close; unreadable", "bets; unreadable"])
def test_reading_21_an_unread_card_counts_as_dealt_from_the_instant_it_left(book: str, script: str) -> None:
    events = accepted(script, book)
    assert events.rulings()[-1] == ("no_wagers", "dummy-this", "11.5", "firmware")


@books
def test_reading_21_an_unread_card_is_entered_even_if_its_coup_is_void(book: str) -> None:
    answer = "decide carry"
    events = accepted(
        f"{OPEN}; card 7S; unreadable; void a brawl; enter 2C; {answer}; bets; wager 1 tie 5; close", book
    )
    assert events.cards(2) == [("2C", "player", 1)]
    assert "unreadable_card" in events.only("result")["flags"]


@books
def test_a_dealer_does_not_void_a_coup_of_which_a_card_is_unread(book: str) -> None:
    events = run("bets; close; unreadable; void by=dealer; enter 2C; void by=dealer", book)
    assert [event["code"] for event in events.of("refused")] == ["dealer_void", "dealer_void"]
    assert events.cards(1) == [("2C", "player", 1)]
    assert not events.of("result")
    events = accepted("bets; close; void by=dealer", book)
    assert events.rulings()[-1][1:] == ("void", "11.4" if book in CROWN else None, "dealer")


@books
def test_several_unread_cards_are_entered_oldest_first(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; unreadable; unreadable; enter 6H; enter KD; card KC; confirm", book)
    assert events.only("result")["player"]["cards"] == ["7S", "KD"]
    assert events.only("result")["banker"]["cards"] == ["6H", "KC"]


@crown
@pytest.mark.rule("crown 11.2, 11.8.1")
def test_an_unread_card_in_excess_is_disclosed_by_who_looks_at_it(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; unreadable; enter 2C", book)
    assert events.only("question")["options"] == ["dummy", "carry"]


@crown
@pytest.mark.rule("crown 11.1.1, 3.8.1")
@pytest.mark.parametrize("excess", ["card 2C", "card 2C to=player"])
def test_reading_22_a_card_that_waited_is_the_burn_of_the_recommenced_shoe(book: str, excess: str) -> None:
    events = accepted(
        f"shoe unburned; {OPEN}; {STAND}; {excess}; decide reconstruct; bets; wager 1 player 100; close;"
        "card 9S; card 6D; card KD; card KC; confirm",
        book,
    )
    assert events.only("burned")["card"] == "2C"
    assert not events.of("coup_opened", dummy=True)
    assert len(events.of("irregularity", kind="burn_missed")) == 1
    assert events.cards(2)[0] == ("9S", "player", 1)
    assert [result["winner"] for result in events.of("result")] == ["void", "player"]


@crown
def test_reading_22_also_a_card_that_left_while_a_question_was_open(book: str) -> None:
    events = accepted(f"shoe unburned; {OPEN}; card 7S; cards 6H KD together; card 2C; decide reconstruct; bets", book)
    assert events.only("burned")["card"] == "2C"


@crown
@pytest.mark.rule("crown 11.6.1, 11.2")
@pytest.mark.parametrize("found", ["burn 9C face-up", "burn 9C; seen face-up"])
def test_a_misplaced_burn_that_was_found_face_up_while_betting_was_open_makes_that_coup_a_dummy_coup(
    book: str, found: str
) -> None:
    events = accepted(f"burn 3C; buyin 1 100; bets; wager 1 player 50; {found}; close; card 6C; card KC; card 2C", book)
    assert ("face_up", "11.6.1") in events.irregularities()
    assert ("face_up", "dummy-this", "11.6.1", "firmware") in events.rulings()
    assert events.only("returned") | {"ats": 1, "amount": 50_00, "reason": "dummy"} == events.only("returned")
    assert ("9C", "player", 1) in events.cards(1)


@crown
@pytest.mark.rule("crown 11.6.2")
def test_a_misplaced_burn_that_was_found_face_up_behind_another_card_that_waits_is_no_first_card(book: str) -> None:
    events = accepted("burn 2C; buyin 1 100; bets; wager 1 tie 5; burn 3C; burn 9C face-up; close", book)
    assert ("face_up", "11.6.2") in events.irregularities()
    assert events.of("returned") == []
