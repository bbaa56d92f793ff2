"""A coup's mark on the roads and in its shoe's statistics: a letter for the outcome, and the extras of the coup."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from firmware.game.hands import Pair, Winner, is_natural, pair_of
from hal.cards import Card

LETTERS: Final = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}
NATURAL, PLAYER_PAIR, BANKER_PAIR = "n", "p", "b"
# It was settled otherwise at first.
CORRECTED: Final = "c"


def mark_of(winner: Winner, player: tuple[Card, ...], banker: tuple[Card, ...]) -> str:
    """Return a coup's mark.

    >>> mark_of(Winner.PLAYER, (Card("4S"), Card("4H")), (Card("2D"), Card("TC")))
    'Pnp'
    """
    natural = NATURAL if is_natural(player) or is_natural(banker) else ""
    of_player = PLAYER_PAIR if pair_of(*player[:2]) is not Pair.NONE else ""
    of_banker = BANKER_PAIR if pair_of(*banker[:2]) is not Pair.NONE else ""
    return LETTERS[winner] + natural + of_player + of_banker


class Counts(Struct, frozen=True):
    """How often each outcome came in a shoe."""

    coups: int
    player: int
    banker: int
    tie: int
    naturals: int
    player_pairs: int
    banker_pairs: int


def count(marks: Iterable[str]) -> Counts:
    """Return the statistics of a shoe."""
    text = tuple(marks)

    def having(letter: str) -> int:
        return sum(letter in mark for mark in text)

    return Counts(len(text), *(having(letter) for letter in ("P", "B", "T", NATURAL, PLAYER_PAIR, BANKER_PAIR)))


def in_order(outcomes: Mapping[int, str]) -> tuple[str, ...]:
    """Return the marks of a shoe in the order of its coups."""
    return tuple(outcomes[coup] for coup in sorted(outcomes))


def corrected_places(outcomes: Mapping[int, str], corrected: Collection[int]) -> tuple[int, ...]:
    """Return the places, among the marks in their order, of coups that were settled otherwise at first.

    >>> corrected_places({7: "P", 3: "Bn"}, (7,))
    (1,)
    """
    return tuple(place for place, coup in enumerate(sorted(outcomes)) if coup in corrected)


def with_corrected(marks: Iterable[str], places: Iterable[int]) -> tuple[str, ...]:
    """Return the marks as roads draw them: those in these places are of corrected coups.

    >>> with_corrected(("Bn", "P"), (1,))
    ('Bn', 'Pc')
    """
    corrected = frozenset(places)
    return tuple(mark + CORRECTED * (place in corrected) for place, mark in enumerate(marks))
