"""Every irregularity as the MBS and RWS books want it, and what is ruled where they are silent."""

import pytest
from floor import BANKER_DRAWS, BOTH_DRAW, MBS, NATURAL, OPEN, PLAYER_DRAWS, RWS, SILENT, STAND, accepted, run

books = pytest.mark.parametrize("book", SILENT)
mbs = pytest.mark.parametrize("book", MBS)
rws = pytest.mark.parametrize("book", RWS)


def incorrect(book: str) -> str:
    """The rule about an incorrect number of cards."""
    return "5.2" if book in MBS else "5.1.2"


@books
def test_a_missing_burn_is_no_irregularity(book: str) -> None:
    events = run(f"shoe unburned; {OPEN}; {STAND}; decide reconstruct; confirm", book)
    assert events.irregularities() == []
    assert events.refusals() == ["decide reconstruct"]


@books
@pytest.mark.parametrize("answer", ["carry", "set-aside"])
def test_an_undisclosed_card_in_excess_is_asked_about(book: str, answer: str) -> None:
    events = accepted(
        f"{OPEN}; {STAND}; card 2C; decide {answer}; confirm; bets; wager 1 player 5; close; card 3C", book
    )
    assert events.irregularities() == [("excess_card", None)]
    assert events.only("question") | {"options": ["carry", "set-aside"], "rule": None} == events.only("question")
    assert events.rulings()[0][:2] == ("excess_card", "reconstruct")  # the hands stand as they were
    assert events.rulings()[1] == ("excess_card", answer, None, "supervisor")
    assert events.cards(2)[0][0] == {"carry": "2C", "set-aside": "3C"}[answer]


@books
def test_after_the_last_coup_only_set_aside_is_offered(book: str) -> None:
    events = accepted(f"cut; {OPEN}; {STAND}; card 2C; decide set-aside; confirm", book)
    assert events.only("question")["options"] == ["set-aside"]
    assert events.of("shoe_ended")


@books
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_third_card_to_a_standing_player_is_reconstructed_as_the_bankers(book: str) -> None:
    events = accepted(f"{OPEN}; {BANKER_DRAWS}; card 2C to=player; decide reconstruct; confirm", book)
    assert events.irregularities() == [("excess_card", incorrect(book))]
    assert events.only("question")["options"] == ["reconstruct", "cannot-reconstruct"]
    assert events.rulings() == [("excess_card", "reconstruct", incorrect(book), "dealer")]
    assert events.only("result")["banker"]["cards"] == ["5H", "KC", "2C"]


@books
@pytest.mark.rule("mbs 5.2", "rws 5.1, 5.1.2")
@pytest.mark.parametrize(
    ("deal", "to"), [(STAND, "player"), (NATURAL, "player"), (STAND, "banker"), (f"{PLAYER_DRAWS}; card 4D", "banker")]
)
def test_a_third_card_too_many_is_reconstructed_or_void(book: str, deal: str, to: str) -> None:
    excess = f"{OPEN}; {deal}; card 2C to={to}"
    events = accepted(f"{excess}; decide reconstruct; decide carry; confirm; bets; wager 1 tie 5; close", book)
    assert [q["rule"] for q in events.of("question")] == [incorrect(book)] * 2
    assert [q["options"] for q in events.of("question")] == [
        ["reconstruct", "cannot-reconstruct"],
        ["carry", "set-aside"],
    ]
    assert events.cards(2) == [("2C", "player", 1)]
    events = accepted(f"{excess}; decide cannot-reconstruct; bets", book)
    assert events.rulings() == [("excess_card", "void", incorrect(book), "dealer")]
    assert events.only("returned") | {"reason": "void", "rule": incorrect(book)} == events.only("returned")


@books
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize(
    ("deal", "excess", "in_hand"),
    [
        (f"{PLAYER_DRAWS}; card 4D", "card 2C to=player", "in a hand"),
        (f"{BANKER_DRAWS}; card 4D", "card 2C to=banker", "in a hand"),
        (STAND, "card 2C shown", ""),
    ],
)
def test_a_disclosed_card_in_excess_leaves_the_hands_as_they_were(
    book: str, deal: str, excess: str, in_hand: str
) -> None:
    events = accepted(f"{OPEN}; {deal}; {excess}; decide set-aside; confirm", book)
    assert events.irregularities() == [("excess_card", incorrect(book) if in_hand else None)]
    assert events.only("question")["options"] == ["carry", "set-aside"]
    assert events.of("settled")


@books
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize(
    ("before", "card", "lies"),
    [
        ("", "card 3C to=banker", ("3C", "player", 1)),
        (BOTH_DRAW, "card 3C to=banker", ("3C", "player", 3)),
        ("card 2S", "card 3C to=player", ("3C", "banker", 1)),
        (f"{BOTH_DRAW}; card 2D", "card 3C to=player", ("3C", "banker", 3)),
    ],
)
def test_a_card_on_the_wrong_hand_is_always_a_question(
    book: str, before: str, card: str, lies: tuple[str, str, int]
) -> None:
    events = accepted(f"{OPEN}; {before}; {card}; decide reconstruct", book)
    assert events.irregularities() == [("wrong_hand", incorrect(book))]
    assert events.only("question")["options"] == ["reconstruct", "cannot-reconstruct"]
    assert events.cards(1)[-1] == lies
    events = accepted(f"{OPEN}; {before}; {card}; decide cannot-reconstruct", book)
    assert events.only("result")["winner"] == "void"


@books
@pytest.mark.parametrize("deal", ["card 7S face-up", "card 7S; card 6H face-up"])
def test_a_card_face_up_is_asked_about(book: str, deal: str) -> None:
    events = accepted(f"{OPEN}; {deal}; decide play-on", book)
    assert events.irregularities() == [("face_up", None)]
    assert events.only("question")["options"] == ["play-on", "void"]
    events = accepted(f"{OPEN}; {deal}; decide void", book)
    assert events.only("returned")["reason"] == "void"


@books
def test_a_burn_found_face_up_is_burned_and_flagged(book: str) -> None:
    events = accepted("burn 5H face-up; bets", book)
    assert events.irregularities() == [("face_up", None)]


@books
def test_without_wagers_the_dealer_may_void_or_deal_on(book: str) -> None:
    events = run("bets; close; bets; void by=dealer", book)
    assert events.irregularities() == [("no_wagers", None)]
    assert events.refusals() == ["bets"]  # these books know no betting that opens again
    assert events.rulings() == [("no_wagers", "void", None, "dealer")]
    events = accepted(f"bets; close; {STAND}; confirm", book)
    assert events.only("result") | {"winner": "player", "dummy": False} == events.only("result")
    assert not events.of("settled")


@books
@pytest.mark.rule("mbs 5.3")
def test_cards_drawn_together_are_laid_in_the_order_that_is_named(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; card 6H; cards KD KC together; decide order=KC,KD; confirm", book)
    assert events.only("result")["player"]["cards"] == ["7S", "KC"]


@mbs
@pytest.mark.rule("mbs 5.3")
@pytest.mark.parametrize("before", ["", "card 7S; card 6H"])
def test_an_unknown_order_in_the_initial_deal_voids_the_round(book: str, before: str) -> None:
    events = accepted(f"{OPEN}; {before}; cards KD KC together; decide order=unknown", book)
    assert events.irregularities() == [("simultaneous_draw", "5.3")]
    assert events.rulings() == [("simultaneous_draw", "void", "5.3", "firmware")]
    assert events.only("returned")["rule"] == "5.3"


@mbs
@pytest.mark.rule("mbs 5.3")
@pytest.mark.parametrize("answer", ["void", "play-on"])
def test_an_unknown_order_later_is_asked_about(book: str, answer: str) -> None:
    events = accepted(f"{OPEN}; {BOTH_DRAW}; cards 4D 5C together; decide order=unknown; decide {answer}", book)
    assert events.irregularities() == [("simultaneous_draw", None)]
    assert events.of("question")[-1]["options"] == ["void", "play-on"]


@rws
@pytest.mark.parametrize("before", ["", BOTH_DRAW])
def test_rws_asks_about_an_unknown_order_whenever_it_is(book: str, before: str) -> None:
    events = accepted(f"{OPEN}; {before}; cards 4D 5C together; decide order=unknown; decide play-on", book)
    assert events.of("question")[-1]["options"] == ["void", "play-on"]


@mbs
@pytest.mark.rule("mbs 5.4")
def test_an_altered_order_is_reconstructed_or_void(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; altered; decide reconstruct; card 6H; card KD; card KC; confirm", book)
    assert events.only("question") | {"options": ["reconstruct", "cannot-reconstruct"], "rule": "5.4"} == events.only(
        "question"
    )
    assert events.only("shoe_ended")["reason"] == "order_altered"
    events = accepted(f"{OPEN}; card 7S; altered; decide cannot-reconstruct", book)
    assert events.only("returned")["rule"] == "5.4"


@rws
def test_rws_asks_about_an_altered_order(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; altered; decide void", book)
    assert events.only("question")["options"] == ["void", "play-on"]


@books
@pytest.mark.rule("mbs 2.1, 5.1, 5.1.1, 5.1.2", "rws 2.2, 2.2.1, 5.1, 5.1.1")
def test_a_foreign_card_voids_the_round_and_earlier_results_stand(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; confirm; bets; wager 1 player 5; card 2S; foreign JOKER; bets", book)
    rule = "5.1" if book in MBS else "5.1.1"
    assert events.irregularities() == [("foreign_card", rule)]
    assert events.rulings() == [("foreign_card", "void", rule, "firmware")]
    assert [r["winner"] for r in events.of("result")] == ["player", "void"]
    assert events.balance(1) == 1100_00


@books
@pytest.mark.rule("mbs 5.5", "rws 5.1.3")
def test_too_few_cards_void_the_round(book: str) -> None:
    events = run(f"{OPEN}; card 2S; empty; bets; shoe; bets", book)
    rule = "5.5" if book in MBS else "5.1.3"
    assert events.rulings() == [("shoe_empty", "void", rule, "firmware")]
    assert events.only("shoe_ended")["reason"] == "shoe_empty"
    assert events.refusals() == ["bets"]  # play waits for a new shoe


@books
def test_no_dummy_coup_is_ever_dealt(book: str) -> None:
    events = run(f"{OPEN}; {STAND}; card 2C shown; decide dummy; decide carry; confirm", book)
    assert events.refusals() == ["decide dummy"]
    assert not events.of("coup_opened", dummy=True)
