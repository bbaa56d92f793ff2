"""A terminal's last coups, also of a closed account: cards, wagers, money in between, tickets, notes."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.tab import Tab
from firmware.console.view import Page, Row
from firmware.kit.words import Words
from firmware.pictures.table_items import card_text
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Role
from firmware.table.core.state import CoupRecord

# How many of a terminal's last tickets are shown: the standards want 35 (docs/laboratory.md, row 16).
TICKETS: Final = 35
# Who may read the whole number of a ticket that could still be paid.
READS_NUMBERS: Final = GAME | {Role.CASHIER}


def page(known: Known) -> Page:
    """Return the page."""
    title = known.words("recall.of", number=known.ats)
    return Page(title, (*_coups(known), *_tickets(known), *_notes(known)))


TAB: Final = Tab(page)


def _coups(known: Known) -> Iterator[Row]:
    """Return the coups, latest first, and after each what moved on the account since the previous one."""
    words, ats = known.words, known.ats
    records = known.state.recent
    befores: tuple[CoupRecord | None, ...] = (None, *records[:-1])
    for record, before in reversed(tuple(zip(records, befores, strict=True))):
        staked, back = _moved(record, ats)
        balance = record.balance(ats)
        yield Row(_result(record, words), _wagers(record, ats, words), "–" if balance is None else words.money(balance))
        if before is not None:
            between = (balance or 0) - (before.balance(ats) or 0) + staked - back
            if between:
                yield Row(words("recall.between"), "", words.money(between), "quiet")


def _moved(record: CoupRecord, ats: int) -> tuple[int, int]:
    """Return what a terminal staked on a coup, and what came back; returned wagers count in both."""
    lines = () if record.settled is None else tuple(line for line in record.settled.lines if line.ats == ats)
    return sum(line.stake for line in lines), sum(line.returned for line in lines)


def _result(record: CoupRecord, words: Words) -> str:
    result = record.result
    said = words(f"result.{result.winner.value}", player=result.player.total, banker=result.banker.total)
    hands = (" ".join(card_text(card) for card in hand.cards) for hand in (result.player, result.banker))
    corrected = f" ({words('recall.corrected')})" if record.corrected else ""
    return f"{words('coup', number=result.coup)}: {said}{corrected}  {' | '.join(hands)}"


def _wagers(record: CoupRecord, ats: int, words: Words) -> str:
    lines = () if record.settled is None else record.settled.lines
    said = [
        words("recall.wager", bet=words(f"bet.{one.bet}.long"), stake=words.money(one.stake),
              returned=words.money(one.returned))
        for one in lines if one.ats == ats
    ]  # fmt: skip
    back = [
        words("recall.went_back", bet=words(f"bet.{one.bet}.long"), amount=words.money(one.amount))
        for returned in record.returned for one in returned.lines if one.ats == ats
    ]  # fmt: skip
    return ", ".join((*said, *back)) or words("recall.none_here")


def _tickets(known: Known) -> Iterator[Row]:
    words = known.words
    own = [(number, one) for number, one in known.state.tickets.items() if one.ats == known.ats]
    for number, ticket in reversed(own[-TICKETS:]):
        whole = ticket.fate == "paid" or known.role in READS_NUMBERS
        shown = number if whole else f"{'*' * 14}{number[-4:]}"
        when = words.moment(ticket.issued_at) if ticket.issued_at else ""
        yield Row(words("recall.ticket", number=shown), f"{ticket.fate} {when}".strip(), words.money(ticket.amount))


def _notes(known: Known) -> Iterator[Row]:
    words, pocket = known.words, known.state.pocket(known.ats)
    notes = [told for _, told in sorted(pocket.of(pocket.life).told.items()) if told.kind == "note"]
    for told in reversed(notes):
        yield Row(words("recall.note"), words(f"note.{told.fate}"), words.money(told.amount))
