"""The tickets of a terminal whose fate is not known: in doubt, or still being printed."""

from collections.abc import Iterator

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.core.faults import fault_name
from firmware.table.features.tickets import UNDER_WAY


def rows(known: Known) -> Iterator[Row]:
    """Return each with what can be done about it.

    A ticket under way can be resolved only while its terminal is out of service: otherwise it may report it any moment.
    """
    words, state = known.words, known.state
    is_out = fault_name("ats", known.ats) in state.faults
    for number, ticket in state.unsettled_of(known.ats).items():
        under_way = ticket.fate in UNDER_WAY
        on = is_out or not under_way
        choice = ask_for(known, "ticket", number, look="main", on=on)
        amount = words.money(ticket.amount)
        if under_way:
            what = words("sgc.printing.lost" if is_out else "sgc.printing.wait", number=number)
            yield Row(words("sgc.printing"), what, amount, "notice" if is_out else "deep", (choice,))
        else:
            yield Row(words("sgc.ticket_doubt"), number, amount, "notice", (choice,))
