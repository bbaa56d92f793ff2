"""Drop and count: what should be in a cash box that is emptied."""

from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_terminal


def empty_cash_box(turn: TableTurn, command: c.EmptyCashBox) -> None:
    """End the period of a cash box, with what should be in it."""
    need_terminal(turn, command.ats)
    accounts = turn.state.ledger.get(command.ats, {})
    held = {int(name[9:]): -amount for name, amount in accounts.items() if name.startswith("cash-box/") and amount}
    notes = {value: held[value] // value for value in sorted(held, reverse=True)}
    period = turn.state.cash_box_periods.get(command.ats, 0) + 1
    turn.say(e.CashBoxEmptied(command.ats, period, notes, sum(held.values())))
