"""A barcode that is scanned at the dealer: a ticket's number goes where it can be typed, and no further."""

from typing import Final

from firmware.console.flow import Flow
from firmware.console.known import Known
from firmware.table.core.validation import read_number
from firmware.table.features.tickets_in import TakeTicket

# With this a staff card begins, or whatever reads cards is set to say it first: no other barcode is a guess at one.
STAFF_CARD: Final = "STAFF"
# What asks for a ticket's number, or has it: from a terminal's page; with the number, for a terminal that is asked for.
TYPED: Final = "voucher"
AT_TERMINAL: Final = "voucher-at"
SCANNED: Final = "voucher-scanned"


def why_not(text: str, known: Known, flow: Flow | None) -> str:
    """Return by which words a barcode is left; nothing for a ticket's number that can be taken up now."""
    if read_number(text) is None:
        return "scan.no_ticket"
    if known.stopped or known.opening is not None or not known.may(TakeTicket(1, "")):
        return "scan.not_now"
    if flow is not None and flow.key not in (TYPED, AT_TERMINAL, SCANNED):
        return "scan.busy"
    return ""


def asked(number: str, flow: Flow | None, ats: int) -> tuple[str, ...]:
    """Return the operation of a ticket's number. `ats`: the terminal whose page is shown; 0 for none.

    One that is scanned while another is being asked about takes its place: nothing was done with that.
    """
    terminal = int(flow.answers.get("ats", 0)) if flow is not None else ats
    return (AT_TERMINAL, str(terminal), number) if terminal else (SCANNED, number)
