"""One irregularity on top of another: what the pairs of tests/pairs found, each as the few lines that it came to."""

import pytest
from floor import ALL, CROWN, OPEN, SILENT, STAND, accepted

crown = pytest.mark.parametrize("book", CROWN)
silent = pytest.mark.parametrize("book", SILENT)
PLAYED = f"{OPEN}; {STAND}; confirm"
# All four sevens of spades of four decks have been dealt.
NO_SEVENS = (
    "table decks=4; buyin 1 1000; bets; close; card 7S; card 7S; card KS; card KH; confirm; "
    "bets; close; card 7S; card 7S; card KD; card KC; confirm"
)
# Reading 26: none of these cards was dealt by the record of STAND.
OTHER_HANDS = "miscount player=9C,QS banker=8D,QH"


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_miscount_gives_no_card_of_an_old_shoe_to_the_new_one(book: str) -> None:
    events = accepted(f"{PLAYED}; shoe; {OTHER_HANDS}" + "; decide set-aside" * 4 + "; bets; card 2C", book)
    assert [question["options"] for question in events.of("question")] == [["set-aside"]] * 4
    assert events.cards(2) == [("2C", "player", 1)]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_cards_that_a_miscount_leaves_over_are_carried_as_they_left_the_shoe(book: str) -> None:
    # 7S, 6H, KD, KC were dealt, then 9C left: of the first four, 6H and KC were in no hand.
    answers = "; ".join(f"decide {answer}" for answer in ("set-aside", "carry", "set-aside", "carry"))
    story = (
        f"{OPEN}; {STAND}; card 9C; decide carry; confirm; miscount player=9D,QS banker=8D,QH; {answers}; bets; close"
    )
    assert accepted(story, book).cards(2) == [("6H", "player", 1), ("KC", "banker", 1), ("9C", "player", 2)]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_card_that_waited_and_lay_in_a_hand_moves_no_other_that_waits(book: str) -> None:
    # 2S 2H TD 3S were dealt, AC to Player; QH and 9H are carried. The miscount finds QH in a hand.
    answers = "; ".join(f"decide {answer}" for answer in ("carry", "set-aside", "set-aside", "carry", "carry"))
    story = (
        f"{OPEN}; card 2S; card 2H; card TD; card 3S; card AC; card QH; decide carry; card 9H; decide carry; confirm"
    )
    events = accepted(f"{story}; miscount player=9C,QS banker=8D,QH; {answers}; bets; close", book)
    assert [card for card, _, _ in events.cards(2)] == ["2S", "3S", "AC", "9H"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_second_miscount_is_held_against_the_first(book: str) -> None:
    story = f"{PLAYED}; {OTHER_HANDS}" + "; decide set-aside" * 4 + "; miscount player=9C,QS banker=7D,QH"
    events = accepted(f"{story}; decide set-aside", book)
    assert [ruling["card"] for ruling in events.of("ruling", action="set-aside")] == ["7S", "6H", "KD", "KC", "8D"]


@silent
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_hands_that_are_void_are_asked_about_no_more(book: str) -> None:
    story = f"{OPEN}; {STAND}; card 3D to=banker; decide cannot-reconstruct; seen to=player; bets"
    assert len(accepted(story, book).of("question")) == 1


@silent
def test_hands_of_a_void_coup_are_not_reconstructed(book: str) -> None:
    # The one seven too many is a foreign card, which voids the coup; where the 6D lay is seen after that.
    story = f"{NO_SEVENS}; bets; wager 1 player 5; close; card 7H; card 6H; card TD; card TC; cards 6D 7S together"
    events = accepted(f"{story}; seen to=player", book)
    assert events.of("result")[-1]["winner"] == "void"
    assert events.of("question")[-1]["options"] == ["carry", "set-aside"]


@silent
def test_what_was_set_aside_is_not_asked_about_again_once_hands_are_reconstructed(book: str) -> None:
    story = f"{OPEN}; {STAND}; card 2D shown; decide set-aside; seen to=banker; decide reconstruct; confirm; bets"
    assert [question["options"][0] for question in accepted(story, book).of("question")] == ["carry", "reconstruct"]


@silent
@pytest.mark.rule("mbs 5.5", "rws 5.1.3")
def test_a_card_that_ends_betting_of_a_coup_that_is_void_with_it_is_on_record(book: str) -> None:
    events = accepted("buyin 1 1000; bets; wager 1 player 100; empty; card 2S; decide set-aside", book)
    assert events.of("result")[-1]["winner"] == "void"
    assert events.only("card") | {"line": 0, "at": 0} == {
        "event": "card", "line": 0, "at": 0, "coup": None, "card": "2S", "hand": "none", "position": None,
        "drawn": True, "next": None, "placed": False, "faced": False,
    }  # fmt: skip


@silent
@pytest.mark.rule("mbs 5.1", "rws 5.1.1")
def test_a_foreign_card_is_one_though_its_shoe_has_ended_when_it_is_ruled_on(book: str) -> None:
    events = accepted(f"{NO_SEVENS}; foreign JOKER; card 7S; cards 7S 2C together; decide void", book)
    assert [event["card"] for event in events.of("irregularity", kind="foreign_card")] == ["JOKER", "7S", "7S"]
    assert [(event["card"], event["hand"]) for event in events.of("card", coup=None)] == [("2C", "none")]


@crown
@pytest.mark.rule("crown 11.2")
def test_what_no_coup_can_take_is_set_aside_once(book: str) -> None:
    events = accepted("empty; card 2C; seen to=player", book)
    assert [event["action"] for event in events.of("ruling")] == ["set-aside"]
    assert events.of("question") == []


@silent
def test_a_card_that_is_asked_about_anew_takes_none_of_its_likes_with_it(book: str) -> None:
    # One 9D waits for the next coup; a second is asked about, and then seen face up.
    story = f"{OPEN}; {STAND}; card 9D; decide carry; card 9D; seen face-up; decide carry; confirm; bets; close"
    assert accepted(story, book).cards(2) == [("9D", "player", 1), ("9D", "banker", 1)]


@silent
def test_of_several_like_cards_that_are_asked_about_each_stays_asked_about(book: str) -> None:
    events = accepted("empty; cards KC KC KC together; seen to=banker" + "; decide set-aside" * 3, book)
    assert [ruling["card"] for ruling in events.of("ruling", action="set-aside")] == ["KC"] * 3


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(
    ("told", "again", "kind"),
    [
        ("card 7S; card 6H to=player", "seen to=player", "wrong_hand"),
        ("card 7S; card 6H face-up", "seen face-up", "face_up"),
        (f"{STAND}; card 9D to=player", "seen to=player", "excess_card"),
        (f"{STAND}; card 9D face-up", "seen face-up", "face_up"),
        (f"{STAND}; burn 9D face-up", "seen face-up", "face_up"),
    ],
)
def test_what_was_seen_as_a_card_left_is_no_news_when_it_is_seen_again(
    book: str, told: str, again: str, kind: str
) -> None:
    once = accepted(f"{OPEN}; {told}", book)
    twice = accepted(f"{OPEN}; {told}; {again}", book)
    assert len(once.of("irregularity", kind=kind)) == 1
    assert twice.irregularities() == once.irregularities()
    assert len(twice.of("question")) == len(once.of("question"))
