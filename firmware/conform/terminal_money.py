"""What a terminal must do that takes notes and prints tickets: docs/terminal.md, tried with money."""

import asyncio
from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import demand
from firmware.conform.terminal_desk import REFUSED, TAKEN, TerminalDesk
from firmware.link import messages as m
from firmware.link.report_messages import TellTicket

# How long a terminal may take with what it does by itself, and for how long more it is watched.
SOON_S: Final = 5.0
WATCHED_S: Final = 3.0
IN: Final = "Put a note of {} into the terminal."
PAY: Final = "Cash out at the terminal, by ticket."


async def _inserted(desk: TerminalDesk, amount: int) -> m.AskNote:
    """Have a note put in; return how the terminal asked about it."""
    whole = amount // 100
    await desk.do(f"note {whole}.00", IN.format(whole))
    await desk.until(lambda: desk.requests(m.AskNote), f"a note of {whole} lies in escrow, and it did not ask")
    what = desk.requests(m.AskNote)[0].what
    assert isinstance(what, m.AskNote)
    demand(what.amount == amount, f"of a note of {whole} it said {what.amount}, and amounts are of the minor unit")
    return what


def _told(desk: TerminalDesk) -> list[m.CreditNote]:
    return [one.what for one in desk.requests(m.CreditNote) if isinstance(one.what, m.CreditNote)]


async def _note(desk: TerminalDesk) -> None:
    before = desk.balance
    await _inserted(desk, TAKEN)
    await desk.until(lambda: _told(desk), "it may take the note, and never told of it as past escrow", SOON_S)
    await asyncio.sleep(WATCHED_S)
    demand(desk.balance == before + TAKEN, f"a note of {TAKEN} was told, and {desk.balance - before} is credited")
    lives = {one.life for one in desk.net.asked if isinstance(one.what, m.CreditNote | m.AskNote)}
    demand(len(lives) == 1 and "" not in lives, f"one pocket has one life, and it said {sorted(lives)}")


async def _note_again(desk: TerminalDesk) -> None:
    before = desk.balance
    desk.net.lose(answers=1, to="credit-note")
    await _inserted(desk, TAKEN)
    await desk.until(lambda: len(_told(desk)) > 1, "its answer got lost, and it never told of the note again", SOON_S)
    await asyncio.sleep(WATCHED_S)
    numbers = {one.note for one in _told(desk)}
    demand(len(numbers) == 1, f"one note has one number of its pocket; it told of it under {sorted(numbers)}")
    demand(desk.balance == before + TAKEN, f"it told of one note twice, and {desk.balance - before} is credited")


async def _refused(desk: TerminalDesk) -> None:
    before = desk.balance
    await _inserted(desk, REFUSED)
    await asyncio.sleep(WATCHED_S)
    demand(not _told(desk), "it was told to give a note back, and told of it as past escrow")
    demand(desk.balance == before, f"{desk.balance - before} is credited for a note that was refused")


async def _cashed_out(desk: TerminalDesk) -> None:
    """Have the terminal pay, and see that it says of its ticket that it is printed."""
    had, before = desk.balance, len(desk.issued)
    await desk.do("cash-out", PAY)
    await desk.until(lambda: len(desk.issued) > before, "it never asked to pay by ticket")
    ticket = desk.issued[before]
    demand(ticket.amount == had, f"{had} was on the account, and the ticket is of {ticket.amount}")
    await desk.until(lambda: desk.requests(TellTicket), "it never told what became of its ticket")
    await asyncio.sleep(WATCHED_S)
    told = [one.what for one in desk.requests(TellTicket) if isinstance(one.what, TellTicket)]
    demand(
        {(one.ticket, one.fate) for one in told} == {(ticket.number, "printed")},
        f"ticket {ticket.number} was issued; it told {[(one.ticket, one.fate) for one in told]}",
    )
    demand(len(desk.issued) == before + 1, f"{len(desk.issued) - before} tickets were issued for one cash-out")
    demand(desk.balance == 0, f"{desk.balance} is still on the account")


async def _ticket(desk: TerminalDesk) -> None:
    await desk.credit()
    await _cashed_out(desk)


async def _ticket_again(desk: TerminalDesk) -> None:
    await desk.credit()
    desk.net.lose(answers=1, to="pay-by-ticket")
    await _cashed_out(desk)
    numbers = [one.what.cash_out for one in desk.requests(m.PayByTicket) if isinstance(one.what, m.PayByTicket)]
    demand(len(numbers) > 1, "its answer got lost, and it never asked again")
    demand(len(set(numbers)) == 1, f"one cash-out has one number of its pocket; it asked under {numbers}")


CHECKS: Final[tuple[Check[TerminalDesk], ...]] = (
    Check("note", "A note in escrow is asked about; past it, it is told, and credited once.", _note),
    Check("note-again", "A note whose answer got lost is told again under its number, and counts once.", _note_again),
    Check("note-refused", "A note that the table does not take is given back, and never told of.", _refused),
    Check("ticket", "A cash-out is one ticket of the whole balance, and told to be printed.", _ticket),
    Check("ticket-again", "A cash-out whose answer got lost is asked again under its number.", _ticket_again),
)
