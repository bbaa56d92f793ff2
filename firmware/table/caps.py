"""The operator's caps, for money that can still be given back. What was taken all the same is counted, not refused."""

from firmware.game.refusal import Refused
from firmware.table.bounds import MOST_BALANCE
from firmware.table.cash_hour import within_hour
from firmware.table.codes import TableCode
from firmware.table.standing import Standing
from firmware.table.state import Account


def need_within_caps(table: Standing, ats: int, amount: int, *, cash: bool) -> None:
    """Refuse money that would take an account beyond a cap."""
    caps, state = table.state.setup.caps, table.state
    most = MOST_BALANCE if caps.balance is None else min(caps.balance, MOST_BALANCE)
    if state.balance(ats) + amount > most:
        raise Refused(TableCode.CAP_BALANCE, amount=most)
    if not cash:
        return
    taken = state.accounts.get(ats, Account()).cash
    if caps.account_cash is not None and taken + amount > caps.account_cash:
        raise Refused(TableCode.CAP_ACCOUNT_CASH, amount=caps.account_cash)
    if caps.hour_cash is not None and within_hour(state.cash_taken.get(ats, ()), table.at) + amount > caps.hour_cash:
        raise Refused(TableCode.CAP_HOUR_CASH, amount=caps.hour_cash)
