"""Tickets in: a ticket of this table becomes credit, once, by the same row as a payment at a cash desk.

Terminals take none unless the operator's setting says so (`[notes] tickets`). The dealer takes a ticket by its number
in any case.
"""

from enum import auto
from typing import Final

from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.pockets import Money
from firmware.table.core.reported import Redemption
from firmware.table.core.standing import Standing
from firmware.table.core.turn import TableTurn
from firmware.table.features.boards import begin
from firmware.table.features.buying_in import keep_notice, need_tendered, need_ticket_taker, need_well, need_within_caps
from firmware.table.features.cash_desks import RedeemTicket, answered
from firmware.table.features.note_doubts import NoteDoubted, put_in_doubt
from firmware.table.features.notes_credited import OTHER_BOARD, is_new
from firmware.table.features.returned_boards import is_of_before


class TicketsInCode(Code):
    """Why a ticket is given back, or is in doubt."""

    TICKET_UNKNOWN = auto()
    TICKET_PAID = auto()
    TICKET_EXPIRED = auto()
    TICKET_OF_TABLE = auto()
    TICKET_NOT_READY = auto()
    TICKET_LATER = auto()


class AskTicket(Command, frozen=True):
    """A ticket is in a terminal's escrow: what is it? Every attempt goes on record, as at a cash desk."""

    ats: int
    number: str


class CreditTicket(Command, frozen=True):
    """A terminal has a ticket past escrow: it is credited, or in doubt, once under its number in that pocket."""

    ats: int
    life: str
    note: int
    number: str
    acknowledged: int | None = None


class TakeTicket(Command, frozen=True):
    """A ticket is tendered to the dealer for credit: its number is scanned, or typed."""

    # crown 6.2: a voucher may be tendered
    ats: int
    number: str


# The name on record if the ticket was shown to the dealer.
DEALER: Final = "dealer"
_WHY: Final[dict[Redemption, Code]] = {
    "unknown": TicketsInCode.TICKET_UNKNOWN,
    "already-paid": TicketsInCode.TICKET_PAID,
    "expired": TicketsInCode.TICKET_EXPIRED,
    "another-table": TicketsInCode.TICKET_OF_TABLE,
    "throttled": TicketsInCode.TICKET_LATER,
}


def why_not(answer: Redemption) -> Refused | None:
    """Return why a ticket with this answer is given back; None if it would be credited."""
    return None if answer in ("good", "paid") else Refused(_WHY.get(answer, TicketsInCode.TICKET_NOT_READY))


def ask_ticket(turn: TableTurn, command: AskTicket) -> None:
    """Say what a ticket is that can still be given back. Raises Refused if none is taken here now."""
    _need_taken(turn, command.ats)
    need_well(turn, command.ats)
    shown = answered(turn, RedeemTicket(f"ats-{command.ats}", command.number))
    if shown.answer == "good":
        # reading 34: a cap is kept to while the ticket can be given back
        need_within_caps(turn, command.ats, shown.amount, cash=False)
    turn.say(shown)


def _need_taken(table: Standing, ats: int) -> None:
    need_ticket_taker(table, ats)
    notes = table.state.setup.notes
    if notes is None or not notes.tickets:
        raise Refused(TableCode.TICKET_IN_ACCEPTOR)


def credit_ticket(turn: TableTurn, command: CreditTicket) -> None:
    """Credit a ticket past escrow, or keep it in doubt with the reason why it is not credited."""
    ats, life, number = command.ats, command.life, command.note
    if not is_new(turn, ats, life, number, command.acknowledged, Money("ticket", ticket=command.number)):
        return
    why = _why_in_doubt(turn, command)
    if not why:
        asked = RedeemTicket(f"ats-{ats}", command.number, pay=True, request=f"{life}-{number}")
        shown = answered(turn, asked)
        refused = why_not(shown.answer)
        why = "" if refused is None else refused.code
        if not why:
            keep_notice(turn, ats)
            turn.say(shown.into(ats, life, number))
    if why:
        ticket = turn.state.tickets.get(command.number)
        amount = 0 if ticket is None else ticket.amount
        doubted = NoteDoubted(ats, f"{ats}-{life}-{number}", amount, why, life, number, ticket=command.number)
        put_in_doubt(turn, doubted)


def _why_in_doubt(turn: TableTurn, command: CreditTicket) -> str:
    """Return why a ticket past escrow is not credited, whatever it is."""
    if not begin(turn, command.ats, command.life) or is_of_before(turn.state, command.life, command.note):
        return OTHER_BOARD
    if not turn.state.open:
        return TableCode.TABLE_CLOSED.value
    try:
        need_ticket_taker(turn, command.ats)
    except Refused as refusal:
        return refusal.code
    return ""


def take_ticket(turn: TableTurn, command: TakeTicket) -> None:
    """Credit a ticket that is tendered to the dealer."""
    # crown 6.2
    need_tendered(turn, command.ats)
    shown = answered(turn, RedeemTicket(DEALER, command.number, pay=True))
    refused = why_not(shown.answer)
    if refused is not None:
        raise refused
    need_within_caps(turn, command.ats, shown.amount, cash=False)
    keep_notice(turn, command.ats)
    turn.say(shown.into(command.ats))


FEATURE: Final = Feature(
    decides={AskTicket: ask_ticket, CreditTicket: credit_ticket, TakeTicket: take_ticket},
    facts=(CreditTicket,),
    asked={TakeTicket: act("buy-in")},
)
