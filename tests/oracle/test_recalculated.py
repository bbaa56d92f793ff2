"""Winnings held and kept, players who leave, coups that are settled again: stories of these, told by both engines."""

import os
import random
from collections import Counter

import pytest
from beside import difference
from claims import claims_of
from shrink import shrink

SEED = os.environ.get("ORACLE_SEED") or str(random.SystemRandom().randrange(10**9))
STORIES = 50
BOOKS = ("crown-traditional", "crown-baccarat", "mbs-rapid-no-commission", "mbs-no-commission", "mbs-baccarat",
         "rws-non-commission")  # fmt: skip
HANDS = ("player=7S,KD banker=6H,KC", "player=6S,KD banker=9H,KC", "player=8S,KD banker=8H,KC")
DEALS = (
    "card 7S; card 6H; card KD; card KC",
    "card 6S; card 7H; card TD; card TC",
    "card 7D; card 7C; card QD; card QC",
)
WEIGHTS = {
    "coup": 20, "correct": 24, "hold 1 AMOUNT": 16, "keep 1": 12, "release 1": 5, "declare-void 1": 4, "cashout 1": 8,
    "buyin 1 100": 9, "miscount void": 3,
}  # fmt: skip


def story(seed: str) -> list[str]:
    """A terminal at which somebody wins, is suspected, leaves, and is followed by somebody else."""
    chance = random.Random(seed)
    lines = [f"rulebook {chance.choice(BOOKS)}", "table ats=2 side=pairs", "buyin 1 400"]
    coups = 0
    while len(lines) < 60:
        word = chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))[0] if coups else "coup"
        if word == "coup":
            coups += 1
            bets = chance.sample(("player", "banker", "tie"), chance.randint(1, 2))
            lines += ["bets", *(f"wager 1 {bet} {chance.choice((20, 50, 100))}" for bet in bets), "close"]
            lines += [*chance.choice(DEALS).split("; "), "confirm"]
        elif word == "correct":
            lines.append(f"correct {chance.randint(1, coups)} {chance.choice(HANDS)}")
        elif word == "declare-void 1":
            lines.append(f"declare-void 1 {chance.randint(1, coups)}")
        else:
            lines.append(word.replace("AMOUNT", str(chance.choice((5, 20, 50, 100)))))
    return spoken_of(lines)


def spoken_of(lines: list[str]) -> list[str]:
    """Leave out what the texts say nothing of, and what follows from nothing."""
    told: list[str] = []
    for line in lines:
        if len(claims_of([*told, line])) == len(told) + 1:
            told.append(line)
    return told


def test_the_product_and_the_second_engine_move_money_alike() -> None:
    for number in range(STORIES):
        lines = story(f"{SEED}/{number}")
        if difference(lines) is not None:
            short = shrink(lines)
            pytest.fail(f"ORACLE_SEED={SEED}\n" + "\n".join(short) + f"\n# {difference(short)}")


def test_the_stories_settle_again_what_was_kept_held_and_left() -> None:
    """The second engine alone tells them: each is corrected after it."""
    seen: Counter[str] = Counter()
    for number in range(40):
        before: set[str] = set()
        for line in story(f"kinds/{number}"):
            word = line.split()[0]
            if word in ("correct", "declare-void", "miscount"):
                seen.update(before)
            before.add(word)
    assert {"keep", "hold", "release", "cashout", "correct"} <= seen.keys()
    assert min(seen[word] for word in ("keep", "hold", "cashout")) > 20
