"""Tickets that terminals printed and a restored table does not know: named, and not paid without a supervisor."""

from collections.abc import Sequence

from firmware.game.refusal import Refused
from firmware.table import pocket_commands as t
from firmware.table import pocket_events as p
from firmware.table.codes import TableCode
from firmware.table.numbering import is_of
from firmware.table.turn import TableTurn
from firmware.table.validation import read_number


def unknown(turn: TableTurn, printed: Sequence[t.PrintedTicket]) -> tuple[t.PrintedTicket, ...]:
    """Return those of a terminal's last tickets that the table never issued, as far as it knows."""
    tickets, issued = turn.state.tickets, turn.numbering.issued
    return tuple(one for one in printed if one.number not in tickets and issued(one.number) is None)


def printed_before(turn: TableTurn, number: str) -> int:
    """Return which terminal may have printed a ticket between the copy's end and the loss of the journal; else 0.

    A restored table passes over the numbers of that time. Only one with the same secret knows them again.
    """
    found = read_number(number)
    if found is None or not turn.state.branches:
        return 0
    for base in (turn.state.setup.machine, *turn.state.machines_before):
        ats = found.machine - base
        counted = turn.state.ticket_counts.get(ats, 0)
        if base and is_of(base, found.machine) and turn.numbering.is_among(found, counted):
            return ats
    return 0


def settle(turn: TableTurn, command: t.SettleLostTicket) -> None:
    """Put on record that a supervisor has seen to a ticket that was lost: its money moves by other means."""
    lost = turn.state.lost_tickets.get(command.number)
    if lost is None:
        raise Refused(TableCode.NO_TICKET, number=command.number)
    turn.say(p.LostTicketSettled(lost.ats, command.number, lost.amount, turn.at))
