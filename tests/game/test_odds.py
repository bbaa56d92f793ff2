"""Exact odds against arithmetic, against each other, and against a count by brute force."""

from collections import Counter
from collections.abc import Generator, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import perm

import pytest
from floor import ALL

from firmware.books import load_book
from firmware.game import odds
from firmware.game.bets import Result
from firmware.game.hands import Side, Winner
from firmware.game.odds import count_results, odds_in_steps, odds_of
from firmware.game.resolve import result_of
from firmware.game.table_of_play import TableOfPlay
from hal.cards import DECK, Card

pytestmark = pytest.mark.lab(52)


@pytest.fixture(scope="module", autouse=True)
def _each_table_of_play_is_counted_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds, "count_results", cache(count_results))
        yield


@pytest.mark.rule("crown 10.1")
@pytest.mark.parametrize("book", ALL)
def test_eight_decks_give_the_known_number_of_sequences(book: str) -> None:
    found = odds_of(load_book(book), 8)
    assert found.winners == {
        Winner.BANKER: 2_292_252_566_437_888,
        Winner.PLAYER: 2_230_518_282_592_256,
        Winner.TIE: 475_627_426_473_216,
    }
    assert found.total == sum(found.winners.values()) == perm(416, 6)


def test_every_permitted_number_of_decks_adds_up() -> None:
    for book in ALL:
        rules = load_book(book)
        for decks in range(rules.decks.least, rules.decks.most + 1):
            found = odds_of(rules, decks)
            assert sum(found.winners.values()) == found.total == perm(52 * decks, 6)
            assert {row.win + row.push + row.lose for row in found.bets} == {found.total}
            assert any("perfect" in row.bet for row in found.bets) == (book.startswith("crown") and decks == 8)


@pytest.mark.parametrize("decks", [4, 6, 8, 10])
def test_pairs_are_what_two_cards_make(decks: int) -> None:
    row = next(row for row in odds_of(load_book("mbs-baccarat"), decks).bets if row.bet == "banker-pair")
    chance = Fraction(4 * decks - 1, 52 * decks - 1)
    assert Fraction(row.win, row.win + row.lose) == chance
    assert row.house_edge == (1 - chance) - 11 * chance


@pytest.mark.parametrize(("option", "odds"), [(1, (25, 12, 6)), (2, (30, 10, 5))])
def test_perfect_pairs_are_what_two_cards_make(option: int, odds: tuple[int, int, int]) -> None:
    rows = odds_of(load_book("crown-baccarat"), 8).bets
    row = next(row for row in rows if (row.bet, row.option) == ("player-perfect", option))
    chances = [Fraction(n, 415) for n in (7, 8, 16)]  # perfect, coloured, mixed
    expected = (1 - sum(chances)) - sum(n * chance for n, chance in zip(odds, chances, strict=True))
    assert row.house_edge == expected


def test_main_bets_follow_from_who_wins() -> None:
    by_book = {book: {row.bet: row for row in odds_of(load_book(book), 8).bets} for book in ALL}
    total = perm(416, 6)
    player, banker = 2_230_518_282_592_256, 2_292_252_566_437_888
    tie = total - player - banker
    for book, rows in by_book.items():
        assert rows["player"].house_edge == Fraction(banker - player, total)
        assert rows["tie"].house_edge == Fraction(total - tie - 8 * tie, total)
        if book in ("crown-traditional", "mbs-baccarat"):
            assert rows["banker"].house_edge == Fraction(player, total) - Fraction(95, 100) * Fraction(banker, total)
    six = by_book["crown-baccarat"]["super6"].win
    assert by_book["rws-non-commission"]["banker"].house_edge == Fraction(player - banker, total) + Fraction(
        six, 2 * total
    )
    assert by_book["crown-baccarat"]["super6"].house_edge == Fraction(total - 13 * six, total)


def test_published_figures() -> None:
    rows = {(row.bet, row.option): row for row in odds_of(load_book("crown-traditional"), 8).bets}
    edges = {key: round(float(row.house_edge * 100), 2) for key, row in rows.items()}
    # As the literature on baccarat gives them for eight decks.
    assert edges["player", None] == 1.24
    assert edges["banker", None] == 1.06
    assert edges["tie", None] == 14.36
    assert edges["player-pair", None] == 10.36
    assert edges["player-dragon", 1] == 2.65
    assert edges["banker-dragon", 1] == 9.37
    assert edges["super6", None] == 29.98


def test_counting_agrees_with_dealing_every_sequence_of_a_small_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of four ranks in two suits each, dealt in every possible order, against the same count by formula."""
    ranks, suits = "A4K9", "SH"
    monkeypatch.setattr("firmware.game.odds.RANKS", ranks)
    monkeypatch.setattr("firmware.game.odds.SUITS", suits)
    monkeypatch.setattr("firmware.game.odds.POINTS", tuple(Card(rank + "S").points for rank in ranks))
    monkeypatch.setattr("firmware.game.odds._SUITS_OF", dict.fromkeys(("perfect", "coloured", "mixed"), suits))
    pack = [card for card in DECK if card.rank in ranks and card.suit in suits]
    table = load_book("crown-baccarat").table_of_play
    assert count_results(table, 1) == dealt(table, pack)


def dealt(table: TableOfPlay, pack: list[Card]) -> dict[Result, int]:
    """Deal every ordered sequence of six cards."""
    counted: Counter[Result] = Counter()
    for six in permutations(pack, 6):
        coming = iter(six)
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        while (due := table.due(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
            hands[due].append(next(coming))
        counted[result_of(hands[Side.PLAYER], hands[Side.BANKER])] += 1
    return dict(counted)


def test_counted_in_short_steps_they_are_the_same() -> None:
    book = load_book("mbs-baccarat")

    taken: list[odds.Odds] = []

    def keeping() -> Generator[None, None, None]:
        taken.append((yield from odds_in_steps(book, 6)))

    assert sum(1 for _ in keeping()) > 200
    assert taken == [odds_of(book, 6)]
