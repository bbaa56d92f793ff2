"""The product and the second engine beside each other, coup by coup."""

import os
import random

import pytest
from coup import BOOKS, deal, odds, permitted, returned, winner

from firmware.books import chosen_side_wagers, rules_of
from firmware.game.resolve import result_of
from firmware.game.wagers import Limit
from hal.cards import Card

DEEP = os.environ.get("PROPERTIES") == "deep"
COUPS = 200_000 if DEEP else 4_000
STAKES = (1, 5, 10, 25, 333, 99_999, 12_345_67)
SIDE = {
    "crown": ({"pairs": 1}, {"pairs": 1, "super6": 1, "perfect": 1, "dragon": 1}, {"perfect": 2, "dragon": 2},
              {"dragon": 3, "super6": 1}),
    "other": ({}, {"pairs": 1}),
}  # fmt: skip


def shoes(seed: int, coups: int) -> list[list[str]]:
    """Six cards each, out of shoes of eight decks."""
    chance = random.Random(seed)
    shoe = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 8
    return [chance.sample(shoe, 6) for _ in range(coups)]


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_pays_what_the_second_engine_pays(book: str) -> None:
    offers = [
        (side, rules_of(book, chosen_side_wagers(book, side), 8))
        for side in SIDE["crown" if book.startswith("crown") else "other"]
    ]
    for cards in shoes(6, COUPS):
        player, banker, _ = deal(cards)
        hands = tuple(map(Card, player)), tuple(map(Card, banker))
        assert result_of(*hands).winner.value == winner(player, banker)
        for side, rules in offers:
            for bet, payout in rules.resolver.payouts(*hands).items():
                options = {"dragon": side.get("dragon", 1), "perfect": side.get("perfect", 1)}
                rate = odds(bet, player, banker, book, **options)
                for stake in STAKES:
                    assert payout.returned(stake) == returned(stake, rate), (book, side, bet, cards, stake)


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_bets_are_offered(book: str) -> None:
    every = {"pairs": 1, "super6": 1, "perfect": 1, "dragon": 1} if book.startswith("crown") else {"pairs": 1}
    assert set(rules_of(book, chosen_side_wagers(book, every), 8).offer.names) == set(BOOKS[book][4])


def test_what_may_be_wagered() -> None:
    chance = random.Random(6)
    for _ in range(COUPS):
        least, step = chance.randint(1, 50), chance.randint(1, 20)
        most = least + chance.randint(0, 300)
        asked = chance.randint(0, 500)
        limit = Limit("player", least, most, step)
        assert limit.permitted(asked)[0] == permitted(asked, least, most, step), (asked, least, most, step)
