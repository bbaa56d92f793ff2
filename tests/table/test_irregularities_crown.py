"""Every irregularity as Crown's rules want it: each row of the rulings, each branch of the rules behind it."""

import pytest
from floor import BANKER_DRAWS, BOTH_DRAW, CROWN, NATURAL, OPEN, PLAYER_DRAWS, STAND, accepted, run

books = pytest.mark.parametrize("book", CROWN)


@books
@pytest.mark.rule("crown 11.1, 3.8, 3.8.1")
def test_a_missed_burn_is_flagged_and_results_stand(book: str) -> None:
    events = accepted(f"shoe unburned; {OPEN}; {STAND}; confirm; bets; close", book)
    assert events.only("irregularity", kind="burn_missed")["rule"] == "11.1"
    assert ("burn_missed", "play-on", "11.1", "firmware") in events.rulings()
    assert events.only("result")["winner"] == "player"
    assert events.only("result")["flags"] == ["burn_missed"]


@books
@pytest.mark.rule("crown 11.1.1")
def test_the_first_coup_of_an_unburned_shoe_may_be_restarted_until_it_is_settled(book: str) -> None:
    events = accepted(
        f"shoe unburned; {OPEN}; card 7S; decide reconstruct;"
        f"burn 2C; bets; wager 1 player 100; close; {STAND}; confirm",
        book,
    )
    assert ("burn_missed", "reconstruct", "11.1.1", "supervisor") in events.rulings()
    assert events.only("returned")["rule"] == "11.1.1"
    assert [result["winner"] for result in events.of("result")] == ["void", "player"]
    assert events.of("shoe_started") == [events.only("shoe_started")]  # reading 18: the same shoe goes on
    assert len(events.of("irregularity")) == 1


@books
@pytest.mark.rule("crown 11.1.1")
@pytest.mark.parametrize("before", ["buyin 1 1000; bets; wager 1 player 100", OPEN, f"{OPEN}; cards 7S 6H together"])
def test_a_first_coup_may_be_restarted_before_its_first_card_or_in_a_question(book: str, before: str) -> None:
    events = accepted(f"shoe unburned; {before}; decide reconstruct; burn 2C; bets", book)
    assert events.only("returned") | {"reason": "void", "rule": "11.1.1"} == events.only("returned")


@books
@pytest.mark.rule("crown 11.1.1")
def test_a_settled_first_coup_cannot_be_restarted(book: str) -> None:
    events = run(f"shoe unburned; {OPEN}; {STAND}; confirm; decide reconstruct", book)
    assert events.refusals() == ["decide reconstruct"]


@books
def test_a_second_coup_is_not_flagged_for_the_same_missed_burn(book: str) -> None:
    events = accepted(f"shoe unburned; {OPEN}; {STAND}; confirm; bets; wager 1 tie 5; close; card 2S", book)
    assert events.irregularities() == [("burn_missed", "11.1")]


@books
@pytest.mark.rule("crown 11.2, 11.8.1, 11.8.2")
def test_an_undisclosed_card_in_excess_becomes_the_first_of_the_next_coup(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C; confirm; bets; wager 1 player 5; close; card 3C", book)
    assert events.only("irregularity")["rule"] == "11.2"
    assert events.rulings() == [("excess_card", "carry", "11.2", "firmware")]
    assert events.cards(1)[-1] == ("2C", "none", None)
    assert events.cards(2) == [("2C", "player", 1), ("3C", "banker", 1)]
    assert not events.of("coup_opened", coup=2)[0]["dummy"]


@books
@pytest.mark.rule("crown 11.2")
def test_a_card_between_coups_is_carried_too(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; confirm; card 2C; bets; wager 1 player 5; close", book)
    assert events.only("irregularity") | {"coup": None} == events.only("irregularity")
    assert events.cards(2) == [("2C", "player", 1)]


@books
def test_several_carried_cards_keep_their_order(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C; card 3C; confirm; bets; wager 1 player 5; close; card 4C", book)
    assert events.cards(2) == [("2C", "player", 1), ("3C", "banker", 1), ("4C", "player", 2)]


@books
@pytest.mark.rule("crown 11.2")
def test_after_the_last_coup_a_card_in_excess_is_set_aside(book: str) -> None:
    events = accepted(f"cut; {OPEN}; {STAND}; card 2C; confirm", book)
    assert events.rulings() == [("excess_card", "set-aside", "11.2", "firmware")]
    assert events.of("shoe_ended")


@books
@pytest.mark.rule("crown 11.7, 11.7.1, 11.7.1(a)")
def test_a_third_card_to_a_standing_player_becomes_the_bankers(book: str) -> None:
    events = accepted(f"{OPEN}; {BANKER_DRAWS}; card 2C to=player; confirm", book)
    assert events.irregularities() == [("excess_card", "11.7.1(a)")]
    assert events.rulings() == [("excess_card", "reassign", "11.7.1(a)", "firmware")]
    assert events.cards(1)[-1] == ("2C", "banker", 3)
    assert events.only("result")["banker"] == {"cards": ["5H", "KC", "2C"], "total": 7}


@books
@pytest.mark.rule("crown 11.7.1(b), 11.8.1, 11.8.2")
@pytest.mark.parametrize(
    "deal", [STAND, NATURAL, f"{BANKER_DRAWS}; card 2D"], ids=["banker stands", "natural", "banker has drawn"]
)
def test_a_third_card_to_player_when_banker_stands_opens_a_dummy_coup(book: str, deal: str) -> None:
    events = accepted(f"{OPEN}; {deal}; card 2C to=player; confirm", book)
    assert events.irregularities() == [("excess_card", "11.7.1(b)")]
    assert events.rulings() == [("excess_card", "settle-then-dummy", "11.7.1(b)", "firmware")]
    assert events.of("settled", coup=1)
    assert events.only("coup_opened", coup=2)["dummy"]
    assert events.cards(2) == [("2C", "player", 1)]


@books
@pytest.mark.rule("crown 11.7.2")
@pytest.mark.parametrize("deal", [STAND, f"{PLAYER_DRAWS}; card 4D"], ids=["player stands", "player has drawn"])
def test_a_third_card_to_banker_opens_a_dummy_coup(book: str, deal: str) -> None:
    events = accepted(f"{OPEN}; {deal}; card 2C to=banker; confirm; card 3C; card 4C; card 5C; confirm", book)
    assert events.irregularities() == [("excess_card", "11.7.2")]
    assert events.cards(2)[:2] == [("2C", "player", 1), ("3C", "banker", 1)]
    assert [(r["winner"], r["dummy"]) for r in events.of("result", coup=2)] == [("banker", True)]
    assert not events.of("settled", coup=2)


@books
@pytest.mark.rule("crown 11.8.1")
@pytest.mark.parametrize(
    ("deal", "excess"),
    [
        (f"{PLAYER_DRAWS}; card 4D", "card 2C to=player"),
        (f"{BANKER_DRAWS}; card 4D", "card 2C to=banker"),
        (STAND, "card 2C shown"),
        (STAND, "card 2C face-up"),
    ],
)
@pytest.mark.parametrize(("answer", "rule"), [("dummy", "11.8.1"), ("carry", "11.2")])
def test_a_disclosed_card_in_excess_is_asked_about(book: str, deal: str, excess: str, answer: str, rule: str) -> None:
    events = accepted(f"{OPEN}; {deal}; {excess}; decide {answer}; confirm", book)
    question = events.only("question", kind="excess_card")
    assert (question["options"], question["rule"]) == (["dummy", "carry"], "11.8.1")
    action = {"dummy": "dummy-next", "carry": "carry"}[answer]
    assert events.rulings() == [("excess_card", action, rule, "supervisor")]
    assert bool(events.of("coup_opened", coup=2, dummy=True)) == (answer == "dummy")


@books
@pytest.mark.rule("crown 11.8.1")
@pytest.mark.parametrize("answer", ["dummy", "carry"])
def test_after_the_last_coup_whatever_is_chosen_is_set_aside(book: str, answer: str) -> None:
    events = accepted(f"cut; {OPEN}; {STAND}; card 2C shown; decide {answer}; confirm", book)
    assert [ruling[1] for ruling in events.rulings()] == ["set-aside"]
    assert not events.of("coup_opened", coup=2)
    assert events.only("shoe_ended")["reason"] == "cutting_card"


@books
@pytest.mark.rule("crown 11.7.1(b), 11.8.2")
def test_after_the_last_coup_no_dummy_coup_is_dealt(book: str) -> None:
    events = accepted(f"cut; {OPEN}; {STAND}; card 2C to=player; confirm", book)
    assert [ruling[1] for ruling in events.rulings()] == ["set-aside"]
    assert not events.of("coup_opened", coup=2)


@books
def test_a_dummy_coup_can_be_the_last_of_the_shoe(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C to=player; cut; confirm; card 3C; card 4C; card 5C; confirm", book)
    assert events.only("coup_opened", coup=2) | {"dummy": True, "last": True} == events.only("coup_opened", coup=2)
    assert events.of("shoe_ended")


@books
@pytest.mark.rule("crown 11.8, 11.8.5, 11.8.5(a), 11.8.5(b)")
def test_a_dummy_coup_that_is_due_comes_before_betting(book: str) -> None:
    events = run(f"{OPEN}; {STAND}; card 2C to=player; confirm; bets; wager 1 player 10", book)
    assert events.refusals() == ["bets", "wager 1 player 10"]
    assert events.only("refused", step="bets")["rule"] == "11.8"


@books
@pytest.mark.rule("crown 11.3")
@pytest.mark.parametrize(
    ("before", "position", "after"),
    [("", 1, "banker"), ("card 2S; card 2H", 2, "banker"), (BOTH_DRAW, 3, "banker")],
)
def test_a_card_of_players_on_the_banker_hand_goes_to_player(book: str, before: str, position: int, after: str) -> None:
    events = accepted(f"{OPEN}; {before}; card 3C to=banker", book)
    assert events.irregularities() == [("wrong_hand", "11.3")]
    assert events.rulings() == [("wrong_hand", "reassign", "11.3", "firmware")]
    assert events.cards(1)[-1] == ("3C", "player", position)
    assert events.of("card")[-1]["next"] == after


@books
@pytest.mark.rule("crown 8.3.3")
@pytest.mark.parametrize(
    ("before", "position"), [("card 2S", 1), ("card 2S; card 2H; card KD", 2), (f"{BOTH_DRAW}; card 2D", 3)]
)
def test_a_card_of_bankers_on_the_player_hand_goes_to_banker(book: str, before: str, position: int) -> None:
    events = accepted(f"{OPEN}; {before}; card 3C to=player", book)
    assert events.irregularities() == [("wrong_hand", "8.3.3")]
    assert events.rulings() == [("wrong_hand", "reassign", "8.3.3", "firmware")]
    assert events.cards(1)[-1] == ("3C", "banker", position)


@books
@pytest.mark.rule("crown 11.6, 11.6.1, 11.8.4, 11.8.4(a), 11.8.4(b)")
def test_a_first_card_face_up_makes_a_dummy_coup_and_returns_the_wagers(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S face-up; card 6H; card KD; card KC; confirm", book)
    assert events.irregularities() == [("face_up", "11.6.1")]
    assert events.rulings() == [("face_up", "dummy-this", "11.6.1", "firmware")]
    returned = events.only("returned")
    assert (returned["amount"], returned["reason"], returned["rule"]) == (100_00, "dummy", "11.8.4")
    result = events.only("result")
    assert (result["winner"], result["dummy"]) == ("player", True)
    assert not events.of("settled")
    assert events.balance(1) == 1000_00


@books
@pytest.mark.rule("crown 11.6.2")
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_later_card_face_up_is_played_as_any_other(book: str, place: int) -> None:
    cards = STAND.split("; ")
    cards[place] += " face-up"
    events = accepted("; ".join([OPEN, *cards, "confirm"]), book)
    assert events.irregularities() == [("face_up", "11.6.2")]
    assert events.rulings() == [("face_up", "play-on", "11.6.2", "firmware")]
    assert events.balance(1) == 1100_00


@books
def test_a_burn_found_face_up_is_burned_and_flagged(book: str) -> None:
    events = accepted("shoe unburned; burn 5H face-up; bets", book)
    assert events.irregularities() == [("face_up", None)]
    assert events.rulings() == []


@books
@pytest.mark.rule("crown 3.8.2")
@pytest.mark.parametrize(("card", "more"), [("5H", 5), ("KD", 10), ("TS", 10), ("AC", 1)])
def test_a_first_card_burned_face_up_says_how_many_more(book: str, card: str, more: int) -> None:
    burns = "; ".join(f"burn {rank}S" for rank in "23456789JQ"[:more])
    events = accepted(f"shoe unburned; burn {card} face-up; {burns}; burn KS; burn KH", book)
    assert events.of("burned")[0]["more"] == more
    assert events.of("burned")[more]["more"] == 0
    # One more is the burn before the coup (8.3.2), and a second of those is misplaced.
    assert [event["card"] for event in events.of("burned")][more + 1 :] == ["KS"]
    assert events.only("irregularity", kind="misplaced_burn")["card"] == "KH"


@books
@pytest.mark.rule("crown 11.4")
@pytest.mark.parametrize("ending", ["close", "wait 30"])
def test_without_wagers_the_dealer_may_void_the_game(book: str, ending: str) -> None:
    events = accepted(f"bets; {ending}; void by=dealer", book)
    assert events.irregularities() == [("no_wagers", "11.4")]
    assert not events.of("question")
    assert events.rulings() == [("no_wagers", "void", "11.4", "dealer")]
    assert events.only("result")["winner"] == "void"


@books
@pytest.mark.rule("crown 11.4")
def test_without_wagers_betting_may_open_again_in_the_same_coup(book: str) -> None:
    events = accepted(f"buyin 1 100; bets; close; bets; wager 1 player 10; close; {STAND}; confirm", book)
    assert len(events.of("coup_opened")) == 1
    assert events.rulings() == [("no_wagers", "play-on", "11.4", "dealer")]
    assert events.only("result") | {"coup": 1, "dummy": False} == events.only("result")
    assert events.balance(1) == 110_00


@books
@pytest.mark.rule("crown 11.5, 11.5.1, 11.5.2")
@pytest.mark.parametrize(
    "script",
    [
        "bets; card 7S",
        "bets; close; card 7S",
        "bets; burn 2C; close",
        "burn 2C; bets; close",
        "bets; close; burn 2C",
        f"{OPEN}; {STAND}; card 2C; confirm; bets; close",
    ],
)
def test_without_wagers_once_a_card_is_burned_or_dealt_the_coup_is_a_dummy(book: str, script: str) -> None:
    events = accepted(script, book)
    assert events.of("irregularity")[-1]["kind"] == "no_wagers"
    assert events.rulings()[-1] == ("no_wagers", "dummy-this", "11.5", "firmware")
    events = run(f"{script}; bets", book)
    assert events.refusals() == ["bets"]


@books
@pytest.mark.rule("crown 11.4, 11.5, 11.5.1, 11.5.2")
@pytest.mark.parametrize("script", ["card 7S", "close; card 7S", "burn 2C; close", "close; burn 2C"])
def test_with_a_wager_a_coup_is_no_dummy_and_the_dealer_does_not_void_it(book: str, script: str) -> None:
    events = run(f"buyin 1 100; bets; wager 1 tie 5; {script}; void by=dealer; {STAND}; confirm", book)
    assert events.refusals()[0] == "void by=dealer"
    assert not events.of("irregularity", kind="no_wagers")
    assert not [action for _, action, _, _ in events.rulings() if action == "dummy-this"]


@books
@pytest.mark.rule("crown 11.5.3")
@pytest.mark.parametrize("script", ["burn 2C; bets; close", "bets; burn 2C; close", "bets; close; burn 2C"])
def test_of_a_dummy_coup_without_wagers_a_burned_card_stays_burned(book: str, script: str) -> None:
    events = accepted(f"{script}; {STAND}; confirm", book)
    assert events.only("burned")["card"] == "2C"
    assert [card for card, _, _ in events.cards(1)] == ["7S", "6H", "KD", "KC"]
    assert events.only("result") | {"coup": 1, "dummy": True} == events.only("result")


@books
@pytest.mark.rule("crown 11.5.4")
@pytest.mark.parametrize("script", ["bets", "bets; close"])
def test_of_a_dummy_coup_without_wagers_the_first_card_dealt_is_the_first(book: str, script: str) -> None:
    events = accepted(f"{script}; {STAND}; confirm; bets", book)
    assert events.cards(1)[0] == ("7S", "player", 1)
    assert events.only("result") | {"coup": 1, "dummy": True} == events.only("result")


@books
def test_a_dummy_coup_for_want_of_wagers_is_played_out(book: str) -> None:
    events = accepted("bets; card 7S; card 6H; card KD; card KC; confirm; bets", book)
    assert events.only("result")["dummy"]
    assert events.of("coup_opened")[-1]["coup"] == 2


@books
@pytest.mark.rule("crown 11.8.1")
@pytest.mark.parametrize(("order", "player"), [("KD,KC", "KD"), ("KC,KD", "KC")])
def test_cards_drawn_together_are_laid_in_the_order_that_is_named(book: str, order: str, player: str) -> None:
    events = accepted(f"{OPEN}; card 7S; card 6H; cards KD KC together; decide order={order}; confirm", book)
    question = events.only("question")
    assert question["kind"] == "simultaneous_draw"
    assert question["options"] == ["order=KD,KC", "order=KC,KD", "order=unknown"]
    assert events.only("result")["player"]["cards"] == ["7S", player]


@books
@pytest.mark.rule("crown 13.4")
@pytest.mark.parametrize("before", ["", "card 7S", "card 2S; card 2H; card KD; card KC"])
@pytest.mark.parametrize("answer", ["void", "play-on"])
def test_an_unknown_order_is_asked_about(book: str, before: str, answer: str) -> None:
    events = accepted(f"{OPEN}; {before}; cards 4D 5C together; decide order=unknown; decide {answer}", book)
    assert events.of("question")[-1]["options"] == ["void", "play-on"]
    if answer == "void":
        assert events.only("returned")["rule"] == "13.4"
    else:  # played on, they lie in the order reported
        assert [card for card, hand, _ in events.cards(1)][-2:] == ["4D", "5C"]


@books
def test_cards_drawn_together_beyond_those_due_are_in_excess(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; card 6H; card KD; cards KC 2C together; decide order=KC,2C; confirm", book)
    assert events.cards(1)[-2:] == [("KC", "banker", 2), ("2C", "none", None)]
    assert ("excess_card", "carry", "11.2", "firmware") in events.rulings()


@books
@pytest.mark.rule("crown 3.5.3, 13.4")
@pytest.mark.parametrize("answer", ["void", "play-on"])
def test_an_altered_order_is_asked_about_and_ends_the_shoe_with_the_coup(book: str, answer: str) -> None:
    finish = "" if answer == "void" else "card KD; card KC; confirm"
    events = accepted(f"{OPEN}; card 7S; card 6H; altered; decide {answer}; {finish}", book)
    assert events.only("question") | {"options": ["void", "play-on"], "rule": "3.5.3"} == events.only("question")
    assert events.only("shoe_ended")["reason"] == "order_altered"
    assert len(events.of("returned", rule="13.4")) == (answer == "void")


@books
@pytest.mark.rule("crown 3.1, 13.9, 13.4")
@pytest.mark.parametrize("foreign", ["foreign", "foreign JOKER"])
def test_a_foreign_card_is_asked_about(book: str, foreign: str) -> None:
    events = accepted(f"{OPEN}; card 7S; {foreign}; decide play-on; card 6H; card KD; card KC; confirm; bets", book)
    assert events.irregularities() == [("foreign_card", "13.9")]
    assert events.only("question")["options"] == ["void", "play-on"]
    assert events.rulings() == [("foreign_card", "play-on", "13.9", "supervisor")]
    assert events.only("result")["winner"] == "player"  # the card that was due is still due
    events = accepted(f"{OPEN}; card 7S; {foreign}; decide void; bets", book)
    assert events.only("returned") | {"reason": "void", "rule": "13.4"} == events.only("returned")


@books
@pytest.mark.rule("crown 3.1")
def test_one_card_more_than_there_are_decks_is_foreign(book: str) -> None:
    naturals = "; ".join("bets; close; card AS; card 8H; card AS; card KC; confirm" for _ in range(2))
    events = accepted(f"table ats=0 decks=4; {naturals}; bets; close; card 2S; card AS", book)
    assert events.only("irregularity") | {"kind": "foreign_card", "card": "AS"} == events.only("irregularity")
    assert events.cards(3) == [("2S", "player", 1)]


@books
@pytest.mark.rule("crown 13.4")
def test_an_empty_shoe_leaves_only_void_to_a_supervisor(book: str) -> None:
    events = accepted(f"{OPEN}; card 7S; empty; decide void; shoe; bets", book)
    assert events.irregularities() == [("shoe_empty", None)]
    assert events.only("question")["options"] == ["void"]
    assert events.rulings() == [("shoe_empty", "void", "13.4", "supervisor")]
    assert events.only("shoe_ended")["reason"] == "shoe_empty"
