"""The operator's caps, for money that can still be given back. What was taken all the same is counted, not refused."""

from firmware.game.refusal import Refused
from firmware.table.bounds import MOST_BALANCE
from firmware.table.cash_hour import within_hour
from firmware.table.codes import TableCode
from firmware.table.state import Account
from firmware.table.turn import TableTurn


def need_within_caps(turn: TableTurn, ats: int, amount: int, *, cash: bool) -> None:
    """Refuse money that would take an account beyond a cap."""
    caps, state = turn.state.setup.caps, turn.state
    most = MOST_BALANCE if caps.balance is None else min(caps.balance, MOST_BALANCE)
    if state.balance(ats) + amount > most:
        raise Refused(TableCode.CAP_BALANCE, amount=most)
    if not cash:
        return
    taken = state.accounts.get(ats, Account()).cash
    if caps.account_cash is not None and taken + amount > caps.account_cash:
        raise Refused(TableCode.CAP_ACCOUNT_CASH, amount=caps.account_cash)
    if caps.hour_cash is not None and within_hour(state.cash_taken.get(ats, ()), turn.at) + amount > caps.hour_cash:
        raise Refused(TableCode.CAP_HOUR_CASH, amount=caps.hour_cash)
