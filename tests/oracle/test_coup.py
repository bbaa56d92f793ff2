"""The product and the second engine beside each other, coup by coup."""

import os
import random

import pytest
from coup import BOOKS, permitted
from plain import OFFERS, unlike

from firmware.books import chosen_side_wagers, rules_of
from firmware.game.wagers import Limit

COUPS = 200_000 if os.environ.get("PROPERTIES") == "deep" else 2_000
SEED = os.environ.get("ORACLE_SEED") or str(random.SystemRandom().randrange(10**9))


@pytest.mark.some(4)
@pytest.mark.parametrize("part", range(len(OFFERS)))
def test_every_bet_pays_what_the_second_engine_pays(part: int) -> None:
    assert list(unlike(f"{SEED}/{part}", COUPS)) == [], f"ORACLE_SEED={SEED}"


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_bets_are_offered(book: str) -> None:
    every = {"pairs": 1, "super6": 1, "perfect": 1, "dragon": 1} if book.startswith("crown") else {"pairs": 1}
    assert set(rules_of(book, chosen_side_wagers(book, every), 8).offer.names) == set(BOOKS[book][4])


def test_what_may_be_wagered() -> None:
    chance = random.Random(SEED)
    for _ in range(COUPS):
        least, step = chance.randint(1, 50), chance.randint(1, 20)
        most = least + chance.randint(0, 300)
        asked = chance.randint(0, 500)
        limit = Limit("player", least, most, step)
        assert limit.permitted(asked)[0] == permitted(asked, least, most, step), (asked, least, most, step)
