"""The tickets that were paid at cash desks in a day, by cashier: the daily voucher report."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from firmware.amounts import write_amount
from firmware.table.features.cash_desks import TicketShown

# How many figures of a ticket's number are printed: it is found by its row.
ENDING: Final = 4


class PaidTicket(Struct, frozen=True):
    """A paid ticket: the journal's row, when, where, by whom."""

    row: int
    at: int
    desk: str
    cashier: str
    ending: str
    amount: int


def paid_ticket(row: int, event: TicketShown) -> PaidTicket:
    """Return a payment as the report has it."""
    return PaidTicket(row, event.at, event.desk, event.cashier, event.number[-ENDING:], event.amount)


def lines_by_cashier(paid: Iterable[PaidTicket]) -> Iterator[str]:
    """Return a line for each cashier at each desk with what they paid, and below it each ticket."""
    groups: dict[tuple[str, str], list[PaidTicket]] = {}
    for ticket in paid:
        groups.setdefault((ticket.cashier, ticket.desk), []).append(ticket)
    for (cashier, desk), tickets in sorted(groups.items()):
        who = f"cashier {cashier}" if cashier else "nobody named"
        yield _line(f"{who}, {desk}: {len(tickets)} paid", sum(ticket.amount for ticket in tickets))
        for one in tickets:
            yield _line(f"  {_time(one.at)}  row {one.row}  ticket ending in {one.ending}", one.amount)


def _time(at: int) -> str:
    """Return a time of day, without a calendar, which has no year for a clock that is far wrong."""
    minutes, seconds = divmod(at // 1000 % (24 * 60 * 60), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02} UTC"


def _line(name: str, amount: int) -> str:
    return f"{name:52}{write_amount(amount):>12}"
