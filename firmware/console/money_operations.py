"""Operations of one terminal: its account, its cash box, its tickets, and what is in doubt."""

from typing import Final

from msgspec.structs import replace

from firmware.amounts import write_amount
from firmware.console.known import Known
from firmware.console.operations import (
    Answers,
    Ask,
    Operation,
    Option,
    Quick,
    amount,
    ats,
    named,
    nothing,
    of_terminal,
    one_by_one,
    options,
)
from firmware.kit.words import MINOR
from firmware.table.features.acceptors import SeeAcceptor
from firmware.table.features.boards import ChangeBoard
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.lost_tickets import SettleLostTicket
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.notes import is_own
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.tickets import UNDER_WAY, ResolveTicket
from firmware.table.features.tickets_in import TakeTicket

AMOUNT: Final = Ask("amount", "keypad", money=True)
TENDER: Final = Ask("tender", "pick", options("cash", "chips", "voucher", "token", of="tender"))
# The commonest buy-ins, in whole units and in cash: one touch each.
ROUND_SUMS: Final = (50, 100, 200, 300, 500, 1000)


def _note(known: Known, answers: Answers) -> Ask | None:
    if "amount" in answers:
        return None
    doubt = known.state.note_doubts.get(answers["doubt"])
    if doubt is not None and doubt.ticket and not doubt.amount:
        return Ask("amount", "pick", (Option("0", "note.none"),))
    if doubt is None or not doubt.amount:
        return AMOUNT
    if not (doubt.ticket or is_own(known.state, doubt)):
        return Ask("amount", "pick", (Option("0", "note.not_ours"),))
    shown = write_amount(doubt.amount).replace(",", "")
    return Ask("amount", "pick", (Option(shown, text=known.words.money(doubt.amount)), Option("0", "note.none")))


def _ticket(known: Known, answers: Answers) -> Ask | None:
    """Return what can be entered about a ticket. One under way cannot be reprinted: it may be coming out."""
    if "how" in answers:
        return None
    ticket = known.state.tickets.get(answers["number"])
    again = () if ticket is not None and ticket.fate in UNDER_WAY else ("reprint",)
    return Ask("how", "pick", options("printed", "credit", "hand-pay", *again, of="ticket"))


def _buy_in(known: Known, answers: Answers) -> Ask | None:
    """Ask for the amount, with round cash sums beside the keys; then for what was tendered."""
    words = known.words
    cash = tuple(
        Quick(words.money(whole * MINOR), words("tender.cash"), (("amount", str(whole)), ("tender", "cash")))
        for whole in ROUND_SUMS
    )
    return one_by_one(replace(AMOUNT, quick=cash), TENDER)(known, answers)


def _take_ticket(_: Known, answers: Answers) -> TakeTicket:
    return TakeTicket(ats(answers), answers["number"])


OPERATIONS: Final = {
    "buy-in": Operation(
        BuyIn(1, 1),
        lambda _, a: BuyIn(ats(a), amount(a), "dealer", a["tender"]),  # type: ignore[arg-type]
        _buy_in,
        ("ats",),
        returns=True,
    ),
    "cash-out": of_terminal(CashOut, returns=True),
    "hand-pay": Operation(
        CashOut(1, "hand-pay"), lambda _, a: CashOut(ats(a), "hand-pay"), nothing, ("ats",), returns=True
    ),
    "board": Operation(
        ChangeBoard(1, ""),
        lambda _, a: ChangeBoard(ats(a), a["life"], take=a["how"] == "changed"),
        one_by_one(Ask("how", "pick", options("changed", "not-ours", of="board"))),
        ("ats", "life"),
    ),
    "empty-box": of_terminal(EmptyCashBox),
    "ticket": Operation(
        ResolveTicket("", "printed"),
        lambda _, a: ResolveTicket(a["number"], a["how"]),  # type: ignore[arg-type]
        _ticket,
        ("number",),
    ),
    "lost-ticket": named("number", SettleLostTicket),
    "note": Operation(ResolveNoteDoubt("", 0), lambda _, a: ResolveNoteDoubt(a["doubt"], amount(a)), _note, ("doubt",)),
    "acceptor-seen": of_terminal(SeeAcceptor),
    "voucher": Operation(
        TakeTicket(1, ""), _take_ticket, one_by_one(Ask("number", "keypad", least=18, most=18)), ("ats",)
    ),
    "voucher-scanned": Operation(
        TakeTicket(1, ""), _take_ticket, one_by_one(Ask("ats", "keypad", most=2)), ("number",)
    ),
    "voucher-at": Operation(TakeTicket(1, ""), _take_ticket, nothing, ("ats", "number")),
    "owed": Operation(
        ResolveOwed(1, 1, "paid"),
        lambda _, a: ResolveOwed(ats(a), int(a["coup"]), a["how"]),  # type: ignore[arg-type]
        one_by_one(Ask("how", "pick", options("paid", "collected", "waived", of="owed"))),
        ("ats", "coup"),
    ),
}
