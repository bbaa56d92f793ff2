"""The part of the table's fold that is about one player: winnings that are held, and claims."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table import player_events as p
from firmware.table.state import Claim, Hold, Orders, TableState
from firmware.table.ticket_folds import with_account
from firmware.table.winnings import orders_of_held, recalculated, with_held, with_orders_of_held


def _held(state: TableState, event: p.WinningsHeld) -> TableState:
    account = state.accounts[event.ats]
    before = state.holds.get(event.ats, Hold(0, since=state.first_coups.get(event.ats, 0)))
    orders = replace(account.orders, to_hold=event.ordered)
    state = with_account(state, event.ats, replace(account, won=account.won - event.amount, orders=orders))
    return with_held(state, event.ats, replace(before, amount=before.amount + event.amount))


def _released(state: TableState, event: p.WinningsReleased) -> TableState:
    orders = replace(orders_of_held(state, event.ats), to_hold=0)
    state = with_orders_of_held(state, event.ats, orders, event.amount)
    state = _less_held(state, event)
    if not event.owed:
        return state
    # What a player who has left is owed that no correction left: under coup 0.
    of_account = state.owed.get(event.ats, {})
    of_account = {**of_account, 0: of_account.get(0, 0) + event.amount}
    return replace(state, owed={**state.owed, event.ats: of_account})


def _kept(state: TableState, event: p.WinningsKept) -> TableState:
    if event.ordered:
        orders = orders_of_held(state, event.ats)
        kept = Orders(to_keep=event.ordered, kept=orders.kept + event.amount)
        state = with_orders_of_held(state, event.ats, kept)
    return _less_held(state, event)


def _less_held(state: TableState, event: p.WinningsReleased | p.WinningsKept) -> TableState:
    hold = state.holds[event.ats]
    return with_held(state, event.ats, replace(hold, amount=hold.amount - event.amount))


def _claimed(state: TableState, event: p.Claimed) -> TableState:
    claims = {**state.claims, event.claim: Claim(event.ats, event.text, event.coup)}
    return replace(state, claims=claims, claimed=event.claim)


def _claim_decided(state: TableState, event: p.ClaimDecided) -> TableState:
    return replace(state, claims={number: claim for number, claim in state.claims.items() if number != event.claim})


def _adjusted(state: TableState, event: e.Adjusted) -> TableState:
    if event.left:
        state = _given(state, event)
        return recalculated(state, event.ats, event.coup, event.won, event.held, event.kept)
    account = state.accounts.get(event.ats)
    if account is None or not (event.won or event.held or event.kept):
        return state
    hold = state.holds.get(event.ats)
    before = hold.amount if hold is not None and not hold.left else 0
    orders = account.orders
    to_hold = max(orders.to_hold, before) if event.held else orders.to_hold
    orders = replace(orders, to_hold=to_hold, kept=orders.kept + event.kept)
    won = max(account.won + event.won - event.held - event.kept, 0)
    state = with_account(state, event.ats, replace(account, won=won, orders=orders))
    if not event.held:
        return state
    since = state.first_coups.get(event.ats, 0)
    return with_held(state, event.ats, Hold(before + event.held, since=since))


def _given(state: TableState, event: e.Adjusted) -> TableState:
    """Remember what an earlier player's coup brought the account that is open: it can be taken back from it."""
    account = state.accounts.get(event.ats)
    if account is None or not event.amount:
        return state
    given = {**account.given, event.coup: account.given.get(event.coup, 0) + event.amount}
    return with_account(state, event.ats, replace(account, given=given))


PLAYER_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    p.WinningsHeld: _held,
    p.WinningsReleased: _released,
    p.WinningsKept: _kept,
    p.Claimed: _claimed,
    p.ClaimDecided: _claim_decided,
    e.Adjusted: _adjusted,
}
