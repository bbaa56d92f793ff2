"""Whose a coup's winnings are at a terminal, and what of them is held or kept (13.2.3): also of who has left.

An order to hold or keep stands over recalculations: what one takes is taken, and what one gives back comes back
under the order, until a supervisor releases or keeps what is held.
"""

from typing import NamedTuple

from msgspec.structs import replace

from firmware.table.state import NO_ORDERS, Departed, Hold, Orders, TableState
from firmware.table.ticket_folds import with_account


class Winnings(NamedTuple):
    """What an account has won beyond its stakes: free, held, and what is ordered of it."""

    won: int
    held: int
    orders: Orders


def is_of_open_account(state: TableState, ats: int, coup: int) -> bool:
    """Whether a coup can be of the account that is open at a terminal, and is not an earlier player's."""
    return ats in state.accounts and coup >= state.first_coups.get(ats, 0)


def winnings_of(state: TableState, ats: int, coup: int) -> Winnings | None:
    """Return the winnings of whoever had a terminal in a coup; None of who has left and nothing is ordered about."""
    hold = state.holds.get(ats)
    if is_of_open_account(state, ats, coup):
        account = state.accounts[ats]
        mine = hold is not None and not hold.left
        return _winnings(account.won, account.orders, hold, mine=mine)
    left = _departed_of(state, ats, coup)
    if left is None:
        return None
    return _winnings(left.won, left.orders, hold, mine=_is_held_of(hold, left))


def _winnings(won: int, orders: Orders, hold: Hold | None, *, mine: bool) -> Winnings:
    held = hold.amount if hold is not None and mine else 0
    # A terminal has one hold: while another player's stands, nothing comes into this one's.
    to_hold = max(orders.to_hold, held) if mine or hold is None else 0
    return Winnings(won, held, replace(orders, to_hold=to_hold))


def shares(winnings: Winnings, won: int, room: int) -> tuple[int, int]:
    """Return what goes into what is held and what is kept, or (below zero) out of it, when so much more is won.

    `room`: so much money can come into them.
    """
    orders = winnings.orders
    whole = max(winnings.won + winnings.held + orders.kept + won, 0)
    new = max(min(won, room), 0)
    kept = min(orders.to_keep, whole, orders.kept + new)
    new -= max(kept - orders.kept, 0)
    held = min(orders.to_hold, whole - kept, winnings.held + new)
    return held - winnings.held, kept - orders.kept


def orders_of_held(state: TableState, ats: int) -> Orders:
    """Return what is ordered about the winnings of whom something is held of at a terminal."""
    hold = state.holds[ats]
    if not hold.left:
        return state.accounts[ats].orders if ats in state.accounts else NO_ORDERS
    return next((left.orders for left in state.departed.get(ats, ()) if _is_held_of(hold, left)), NO_ORDERS)


def departed(state: TableState, ats: int, next_coup: int) -> TableState:
    """An account is closed: its coups are an earlier player's from here on, what is ordered stands."""
    if not next_coup:
        return state  # a journal of before
    account, since = state.accounts[ats], state.first_coups.get(ats, 0)
    hold = state.holds.get(ats)
    held = hold.amount if hold is not None and not hold.left else 0
    orders = replace(account.orders, to_hold=max(account.orders.to_hold, held))
    if orders != NO_ORDERS:
        left = (*state.departed.get(ats, ()), Departed(since, next_coup, account.won, orders))
        state = replace(state, departed={**state.departed, ats: left})
    return replace(state, first_coups={**state.first_coups, ats: next_coup})


def with_orders_of_held(state: TableState, ats: int, orders: Orders, won: int = 0) -> TableState:
    """Return the state with other orders about the winnings that are held at a terminal, and so much more won free."""
    hold = state.holds[ats]
    if not hold.left:
        account = state.accounts.get(ats)
        if account is None:
            return state
        return with_account(state, ats, replace(account, won=account.won + won, orders=orders))
    for left in state.departed.get(ats, ()):
        if _is_held_of(hold, left):
            return _with_departed(state, ats, left, replace(left, won=left.won + won, orders=orders))
    return state


def with_held(state: TableState, ats: int, hold: Hold) -> TableState:
    """Return the state with so much held at a terminal; a hold of nothing is none."""
    others = {one: other for one, other in state.holds.items() if one != ats}
    return replace(state, holds={**others, ats: hold} if hold.amount else others)


def recalculated(state: TableState, ats: int, coup: int, won: int, held: int, kept: int) -> TableState:
    """Return the state after a recalculation has changed the winnings of whoever had a coup, and has left since."""
    left = _departed_of(state, ats, coup)
    if left is None:
        return state
    orders = replace(left.orders, kept=left.orders.kept + kept)
    after = replace(left, won=max(left.won + won - held - kept, 0), orders=orders)
    state = _with_departed(state, ats, left, after)
    if not held:
        return state
    before = state.holds.get(ats, Hold(0, left=True, since=left.since))
    return with_held(state, ats, replace(before, amount=before.amount + held))


def _with_departed(state: TableState, ats: int, before: Departed, after: Departed) -> TableState:
    of_terminal = tuple(after if left is before else left for left in state.departed[ats])
    return replace(state, departed={**state.departed, ats: of_terminal})


def _departed_of(state: TableState, ats: int, coup: int) -> Departed | None:
    return next((left for left in state.departed.get(ats, ()) if left.since <= coup < left.until), None)


def _is_held_of(hold: Hold | None, left: Departed) -> bool:
    return hold is not None and hold.left and hold.since == left.since
