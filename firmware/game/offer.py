"""What a table offers: a rule book, with the side wagers and the options of their odds that it chose."""

from collections.abc import Mapping
from typing import Self

from msgspec import Struct

from firmware.game.bets import Bet
from firmware.game.codes import GameCode
from firmware.game.rulebook import Rulebook
from firmware.refusal import Unsound


class OfferedBet(Struct, frozen=True):
    """A bet on this table's layout, with the option of its odds."""

    bet: Bet
    option: int

    @property
    def name(self) -> str:
        """The bet's name."""
        return self.bet.name


class Offer(Struct, frozen=True):
    """The bets of a table, in the order of its layout."""

    book: Rulebook
    # crown 2.1, 2.1(a), 2.1(a)(i), 2.1(a)(ii), 2.1(a)(iii), 2.1(b); mbs-rapid 2.2; rws 2.1, 2.1.1
    # mbs 2.2, 2.2.1, 2.2.2, 2.2.3, 2.2.4: an area for each of these bets, and for no other
    bets: tuple[OfferedBet, ...]
    order: tuple[str, ...]
    names: frozenset[str]

    @classmethod
    def of(cls, book: Rulebook, side_wagers: Mapping[str, int], decks: int) -> Self:
        """Choose side wagers with their options; what the book does not allow is a ValueError that says so."""
        chosen = [OfferedBet(bet, 1) for bet in book.main_bets]
        for side_wager, option in side_wagers.items():
            chosen += _side_bets(book, side_wager, option, decks)
        check_decks(book, decks)
        order = tuple(offered.name for offered in chosen)
        return cls(book, tuple(chosen), order, frozenset(order))


def check_decks(book: Rulebook, decks: int) -> None:
    """Refuse a number of decks that the book does not allow."""
    # crown 3.1; mbs 2.1; rws 2.2.1
    if not book.decks.least <= decks <= book.decks.most:
        raise Unsound(
            GameCode.DECKS,
            f"{book.id} is played with {book.decks.least} to {book.decks.most} decks, not {decks}",
            least=book.decks.least,
            most=book.decks.most,
        )


def _side_bets(book: Rulebook, side_wager: str, option: int, decks: int) -> list[OfferedBet]:
    # crown 2.3, 2.4, 2.5, 2.6, 4.11, 4.11.2; rws 3.3
    group = book.side_group(side_wager)
    if group is None:
        known = ", ".join(g.side_wager for g in book.side_groups)
        raise Unsound(
            GameCode.SIDE_WAGER_UNKNOWN, f"{book.id} knows no side wager {side_wager!r}; it knows {known}", known=known
        )
    if not 1 <= option <= group.options:
        raise Unsound(
            GameCode.SIDE_WAGER_OPTION,
            f"side wager {side_wager} has the options 1 to {group.options}, not {option}",
            most=group.options,
        )
    # crown 3.1.1
    if group.decks not in (None, decks):
        raise Unsound(
            GameCode.SIDE_WAGER_DECKS,
            f"side wager {side_wager} is played with {group.decks} decks only, not {decks}",
            decks=group.decks or 0,
        )
    return [OfferedBet(bet, option) for bet in group.bets]
