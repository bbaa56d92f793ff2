"""Tickets that terminals printed but a restored table does not know: they are named, and paid only by a supervisor."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.numbering import is_of
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.state import LostTicket, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.validation import read_number


class SettleLostTicket(Command, frozen=True):
    """A supervisor has resolved a ticket that the restored table does not know: paid by hand, or its page torn up."""

    number: str


class LostTicketSettled(Event, frozen=True, tag="lost_ticket_settled"):
    """A supervisor has resolved a ticket that the restored table did not know. `at`: when; none in older journals."""

    ats: int
    number: str
    amount: int
    at: int | None = None


def unknown(turn: TableTurn, printed: Sequence[PrintedTicket]) -> tuple[PrintedTicket, ...]:
    """Return those of a terminal's last tickets that, as far as the table knows, it never issued."""
    tickets, issued = turn.state.tickets, turn.numbering.issued
    return tuple(one for one in printed if one.number not in tickets and issued(one.number) is None)


# A restored table that also lost its secret cannot know the numbers that it skipped. This many of each terminal's that
# come to the cash desk may be among them; whoever brings more is guessing.
MOST_UNKNOWN: Final = 64
_FEATURE: Final = "lost_tickets"
_RENUMBERED: Final = "renumbered"


def printed_before(turn: TableTurn, number: str) -> int:
    """Return which terminal may have printed a ticket between the copy's end and the loss of the journal; else 0.

    A restored table skips the numbers of that time. With the same secret it recognises them.
    """
    found = read_number(number)
    if found is None or not turn.state.branches:
        return 0
    for base in (turn.state.setup.machine, *turn.state.machines_before):
        ats = found.machine - base
        counted = turn.state.ticket_counts.get(ats, 0)
        if not (base and counted and is_of(base, found.machine)):
            continue
        if turn.numbering.is_among(found, counted) or _may_be_among(turn.state, ats, number):
            return ats
    return 0


def _may_be_among(state: TableState, ats: int, number: str) -> bool:
    """Whether a number may be a skipped one, if nobody can tell any more."""
    known = kept(state, _FEATURE)
    if _RENUMBERED not in known:
        return False
    return number in known or sum(value == ats for value in known.values()) < MOST_UNKNOWN


def renumbered(state: TableState, key: str) -> TableState:
    """Note that a restored table numbers its tickets with another secret than before."""
    if state.branches and state.ticket_key not in ("", key):
        state = keep(state, _FEATURE, _RENUMBERED, 0)
    return state


def may_be_of_before(state: TableState, ats: int, number: str) -> TableState:
    """Remember a number that a cash desk was told may date from before the restore."""
    return keep(state, _FEATURE, number, ats) if _RENUMBERED in kept(state, _FEATURE) else state


def settle(turn: TableTurn, command: SettleLostTicket) -> None:
    """Record that a supervisor has resolved a lost ticket: its money moves by other means."""
    lost = turn.state.lost_tickets.get(command.number)
    if lost is None:
        raise Refused(TableCode.NO_TICKET, number=command.number)
    turn.say(LostTicketSettled(lost.ats, command.number, lost.amount, turn.at))


def _fold_lost_settled(state: TableState, event: LostTicketSettled) -> TableState:
    lost = {number: ticket for number, ticket in state.lost_tickets.items() if number != event.number}
    # Older journals do not say when: what they settled was forgotten, and must be so when they are read again.
    seen_to = {event.number: LostTicket(event.ats, event.amount)} if event.at is not None else {}
    return replace(state, lost_tickets=lost, seen_to={**state.seen_to, **seen_to})


FEATURE: Final = Feature(
    decides={SettleLostTicket: settle},
    folds={LostTicketSettled: _fold_lost_settled},
    asked={SettleLostTicket: act("limits")},
    signed_soon=(LostTicketSettled,),
)
