"""What `rapid-table cage` says: to a clerk in a line, to a program in fields."""

from datetime import UTC, datetime
from typing import Final

from firmware.link.cash_desk import EndedPayment, SaidOfTicket
from firmware.link.desk_messages import ToldView

WORDS: Final = {
    "good": "is good",
    "paid": "was paid now: hand the money over",
    "unknown": "is no ticket of this table: do not pay",
    "already-paid": "has been paid already, or its money went another way: do not pay; call a supervisor",
    "expired": "has expired: call a supervisor",
    "in-doubt": "is in doubt: a supervisor resolves it at the table first",
    "not-printed": "was not reported as printed: a supervisor resolves it at the table first",
    "throttled": "was not looked at: too many unknown numbers; wait a minute",
    "another-table": "is a ticket of another table: do not pay; it is paid there",
    "before-restore": "may be of before this table's journal was restored, which does not hold it: do not pay; "
    "call a supervisor",
    "other-amount": "is of another amount than the paper says: do not pay; call a supervisor",
}
NOT_PAID: Final = "not-paid"


def money(amount: int) -> str:
    """Return an amount as a clerk reads it.

    >>> money(1_234_56)
    '1,234.56'
    """
    return f"{amount // 100:,}.{amount % 100:02}"


def time_of(at: int) -> str:
    """Return a time of the table as a clerk reads it."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def line_of(told: ToldView) -> str:
    """Return what a ticket is, in a line."""
    worth = f", {money(told.amount)}," if told.amount else ""
    return f"ticket {told.ticket}{worth} {WORDS[told.answer]}"


def line_of_said(said: SaidOfTicket, *, compared: bool) -> str:
    """Return what the table says of a ticket now; `compared`: the paper's amount was held against the ledger's."""
    told = said.told
    if told.answer == "another-table":
        named = f"{said.table}, " if said.table else ""
        return f"ticket {told.ticket} is a ticket of another table ({named}machine {said.machine:#08x}): take it there"
    line = line_of(told)
    if told.answer == "paid" and said.before:
        line += ", once: this desk had asked for it before"
    if told.answer in ("good", "paid") and not compared:
        line += "; compare the amount with the paper first"
    if said.copies:
        line += " (reprinted; the paper may say so)"
    return line


def fields_of(told: ToldView) -> dict[str, object]:
    """Return what a ticket is, for a program."""
    return {"ticket": told.ticket, "answer": told.answer, "amount": told.amount}


def fields_of_said(said: SaidOfTicket) -> dict[str, object]:
    """Return what the table says of a ticket now, for a program."""
    whose = {"machine": said.machine, "table": said.table} if said.told.answer == "another-table" else {}
    reprints = {"reprints": said.copies} if said.copies else {}
    before: dict[str, object] = {"unanswered_before": True} if said.before else {}
    return fields_of(said.told) | whose | reprints | before


def fields_at(told: ToldView | None) -> dict[str, object] | None:
    """Return what was told some time, for a program."""
    return None if told is None else fields_of(told) | {"at": told.at}


def line_of_ended(ended: EndedPayment) -> str:
    """Return what became of a payment that had not been answered."""
    if ended.told is None:
        return f"ticket {ended.ticket}, asked for before and not answered, was not paid"
    return f"{line_of(ended.told)} (asked for before and not answered)"


def fields_of_ended(ended: EndedPayment) -> dict[str, object]:
    """Return what became of a payment that had not been answered, for a program."""
    found = {"ticket": ended.ticket, "answer": NOT_PAID, "amount": 0} if ended.told is None else fields_of(ended.told)
    return found | {"unanswered_before": True}
