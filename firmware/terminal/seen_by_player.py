"""What a player sees of the table's views: bets with their chips, hands, payments, and past coups."""

from collections.abc import Mapping

from firmware.books import TableRules
from firmware.game.hands import total
from firmware.game.state import Phase
from firmware.kit.words import Words
from firmware.link.messages import AccountView, HandView, LimitView, PublicView
from firmware.pictures.notices import notices
from firmware.pictures.odds_words import short_odds
from firmware.terminal.cup import notices_of_cup
from firmware.terminal.view import NO_HAND, BetView, Recalled, RecalledBet, Result, Stage
from hal.cards import Card


def hand(codes: tuple[str, ...]) -> HandView:
    """Return a hand that is being dealt."""
    return HandView(codes, total(_cards(codes))) if codes else NO_HAND


def net(public: PublicView, account: AccountView | None) -> dict[str, int]:
    """Return what this account's wagers won or lost in the last coup, by bet: what came back, less the stake."""
    if account is None or not account.recent or not public.recent:
        return {}
    mine = account.recent[-1]
    if mine.coup != public.recent[-1].coup:
        return {}
    return {bet: mine.returned.get(bet, 0) - stake for bet, stake in mine.stakes.items()}


def credit_of(public: PublicView, account: AccountView | None, words: Words) -> str:
    """Return what stands in place of the account if that is not a balance of money."""
    if account is not None and account.remote and not account.open:
        return words("account.none.remote")
    return words("account.credit") if public.session and account is not None and account.open else ""


def noticed(stranger: str, ats: int, account: AccountView | None, public: PublicView, words: Words) -> tuple[str, ...]:
    """Return what is announced; on a board that waits, what a supervisor does, as nothing else helps there.

    Held winnings come first, as the balance leaves them out (13.2.3).
    """
    if stranger:
        return (words("notice.board_waits", board=stranger, ats=ats),)
    held = account.held if account is not None else 0
    own = (words("notice.held", amount=words.money(held)),) if held else ()
    return (*own, *notices_of_cup(public, account, words), *notices(public, words))


def stage_of(public: PublicView) -> Stage:
    """Return the table's present stage."""
    if public.coup and public.phase not in (Phase.BETTING, Phase.BETTING_ASKING):
        return "cards"
    return "result" if not public.coup and public.recent else "bets"


def bets(
    public: PublicView,
    account: AccountView | None,
    rules: TableRules,
    placed: tuple[Mapping[str, int], Mapping[str, int]],
    words: Words,
) -> tuple[BetView, ...]:
    """Return the layout. `placed`: what the table has accepted on each bet, and what it has been asked."""
    accepted, asked = placed
    last = public.recent[-1] if not public.coup and public.recent else None
    ended = last is not None and last.winner != "void" and not last.dummy
    payouts = rules.resolver.payouts(_cards(last.player.cards), _cards(last.banker.cards)) if ended and last else {}
    came_to = net(public, account) if ended else {}
    stakes = account.recent[-1].stakes if came_to and account is not None else {}
    views = []
    for offered in rules.offer.bets:
        bet = offered.name
        limit = public.limits.get(bet, LimitView(0, 0, 0))
        result: Result = payouts[bet].outcome.value if ended else ""
        views.append(
            BetView(
                bet, short_odds(offered, words), limit.least, limit.most,
                accepted.get(bet, 0), stakes.get(bet, 0), asked.get(bet), result, came_to.get(bet),
            )
        )  # fmt: skip
    return tuple(views)


def recalled(public: PublicView, account: AccountView | None) -> tuple[Recalled, ...]:
    """Return ended coups, newest first, with this account's wagers on them."""
    mine = {coup.coup: coup for coup in account.recent} if account is not None else {}
    found = []
    for result in reversed(public.recent):
        own = mine.get(result.coup)
        stakes = {} if own is None else own.stakes
        returned = {} if own is None else own.returned
        lines = tuple(RecalledBet(bet, stake, returned.get(bet, 0)) for bet, stake in stakes.items())
        balance = None if own is None else own.balance + own.adjusted
        hands = (result.player, result.banker)
        found.append(
            Recalled(result.coup, result.winner, *hands, result.dummy, lines, balance, corrected=result.corrected)
        )
    return tuple(found)


def staked_last(public: PublicView, account: AccountView | None) -> int:
    """Return what this account had on the last coup."""
    if account is None or not public.recent:
        return 0
    last = public.recent[-1].coup
    return sum(sum(one.stakes.values()) for one in account.recent if one.coup == last)


def _cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes)
