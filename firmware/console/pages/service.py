"""The row about service: somebody works on a board, or may begin to."""

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.features.service_entries import under_way


def service_row(known: Known, ats: int) -> Row:
    """Return it, for a terminal or (0) the table's own board."""
    words, why = known.words, under_way(known.state, ats)
    if why:
        end = ask_for(known, "service-end", str(ats), look="main")
        return Row(words("service.entry"), words("service.under_way", why=why), "", "notice", (end,))
    begin = ask_for(known, "service-begin", str(ats))
    return Row(words("service.entry"), words("service.none"), choices=(begin,))
