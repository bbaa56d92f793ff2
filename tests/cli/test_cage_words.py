"""What a clerk reads, and what a program does, of a ticket."""

from typing import get_args

import pytest

from firmware.cli.cage_receipt import receipt
from firmware.cli.cage_words import (
    WORDS,
    fields_at,
    fields_of_ended,
    fields_of_said,
    line_of_ended,
    line_of_said,
    time_of,
)
from firmware.link.cash_desk import EndedPayment, SaidOfTicket
from firmware.link.desk_messages import ToldView
from firmware.table.core.reported import Redemption

NUMBER = "006429188185446104"
AT = 1_700_000_000_000


def told(answer: Redemption, amount: int = 50_00) -> ToldView:
    return ToldView(NUMBER, answer, amount, AT)


@pytest.mark.lab(51)
def test_a_receipt_says_who_paid_what_to_whoever_signs_it() -> None:
    lines = [" ".join(line.split()) for line in receipt(told("paid"), "cage-1", "21")]
    assert lines[1:6] == ["RECEIPT", "Desk cage-1", "Cashier 21", f"Ticket {NUMBER}", f"Paid at {time_of(AT)}"]
    assert lines[6:8] == ["Amount 50.00", ""]
    assert lines[8].startswith("Received ___")
    copy = [" ".join(line.split()) for line in receipt(told("paid"), "cage-1", "", copy=True)]
    assert copy[1:4] == ["COPY OF A RECEIPT", "Desk cage-1", f"Ticket {NUMBER}"]


def test_every_answer_has_its_words() -> None:
    assert WORDS.keys() == set(get_args(Redemption))


@pytest.mark.parametrize("answer", ["good", "paid"])
def test_an_amount_that_nobody_compared_is_to_be_compared(answer: Redemption) -> None:
    assert line_of_said(SaidOfTicket(told(answer)), compared=False).endswith(
        "; compare the amount with the paper first"
    )
    assert "compare" not in line_of_said(SaidOfTicket(told(answer)), compared=True)
    assert "compare" not in line_of_said(SaidOfTicket(told("already-paid")), compared=False)


def test_what_was_asked_for_before_is_handed_over_once() -> None:
    said = SaidOfTicket(told("paid"), before=True)
    once = "was paid now: hand the money over, once: this desk had asked for it before"
    assert line_of_said(said, compared=True) == f"ticket {NUMBER}, 50.00, {once}"
    assert fields_of_said(said) == {"ticket": NUMBER, "answer": "paid", "amount": 50_00, "unanswered_before": True}
    refused = SaidOfTicket(told("expired"), before=True)
    assert "asked" not in line_of_said(refused, compared=True)


def test_a_reprint_is_told_to_clerks_and_programs() -> None:
    said = SaidOfTicket(told("good"), copies=2)
    assert line_of_said(said, compared=True) == f"ticket {NUMBER}, 50.00, is good (reprinted; the paper may say so)"
    assert fields_of_said(said) == {"ticket": NUMBER, "answer": "good", "amount": 50_00, "reprints": 2}


@pytest.mark.parametrize(("table", "named"), [("table8", "table8, machine 0x654300"), ("", "machine 0x654300")])
def test_another_tables_ticket_is_sent_there(table: str, named: str) -> None:
    said = SaidOfTicket(told("another-table", 0), machine=0x654300, table=table)
    assert line_of_said(said, compared=True) == f"ticket {NUMBER} is a ticket of another table ({named}): take it there"
    assert fields_of_said(said).items() >= {"machine": 0x654300, "table": table}.items()


def test_what_became_of_a_payment_without_an_answer() -> None:
    assert (
        line_of_ended(EndedPayment(NUMBER, None)) == f"ticket {NUMBER}, asked for before and not answered, was not paid"
    )
    assert line_of_ended(EndedPayment(NUMBER, told("paid"))).endswith(
        "hand the money over (asked for before and not answered)"
    )
    unpaid = {"ticket": NUMBER, "answer": "not-paid", "amount": 0, "unanswered_before": True}
    assert fields_of_ended(EndedPayment(NUMBER, None)) == unpaid
    assert fields_of_ended(EndedPayment(NUMBER, told("paid"))) == {**unpaid, "answer": "paid", "amount": 50_00}


def test_when_something_was_told_is_in_milliseconds() -> None:
    assert fields_at(None) is None
    at = {"ticket": NUMBER, "answer": "paid", "amount": 50_00, "at": 1_700_000_000_000}
    assert fields_at(told("paid")) == at
