"""A second engine, written from the rule books alone: what six cards come to, and what each bet of them pays.

It imports nothing of the product and reads nothing of it, and goes other ways: cards are two letters, the table of play
is the books' own drawing, odds are fractions. Where it and the product differ, one of them is wrong.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

# Crown 9.3, table 2, as printed: a row for each count of Banker; no card, then Player's third card 0 to 9.
# MBS 3.9.3, 3.9.4 and RWS 3.5, 3.6 say the same in words.
BANKER_DRAWS = {
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
}
PLAYER_DRAWS = "DDDDDDSS"

CROWN_BETS = (
    "player", "banker", "tie", "player-dragon", "banker-dragon", "player-perfect", "banker-perfect",
    "player-pair", "banker-pair", "super6",
)  # fmt: skip
FIVE_BETS = ("player", "banker", "tie", "player-pair", "banker-pair")
BOOKS: dict[str, tuple[Fraction, Fraction, int, int, tuple[str, ...]]] = {
    # id: (banker pays, banker pays on six, decks from, to, bets)
    "crown-traditional": (Fraction(95, 100), Fraction(95, 100), 4, 8, CROWN_BETS),
    "crown-baccarat": (Fraction(1), Fraction(1, 2), 4, 8, CROWN_BETS),
    "mbs-rapid-no-commission": (Fraction(1), Fraction(1, 2), 4, 10, FIVE_BETS),
    "mbs-no-commission": (Fraction(1), Fraction(1, 2), 4, 10, FIVE_BETS),
    "mbs-baccarat": (Fraction(95, 100), Fraction(95, 100), 4, 10, FIVE_BETS),
    "rws-non-commission": (Fraction(1), Fraction(1, 2), 4, 8, FIVE_BETS),
}
# Crown 10.1: by the margin of a win without a natural.
DRAGON = {
    1: {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30},
    2: {4: 1, 5: 3, 6: 4, 7: 7, 8: 8, 9: 20},
    3: {4: 2, 5: 2, 6: 4, 7: 4, 8: 10, 9: 30},
}
PERFECT = {1: {"mixed": 6, "coloured": 12, "perfect": 25}, 2: {"mixed": 5, "coloured": 10, "perfect": 30}}
RED = "DH"


def count(cards: Sequence[str]) -> int:
    """The point count of a hand (crown 3.2, 3.3; mbs 3.3, 3.4; rws 3.7)."""
    return sum("A23456789".find(card[0]) + 1 for card in cards) % 10


def deal(cards: Sequence[str]) -> tuple[list[str], list[str], int]:
    """Deal cards from the first on until the coup is complete: the two hands, and how many cards it took."""
    left = list(cards)
    player, banker = [left[0], left[2]], [left[1], left[3]]
    took = 4
    if count(player) < 8 and count(banker) < 8:  # crown 9.1
        third = None
        if PLAYER_DRAWS[count(player)] == "D":
            third = left[took]
            player.append(third)
            took += 1
        drawn = BANKER_DRAWS[count(banker)].replace(" ", "")
        if drawn[0 if third is None else 1 + count([third])] == "D":
            banker.append(left[took])
            took += 1
    return player, banker, took


def winner(player: Sequence[str], banker: Sequence[str]) -> str:
    """Who won."""
    return "tie" if count(player) == count(banker) else "player" if count(player) > count(banker) else "banker"


def natural(hand: Sequence[str]) -> bool:
    """Eight or nine with two cards."""
    return len(hand) == 2 and count(hand) >= 8


def odds(
    bet: str, player: Sequence[str], banker: Sequence[str], book: str, *, dragon: int = 1, perfect: int = 1
) -> Fraction:
    """What a bet wins for one unit: a fraction, 0 where it is returned, -1 where it is lost."""
    assert bet in BOOKS[book][4]
    won = winner(player, banker)
    if bet in ("player", "banker"):
        pays = 1 if bet == "player" else BOOKS[book][1 if count(banker) == 6 else 0]
        return Fraction(0 if won == "tie" else pays if won == bet else -1)
    if bet in ("tie", "super6"):
        wins = won == "tie" if bet == "tie" else won == "banker" and count(banker) == 6
        return Fraction({"tie": 8, "super6": 12}[bet] if wins else -1)
    side, kind = bet.split("-")
    own, other = (player, banker) if side == "player" else (banker, player)
    if kind == "dragon":
        return Fraction(_dragon(own, other, dragon, wins=won == side))
    alike = _likeness(own[0], own[1])
    if kind == "pair":
        return Fraction(-1 if alike == "none" else 11)
    return Fraction(PERFECT[perfect].get(alike, -1))


def _likeness(first: str, second: str) -> str:
    if first[0] != second[0]:
        return "none"
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"


def _dragon(own: Sequence[str], other: Sequence[str], option: int, *, wins: bool) -> int:
    if natural(own) and natural(other) and count(own) == count(other):
        return 0  # a stand-off
    if not wins:
        return -1
    if natural(own):
        return 1
    return DRAGON[option].get(count(own) - count(other), -1)


def returned(stake: int, rate: Fraction) -> int:
    """What goes back of a stake in minor units, rounded down (reading 6), the stake included."""
    return 0 if rate == -1 else stake + (stake * rate.numerator) // rate.denominator


def permitted(asked: int, least: int, most: int, step: int) -> int:
    """The next lowest permitted wager (crown 5.3.1, 5.3.2, reading 11); 0: nothing is displayed."""
    if asked < least:
        return 0
    allowed = range(least, most + 1, step)
    return allowed[bisect_right(allowed, asked) - 1]
