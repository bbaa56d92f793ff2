"""Bets as data: when each of them wins, and what it then pays."""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from firmware.game.hands import Pair, Winner

PUSH: Final = "push"
# As boards say them: bounded, as everything is that comes from a board.
BetName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$", max_length=16)]
SideWagerName = Annotated[str, Meta(pattern=r"^([a-z][a-z0-9]*)?$", max_length=8)]
Odds = Annotated[str, Meta(pattern=r"^(push|[0-9]+(\.[0-9]+)?:[1-9][0-9]*)$")]


class Outcome(StrEnum):
    """What becomes of a wager. `void` appears only when a coup is recalculated."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"


class Result(Struct, frozen=True):
    """What a bet can depend on in a finished coup."""

    winner: Winner
    player_total: int
    banker_total: int
    player_natural: bool
    banker_natural: bool
    player_pair: Pair = Pair.NONE
    banker_pair: Pair = Pair.NONE

    @property
    def margin(self) -> int:
        """The winning hand's margin in points."""
        return abs(self.player_total - self.banker_total)


class When(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition on a result: everything it names must hold."""

    winner: Winner | None = None
    player_total: int | None = None
    banker_total: int | None = None
    margin: int | None = None
    player_natural: bool | None = None
    banker_natural: bool | None = None
    player_pair: tuple[Pair, ...] | None = None
    banker_pair: tuple[Pair, ...] | None = None

    def holds(self, result: Result) -> bool:
        """Whether the result meets every named condition."""
        return all(_meets(getattr(result, name), getattr(self, name)) for name in self.named())

    def named(self) -> Iterator[str]:
        """Return what this condition names of a result."""
        return (name for name in self.__struct_fields__ if getattr(self, name) is not None)


def _meets(have: object, wanted: object) -> bool:
    return have in wanted if isinstance(wanted, tuple) else have == wanted


class Payout(Struct, frozen=True):
    """What a bet comes to: its outcome and, when it wins, the odds as printed and as a fraction."""

    outcome: Outcome
    odds: str | None = None
    numerator: int = 0
    denominator: int = 1

    def winnings(self, stake: int) -> int:
        """Return what is paid on top of the stake, rounded down to the minor unit (reading 6)."""
        return stake * self.numerator // self.denominator

    def rounded_off(self, stake: int) -> Fraction:
        """Return the part of a minor unit that rounding down left with the house."""
        return Fraction(stake * self.numerator % self.denominator, self.denominator)

    def returned(self, stake: int) -> int:
        """Return what goes back to the account, stake included."""
        return 0 if self.outcome is Outcome.LOSE else stake + self.winnings(stake)


LOST: Final = Payout(Outcome.LOSE)


@cache
def read_odds(text: str) -> Payout:
    """Read odds as printed, `8:1` or `0.95:1`, or `push` for a wager that is returned."""
    if text == PUSH:
        return Payout(Outcome.PUSH)
    pays, _, for_each = text.partition(":")
    odds = Fraction(pays) / Fraction(for_each)
    return Payout(Outcome.WIN, text, odds.numerator, odds.denominator)


class PayLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a pay table: a condition, and the odds under each option."""

    when: When
    pays: tuple[Odds, ...]


class Bet(Struct, frozen=True, forbid_unknown_fields=True):
    """A bet and its pay table. The first line that holds counts; if none holds, the wager loses."""

    name: BetName
    lines: tuple[PayLine, ...]

    def payout(self, result: Result, option: int = 1) -> Payout:
        """Return what a wager on this bet comes to."""
        for line in self.lines:
            if line.when.holds(result):
                return read_odds(line.pays[option - 1])
        return LOST


class BetGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of bets: a main bet, or the bets of one side wager with the options of its odds.

    `books`: rule books that may offer the side wager in addition to those whose own files name it.
    """

    bets: tuple[Bet, ...]
    side_wager: SideWagerName = ""
    books: tuple[str, ...] = ()
    options: int = 1
    decks: int | None = None
    decks_rule: str = ""

    def __post_init__(self) -> None:
        for bet in self.bets:
            for line in bet.lines:
                if len(line.pays) != self.options:
                    raise ValueError(f"bet {bet.name}: `pays` names {len(line.pays)} odds, not one for each option")
