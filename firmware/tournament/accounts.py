"""Double entry: whatever leaves one account enters another, so the sum stays 0."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from firmware.tournament.facts import Refund
from firmware.tournament.state import Tournament, account

# From, to, how much.
Entry = tuple[str, str, int]


def moved(accounts: Mapping[str, int], entries: Iterable[Entry]) -> dict[str, int]:
    """Return accounts after entries.

    >>> moved({}, [("paid", "pool", 90), ("paid", "house", 10)])
    {'paid': -100, 'pool': 90, 'house': 10}
    """
    after = dict(accounts)
    for source, target, amount in entries:
        after[source] = after.get(source, 0) - amount
        after[target] = after.get(target, 0) + amount
    assert sum(after.values()) == 0
    return after


def with_points(state: Tournament, entries: Iterable[Entry]) -> Tournament:
    """Return the tournament after points moved."""
    return replace(state, points=moved(state.points, entries))


def with_fee(state: Tournament, number: int, fee: int, pool: int) -> Tournament:
    """Return the tournament after a player paid; `pool` of it goes to the prizes."""
    player = state.players[number]
    player = replace(player, paid=player.paid + fee, pooled=player.pooled + pool)
    money = moved(state.money, [("paid", "pool", pool), ("paid", "house", fee - pool)])
    return replace(state, players={**state.players, number: player}, money=money)


def with_refund(state: Tournament, refund: Refund) -> Tournament:
    """Return the tournament after a player got money back."""
    player = state.players[refund.player]
    player = replace(player, refunded=player.refunded + refund.amount, pooled=player.pooled - refund.from_pool)
    rest = refund.amount - refund.from_pool
    money = moved(state.money, [("pool", "refunds", refund.from_pool), ("house", "refunds", rest)])
    return replace(state, players={**state.players, refund.player: player}, money=money)


def disposed(state: Tournament, player: int, points: int, to: str) -> Tournament:
    """Return the tournament after a player's points ended: `void`, or `cash`, which makes them money."""
    state = with_points(state, [(account(player), to, points)])
    if to != "cash":
        return state
    return replace(state, money=moved(state.money, [("house", "cash", points)]))
