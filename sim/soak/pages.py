"""The pages that printers have cut, and what stands on them."""

from functools import partial
from typing import Any, Final

from drivers.escpos.protocol import VOID_MARK
from firmware.table.core.service import Happened
from firmware.table.features.tickets import TicketReported
from firmware.terminal.ticket_page import money
from sim.profiles import CURRENCY
from sim.soak.power import Moment
from sim.whole_table import WholeTable

# What stands on a ticket that was printed once more.
REPRINT: Final = "REPRINT"


class Pages:
    """Watches the printers of a table. `wrong`: what is on paper and should not be."""

    def __init__(self, table: WholeTable) -> None:
        self.wrong: list[str] = []
        self.cut: dict[int, int] = dict.fromkeys(table.seats, 0)
        self.numbers: dict[int, set[str]] = {ats: set() for ats in table.seats}
        self.texts: dict[str, str] = {}
        # The numbers on pages that were marked void.
        self.void: list[str] = []
        self._failed: set[str] = set()
        # What nobody has taken out of its printer yet.
        self.lying: list[str] = []
        self.coming = Moment()
        self._table = table

    def watch(self) -> None:
        """Stand before the printers, which are on."""
        for ats, seat in self._table.seats.items():
            seat.devices["ticket_printer"].model.show_pages(partial(self._page, ats))

    def _page(self, ats: int, page: Any) -> None:
        self.cut[ats] += 1
        text = page.info["text"]
        if VOID_MARK in text:
            self.void += page.info["numbers"]  # what hung there of a ticket: its bars can be read
            return
        for number in page.info["numbers"]:
            ticket = self._table.state.tickets.get(number)
            if number in self.texts and REPRINT not in text + self.texts[number]:
                self.wrong.append(f"ATS {ats}: ticket {number} is on paper twice")
            if REPRINT in text and ticket is not None and f"{REPRINT} {ticket.copies}:" not in text:
                self.wrong.append(f"ATS {ats}: reprint {ticket.copies} of ticket {number} is on paper as {text!r}")
            if ticket is not None and not shows(text, ticket.amount, self._table.setting["currency"]):
                self.wrong.append(f"ATS {ats}: ticket {number} of {ticket.amount} is on paper as {text!r}")
            if number in self._failed:
                self._is_out(number)
            self.texts[number] = text
            self.numbers[ats].add(number)
            self.lying.append(number)
            self.coming.passes()

    def astray(self, ats: int) -> str:
        """Return what is wrong about a terminal's pages, beside its tickets."""
        for number, ticket in self._table.state.tickets.items():
            if ticket.ats == ats and ticket.fate in ("printed", "paid") and number not in self.numbers[ats]:
                return f"ATS {ats}: ticket {number} is {ticket.fate}, and on no page"
        return ""

    def say(self, number: str, amount: int) -> bool:
        """Whether a page with a number says an amount."""
        return shows(self.texts.get(number, ""), amount, self._table.setting["currency"])

    def happened(self, happened: Happened) -> None:
        """Hear what became of a ticket."""
        for event in happened.events:
            if isinstance(event, TicketReported) and event.fate == "failed":
                self._failed.add(event.number)
                if event.number in self.texts:
                    self._is_out(event.number)

    def _is_out(self, number: str) -> None:
        self.wrong.append(f"ticket {number} failed for certain, and is on paper")


def shows(text: str, amount: int, currency: str = CURRENCY) -> bool:
    """Whether a page says an amount."""
    return money(amount, currency) in text.splitlines()
