"""How a player leaves: with a ticket, which may fail, or by agreeing to end a tournament's session early."""

from typing import NamedTuple

from firmware.link.bus import Unanswered
from firmware.link.remote_table import RemoteTable
from firmware.link.wager_messages import AgreeToEnd
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.terminal.player import SaidToPlayer
from firmware.terminal.speech import Speech
from firmware.terminal.ticket_desk import NOTHING_LEFT, TicketDesk
from hal.ticket_printer import PrintOutcome, PrintResult


class CashOutEnd(NamedTuple):
    """How a cash-out ended, in words, and whether an attendant must come."""

    text: str
    attendant: bool


async def paid_out(tickets: TicketDesk, speech: Speech) -> CashOutEnd:
    """Have the account paid by a ticket, and say how that ended."""
    try:
        result: PrintResult = await tickets.cash_out()
    except Refused as refusal:
        text = speech.words("why.refused", reason=speech.words.refused(refusal))
        # An attendant pays an amount that no ticket may have.
        return CashOutEnd(text, refusal.code == TableCode.CAP_TICKET)
    if result == NOTHING_LEFT:
        return CashOutEnd(speech.words("cash-out.nothing"), attendant=False)
    return CashOutEnd(speech.words(f"cash-out.{result.outcome.value}"), result.outcome is PrintOutcome.IN_DOUBT)


async def agree_to_end(table: RemoteTable, speech: Speech) -> None:
    """Say that the player agrees to an early end of the session; show what goes wrong."""
    # crown 12.3.5(b)
    try:
        await table.ask_for_player(AgreeToEnd())
    except Refused as refusal:
        speech.say(SaidToPlayer("why.refused", refusal=refusal))
    except Unanswered:
        speech.say(SaidToPlayer("why.unanswered"))
