"""A plain coup, which no break may spoil but those of rules that every plain coup rests on."""

import pytest
from floor import ALL, accepted


@pytest.mark.parametrize("book", ALL)
def test_a_plain_coup(book: str) -> None:
    events = accepted(
        "buyin 1 100; buyin 2 100; bets; wager 1 player 10; wager 2 banker 10; close; card 5S; card 2H; card 2D;"
        "card 4C; confirm; cashout 1; bets; wager 2 player 5",
        book,
    )
    assert events.cards(1) == [("5S", "player", 1), ("2H", "banker", 1), ("2D", "player", 2), ("4C", "banker", 2)]
    assert (events.only("result")["player"]["total"], events.only("result")["banker"]["total"]) == (7, 6)
    assert [(line["ats"], line["outcome"]) for line in events.of("settled")] == [(1, "win"), (2, "lose")]
    assert events.only("cashed_out")["amount"] == 110_00
    assert events.balance(2) == 85_00
    assert not events.of("irregularity")
