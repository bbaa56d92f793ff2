"""What every bet on the layout comes to in a finished coup.

Ten thousand combinations of two initial point counts and two third cards, times what each hand's first two
cards pair to: all that a bet can ask of a coup. So everything is worked out once, from the table of play and
the pay tables, and a coup is then resolved by looking its hands up.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from firmware.game.bets import Payout, Result
from firmware.game.hands import NATURALS, PAIRS, Side, Winner, is_natural, pair_of, total, winner_of
from firmware.game.offer import OfferedBet
from firmware.game.table_of_play import INITIAL, TableOfPlay
from hal.cards import DECK, Card

KINDS: Final = len(PAIRS)
_PAIR_NUMBER: Final = tuple(tuple(PAIRS.index(pair_of(first, second)) for second in DECK) for first in DECK)
_OF_POINTS: Final = {card.points: card for card in reversed(DECK)}


class Resolved(Struct, frozen=True):
    """A coup's hands (how many cards each has, what it counts), and what each bet comes to, by its name."""

    player_cards: int
    banker_cards: int
    result: Result
    payouts: dict[str, Payout]

    @property
    def winner(self) -> Winner:
        """How the coup ended."""
        return self.result.winner


def result_of(player: Sequence[Card], banker: Sequence[Card]) -> Result:
    """Return what bets can depend on in two complete hands."""
    ours, theirs = total(player), total(banker)
    return Result(
        winner_of(ours, theirs),
        ours,
        theirs,
        is_natural(player),
        is_natural(banker),
        pair_of(player[0], player[1]),
        pair_of(banker[0], banker[1]),
    )


class Resolver:
    """Resolves coups for one table's bets.

    Each combination is worked out when it first occurs: a shoe has few of the ten thousand.
    """

    def __init__(self, table: TableOfPlay, bets: Sequence[OfferedBet]) -> None:
        self._bets = tuple(bets)
        self._known: dict[tuple[int, int, int, int], tuple[Resolved, ...]] = {}
        self._payouts: dict[tuple[Payout, ...], dict[str, Payout]] = {}
        self._table = table
        self._rows: list[tuple[Resolved, ...]] = [()] * 10_000

    def resolve(self, player: Sequence[Card], banker: Sequence[Card]) -> Resolved:
        """Resolve two complete hands."""
        p1, p2, b1, b2 = player[0], player[1], banker[0], banker[1]
        place = (p1.points + p2.points) % 10 * 1000 + (b1.points + b2.points) % 10 * 100
        # The fifth and sixth cards, whichever hands they are in; a missing one counts as a ten.
        if len(player) > INITIAL:
            place += player[INITIAL].points * 10
            if len(banker) > INITIAL:
                place += banker[INITIAL].points
        elif len(banker) > INITIAL:
            place += banker[INITIAL].points * 10
        row = self._rows[place] or self._row_at(place)
        found = row[_PAIR_NUMBER[p1.number][p2.number] * KINDS + _PAIR_NUMBER[b1.number][b2.number]]
        if found.player_cards == len(player) and found.banker_cards == len(banker):
            return found
        # Hands that the table of play cannot give are worked out separately.
        return self._resolved(len(player), len(banker), result_of(player, banker))

    def payouts(self, player: Sequence[Card], banker: Sequence[Card]) -> dict[str, Payout]:
        """Return what each bet comes to, by its name, for two complete hands."""
        return self.resolve(player, banker).payouts

    def _row_at(self, place: int) -> tuple[Resolved, ...]:
        of_player, of_banker, fifth, sixth = place // 1000, place // 100 % 10, place // 10 % 10, place % 10
        row = self._rows[place] = self._row(*deal_points(self._table, of_player, of_banker, (fifth, sixth)))
        return row

    def _row(self, player: tuple[int, ...], banker: tuple[int, ...]) -> tuple[Resolved, ...]:
        """Return a coup's payouts for each kind of pair; coups that no bet can tell apart share a row."""
        ours, theirs = sum(player) % 10, sum(banker) % 10
        key = (len(player), len(banker), ours, theirs)
        if key not in self._known:
            self._known[key] = tuple(
                self._resolved(len(player), len(banker), result)
                for result in _results(len(player), len(banker), ours, theirs)
            )
        return self._known[key]

    def _resolved(self, player_cards: int, banker_cards: int, result: Result) -> Resolved:
        payouts = tuple(offered.bet.payout(result, offered.option) for offered in self._bets)
        named = self._payouts.get(payouts)
        if named is None:
            # Many coups have the same payouts.
            named = self._payouts[payouts] = dict(zip((offered.name for offered in self._bets), payouts, strict=True))
        return Resolved(player_cards, banker_cards, result, named)


def _results(player_cards: int, banker_cards: int, ours: int, theirs: int) -> Iterator[Result]:
    naturals = (player_cards == INITIAL and ours in NATURALS, banker_cards == INITIAL and theirs in NATURALS)
    for of_player in PAIRS:
        for of_banker in PAIRS:
            yield Result(winner_of(ours, theirs), ours, theirs, *naturals, of_player, of_banker)


def deal_points(
    table: TableOfPlay, of_player: int, of_banker: int, more: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play out a coup by point counts: the first two cards of each hand together, then the cards that follow."""
    hands = {Side.PLAYER: [_OF_POINTS[0], _OF_POINTS[of_player]], Side.BANKER: [_OF_POINTS[0], _OF_POINTS[of_banker]]}
    coming = iter(more)
    while (side := table.due(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
        hands[side].append(_OF_POINTS[next(coming)])
    player, banker = (tuple(card.points for card in hands[side]) for side in Side)
    return player, banker
