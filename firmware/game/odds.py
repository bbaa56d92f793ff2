"""Exact odds: every way in which a coup can come from a full shoe, counted, not sampled.

What decides a coup are the values of its cards and what each hand's first two cards pair to. So the ways are counted
for each choice of ranks of the first four cards, split by what they pair to, and multiplied by the ways of the fifth
and sixth. The figures are ordered six-card sequences; a card that the coup does not need counts as any card.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import perm
from typing import Final, TypeVar

from msgspec import Struct

from firmware.game.bets import Bet, Outcome, Result
from firmware.game.hands import NATURALS, PAIRS, Pair, Winner, pair_of, winner_of
from firmware.game.resolve import deal_points
from firmware.game.rulebook import Rulebook
from firmware.game.table_of_play import INITIAL, TableOfPlay
from hal.cards import DECK, RANKS, SUITS, Card

SEQUENCE: Final = 6
VALUES: Final = range(10)
POINTS: Final = tuple(Card(rank + SUITS[0]).points for rank in RANKS)
T = TypeVar("T")
# Work in short steps: what it comes to is its return.
InSteps = Generator[None, None, T]
Values = tuple[int, int]
Pairs = tuple[Pair, Pair]
# How a coup ended without what its hands pair to: who won, both counts, both naturals.
Ending = tuple[Winner, int, int, bool, bool]


class BetOdds(Struct, frozen=True):
    """A bet under one option: in how many sequences it wins, is returned, loses, and what the house keeps."""

    bet: str
    option: int | None
    win: int
    push: int
    lose: int
    house_edge: Fraction


CountsResults = Callable[[TableOfPlay, int], dict[Result, int]]


class Odds(Struct, frozen=True):
    """A rule book's odds with a number of decks."""

    decks: int
    winners: dict[Winner, int]
    total: int
    bets: tuple[BetOdds, ...]


def odds_of(book: Rulebook, decks: int, results: CountsResults | None = None) -> Odds:
    """Count a rule book's odds. `results`: what counts them, for who keeps them: books with one table share them."""
    counted = (results or count_results)(book.table_of_play, decks)
    return _odds(decks, counted, _every_bets_odds(book, decks, counted))


def odds_in_steps(book: Rulebook, decks: int) -> InSteps[Odds]:
    """Count a rule book's odds in short steps, between which other things can be done."""
    counted = yield from _counting(book.table_of_play, decks)
    rows = []
    for row in _every_bets_odds(book, decks, counted):
        rows.append(row)
        yield
    return _odds(decks, counted, rows)


def _every_bets_odds(book: Rulebook, decks: int, counted: Mapping[Result, int]) -> Iterator[BetOdds]:
    for bet, group in book.every_bet():
        if group is None or group.decks in (None, decks):
            yield from _bet_odds(bet, group.options if group else 1, counted)


def _odds(decks: int, counted: Mapping[Result, int], rows: Iterable[BetOdds]) -> Odds:
    winners: Counter[Winner] = Counter()
    for result, ways in counted.items():
        winners[result.winner] += ways
    return Odds(decks, dict(winners), perm(len(DECK) * decks, SEQUENCE), tuple(rows))


def count_results(table: TableOfPlay, decks: int) -> dict[Result, int]:
    """Return in how many ordered six-card sequences each result comes."""
    return _at_once(_counting(table, decks))


def _at_once(steps: InSteps[T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _counting(table: TableOfPlay, decks: int) -> InSteps[dict[Result, int]]:
    counted: Counter[Result] = Counter()
    endings = yield from _endings(table)
    first_four = yield from _first_four(decks)
    for (player, banker), by_pairs in first_four.items():
        if player == banker:
            yield
        ended = _endings_from(player, banker, endings, decks)
        for pairs, ways in by_pairs.items():
            for ending, times in ended.items():
                counted[Result(*ending, *pairs)] += ways * times
    return {result: ways for result, ways in counted.items() if ways}


def _first_four(decks: int) -> InSteps[dict[tuple[Values, Values], Counter[Pairs]]]:
    """Count the ways of the first four cards, by the values of each hand and by what each hand pairs to."""
    ways: defaultdict[tuple[Values, Values], Counter[Pairs]] = defaultdict(Counter)
    hands = tuple(combinations_with_replacement(range(len(RANKS)), INITIAL))
    of_pair: dict[tuple[str, ...], Counter[Pair]] = {}
    for player, banker in product(hands, hands):
        if player == banker:
            yield
        by_pairs = ways[_values(player), _values(banker)]
        for mine, suits, times in _player_ways(player, decks):
            if banker[0] != banker[1]:
                left = [decks * len(SUITS) - player.count(rank) for rank in banker]
                by_pairs[mine, Pair.NONE] += times * 2 * left[0] * left[1]
                continue
            gone = suits[: player.count(banker[0])]
            if gone not in of_pair:
                of_pair[gone] = _pairs_left(gone, decks)
            for thine, theirs in of_pair[gone].items():
                by_pairs[mine, thine] += times * theirs
    return ways


def _values(ranks: tuple[int, ...]) -> Values:
    return POINTS[ranks[0]], POINTS[ranks[1]]


def _player_ways(ranks: tuple[int, ...], decks: int) -> Iterator[tuple[Pair, tuple[str, ...], int]]:
    """Return the ways of Player's first two cards, by what they pair to, with suits that stand for them."""
    if ranks[0] != ranks[1]:
        yield Pair.NONE, (SUITS[0],), 2 * (decks * len(SUITS)) ** 2
        return
    for pair, times in _pairs_left((), decks).items():
        yield pair, _SUITS_OF[pair], times


# Two suits that make each kind of pair of one rank.
_SUITS_OF: Final[dict[Pair, tuple[str, ...]]] = {
    pair: next((a, b) for a in SUITS for b in SUITS if pair_of(Card("A" + a), Card("A" + b)) is pair)
    for pair in PAIRS
    if pair is not Pair.NONE
}


def _pairs_left(gone: tuple[str, ...], decks: int) -> Counter[Pair]:
    """Count the ordered pairs that one rank can still give when cards of these suits have gone from it."""
    counted: Counter[Pair] = Counter()
    left = {suit: decks - gone.count(suit) for suit in SUITS}
    for suit in SUITS:
        counted[Pair.PERFECT] += left[suit] * (left[suit] - 1)
    for first, second in permutations(SUITS, 2):
        counted[pair_of(Card("A" + first), Card("A" + second))] += left[first] * left[second]
    return counted


def _endings(table: TableOfPlay) -> InSteps[dict[tuple[int, int], tuple[tuple[Ending, ...], ...]]]:
    """Return how a coup ends, by both initial point counts, the fifth card's value and the sixth's."""
    endings = {}
    for mine, theirs in product(VALUES, VALUES):
        yield
        endings[mine, theirs] = tuple(
            tuple(_ending(table, mine, theirs, (fifth, sixth)) for sixth in VALUES) for fifth in VALUES
        )
    return endings


def _ending(table: TableOfPlay, mine: int, theirs: int, more: Values) -> Ending:
    player, banker = deal_points(table, mine, theirs, more)
    ours, thine = sum(player) % 10, sum(banker) % 10
    natural = (len(player) == INITIAL and ours in NATURALS, len(banker) == INITIAL and thine in NATURALS)
    return (winner_of(ours, thine), ours, thine, *natural)


def _endings_from(
    player: Values, banker: Values, endings: Mapping[tuple[int, int], tuple[tuple[Ending, ...], ...]], decks: int
) -> Counter[Ending]:
    """Count how a coup ends that began with these values, over its fifth and sixth cards."""
    left = [decks * len(SUITS) * POINTS.count(value) for value in VALUES]
    for value in (*player, *banker):
        left[value] -= 1
    counted: Counter[Ending] = Counter()
    by_fifth = endings[sum(player) % 10, sum(banker) % 10]
    rest = sum(left) - 1
    for fifth, by_sixth in enumerate(by_fifth):
        if by_sixth.count(by_sixth[0]) == len(by_sixth):
            counted[by_sixth[0]] += left[fifth] * rest
            continue
        for sixth, ending in enumerate(by_sixth):
            counted[ending] += left[fifth] * (left[sixth] - (fifth == sixth))
    return counted


def _bet_odds(bet: Bet, options: int, counted: Mapping[Result, int]) -> Iterator[BetOdds]:
    # A bet asks little of a result: what it does not ask need not be told apart.
    asked = sorted({name for line in bet.lines for name in line.when.named()})
    alike: Counter[tuple[object, ...]] = Counter()
    example: dict[tuple[object, ...], Result] = {}
    for result, ways in counted.items():
        key = tuple(getattr(result, name) for name in asked)
        alike[key] += ways
        example[key] = result
    for option in range(1, options + 1):
        by_outcome: Counter[Outcome] = Counter()
        kept = Fraction(0)
        for key, ways in alike.items():
            payout = bet.payout(example[key], option)
            by_outcome[payout.outcome] += ways
            kept -= Fraction(payout.numerator * ways, payout.denominator)
        kept = (kept + by_outcome[Outcome.LOSE]) / sum(alike.values())
        win, push, lose = (by_outcome[outcome] for outcome in (Outcome.WIN, Outcome.PUSH, Outcome.LOSE))
        yield BetOdds(bet.name, option if options > 1 else None, win, push, lose, kept)
