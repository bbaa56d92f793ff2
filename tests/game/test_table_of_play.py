"""The table of play, cell by cell, as each of the five books words it."""

import pytest
from each_case import each

from firmware.books import book_ids, load_book
from firmware.game.hands import Side
from hal.cards import Card

# Two cards for each initial point count, and a card for each value.
TWO = {
    count: (Card("KS"), Card("TS") if count == 0 else Card(f"{'A' if count == 1 else count}S")) for count in range(10)
}
VALUE = {value: TWO[value][1] for value in range(10)}

# Crown, Table 2: rows of Banker's point count, columns no card, 0, 1 … 9.
CROWN_TABLE_2 = """
D D D D D D D D D D D
D D D D D D D D D D D
D D D D D D D D D D D
D D D D D D D D D S D
D S S D D D D D D S S
D S S S S D D D D S S
S S S S S S S D D S S
S S S S S S S S S S S
"""
# MBS 3.9.3 and 3.9.4: with which values of Player's third card Banker draws; 0 to 5 when Player stands.
MBS_DRAWS = {
    0: set(range(10)), 1: set(range(10)), 2: set(range(10)), 3: set(range(10)) - {8},
    4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}, 7: set(),
}  # fmt: skip
# RWS 3.6: with which values Banker does not draw.
RWS_STANDS = {
    0: set(), 1: set(), 2: set(), 3: {8}, 4: {0, 1, 8, 9}, 5: {0, 1, 2, 3, 8, 9},
    6: {0, 1, 2, 3, 4, 5, 8, 9}, 7: set(range(10)),
}  # fmt: skip


def banker_draws_by(book: str, banker: int, third: int | None) -> bool:
    """What the book's own words say."""
    if book.startswith("crown"):
        row = CROWN_TABLE_2.split("\n")[banker + 1].split()
        return row[0 if third is None else third + 1] == "D"
    if third is None:
        return banker <= 5
    return third in MBS_DRAWS[banker] if book.startswith("mbs") else third not in RWS_STANDS[banker]


@pytest.mark.rule("crown 9.3, 9.3.1, 9.3.2", "mbs 3.9.3, 3.9.4", "rws 3.5, 3.6")
@pytest.mark.parametrize("book", book_ids())
@each("banker", range(8))
@each("third", [None, *range(10)])
def test_banker(book: str, banker: int, third: int | None) -> None:
    player = TWO[6] if third is None else (*TWO[0], VALUE[third])
    due = load_book(book).table_of_play.due(player, TWO[banker])
    assert due == (Side.BANKER if banker_draws_by(book, banker, third) else None)


@pytest.mark.rule("crown 9.2, 9.2.1, 9.2.2", "mbs 3.9, 3.9.2", "rws 3.5, 3.6")
@pytest.mark.parametrize("book", book_ids())
@each("player", range(8))
def test_player_draws_on_five_or_less(book: str, player: int) -> None:
    due = load_book(book).table_of_play.due(TWO[player], TWO[7])
    assert due == (Side.PLAYER if player <= 5 else None)


@pytest.mark.rule("crown 9.1", "mbs 3.9.1", "rws 3.6")
@pytest.mark.parametrize("book", book_ids())
@each("natural", [8, 9])
@each("other", range(10))
def test_a_natural_ends_the_coup(book: str, natural: int, other: int) -> None:
    table = load_book(book).table_of_play
    assert table.due(TWO[natural], TWO[other]) is None
    assert table.due(TWO[other], TWO[natural]) is None


@pytest.mark.rule("crown 8.3, 8.3.3", "mbs 3.6, 3.7, 3.7.1, 3.7.2", "rws 3.4")
@pytest.mark.parametrize("book", book_ids())
def test_the_initial_deal_goes_player_banker_player_banker(book: str) -> None:
    due = load_book(book).table_of_play.due
    a, b, c, _ = (Card(code) for code in ("2S", "2H", "2D", "2C"))
    assert [due((), ()), due((a,), ()), due((a,), (b,)), due((a, c), (b,))] == ["player", "banker", "player", "banker"]


@pytest.mark.rule("crown 8.4, 8.4.1", "mbs 3.9")
@pytest.mark.parametrize("book", book_ids())
def test_no_hand_ever_gets_a_fourth_card(book: str) -> None:
    table = load_book(book).table_of_play
    for player in range(6):
        for third in range(10):
            for banker in range(8):
                assert table.due((*TWO[player], VALUE[third]), TWO[banker]) is not Side.PLAYER
                for last in range(10):
                    hands = (*TWO[player], VALUE[third]), (*TWO[banker], VALUE[last])
                    assert table.due(*hands) is None


@pytest.mark.parametrize("book", book_ids())
def test_hands_that_the_table_cannot_give_are_told_apart(book: str) -> None:
    table = load_book(book).table_of_play
    assert table.allows((*TWO[2], VALUE[4]), TWO[7])
    assert not table.allows(TWO[2], TWO[7])  # Player has to draw
    assert not table.allows((*TWO[7], VALUE[4]), TWO[7])  # Player has to stand
    assert not table.allows(TWO[7], (*TWO[7], VALUE[4]))
    assert not table.allows((), ())
