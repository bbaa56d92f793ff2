"""The fold of what is said of cash: an account's, a terminal's, a cash box's, and which notes a table takes."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table.cash_hour import counted
from firmware.table.cash_rules import CashSet
from firmware.table.pocket_folds import told
from firmware.table.pockets import Told
from firmware.table.state import Account, TableState
from firmware.table.ticket_folds import with_account


def _bought_in(state: TableState, event: e.BoughtIn) -> TableState:
    state = told(state, event, event.note, Told("note", event.amount, event.currency, "credited"))
    account = state.accounts.get(event.ats, Account())
    # A voucher, a token or chips are no cash.
    cash = event.by == "note" or event.tender == "cash"
    if not cash or event.at is None:
        return state if event.ats in state.accounts else with_account(state, event.ats, account)
    state = with_account(state, event.ats, replace(account, cash=account.cash + event.amount))
    taken = counted(state.cash_taken.get(event.ats, ()), event.at, event.amount)
    return replace(state, cash_taken={**state.cash_taken, event.ats: taken})


def _cash_set(state: TableState, event: CashSet) -> TableState:
    return replace(state, setup=replace(state.setup, notes=event.notes, caps=event.caps))


def _cash_box_emptied(state: TableState, event: e.CashBoxEmptied) -> TableState:
    return replace(state, cash_box_periods={**state.cash_box_periods, event.ats: event.period})


CASH: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    e.BoughtIn: _bought_in,
    CashSet: _cash_set,
    e.CashBoxEmptied: _cash_box_emptied,
}
