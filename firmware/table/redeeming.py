"""Tickets at the cash desk: each is paid once, every attempt is on record, and guessing is slowed down."""

from typing import Final

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.state import Desk, IssuedTicket
from firmware.table.turn import TableTurn

# So many unknown numbers in a row, and a desk is answered no more for so long.
GUESSES: Final = 5
LOCKED_MS: Final = 60_000
_BY_FATE: Final[dict[str, c.Redemption]] = {
    "paid": "already-paid",
    "in_doubt": "in-doubt",
    "printing": "not-printed",
    "failed": "not-printed",
}


def redeem(turn: TableTurn, command: c.RedeemTicket) -> None:
    """Say what a ticket is, and pay it if that is asked and it is good."""
    if turn.state.frozen and command.pay:
        raise Refused(TableCode.FROZEN)
    desk = turn.state.desks.get(command.desk, Desk())
    if turn.at < desk.locked_until:
        turn.say(e.TicketShown(command.desk, command.number, "throttled", locked_until=desk.locked_until))
        return
    ticket = turn.state.tickets.get(command.number)
    if ticket is None:
        locked = turn.at + LOCKED_MS if desk.unknown + 1 >= GUESSES else 0
        turn.say(e.TicketShown(command.desk, command.number, "unknown", locked_until=locked))
        return
    answer = _answer(turn, ticket, pay=command.pay)
    turn.say(e.TicketShown(command.desk, command.number, answer, ticket.ats, ticket.amount))


def _answer(turn: TableTurn, ticket: IssuedTicket, *, pay: bool) -> c.Redemption:
    if ticket.fate != "printed":
        return _BY_FATE[ticket.fate]
    if turn.at > ticket.expires_at:
        return "expired"
    return "paid" if pay else "good"
