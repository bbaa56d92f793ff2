"""What a coup brought besides its winner, in words: naturals, pairs, and each winning side bet with its odds."""

from firmware.books import TableRules
from firmware.game.hands import Pair, is_natural, pair_of
from firmware.kit.words import Words
from firmware.link.messages import ResultView
from hal.cards import Card

MAIN = ("player", "banker", "tie")


def said_of(last: ResultView, rules: TableRules, words: Words) -> tuple[str, ...]:
    """Return what a coup brought; nothing if it does not count."""
    player, banker = _cards(last.player.cards), _cards(last.banker.cards)
    if last.winner == "void" or last.dummy or len(player) < 2 or len(banker) < 2:
        return ()
    said = []
    if is_natural(player) or is_natural(banker):
        said.append(words("said.natural", points=max(last.player.total, last.banker.total)))
    for side, hand in (("player", player), ("banker", banker)):
        if pair_of(hand[0], hand[1]) is not Pair.NONE:
            said.append(words(f"said.pair.{side}"))
    payouts = rules.resolver.payouts(player, banker)
    for bet in rules.offer.bets:
        payout = payouts[bet.name]
        if bet.name not in MAIN and payout.odds is not None:
            said.append(words("said.wins", bet=words(f"bet.{bet.name}.long"), odds=payout.odds))
    # A pair is said once: with its odds, if it was a bet.
    named = [text for text in said if not any(text != other and other.startswith(f"{text} ") for other in said)]
    return tuple(named)


def _cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes)
