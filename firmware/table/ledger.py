"""The ledger: every movement of money goes from one named account to another of the same terminal.

So each terminal's accounts, and with them the table's, sum to zero. Above zero stands what the house owes or has taken
in wagers; below zero what it holds, has paid out in winnings, or is owed:

    balance          what can be wagered           in/cash, in/voucher, …  tendered to the dealer, by kind
    in-play          what lies on the layout       cash-box/VALUE          notes in the cash box, by value
    wagered/BET      stakes that were settled      drop/VALUE              notes that were taken out of it
    tickets          tickets that are outstanding  won/BET                 what settled wagers returned
    out/chips, out/hand-pay, out/cash-desk   paid out             adjusted                corrections
    owed-to, owed-by          left by corrections  tournament, waived      credit that was no money
    held                      winnings under investigation  kept           those that became the house's, until
                                                                           a recalculation gives them back

Points of a tournament are no money: they lie in accounts of the same names below `points/`, which sum to zero by
themselves, with `points/granted` and `points/cashed` for where they came from and went.

Meters are sums of these (meters.py): there is no second truth.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from firmware.game.events import Event
from firmware.table import events as e
from firmware.table import player_events as p
from firmware.table.state import TableState

BALANCE: Final = "balance"
IN_PLAY: Final = "in-play"
HELD: Final = "held"
KEPT: Final = "kept"
OUT: Final = {"dealer": "out/chips", "ticket": "tickets", "hand-pay": "out/hand-pay"}
# What must never be below zero: a player's own.
PLAYERS: Final = (BALANCE, IN_PLAY, HELD, "points/balance", "points/in-play")

Ledger = dict[int, dict[str, int]]


# An amount, above zero or not, between two accounts of a terminal: terminal, source, target, amount.
Movement = tuple[int, str, str, int]


def movements(state: TableState, event: Event) -> Iterable[Movement]:
    """Return what an event moves; most move nothing."""
    of_kind = _MOVEMENTS.get(type(event))
    return () if of_kind is None else of_kind(state, event)


def post(ledger: Ledger, moved: Iterable[Movement]) -> Ledger:
    """Return the ledger after movements. Each terminal's sum is asserted to be zero, and no player's below it."""
    changed: Ledger = {}
    accounts: dict[str, int] = {}
    last = None
    for ats, source, target, amount in moved:
        if ats != last:  # the movements of one account come together
            last = ats
            accounts = changed[ats] = changed.get(ats) or dict(ledger.get(ats, {}))
        accounts[source] = accounts.get(source, 0) - amount
        accounts[target] = accounts.get(target, 0) + amount
    for ats, accounts in changed.items():
        for name in PLAYERS:
            assert accounts.get(name, 0) >= 0, f"{name} of ATS {ats} would be below zero"
        assert sum(accounts.values()) == 0, f"the accounts of ATS {ats} do not sum to zero"
    return {**ledger, **changed} if changed else ledger


def total(ledger: Ledger) -> int:
    """Return the sum of all accounts, which is zero."""
    return sum(sum(accounts.values()) for accounts in ledger.values())


def _bought_in(_: TableState, event: e.BoughtIn) -> Iterator[Movement]:
    if event.by == "dealer":
        yield event.ats, f"in/{event.tender}", BALANCE, event.amount
    for value, count in event.notes.items():
        yield event.ats, f"cash-box/{value}", BALANCE, value * count


def _cash_box_emptied(_: TableState, event: e.CashBoxEmptied) -> Iterator[Movement]:
    for value, count in event.notes.items():
        yield event.ats, f"drop/{value}", f"cash-box/{value}", value * count


def _cashed_out(_: TableState, event: e.CashedOut) -> Iterator[Movement]:
    yield event.ats, BALANCE, OUT[event.by], event.amount


def _ticket_resolved(_: TableState, event: e.TicketResolved) -> Iterator[Movement]:
    target = {"printed": None, "reprint": None, "credit": BALANCE, "hand-pay": OUT["hand-pay"]}[event.how]
    if target is not None:
        yield event.ats, OUT["ticket"], target, event.amount


def _ticket_shown(_: TableState, event: e.TicketShown) -> Iterator[Movement]:
    if event.answer == "paid" and not event.again:
        yield event.ats, OUT["ticket"], "out/cash-desk", event.amount


class Names(NamedTuple):
    """The accounts between which wagers move, in one currency."""

    balance: str
    in_play: str
    adjusted: str
    owed_to: str
    owed_by: str


MONEY: Final = Names(BALANCE, IN_PLAY, "adjusted", "owed-to", "owed-by")
POINTS: Final = Names(*(f"points/{name}" for name in MONEY))


def _currency(state: TableState, ats: int) -> Names:
    return POINTS if state.accounts[ats].points else MONEY


def _wager(state: TableState, event: e.WagerSet) -> Iterator[Movement]:
    before = state.accounts[event.ats].wagers.get(event.bet, 0)
    names = _currency(state, event.ats)
    yield event.ats, names.balance, names.in_play, event.accepted - before


def _returned(state: TableState, event: e.WagersReturned) -> Iterator[Movement]:
    for line in event.lines:
        names = _currency(state, line.ats)
        yield line.ats, names.in_play, names.balance, line.amount


def _settled(state: TableState, event: e.WagersSettled) -> Iterator[Movement]:
    if event.corrected:
        return
    for line in event.lines:
        names = _currency(state, line.ats)
        wagered, won = _of_bet(line.bet, points=names is POINTS)
        yield line.ats, names.in_play, wagered, line.stake
        if line.returned:
            yield line.ats, won, names.balance, line.returned


@cache
def _of_bet(bet: str, *, points: bool) -> tuple[str, str]:
    within = "points/" if points else ""
    return f"{within}wagered/{bet}", f"{within}won/{bet}"


def _adjusted(_: TableState, event: e.Adjusted) -> Iterator[Movement]:
    names = POINTS if event.points else MONEY
    yield event.ats, names.adjusted, names.balance, event.amount
    if event.held:
        yield event.ats, names.adjusted, HELD, event.held
    if event.kept:
        yield event.ats, names.adjusted, KEPT, event.kept


def _owed(state: TableState, event: e.Owed) -> Iterator[Movement]:
    names = POINTS if event.points else MONEY
    known = state.owed_in_points if event.points else state.owed_for
    before, after = known(event.ats, event.coup), signed(event)
    yield event.ats, names.adjusted, names.owed_to, max(after, 0) - max(before, 0)
    yield event.ats, names.adjusted, names.owed_by, min(after, 0) - min(before, 0)


def signed(event: e.Owed) -> int:
    """Return what is owed as one figure: above zero by the house, below by the player."""
    return event.amount if event.by == "house" else -event.amount


def _held(_: TableState, event: p.WinningsHeld) -> Iterator[Movement]:
    yield event.ats, BALANCE, HELD, event.amount


def _released(_: TableState, event: p.WinningsReleased) -> Iterator[Movement]:
    yield event.ats, HELD, "owed-to" if event.owed else BALANCE, event.amount


def _kept(_: TableState, event: p.WinningsKept) -> Iterator[Movement]:
    yield event.ats, HELD, KEPT, event.amount


def _owed_resolved(_: TableState, event: e.OwedResolved) -> Iterator[Movement]:
    target = {"paid": "out/chips", "collected": "in/cash", "waived": "waived"}[event.how]
    yield event.ats, "owed-to" if event.amount > 0 else "owed-by", target, event.amount


def _waiver_cancelled(_: TableState, event: e.WaiverCancelled) -> Iterator[Movement]:
    yield event.ats, "waived", MONEY.adjusted, event.amount


def _session_started(_: TableState, event: e.SessionStarted) -> Iterator[Movement]:
    source, target = ("points/granted", POINTS.balance) if event.points else ("tournament", BALANCE)
    for ats in event.terminals:
        yield ats, source, target, event.credit


def _session_ended(state: TableState, event: e.SessionEnded) -> Iterator[Movement]:
    if not event.points:
        for ats, balance in event.balances.items():
            if not event.cash:
                yield ats, BALANCE, "tournament", balance
        return
    for ats in sorted(event.balances.keys() | state.owed_points.keys()):
        yield from _points_gone(state, event, ats)


def _points_gone(state: TableState, event: e.SessionEnded, ats: int) -> Iterator[Movement]:
    """Take a terminal's points off, those that are owed too; in cash, as much money stands in their place."""
    taken = "points/cashed" if event.cash else "points/granted"
    balance, owed = event.balances.get(ats, 0), sum(state.owed_points.get(ats, {}).values())
    in_points = {POINTS.balance: balance}
    for amount in state.owed_points.get(ats, {}).values():
        name = POINTS.owed_to if amount > 0 else POINTS.owed_by
        in_points[name] = in_points.get(name, 0) + amount
    for name, amount in in_points.items():
        yield ats, name, taken, amount
    if event.cash and (balance or owed):
        yield ats, "tournament", BALANCE, balance
        for amount in state.owed_points.get(ats, {}).values():
            yield ats, "tournament", MONEY.owed_to if amount > 0 else MONEY.owed_by, amount


_MOVEMENTS: Final[dict[type[Event], Callable[[TableState, Any], Iterator[Movement]]]] = {
    e.BoughtIn: _bought_in,
    e.CashBoxEmptied: _cash_box_emptied,
    e.CashedOut: _cashed_out,
    e.TicketResolved: _ticket_resolved,
    e.TicketShown: _ticket_shown,
    e.WagerSet: _wager,
    e.WagersReturned: _returned,
    e.WagersSettled: _settled,
    e.Adjusted: _adjusted,
    e.Owed: _owed,
    e.OwedResolved: _owed_resolved,
    e.WaiverCancelled: _waiver_cancelled,
    p.WinningsHeld: _held,
    p.WinningsReleased: _released,
    p.WinningsKept: _kept,
    e.SessionStarted: _session_started,
    e.SessionEnded: _session_ended,
}
