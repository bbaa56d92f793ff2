"""One terminal: its account, what can be done with it, and what is open between it and the house."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages import board, papers, tickets
from firmware.console.pages.buttons import ask_for
from firmware.console.pages.devices import advice
from firmware.console.pages.left_behind import left_row
from firmware.console.pages.offered import offered_rows
from firmware.console.pages.player import about_player
from firmware.console.pages.service import service_row
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.table.core.doors import found
from firmware.table.core.faults import fault_name
from firmware.table.core.reported import CALLED
from firmware.table.features.acceptors import asked_of
from firmware.table.features.acknowledging import latched
from firmware.table.features.devices import of_terminal
from firmware.table.features.notes import is_own
from hal.currency import Note


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("terminal", number=known.ats), tuple(_rows(known)))


TAB: Final = Tab(page)


def _rows(known: Known) -> Iterator[Row]:
    state, words, ats = known.state, known.words, known.ats
    account, number = state.accounts.get(ats), str(ats)
    fault = fault_name("ats", ats) in state.faults
    yield Row(
        words("account.balance"),
        words("sgc.account_open") if account is not None else words("sgc.account_closed"),
        words.money(state.balance(ats)),
        choices=(
            ask_for(known, "buy-in", number, on=ats not in state.setup.remote),
            ask_for(known, "cash-out", number, on=account is not None),
            ask_for(known, "voucher", number, on=ats not in state.setup.remote),
        ),
    )
    stakes = (
        ", ".join(f"{words(f'bet.{b}.long')} {words.money(s)}" for b, s in account.wagers.items()) if account else ""
    )
    yield from _troubles(known)  # what somebody was called about
    yield _staked(known, account.total if account else 0, stakes)
    yield Row(
        words("sgc.service"),
        words("tile.fault") if fault else words("sgc.remote") if ats in state.setup.remote else words("sgc.in_order"),
        look="alarm" if fault else "deep",
        choices=(ask_for(known, "ats-clear", number) if fault else ask_for(known, "ats-fault", number, look="danger"),),
    )
    for door, how in found(state, ats).items():
        yield Row(words(f"door.{door}"), words(f"door.{how}"), look="alarm")
    yield from board.rows(known)
    yield from about_player(known)
    yield from offered_rows(known, ats)
    yield _cash_box(known)
    yield from _open_matters(known)
    if latched(state, ats):
        yield Row(words("sgc.latched"), advice(words, latched(state, ats)), look="alarm")
    yield left_row(known, ats)
    recall, meters = (Choice(("tab", page), words(f"op.{page}")) for page in ("recall", "meters"))
    yield Row(words("sgc.recall"), words("sgc.recall.note"), choices=(recall, meters))
    yield papers.of_terminal(known, ats)
    yield service_row(known, ats)


def _staked(known: Known, total: int, stakes: str) -> Row:
    """Return what is on the layout; if its records do not verify, the dealer must decide (11.16)."""
    words, ats, number = known.words, known.ats, str(known.ats)
    void = ask_for(known, "declare-void", number, look="danger", on=total > 0)
    if ats not in known.state.lost:
        return Row(words("account.staked"), stakes, words.money(total), choices=(void,))
    unconfirmed = ask_for(known, "void-unconfirmed", number, look="main", on=total > 0)
    return Row(words("sgc.unproven"), stakes, words.money(total), "alarm", (unconfirmed, void))


def _troubles(known: Known) -> Iterator[Row]:
    """Return the call for an attendant, and each device that has a fault, with what to do."""
    words = known.words
    for device, codes in of_terminal(known.state.troubles, known.ats).items():
        if CALLED in codes:
            yield Row(words("sgc.called"), words("sgc.called.note"), look="notice")
        else:
            yield Row(words.named("device", device), advice(words, codes), look="alarm")


def _cash_box(known: Known) -> Row:
    words, ats = known.words, known.ats
    boxes = {name: amount for name, amount in known.state.ledger.get(ats, {}).items() if name.startswith("cash-box/")}
    return Row(
        words("sgc.cash_box"),
        words("sgc.period", number=known.state.cash_box_periods.get(ats, 0) + 1),
        words.money(-sum(boxes.values())),
        choices=(
            ask_for(known, "empty-box", str(ats)),
            ask_for(known, "hand-pay", str(ats), on=ats in known.state.accounts),
        ),
    )


def _open_matters(known: Known) -> Iterator[Row]:
    """Return what a supervisor must resolve: tickets and notes in doubt, and what corrections left owed."""
    state, words, ats, number = known.state, known.words, known.ats, str(known.ats)
    yield from tickets.rows(known)
    for ticket, lost in state.lost_tickets.items():
        if lost.ats == ats:
            choice = ask_for(known, "lost-ticket", ticket, look="main")
            yield Row(words("sgc.ticket_lost"), ticket, words.money(lost.amount), "alarm", (choice,))
    for doubt, note in state.note_doubts.items():
        if note.ats == ats:
            choice = ask_for(known, "note", doubt, look="main")
            own = not note.amount or bool(note.ticket) or is_own(state, note)
            # Other currencies are never shown as if they were the table's money.
            amount = words.money(note.amount) if own else Note(note.currency, note.amount).in_words
            why = words.named("doubt", note.why)
            if note.credited:
                why = f"{why} ({words.money(note.credited)})"
            title = words("sgc.ticket_in_doubt" if note.ticket else "sgc.note_doubt")
            yield Row(title, f"{note.ticket} · {why}" if note.ticket else why, amount, "notice", (choice,))
    if asked_of(state, ats):
        seen = ask_for(known, "acceptor-seen", number)
        yield Row(words("sgc.acceptor_asked"), words("sgc.acceptor_asked.note"), look="notice", choices=(seen,))
    for coup, owed in state.owed.get(ats, {}).items():
        who = words("sgc.owed_to" if owed > 0 else "sgc.owed_by", coup=coup)
        choice = ask_for(known, "owed", number, str(coup), look="main")
        yield Row(who, "", words.money(abs(owed)), "notice", (choice,))
