"""The number of the odds that a table offers: the same at all tables with the same option, and at no others."""

from itertools import combinations

import pytest
from floor import ALL, CROWN, run

from firmware.books import load_book, rules_of
from firmware.game.offer_number import WHOLE, offer_numbers

OPTIONS = {"dragon": (1, 2, 3), "perfect": (1, 2)}


def numbers(book: str, **sides: int) -> dict[str, str]:
    return offer_numbers(rules_of(book, sides, 8).offer)


@pytest.mark.parametrize("side", OPTIONS)
@pytest.mark.rule("crown 10.1")
def test_tables_with_the_same_option_show_the_same_number_and_others_another(side: str) -> None:
    of_option = {n: {numbers(book, **{side: n})[side] for book in CROWN} for n in OPTIONS[side]}
    assert all(len(found) == 1 for found in of_option.values())
    for one, other in combinations(of_option.values(), 2):
        assert not one & other


@pytest.mark.rule("crown 10.1")
def test_what_else_a_table_offers_does_not_change_a_side_wagers_number() -> None:
    alone, beside = numbers("crown-baccarat", dragon=2), numbers("crown-traditional", dragon=2, pairs=1, super6=1)
    assert alone["dragon"] == beside["dragon"]
    assert alone[WHOLE] != beside[WHOLE]


@pytest.mark.parametrize("book", ALL)
def test_each_book_has_numbers_of_six_digits(book: str) -> None:
    sides = {group.side_wager: 1 for group in load_book(book).side_groups}
    found = numbers(book, **sides)
    assert found.keys() == {WHOLE, *sides}
    assert all(len(number) == 6 and number.isdecimal() for number in found.values())
    # The order in which side wagers were chosen is nobody's concern.
    assert found == numbers(book, **dict(reversed(sides.items())))


@pytest.mark.rule("crown 10.1")
def test_the_journal_has_the_numbers_from_the_opening_on() -> None:
    event = run("table side=dragon:2,pairs").only("offer_numbered")
    assert (event["numbers"], event["rule"]) == (numbers("crown-baccarat", dragon=2, pairs=1), "10.1")
