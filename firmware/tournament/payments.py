"""What people get in money: refunds at once, prizes once they are awarded; each is paid out once, on record.

What balances in cash come to (12.2.1(b)) is paid at the tables, from the terminals' accounts.
"""

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.state import Tournament, account
from firmware.tournament.turn import Turn


def owed(state: Tournament, number: int) -> int:
    """Return what a player is still to be paid."""
    prizes = sum(award.amount for award in state.awards if award.player == number)
    return state.players[number].refunded + prizes - state.payouts.get(account(number), 0)


def decide_payment(turn: Turn, command: c.PayOut) -> None:
    """Pay out all that a player is owed, also after the tournament is over."""
    # crown 12.2.1(h), 12.2.1(j)
    if command.player not in turn.state.players:
        raise Refused(TournamentCode.PLAYER_UNKNOWN, player=command.player)
    amount = owed(turn.state, command.player)
    if amount <= 0:
        raise Refused(TournamentCode.PLAYER_PAID, player=command.player)
    turn.say(e.PlayerPaid(command.player, amount, command.slip))
