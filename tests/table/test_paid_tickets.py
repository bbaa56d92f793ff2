"""The daily report of tickets: each that was paid at a desk, by whoever paid it, with the row that says so."""

import pytest

from firmware.game.events import Event
from firmware.table.core.journal import Entry
from firmware.table.core.state import TableState
from firmware.table.features.cash_desks import TicketShown
from firmware.table.shown.day_book import DayBook
from firmware.table.shown.paid_tickets import PaidTicket, lines_by_cashier

NOON = 1_800_014_400_000  # 2027-01-15 12:00 UTC


def shown(number: str, cashier: str, amount: int, **said: object) -> TicketShown:
    fields = {"desk": "cage-1", "answer": "paid", "at": NOON + 61_000, **said}
    return TicketShown(number=number, cashier=cashier, amount=amount, **fields)  # type: ignore[arg-type]


def day_of(*events: Event) -> DayBook:
    day, before = DayBook(), TableState.unopened()
    for row, event in enumerate(events, 10):
        day.take(Entry(row, NOON, "cage-1", None, event), before)
    return day


@pytest.mark.lab(51)
def test_tickets_are_listed_by_whoever_paid_them() -> None:
    day = day_of(
        shown("006429188185446104", "21", 25_00),
        shown("004580945669109504", "", 10_00, desk="cage-2"),
        shown("007101753535986872", "21", 50_00),
        # Looked at, told again, and taken in by a terminal: nobody paid these at a desk.
        shown("004580945669109504", "22", 10_00, answer="already-paid"),
        shown("007101753535986872", "21", 50_00, again=True),
        shown("000000000000000018", "", 5_00, desk="ats-1", to=1),
    )
    assert [" ".join(line.split()) for line in lines_by_cashier(day.paid_at_desks)] == [
        "nobody named, cage-2: 1 paid 10.00",
        "12:01:01 UTC row 11 ticket ending in 9504 10.00",
        "cashier 21, cage-1: 2 paid 75.00",
        "12:01:01 UTC row 10 ticket ending in 6104 25.00",
        "12:01:01 UTC row 12 ticket ending in 6872 50.00",
    ]
    assert day.tickets_paid == len(day.paid_at_desks)


def test_a_clock_far_in_the_future_has_a_time_of_day_too() -> None:
    (_, line) = lines_by_cashier([PaidTicket(1, 2**53, "cage-1", "21", "6104", 1)])
    # 2**53 ms are 104249991 days and 32340 s.
    assert line.split() == ["08:59:00", "UTC", "row", "1", "ticket", "ending", "in", "6104", "0.01"]
