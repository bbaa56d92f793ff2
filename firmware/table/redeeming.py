"""Tickets at the cash desk: each is paid once, every attempt is on record, and guessing is slowed down.

A ticket of another table is no guess: a guest has come to the wrong desk, and is told where it is paid.
"""

from typing import Final, NamedTuple

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.numbering import is_of
from firmware.table.state import Desk, IssuedTicket
from firmware.table.turn import TableTurn
from firmware.table.validation import read_number

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
    elsewhere = _elsewhere(turn, command.number) if ticket is None else None
    if elsewhere is not None:
        machine, table = elsewhere
        turn.say(e.TicketShown(command.desk, command.number, "another-table", machine=machine, table=table))
    elif ticket is None:
        locked = turn.at + LOCKED_MS if desk.unknown + 1 >= GUESSES else 0
        turn.say(e.TicketShown(command.desk, command.number, "unknown", locked_until=locked))
    else:
        answer = _answer(turn, ticket, pay=command.pay)
        turn.say(e.TicketShown(command.desk, command.number, answer, ticket.ats, ticket.amount))


class _Elsewhere(NamedTuple):
    machine: int
    table: str


def _elsewhere(turn: TableTurn, number: str) -> _Elsewhere | None:
    """Return which other table's ticket has this number; none for a number of our own, or of nobody's."""
    found = read_number(number)
    if found is None or not found.machine:  # machine 0 is no table's: each terminal adds its own number to its table's
        return None
    setup = turn.state.setup
    ours = (setup.machine, *turn.state.machines_before) if setup.machine else turn.state.machines_before
    if any(is_of(base, found.machine) for base in ours):
        return None
    others = turn.numbering.others
    if others is None:
        return _Elsewhere(found.machine, "")
    return next((_Elsewhere(found.machine, one.name) for one in others if is_of(one.machine, found.machine)), None)


def _answer(turn: TableTurn, ticket: IssuedTicket, *, pay: bool) -> c.Redemption:
    if ticket.fate != "printed":
        return _BY_FATE[ticket.fate]
    if turn.at > ticket.expires_at:
        return "expired"
    return "paid" if pay else "good"
