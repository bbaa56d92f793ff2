"""What people are paid in money: refunds at once, prizes once awarded; each is paid once, on record.

By hand, or at a table: such a payment is ordered under a number and is under way until the table confirms it.
Balances in cash (12.2.1(b)) are paid at the tables, from the terminals' accounts.
"""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.state import Paying, Tournament, account
from firmware.tournament.turn import Turn


def owed(state: Tournament, number: int) -> int:
    """Return what a player is still to be paid."""
    prizes = sum(award.amount for award in state.awards if award.player == number)
    return state.players[number].refunded + prizes - state.payouts.get(account(number), 0)


def decide_payment(turn: Turn, command: c.PaymentCommand) -> None:
    """Pay all that a player is owed, also after the tournament is over."""
    # crown 12.2.1(h), 12.2.1(j)
    if command.player not in turn.state.players:
        raise Refused(TournamentCode.PLAYER_UNKNOWN, player=command.player)
    under_way = turn.state.paying.get(command.player)
    match command:
        case c.PayOut():
            if under_way is not None:
                raise Refused(TournamentCode.PAYMENT_UNDER_WAY, player=command.player, table=under_way.table)
            turn.say(e.PlayerPaid(command.player, _due(turn.state, command.player), command.slip))
        case c.PayAtTable():
            _order(turn, command, under_way)
        case c.ReportPaid():
            if under_way is not None and under_way.number == command.number:
                slip = f"table {under_way.table}, {under_way.number}"
                turn.say(e.PlayerPaid(command.player, under_way.amount, slip))
        case _:
            assert_never(command)


def _due(state: Tournament, player: int) -> int:
    amount = owed(state, player)
    if amount <= 0:
        raise Refused(TournamentCode.PLAYER_PAID, player=player)
    return amount


def _number(turn: Turn, player: int) -> str:
    """Return a payment's number: the same wherever as much was paid to this player before.

    A tournament that was set back to an older copy of its journal orders a payment anew under the number that its
    table knows, and the table does not make it twice.
    """
    state = turn.state
    if not state.life:
        return f"{turn.now:x}-{player}"
    return f"{state.life}-{player}-{state.payouts.get(account(player), 0)}"


def _order(turn: Turn, command: c.PayAtTable, under_way: Paying | None) -> None:
    """Order a payment from a table. One under way stays that table's, which alone knows its outcome."""
    if under_way is None:
        number, amount = _number(turn, command.player), _due(turn.state, command.player)
    elif under_way.table == command.table:
        number, amount = under_way.number, under_way.amount
    else:
        raise Refused(TournamentCode.PAYMENT_UNDER_WAY, player=command.player, table=under_way.table)
    turn.say(e.PaymentOrdered(command.player, amount, number, command.table, command.ats))
