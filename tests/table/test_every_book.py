"""What holds in every rule book: the readings of the rulings, and irregularities that are treated alike."""

import pytest
from floor import ALL, BANKER_DRAWS, CROWN, MBS, OPEN, STAND, accepted, run

books = pytest.mark.parametrize("book", ALL)


@books
@pytest.mark.rule("crown 3.9, 3.9.1, 3.9.2, 3.9.4, 3.5.2")
@pytest.mark.parametrize(
    ("script", "last"),
    [
        (f"cut; {OPEN}", 1),
        ("buyin 1 1000; bets; cut; wager 1 player 100; close", 1),
        ("buyin 1 1000; bets; wager 1 player 100; close; cut", 1),
        (f"cut; burn 2C; {OPEN}", 1),
        (f"burn 2C; cut; {OPEN}", 2),
        (f"{OPEN}; card 7S; cut", 2),
        (f"{OPEN}; {STAND}; cut", 2),
    ],
)
def test_reading_1_the_cutting_card_makes_a_coup_the_last(book: str, script: str, last: int) -> None:
    deal = (
        STAND
        if "card" not in script
        else "card 6H; card KD; card KC"
        if "card 7S" in script and STAND not in script
        else ""
    )
    second = f"; bets; wager 1 player 5; close; {STAND.replace('S', 'D')}; confirm" if last == 2 else ""
    events = run(f"{script}; {deal}; confirm{second}; bets; shoe; bets", book)
    assert events.only("cutting_card")["last_coup"] == last
    assert events.only("result", last=True)["coup"] == last
    assert events.refusals() == ["bets"]
    ended = events.only("shoe_ended")
    assert (ended["reason"], ended["rule"]) == ("cutting_card", "3.9.4" if book in CROWN else None)


@books
@pytest.mark.rule("crown 11.2")
def test_reading_2_a_card_out_of_a_shoe_that_has_ended_is_set_aside(book: str) -> None:
    answer = "" if book in CROWN else "; decide set-aside"
    events = accepted(f"cut; {OPEN}; {STAND}; confirm; card 9C{answer}; shoe; bets", book)
    assert events.rulings()[-1][1] == "set-aside"
    assert not events.of("card", coup=2)


@books
@pytest.mark.rule("crown 3.1")
def test_reading_1_a_second_cutting_card_is_foreign(book: str) -> None:
    events = accepted(f"{OPEN}; card 2S; cut; cut", book)
    assert events.only("irregularity")["kind"] == "foreign_card"


@pytest.mark.parametrize("book", CROWN)
def test_reading_1_the_last_coup_stays_last_as_a_dummy_coup(book: str) -> None:
    events = accepted(f"cut; {OPEN}; card 7S face-up; card 6H; card KD; card KC; confirm", book)
    assert events.only("result") | {"dummy": True, "last": True} == events.only("result")
    assert events.of("shoe_ended")


@books
def test_reading_3_a_carried_card_is_the_first_of_the_next_coup_whatever_is_burned(book: str) -> None:
    answer = "" if book in CROWN else "decide carry;"
    events = accepted(f"{OPEN}; {STAND}; card 2C; {answer} confirm; burn 3C; bets; wager 1 tie 5; close", book)
    assert events.cards(2)[0] == ("2C", "player", 1)
    assert bool(events.of("burned")) == (book not in CROWN)


@books
@pytest.mark.rule("crown 8.1(c), 4.7, 4.1")
def test_reading_4_the_first_card_closes_betting(book: str) -> None:
    events = run(
        "buyin 1 100; bets; wager 1 player 10; card 7S; wager 1 player 20; card 6H; card KD; card KC; confirm", book
    )
    assert events.only("bets_closed")["cause"] == "card"
    assert events.refusals() == ["wager 1 player 20"]
    assert events.only("settled")["stake"] == 10_00


@books
@pytest.mark.rule("crown 4.7, 8.1, 8.1(a), 8.1(b)", "mbs 3.1, 3.2, 5.6, 5.7", "rws 3.1, 3.2")
@pytest.mark.parametrize("late", ["wager 1 player 20", "wager 1 player 0", "wager 1 tie 5"])
@pytest.mark.lab(55)
def test_reading_5_after_the_close_no_wager_is_placed_changed_or_withdrawn(book: str, late: str) -> None:
    events = run(
        f"buyin 1 100; bets; wager 1 player 10; wait 29.999; wager 1 banker 5; wait 0.001; {late}; {STAND}; confirm",
        book,
    )
    assert events.only("bets_closed") | {"cause": "elapsed", "at": 30} == events.only("bets_closed")
    expected = "4.7" if book in CROWN else "5.6" if book in MBS[1:] else "3.2"
    assert events.only("refused")["rule"] == expected
    assert [(s["bet"], s["stake"]) for s in events.of("settled")] == [("player", 10_00), ("banker", 5_00)]


@books
def test_reading_6_winnings_are_rounded_down_and_the_rounding_is_recorded(book: str) -> None:
    odd = "limit * min=0.01 max=100 step=0.01; buyin 1 100; bets; wager 1 banker 0.01; close"
    events = accepted(f"{odd}; card 5S; card 6H; card KD; card KC; card KH; confirm", book)
    settled = events.only("settled")
    # Banker wins with six: half of a cent, or 0.95 of one. A win worth less than a cent returns the stake.
    assert (settled["outcome"], settled["returned"]) == ("win", 1)
    assert settled["rounded"] == ("19/20" if book in ("crown-traditional", "mbs-baccarat") else "1/2")


@books
@pytest.mark.rule("mbs 3.10.1", "rws 3.8", "crown 10.1")
def test_reading_7_a_tie_returns_player_and_banker(book: str) -> None:
    tie = "card 7S; card 7H; card KD; card KC"
    events = accepted(
        f"buyin 1 100; bets; wager 1 player 10; wager 1 banker 20; wager 1 tie 5; close; {tie}; confirm", book
    )
    assert [(s["bet"], s["outcome"], s["returned"]) for s in events.of("settled")] == [
        ("player", "push", 10_00),
        ("banker", "push", 20_00),
        ("tie", "win", 45_00),
    ]


@books
@pytest.mark.rule("crown 13.4")
def test_reading_12_a_void_refunds_decided_side_bets_too(book: str) -> None:
    events = accepted(
        "table side=pairs; buyin 1 100; bets; wager 1 player 10; wager 1 player-pair 5; close;"
        "card 7S; card 2H; card 7D; card KC; void the lamp fell on the layout",
        book,
    )
    assert [(r["bet"], r["amount"]) for r in events.of("returned")] == [("player", 10_00), ("player-pair", 5_00)]
    assert events.balance(1) == 100_00


@books
@pytest.mark.rule("crown 3.4, 3.5, 3.5.1, 3.5.4, 3.6, 3.7, 3.7.1, 3.7.2, 3.10")
def test_a_shoe_may_be_changed_between_coups_and_then_alone(book: str) -> None:
    events = run(f"{OPEN}; shoe; {STAND}; confirm; shoe; bets", book)
    assert events.refusals() == ["shoe"]
    assert events.only("shoe_ended")["reason"] == "changed"
    assert events.only("shoe_ended")["rule"] == ("3.5" if book in CROWN else None)
    assert [s["shoe"] for s in events.of("shoe_started")] == [1, 2]


@pytest.mark.parametrize("book", CROWN)
def test_a_carried_card_goes_with_its_shoe(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; card 2C; confirm; shoe; bets; wager 1 player 5; close; card 3C", book)
    assert [ruling[1] for ruling in events.rulings()] == ["carry", "set-aside"]
    assert events.cards(2) == [("3C", "player", 1)]


@books
@pytest.mark.parametrize("script", ["empty", "altered", f"{OPEN}; {STAND}; confirm; empty"])
def test_reading_19_between_coups_an_empty_or_altered_shoe_is_flagged_and_ends(book: str, script: str) -> None:
    events = run(f"{script}; bets; shoe; bets", book)
    assert events.only("irregularity")["coup"] is None
    assert events.of("shoe_ended")
    assert events.refusals() == ["bets"]
    assert not events.of("question")


@books
@pytest.mark.rule("mbs 5.1", "rws 5.1, 5.1.1")
@pytest.mark.parametrize("answer", ["play-on", "void"])
def test_reading_19_between_coups_a_supervisor_says_whether_the_shoe_goes_on_after_a_foreign_card(
    book: str, answer: str
) -> None:
    events = run(f"foreign; bets; decide {answer}; bets", book)
    assert events.only("question")["by"] == "supervisor"
    assert events.only("question")["rule"] == ("13.9" if book in CROWN else "5.1" if book in MBS else "5.1.1")
    assert events.refusals() == (["bets"] if answer == "play-on" else ["bets", "bets"])
    assert bool(events.of("shoe_ended")) == (answer == "void")


@books
@pytest.mark.rule("crown 13.4")
def test_reading_19_while_betting_is_open_wagers_go_back_if_the_shoe_does_not_go_on(book: str) -> None:
    setup = "buyin 1 100; bets; wager 1 player 10; foreign"
    events = accepted(f"{setup}; decide void", book)
    rule = "13.4" if book in CROWN else "5.1" if book in MBS else "5.1.1"
    assert (events.only("returned")["reason"], events.only("returned")["rule"]) == ("void", rule)
    assert events.only("shoe_ended")["reason"] == "foreign_card"
    if book not in MBS:
        events = accepted(f"{setup}; decide play-on; wager 1 player 20; close; {STAND}; confirm", book)
        assert events.only("settled")["stake"] == 20_00


@pytest.mark.parametrize("book", MBS)
@pytest.mark.rule("mbs 5.1, 5.1.1, 5.1.2")
@pytest.mark.parametrize("before", ["", "close;"])
def test_a_round_of_play_begins_with_its_betting_and_a_foreign_card_makes_it_void(book: str, before: str) -> None:
    # mbs 1.1.7 (1.1.6): from "Place your bets" on; the book wins over reading 19.
    events = accepted(f"buyin 1 100; bets; wager 1 player 10; {before} foreign; decide play-on; bets", book)
    assert events.only("returned") | {"amount": 10_00, "rule": "5.1"} == events.only("returned")
    assert ("foreign_card", "void", "5.1", "firmware") in events.rulings()
    assert not events.of("shoe_ended")
    assert [coup["coup"] for coup in events.of("coup_opened")] == [1, 2]


@pytest.mark.parametrize("book", MBS)
@pytest.mark.rule("mbs 5.4")
@pytest.mark.parametrize("before", ["", "close;"])
def test_an_altered_order_makes_a_round_void_regardless_of_whether_cards_were_exposed(book: str, before: str) -> None:
    altered = f"buyin 1 100; bets; wager 1 player 10; {before} altered"
    events = accepted(f"{altered}; decide cannot-reconstruct; shoe; bets", book)
    assert events.only("returned") | {"amount": 10_00, "rule": "5.4"} == events.only("returned")
    events = accepted(f"{altered}; decide reconstruct; card 7S; card 6H; card KD; card KC; confirm; shoe; bets", book)
    assert events.only("settled")["outcome"] == "win"
    assert len(events.of("shoe_ended")) == 1


@books
@pytest.mark.parametrize("kind", ["empty", "altered"])
def test_reading_19_while_betting_is_open_the_shoe_ends_with_the_coup(book: str, kind: str) -> None:
    events = accepted(f"buyin 1 100; bets; wager 1 player 10; {kind}; void; shoe; bets", book)
    assert events.only("returned")["amount"] == 10_00
    assert len(events.of("shoe_ended")) == 1


@books
def test_an_empty_shoe_found_while_betting_is_acted_upon_when_a_card_is_due(book: str) -> None:
    events = run("buyin 1 100; bets; wager 1 player 10; empty; close; decide void", book)
    assert events.only("result")["winner"] == "void"
    assert events.only("returned")["amount"] == 10_00


@books
def test_an_empty_shoe_after_the_last_card_of_a_coup_lets_it_be_settled(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; empty; confirm", book)
    assert events.only("result")["winner"] == "player"
    assert events.only("shoe_ended")["reason"] == "shoe_empty"


@books
@pytest.mark.parametrize(
    "before", ["buyin 1 1000; bets; wager 1 player 100", OPEN, f"{OPEN}; card 7S", f"{OPEN}; {BANKER_DRAWS}"]
)
def test_an_unreadable_card_is_entered_and_flagged(book: str, before: str) -> None:
    events = run(f"{before}; unreadable; confirm; enter 9D", book)
    assert ("unreadable_card", None) in events.irregularities()
    assert events.refusals() == ["confirm"]
    assert events.cards(1)[-1][0] == "9D"
    events = accepted(f"{before}; unreadable; void the card is torn", book)
    assert "unreadable_card" in events.only("result")["flags"]


@books
def test_a_card_is_entered_only_when_one_could_not_be_read(book: str) -> None:
    assert run(f"{OPEN}; enter 9D", book).refusals() == ["enter 9D"]


@books
def test_an_unreadable_card_in_excess_is_one_card_too_many(book: str) -> None:
    events = run(f"{OPEN}; {STAND}; unreadable; enter 2C", book)
    assert [kind for kind, _ in events.irregularities()] == ["unreadable_card", "excess_card"]


@books
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_shoes_own_result_is_compared(book: str, when: str) -> None:
    says = "shoe-says banker"
    script = f"{OPEN}; card 7S; {says if when == 'before' else 'card 6H'}"
    rest = "card 6H; card KD; card KC" if when == "before" else f"card KD; card KC; {says}"
    events = run(f"{script}; {rest}; confirm; decide play-on; confirm", book)
    question = events.only("question")
    assert question["kind"] == "shoe_disagrees"
    assert "player" in question["said"]
    assert "banker" in question["said"]
    assert events.refusals() == ["confirm"]
    assert events.only("result") | {"winner": "player", "flags": ["shoe_disagrees"]} == events.only("result")
    assert accepted(f"{OPEN}; {STAND}; shoe-says player; confirm", book).irregularities() == []


@books
@pytest.mark.rule("crown 13.4")
def test_a_coup_whose_result_the_shoe_disputes_can_be_void(book: str) -> None:
    events = accepted(f"{OPEN}; {STAND}; shoe-says banker; decide void", book)
    assert events.only("result")["winner"] == "void"
    assert events.only("returned") | {"amount": 100_00, "reason": "void"} == events.only("returned")
    assert events.only("returned")["rule"] == ("13.4" if book in CROWN else None)


@books
def test_while_a_question_is_open_nothing_moves(book: str) -> None:
    asked = f"{OPEN}; card 7S; cards 6H KD together"
    events = run(f"{asked}; confirm; bets; decide carry; decide order=6H,KC; cut", book)
    assert events.refusals() == ["confirm", "bets", "decide carry", "decide order=6H,KC"]
    codes = ["question_open"] * 2 + ["bad_order"] * 2
    assert [event["code"] for event in events.of("refused")] == codes
    assert "order=CARD,CARD" in events.of("refused")[2]["reason"]


@books
def test_without_a_question_there_is_nothing_to_decide(book: str) -> None:
    assert run("decide void; bets; decide play-on", book).refusals() == ["decide void", "decide play-on"]


@books
@pytest.mark.rule("crown 8.3.2")
def test_one_card_may_be_burned_before_a_coup(book: str) -> None:
    events = accepted(f"burn 2C; {OPEN}; {STAND}; confirm; burn 6C", book)
    assert [event["card"] for event in events.of("burned")] == ["2C", "6C"]
    assert not events.of("irregularity")


@books
def test_a_burned_card_more_than_there_are_decks_is_foreign(book: str) -> None:
    deal = "; ".join("bets; close; card AS; card 8H; card AS; card KC; confirm" for _ in range(2))
    events = accepted(f"table ats=0 decks=4; {deal}; burn AS", book)
    assert events.only("irregularity")["kind"] == "foreign_card"
    assert not events.of("burned")


@books
def test_foreign_cards_among_those_drawn_together_are_told_apart(book: str) -> None:
    deal = "; ".join("bets; close; card AS; card 8H; card AS; card KC; confirm" for _ in range(2))
    events = run(f"table ats=0 decks=4; {deal}; bets; close; cards AS 2S together; decide play-on", book)
    assert events.only("irregularity", kind="foreign_card")["card"] == "AS"
    assert events.cards(3) == [("2S", "player", 1)]


@books
@pytest.mark.rule("crown 1.2")
def test_reading_20_a_void_coup_counts_in_the_sequence(book: str) -> None:
    events = accepted("bets; void the dealer changed; bets; void again; bets", book)
    assert [coup["coup"] for coup in events.of("coup_opened")] == [1, 2, 3]


@books
@pytest.mark.rule("mbs-baccarat 2.2, 2.2.1, 2.2.2, 2.2.3, 2.2.4", "mbs-no-commission 2.2, 2.2.1, 2.2.2, 2.2.3, 2.2.4")
def test_reading_17_a_table_without_terminals_lists_each_bet(book: str) -> None:
    events = accepted("table ats=0 side=pairs; bets; close; card 5S; card 6H; card 5D; card KC; card TS; confirm", book)
    taken = {bet["bet"]: (bet["outcome"], bet["odds"]) for bet in events.only("take_pay")["bets"]}
    # Player 5 5 T is 0, Banker 6 K stands or draws by the table: with a ten it stands. Banker wins with six.
    six = {"crown-traditional": "0.95:1", "mbs-baccarat": "0.95:1"}.get(book, "1:2")
    assert taken == {
        "player": ("lose", None),
        "banker": ("win", six),
        "tie": ("lose", None),
        "player-pair": ("win", "11:1"),
        "banker-pair": ("lose", None),
    }
    assert not events.of("irregularity")


@books
def test_a_table_without_terminals_takes_no_money(book: str) -> None:
    assert len(run("table ats=0; buyin 1 100; bets; wager 1 player 5; cashout 1", book).refusals()) == 3
