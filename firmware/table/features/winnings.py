"""Who won a coup's winnings at a terminal, and how much of them is held or kept (13.2.3), also for players who left."""

from collections.abc import Iterator
from enum import auto
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import NO_ORDERS, Departed, Hold, Orders
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, HELD, KEPT, Movement
from firmware.table.core.needs import need_account, need_terminal, need_unfrozen
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found


class WinningsCode(Code):
    """Why it is refused."""

    HELD_OVER_WON = auto()
    HELD_OVER_BALANCE = auto()
    HELD_OF_OTHER = auto()
    NOTHING_HELD = auto()


class HoldWinnings(Command, frozen=True):
    """A part of what an account has won is held pending an investigation (13.2.3)."""

    ats: int
    amount: int


class ReleaseWinnings(Command, frozen=True):
    """What is held is the player's again."""

    ats: int


class KeepWinnings(Command, frozen=True):
    """What is held is the house's."""

    ats: int


class WinningsHeld(Event, frozen=True, tag="held"):
    """A part of an account's winnings is held pending an investigation (13.2.3).

    `ordered`: how much should now be held, whatever recalculations do; 0 in older journals.
    """

    ats: int
    amount: int
    rule: str | None
    ordered: int = 0


class WinningsReleased(Event, frozen=True, tag="held_released"):
    """What was held, or a part of it, is the player's again: on the account, or owed if they have left."""

    ats: int
    amount: int
    owed: bool
    rule: str | None


class WinningsKept(Event, frozen=True, tag="held_kept"):
    """What was held is the house's. `ordered`: how much should now be kept; 0 in older journals."""

    ats: int
    amount: int
    rule: str | None
    ordered: int = 0


def hold(turn: TableTurn, command: HoldWinnings) -> None:
    """Hold winnings: at most what the account's wagers won beyond their stakes, and what is there."""
    # crown 13.2.3
    account = need_account(turn, command.ats)
    need_unfrozen(turn)
    rule = turn.act("hold").rule or None
    if account.points:
        raise Refused(TableCode.SESSION_CREDIT, rule, name=turn.state.session)
    standing = turn.state.holds.get(command.ats)
    if standing is not None and standing.left:
        raise Refused(WinningsCode.HELD_OF_OTHER, rule, ats=command.ats)
    if command.amount <= 0 or command.amount > account.won:
        raise Refused(WinningsCode.HELD_OVER_WON, rule, amount=account.won)
    balance = turn.state.balance(command.ats)
    if command.amount > balance:
        raise Refused(WinningsCode.HELD_OVER_BALANCE, rule, amount=balance)
    before = 0 if standing is None else standing.amount
    turn.say(WinningsHeld(command.ats, command.amount, rule, max(account.orders.to_hold, before) + command.amount))


def release(turn: TableTurn, command: ReleaseWinnings) -> None:
    """Give back what is held; if the player has left, it is owed."""
    # crown 13.2.3
    held = _held(turn, command.ats)
    owed = held.left or command.ats not in turn.state.accounts
    turn.say(WinningsReleased(command.ats, held.amount, owed, turn.act("hold").rule or None))


def keep(turn: TableTurn, command: KeepWinnings) -> None:
    """Keep what is held."""
    # crown 13.2.3
    held = _held(turn, command.ats)
    ordered = orders_of_held(turn.state, command.ats).to_keep + held.amount
    turn.say(WinningsKept(command.ats, held.amount, turn.act("hold").rule or None, ordered))


def _held(turn: TableTurn, ats: int) -> Hold:
    need_terminal(turn, ats)
    need_unfrozen(turn)
    held = turn.state.holds.get(ats)
    if held is None:
        raise Refused(WinningsCode.NOTHING_HELD, turn.act("hold").rule, ats=ats)
    return held


class Winnings(NamedTuple):
    """What an account has won beyond its stakes: free, held, and the orders about it."""

    won: int
    held: int
    orders: Orders


def is_of_open_account(state: TableState, ats: int, coup: int) -> bool:
    """Whether a coup can belong to the open account at a terminal, and not to an earlier player."""
    return ats in state.accounts and coup >= state.first_coups.get(ats, 0)


def winnings_of(state: TableState, ats: int, coup: int) -> Winnings | None:
    """Return the winnings of the player at a terminal in a coup; None if they have left and no order stands."""
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
    # A terminal has one hold: while another player's stands, nothing is added to this one's.
    to_hold = max(orders.to_hold, held) if mine or hold is None else 0
    return Winnings(won, held, replace(orders, to_hold=to_hold))


def shares(winnings: Winnings, won: int, room: int) -> tuple[int, int]:
    """Return what goes into held and kept winnings, or (below zero) out of them, when this much more is won.

    `room`: how much money can be added to them.
    """
    orders = winnings.orders
    whole = max(winnings.won + winnings.held + orders.kept + won, 0)
    new = max(min(won, room), 0)
    kept = min(orders.to_keep, whole, orders.kept + new)
    new -= max(kept - orders.kept, 0)
    held = min(orders.to_hold, whole - kept, winnings.held + new)
    return held - winnings.held, kept - orders.kept


def orders_of_held(state: TableState, ats: int) -> Orders:
    """Return the orders about the winnings that are held at a terminal."""
    hold = state.holds[ats]
    if not hold.left:
        return state.accounts[ats].orders if ats in state.accounts else NO_ORDERS
    return next((left.orders for left in state.departed.get(ats, ()) if _is_held_of(hold, left)), NO_ORDERS)


def departed(state: TableState, ats: int, next_coup: int) -> TableState:
    """Note that an account is closed: from now on its coups are an earlier player's; orders stand."""
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
    """Return the state with other orders about a terminal's held winnings, and this much more won free."""
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
    """Return the state with this much held at a terminal; a hold of 0 is none."""
    others = {one: other for one, other in state.holds.items() if one != ats}
    return replace(state, holds={**others, ats: hold} if hold.amount else others)


def recalculated(state: TableState, ats: int, coup: int, won: int, held: int, kept: int) -> TableState:
    """Return the state after a recalculation has changed the winnings of a player who has since left."""
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


def _fold_held(state: TableState, event: WinningsHeld) -> TableState:
    account = state.accounts[event.ats]
    before = state.holds.get(event.ats, Hold(0, since=state.first_coups.get(event.ats, 0)))
    orders = replace(account.orders, to_hold=event.ordered)
    state = with_account(state, event.ats, replace(account, won=account.won - event.amount, orders=orders))
    return with_held(state, event.ats, replace(before, amount=before.amount + event.amount))


def _fold_released(state: TableState, event: WinningsReleased) -> TableState:
    orders = replace(orders_of_held(state, event.ats), to_hold=0)
    state = with_orders_of_held(state, event.ats, orders, event.amount)
    state = _fold_less_held(state, event)
    if not event.owed:
        return state
    # Debts to a player who has left that no correction made: under coup 0.
    of_account = state.owed.get(event.ats, {})
    of_account = {**of_account, 0: of_account.get(0, 0) + event.amount}
    return replace(state, owed={**state.owed, event.ats: of_account})


def _fold_kept(state: TableState, event: WinningsKept) -> TableState:
    if event.ordered:
        orders = orders_of_held(state, event.ats)
        kept = Orders(to_keep=event.ordered, kept=orders.kept + event.amount)
        state = with_orders_of_held(state, event.ats, kept)
    return _fold_less_held(state, event)


def _fold_less_held(state: TableState, event: WinningsReleased | WinningsKept) -> TableState:
    hold = state.holds[event.ats]
    return with_held(state, event.ats, replace(hold, amount=hold.amount - event.amount))


def _post_held(_: TableState, event: WinningsHeld) -> Iterator[Movement]:
    yield event.ats, BALANCE, HELD, event.amount


def _post_released(_: TableState, event: WinningsReleased) -> Iterator[Movement]:
    yield event.ats, HELD, "owed-to" if event.owed else BALANCE, event.amount


def _post_kept(_: TableState, event: WinningsKept) -> Iterator[Movement]:
    yield event.ats, HELD, KEPT, event.amount


def _way_kept(_: TableState, event: WinningsKept) -> Found:
    return "kept", event.ats, event.amount


FEATURE: Final = Feature(
    decides={HoldWinnings: hold, ReleaseWinnings: release, KeepWinnings: keep},
    folds={WinningsHeld: _fold_held, WinningsReleased: _fold_released, WinningsKept: _fold_kept},
    moves={WinningsHeld: _post_held, WinningsReleased: _post_released, WinningsKept: _post_kept},
    ways={WinningsKept: _way_kept},
    asked=dict.fromkeys((HoldWinnings, ReleaseWinnings, KeepWinnings), act("hold")),
    signed_soon=(WinningsHeld, WinningsKept, WinningsReleased),
)
