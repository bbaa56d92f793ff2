"""Numbers of the odds that a table offers: tables that offer the same odds show the same number."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec

from firmware.game.offer import Offer, OfferedBet

WHOLE: Final = "whole"
DIGITS: Final = 6


def offer_numbers(offer: Offer) -> dict[str, str]:
    """Return the number of each side wager that is offered, and of the whole layout.

    A number follows from when each bet wins and what it then pays by the option that was chosen; not from the table,
    the rule book or the option's place in it.
    """
    # crown 10.1: all tables that offer a side wager offer the same odds for it
    by_group = {
        group.side_wager: [bet for bet in offer.bets if bet.bet in group.bets] for group in offer.book.side_groups
    }
    numbers = {side: _number(bets) for side, bets in by_group.items() if bets}
    return {WHOLE: _number(offer.bets), **numbers}


def _number(bets: Iterable[OfferedBet]) -> str:
    lines = sorted((bet.name, [(line.when, line.pays[bet.option - 1]) for line in bet.bet.lines]) for bet in bets)
    digest = sha256(msgspec.json.encode(lines)).digest()
    return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}}"
