"""The receipt for a ticket that was paid: for the desk's printer, to be signed by whoever got the money."""

from collections.abc import Iterator
from typing import Final

from firmware.cli.cage_words import money, time_of
from firmware.link.desk_messages import ToldView

_WIDTH: Final = 40


def receipt(told: ToldView, desk: str, cashier: str, *, copy: bool = False) -> Iterator[str]:
    """Return a receipt, a line each. `cashier`: who paid, where the desk knows it: of a copy only the table does."""
    yield "=" * _WIDTH
    yield "COPY OF A RECEIPT" if copy else "RECEIPT"
    yield _line("Desk", desk)
    if cashier:
        yield _line("Cashier", cashier)
    yield _line("Ticket", told.ticket)
    yield _line("Paid at", time_of(told.at))
    yield _line("Amount", money(told.amount))
    yield ""
    yield f"Received {'_' * (_WIDTH - 9)}"
    yield "=" * _WIDTH


def _line(name: str, value: str) -> str:
    return f"{name:12}{value:>{_WIDTH - 12}}"
