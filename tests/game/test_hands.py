"""Cards, point counts, pairs and the one-line notation."""

import copy
import pickle

import pytest

from firmware.game.hands import Pair, Side, Winner, is_natural, pair_of, total, winner_of
from firmware.game.notation import read_coup, write_coup
from hal.cards import DECK, Card, read_card


@pytest.mark.rule("crown 3.2, 3.2.1, 3.2.2, 3.2.3", "mbs 3.3, 3.3.1, 3.3.2", "rws 3.7")
def test_card_values() -> None:
    points = {rank: {card.points for card in DECK if card.rank == rank} for rank in "A23456789TJQK"}
    assert points == {**{str(n): {n} for n in range(2, 10)}, "A": {1}, "T": {0}, "J": {0}, "Q": {0}, "K": {0}}


@pytest.mark.rule("crown 3.3, 3.3.1, 3.3.2", "mbs 3.4, 3.4.1, 3.4.2", "rws 3.7")
@pytest.mark.parametrize(
    ("cards", "count"), [("", 0), ("9S", 9), ("KS TS", 0), ("7S 3S", 0), ("9S 9H 9D", 7), ("AS 2S 6S", 9)]
)
def test_point_counts(cards: str, count: int) -> None:
    assert total([Card(code) for code in cards.split()]) == count


@pytest.mark.rule(
    "crown 8.4.3, 8.4.3(a), 8.4.3(b), 8.4.3(c), 8.4.3(d)", "mbs 3.10, 3.10.1", "rws 3.7, 3.8",
    "mbs-baccarat 1.1.8", "mbs-no-commission 1.1.7", "mbs-rapid 1.1.8",
)  # fmt: skip
def test_the_higher_count_wins() -> None:
    for player in range(10):
        for banker in range(10):
            winner = winner_of(player, banker)
            assert winner == (Winner.TIE if player == banker else ["banker", "player"][player > banker])


@pytest.mark.rule(
    "mbs-baccarat 1.1, 1.1.2, 1.1.3, 1.1.4, 1.1.6", "mbs-no-commission 1.1, 1.1.1, 1.1.2, 1.1.3, 1.1.5",
    "mbs-rapid 1.1, 1.1.1, 1.1.2, 1.1.3, 1.1.5, 1.1.6", "crown 1.1",
)  # fmt: skip
def test_a_natural_is_eight_or_nine_with_two_cards() -> None:
    assert is_natural([Card("9S"), Card("KS")])
    assert is_natural([Card("5S"), Card("3S")])
    assert not is_natural([Card("5S"), Card("2S")])
    assert not is_natural([Card("KS"), Card("KH"), Card("9S")])
    assert Side.PLAYER.other is Side.BANKER
    assert Side.BANKER.other is Side.PLAYER


@pytest.mark.rule("mbs-baccarat 1.1.5", "mbs-no-commission 1.1.4", "mbs-rapid 1.1.4")
@pytest.mark.parametrize(
    ("first", "second", "pair"),
    [
        ("KS", "KS", Pair.PERFECT),
        ("KS", "KC", Pair.COLOURED),
        ("KH", "KD", Pair.COLOURED),
        ("KS", "KH", Pair.MIXED),
        ("TS", "KS", Pair.NONE),  # reading 9: 10 and K are no pair
        ("2S", "3S", Pair.NONE),
    ],
)
def test_pairs(first: str, second: str, pair: Pair) -> None:
    assert pair_of(Card(first), Card(second)) is pair
    assert pair_of(Card(second), Card(first)) is pair


def test_a_deck_has_fifty_two_cards_each_known_by_its_number() -> None:
    assert [card.number for card in DECK] == list(range(52))
    assert len({str(card) for card in DECK}) == 52


def test_cards_are_read_strictly() -> None:
    assert read_card("10S") is read_card("TS") is Card("TS")
    for wrong in ("", "S", "1S", "AX", "as", "TSS", "S10", "110S"):
        with pytest.raises(ValueError, match="is no card"):
            read_card(wrong)


def test_a_card_stays_itself_when_it_is_copied() -> None:
    assert copy.deepcopy(Card("7C")) is Card("7C")
    assert pickle.loads(pickle.dumps(Card("7C"))) is Card("7C")  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    "line", ["P 6S KD | B 9H 2C 5D = T6", "P 9S KD | B 5H KC = P9", "P 2S KD 4C | B 7H KC = B7", "P | B = void"]
)
def test_a_coup_reads_back_from_its_line(line: str) -> None:
    player, banker, winner = read_coup(line)
    assert write_coup(player, banker, winner) == line


@pytest.mark.parametrize("line", ["", "P 6S KD", "P 6S KD | B 9H 2C = B6", "P 6S | B 9X = P6", "P 9S | B 9H = B9"])
def test_a_line_that_is_no_coup_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"is no coup|is no card|make"):
        read_coup(line)
