"""Coups without any irregularity, in every book: from the burn and the cards to who wins and what is paid."""

import pytest
from floor import ALL, BANKER_DRAWS, BOTH_DRAW, CROWN, NATURAL, OPEN, PLAYER_DRAWS, STAND, accepted, run

books = pytest.mark.parametrize("book", ALL)


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.rule("crown 3.8, 3.8.1, 3.11.1, 11.1")
def test_the_first_card_of_a_new_shoe_is_burned_and_not_dealt(book: str) -> None:
    events = accepted(f"bets; void; shoe unburned; burn 2C; bets; close; {STAND}; confirm", book)
    assert (events.only("burned")["card"], events.only("burned")["for_shoe"]) == ("2C", True)
    assert events.cards(2)[0] == ("7S", "player", 1)
    assert [kind for kind, _ in events.irregularities()] == ["no_wagers"]


@books
@pytest.mark.rule(
    "crown 8.3.3, 8.4, 8.4.1, 9.1, 9.2, 9.2.1, 9.2.2, 9.3, 9.3.1, 9.3.2",
    "mbs 3.7, 3.7.1, 3.7.2, 3.9, 3.9.1, 3.9.2, 3.9.3, 3.9.4", "rws 3.4, 3.5, 3.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("deal", "third"),
    [
        (STAND, []),
        (NATURAL, []),
        ("card 5S; card 9H; card KD; card KC", []),
        (f"{PLAYER_DRAWS}; card 4D", ["player"]),
        (f"{BANKER_DRAWS}; card 4D", ["banker"]),
        (f"{BOTH_DRAW}; card 4D; card 5C", ["player", "banker"]),
        ("card 5S; card 6H; card KD; card KC; card 5D", ["player"]),  # Banker stands on 6 against a 5 …
        ("card 5S; card 6H; card KD; card KC; card 6D; card 2C", ["player", "banker"]),  # … and draws against a 6
    ],
)
def test_cards_are_dealt_as_far_as_the_table_of_play_wants(book: str, deal: str, third: list[str]) -> None:
    cards = deal.split("; ")
    opened = "buyin 1 100; bets; wager 1 player 10; close"
    for dealt in range(len(cards)):
        assert run("; ".join([opened, *cards[:dealt], "confirm"]), book).refusals() == ["confirm"]
    events = accepted(f"{opened}; {deal}; confirm", book)
    laid = [(hand, position) for _, hand, position in events.cards(1)]
    assert laid == [("player", 1), ("banker", 1), ("player", 2), ("banker", 2), *((side, 3) for side in third)]
    assert not events.of("irregularity")


@books
@pytest.mark.rule("crown 8.4.1", "mbs 3.9", "rws 3.5")
@pytest.mark.parametrize(("side", "cards"), [("player", ["2S", "KD", "4D"]), ("banker", ["2H", "KC", "5C"])])
def test_no_hand_gets_a_second_additional_card(book: str, side: str, cards: list[str]) -> None:
    answer = "carry" if book in CROWN else "set-aside"
    events = accepted(f"{OPEN}; {BOTH_DRAW}; card 4D; card 5C; card 9S to={side}; decide {answer}; confirm", book)
    assert events.cards(1)[-1] == ("9S", "none", None)
    assert events.only("irregularity")["kind"] == "excess_card"
    assert events.only("result")[side]["cards"] == cards


@books
@pytest.mark.rule("crown 8.4.3, 8.4.3(a), 8.4.3(b), 8.4.3(c), 8.4.3(d)", "mbs 3.10, 3.10.1", "rws 3.7, 3.8")
@pytest.mark.parametrize(
    ("deal", "winner", "totals"),
    [
        ("card 4S; card 5H; card 5D; card 3C", "player", (9, 8)),
        ("card 5S; card 4H; card 3D; card 5C", "banker", (8, 9)),
        ("card 8S; card 7H; card KD; card KC", "player", (8, 7)),
        ("card 3S; card 5H; card 4D; card AC", "player", (7, 6)),
        ("card 6S; card 7H; card KD; card KC", "banker", (6, 7)),
        ("card KS; card AH; card KD; card KC; card TD; card QC", "banker", (0, 1)),
        ("card AS; card QH; card KD; card KC; card TD; card QC", "player", (1, 0)),
        ("card KS; card QH; card KD; card KC; card TD; card QC", "tie", (0, 0)),
        ("card 7S; card 7H; card KD; card KC", "tie", (7, 7)),
    ],
)
def test_the_hand_with_the_higher_count_wins_the_coup(
    book: str, deal: str, winner: str, totals: tuple[int, int]
) -> None:
    placed = "; ".join(f"wager 1 {bet} 10" for bet in ("player", "banker", "tie"))
    events = accepted(f"buyin 1 100; bets; {placed}; close; {deal}; confirm", book)
    result = events.only("result")
    assert (result["winner"], (result["player"]["total"], result["banker"]["total"])) == (winner, totals)
    assert [line["bet"] for line in events.of("settled", outcome="win")] == [winner]


@books
@pytest.mark.rule("crown 4.8.2(a), 10.1", "mbs 3.8, 4.1", "rws 3.4, 4.1, 4.1.1")
@pytest.mark.parametrize(
    ("bet", "deal", "paid"),
    [
        ("player", STAND, 100_00),
        ("banker", "card 2S; card 7H; card KD; card KC; card 4D", None),  # 7 to 6: 0.95 : 1 or 1 : 1
        ("banker", "card 5S; card 6H; card KD; card KC; card TD", 0),  # 6 to 5: 0.95 : 1 or 1 : 2
        ("tie", "card 7S; card 7H; card KD; card KC", 800_00),
        ("player-pair", "card 4S; card 7H; card 4D; card KC", 1100_00),
        ("banker-pair", "card 7S; card 3H; card KD; card 3C", 1100_00),
    ],
)
def test_what_a_wager_of_a_hundred_brings(book: str, bet: str, deal: str, paid: int | None) -> None:
    commission = book in ("crown-traditional", "mbs-baccarat")
    if paid is None:
        paid = 95_00 if commission else 100_00
    elif bet == "banker":
        paid = 95_00 if commission else 50_00
    beside = "wager 1 tie 5;" if bet.endswith("-pair") else ""  # 4.11.1
    events = accepted(f"table side=pairs; buyin 1 1000; bets; {beside} wager 1 {bet} 100; close; {deal}; confirm", book)
    assert events.only("settled", bet=bet) | {"outcome": "win", "returned": 100_00 + paid} == events.only(
        "settled", bet=bet
    )
    assert events.balance(1) == 1000_00 + paid - (5_00 if beside else 0)
