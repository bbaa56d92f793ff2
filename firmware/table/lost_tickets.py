"""Tickets that terminals printed and a restored table does not know: named, and not paid without a supervisor."""

from collections.abc import Sequence

from firmware.game.refusal import Refused
from firmware.table import pocket_commands as t
from firmware.table import pocket_events as p
from firmware.table.codes import TableCode
from firmware.table.turn import TableTurn


def unknown(turn: TableTurn, printed: Sequence[t.PrintedTicket]) -> tuple[t.PrintedTicket, ...]:
    """Return those of a terminal's last tickets that the table never issued, as far as it knows."""
    tickets, issued = turn.state.tickets, turn.numbering.issued
    return tuple(one for one in printed if one.number not in tickets and issued(one.number) is None)


def settle(turn: TableTurn, command: t.SettleLostTicket) -> None:
    """Put on record that a supervisor has seen to a ticket that was lost: its money moves by other means."""
    lost = turn.state.lost_tickets.get(command.number)
    if lost is None:
        raise Refused(TableCode.NO_TICKET, number=command.number)
    turn.say(p.LostTicketSettled(lost.ats, command.number, lost.amount))
