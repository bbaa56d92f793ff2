"""The part of the table's fold that is about one player: winnings that are held, and claims."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table import player_events as p
from firmware.table.state import Claim, Hold, TableState
from firmware.table.ticket_folds import with_account


def _held(state: TableState, event: p.WinningsHeld) -> TableState:
    account = state.accounts[event.ats]
    before = state.holds.get(event.ats, Hold(0))
    state = with_account(state, event.ats, replace(account, won=account.won - event.amount))
    return replace(state, holds={**state.holds, event.ats: Hold(before.amount + event.amount)})


def _released(state: TableState, event: p.WinningsReleased) -> TableState:
    state = _no_hold(state, event)
    if not event.owed:
        account = state.accounts[event.ats]
        return with_account(state, event.ats, replace(account, won=account.won + event.amount))
    # What a player who has left is owed that no correction left: under coup 0.
    of_account = state.owed.get(event.ats, {})
    of_account = {**of_account, 0: of_account.get(0, 0) + event.amount}
    return replace(state, owed={**state.owed, event.ats: of_account})


def _no_hold(state: TableState, event: p.WinningsReleased | p.WinningsKept) -> TableState:
    hold = state.holds[event.ats]
    others = {ats: other for ats, other in state.holds.items() if ats != event.ats}
    left = hold.amount - event.amount
    return replace(state, holds={**others, event.ats: replace(hold, amount=left)} if left else others)


def _claimed(state: TableState, event: p.Claimed) -> TableState:
    claims = {**state.claims, event.claim: Claim(event.ats, event.text, event.coup)}
    return replace(state, claims=claims, claimed=event.claim)


def _claim_decided(state: TableState, event: p.ClaimDecided) -> TableState:
    return replace(state, claims={number: claim for number, claim in state.claims.items() if number != event.claim})


def _adjusted(state: TableState, event: e.Adjusted) -> TableState:
    account = state.accounts.get(event.ats)
    if account is None or not event.won:
        return state
    return with_account(state, event.ats, replace(account, won=max(account.won + event.won, 0)))


PLAYER_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    p.WinningsHeld: _held,
    p.WinningsReleased: _released,
    p.WinningsKept: _no_hold,
    p.Claimed: _claimed,
    p.ClaimDecided: _claim_decided,
    e.Adjusted: _adjusted,
}
