"""The ledger: every movement of money goes from one named account to another of the same terminal.

So each terminal's accounts, and with them the table's, sum to zero. Above zero is what the house owes or has taken in
wagers; below zero is what it holds, has paid out in winnings, or is owed:

    balance          what can be wagered           in/cash, in/voucher, …  tendered to the dealer, by kind
    in-play          what lies on the layout       cash-box/VALUE          notes in the cash box, by value
    wagered/BET      stakes that were settled      drop/VALUE              notes that were taken out of it
    tickets          tickets that are outstanding  won/BET                 what settled wagers returned
    out/chips, out/hand-pay, out/cash-desk   paid out             adjusted                corrections
    owed-to, owed-by          left by corrections  tournament, waived      credit that was no money
    custody                   credit that was left behind
    held                      winnings under investigation  kept           those that became the house's, until
                                                                           a recalculation gives them back

A tournament's points are no money: they are in accounts of the same names below `points/`, which sum to zero by
themselves, with `points/granted` and `points/cashed` as their source and end.

Meters are sums of these (meters.py), so that there is only one truth.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from firmware.game.events import Event
from firmware.table.core.feature import FEATURES
from firmware.table.core.state import TableState

BALANCE: Final = "balance"
IN_PLAY: Final = "in-play"
HELD: Final = "held"
KEPT: Final = "kept"
OUT: Final = {"dealer": "out/chips", "ticket": "tickets", "hand-pay": "out/hand-pay"}
# Accounts that must never be below zero: a player's own.
PLAYERS: Final = (BALANCE, IN_PLAY, HELD, "points/balance", "points/in-play")
Ledger = dict[int, dict[str, int]]
# An amount, above zero or not, between two accounts of a terminal: terminal, source, target, amount.
Movement = tuple[int, str, str, int]


def movements(state: TableState, event: Event) -> Iterable[Movement]:
    """Return what an event moves; most events move nothing."""
    of_kind = FEATURES.moves.get(type(event))
    return () if of_kind is None else of_kind(state, event)


def post(ledger: Ledger, moved: Iterable[Movement]) -> Ledger:
    """Return the ledger after movements. Assert that each terminal's sum is zero, and no player's account below it."""
    changed: Ledger = {}
    accounts: dict[str, int] = {}
    last = None
    for ats, source, target, amount in moved:
        if ats != last:  # the movements of one account come together
            last = ats
            accounts = changed[ats] = changed.get(ats) or ledger.get(ats, {}).copy()
        accounts[source] = accounts.get(source, 0) - amount
        accounts[target] = accounts.get(target, 0) + amount
    if not changed:
        return ledger
    for ats, accounts in changed.items():
        _need_sound(ats, accounts)
    after = ledger.copy()  # quicker than writing them into a new one, which would slow down every wager
    after.update(changed)
    return after


def post_each(ledger: Ledger, moved: Iterable[Movement]) -> Ledger:
    """Return the ledger after the movements of many events, one each, with the assertions of `post` after each."""
    changed: Ledger = {}
    for ats, source, target, amount in moved:
        accounts = changed.get(ats)
        if accounts is None:
            accounts = changed[ats] = ledger.get(ats, {}).copy()
        left = accounts[source] = accounts.get(source, 0) - amount
        there = accounts[target] = accounts.get(target, 0) + amount
        if left < 0 or there < 0:
            _need_sound(ats, accounts)
    for ats, accounts in changed.items():
        _need_sound(ats, accounts)
    return {**ledger, **changed}


def _need_sound(ats: int, accounts: dict[str, int]) -> None:
    for name in PLAYERS:
        assert accounts.get(name, 0) >= 0, f"{name} of ATS {ats} would be below zero"
    assert sum(accounts.values()) == 0, f"the accounts of ATS {ats} do not sum to zero"


def total(ledger: Ledger) -> int:
    """Return the sum of all accounts, which is zero."""
    return sum(sum(accounts.values()) for accounts in ledger.values())


class Names(NamedTuple):
    """The accounts between which wagers move, in one currency."""

    balance: str
    in_play: str
    adjusted: str
    owed_to: str
    owed_by: str


MONEY: Final = Names(BALANCE, IN_PLAY, "adjusted", "owed-to", "owed-by")
POINTS: Final = Names(*(f"points/{name}" for name in MONEY))


def currency_of(state: TableState, ats: int) -> Names:
    """Return the accounts between which a terminal's wagers move now."""
    return POINTS if state.accounts[ats].points else MONEY
