"""The plain engines beside each other: what six cards come to and what each bet pays, coup by coup."""

import random
from collections.abc import Iterator

from coup import BOOKS, deal, odds, returned, winner

from firmware.books import chosen_side_wagers, rules_of
from firmware.game.resolve import result_of
from hal.cards import Card

STAKES = (1, 5, 10, 25, 333, 99_999, 12_345_67)
SIDE = {
    "crown": ({"pairs": 1}, {"pairs": 1, "super6": 1, "perfect": 1, "dragon": 1}, {"perfect": 2, "dragon": 2},
              {"dragon": 3, "super6": 1}),
    "other": ({}, {"pairs": 1}),
}  # fmt: skip
SHOE = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 8
OFFERS = [(book, side) for book in BOOKS for side in SIDE["crown" if book.startswith("crown") else "other"]]


def unlike(seed: str, coups: int) -> Iterator[str]:
    """Deal so many coups out of shoes of eight decks, each by the next offer, and say where the engines differ."""
    chance = random.Random(seed)
    for number in range(coups):
        cards = chance.sample(SHOE, 6)
        book, side = OFFERS[number % len(OFFERS)]
        rules = rules_of(book, chosen_side_wagers(book, side), 8)
        player, banker, _ = deal(cards)
        hands = tuple(map(Card, player)), tuple(map(Card, banker))
        if result_of(*hands).winner.value != winner(player, banker):
            yield f"{book}: {player} {banker} is not won by {result_of(*hands).winner}"
        options = {"dragon": side.get("dragon", 1), "perfect": side.get("perfect", 1)}
        stake = chance.choice(STAKES)
        for bet, payout in rules.resolver.payouts(*hands).items():
            right = returned(stake, odds(bet, player, banker, book, **options))
            if payout.returned(stake) != right:
                yield f"{book} {side}: {stake} on {bet}, {player} {banker}: {payout.returned(stake)}, not {right}"
