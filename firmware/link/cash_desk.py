"""A cash desk at a table: it asks for a payment under one number until it is answered, also after a restart.

Before a payment is asked for, its number is in the desk's file; for the same number the table gives a desk the same
answer for ever. So whatever loses its power, the clerk is told `paid` once or may ask again: the guest is paid once.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from firmware.link import messages as m
from firmware.link.bus import Unanswered
from firmware.link.desk_file import Keeper, Pending, Remembered
from firmware.link.desk_messages import DeskView, ShowTicket, ToldView
from firmware.refusal import Refused

# How long after the request the table may carry out a payment.
LIVES_MS: Final = 5000
# And a moment more, after which the table certainly will not.
ENDS_MS: Final = 100


class PayingTable(Protocol):
    """The table, as a cash desk asks it. Each raises Refused, and Unanswered."""

    async def show_ticket(self, ticket: ShowTicket) -> m.Answer:
        """Show it a ticket."""
        ...

    async def last_shown(self) -> DeskView:
        """Ask what this desk was told last."""
        ...


class SaidOfTicket(Struct, frozen=True):
    """What the table says of a ticket, whose it is if it is another table's, and what it told this desk before.

    `copies`: how often the ticket was reprinted. `before`: this desk had asked for the same payment before, and nobody
    may have read the answer.
    """

    told: ToldView
    copies: int = 0
    machine: int = 0
    table: str = ""
    desk: DeskView | None = None
    before: bool = False


class Cashier(NamedTuple):
    """Who is at a desk, and the PIN that proves it; nobody, if the table does not ask."""

    staff: str = ""
    pin: str = ""


NOBODY_NAMED: Final = Cashier()


class EndedPayment(Struct, frozen=True):
    """What became of an unanswered payment: what the table said, or nothing if it was not made."""

    ticket: str
    told: ToldView | None


async def to_nobody(_: SaidOfTicket | EndedPayment) -> None:
    """Tell nobody: whoever asked has the answer by then."""


def at_random() -> str:
    """Return a number that no desk has used for a payment."""
    return secrets.token_hex(8)


class CashDesk:
    """One desk."""

    def __init__(
        self,
        table: PayingTable,
        keeper: Keeper,
        new_request: Callable[[], str] = at_random,
        cashier: Cashier = NOBODY_NAMED,
    ) -> None:
        self._cashier = cashier
        self._table = table
        self._keeper = keeper
        self._new_request = new_request

    @property
    def asked(self) -> Pending | None:
        """The unanswered payment."""
        return self._keeper.remembered.asked

    async def check(self, ticket: str, amount: int | None = None) -> SaidOfTicket:
        """Ask what a ticket is worth. Raises Refused, Unanswered."""
        desk = await self._look()
        answer = await self._show(ShowTicket(ticket, amount=amount))  # looking pays nothing, and needs no name
        said = _said(ticket, "", answer, desk)
        self._keeper.keep(replace(self._keeper.remembered, last=said.told))
        return said

    async def pay(
        self, ticket: str, amount: int | None = None, tell: Callable[[SaidOfTicket], Awaitable[None]] = to_nobody
    ) -> SaidOfTicket:
        """Ask for a ticket to be paid, under the earlier number if an earlier request got no answer.

        `tell`: has the clerk read the answer; until it returns, the desk asks under the same number again. A payment of
        another ticket must have ended. Raises Refused, Unanswered.
        """
        before = self.asked
        assert before is None or before.ticket == ticket
        desk = await self._look()
        request = before.request if before is not None else self._new_request()
        until = desk.at + LIVES_MS
        # On the disk before the table is asked: after a loss of power the desk must ask under this number again.
        self._keeper.keep(replace(self._keeper.remembered, asked=Pending(ticket, request, until, amount)))
        show = ShowTicket(ticket, True, amount, request, until, *self._cashier)  # noqa: FBT003
        try:
            answer = await self._table.show_ticket(show)
        except Refused:
            # The first request, and it was refused: nothing was paid, and nothing will be. After an unanswered one the
            # desk keeps the number, as that request may have been carried out.
            if before is None:
                self._keeper.keep(replace(self._keeper.remembered, asked=None))
            raise
        except Unanswered:
            answer = await self._table.show_ticket(show)
        said = replace(_said(ticket, request, answer, desk), before=before is not None)
        await tell(said)
        self._keeper.keep(Remembered(None, said.told))
        return said

    async def end(self, tell: Callable[[EndedPayment], Awaitable[None]] = to_nobody) -> EndedPayment | None:
        """Find out what became of an unanswered payment, without asking for it again.

        `tell`: has the clerk read it, before the desk forgets that it asked. Raises Refused, Unanswered.
        """
        asked = self.asked
        if asked is None:
            return None
        while True:
            desk = await self._look()
            told = next((one for one in (desk.last, desk.paid) if one is not None and _of(asked, one)), None)
            if told is not None or desk.at > asked.until:
                break
            # Until then the table can still carry it out.
            await asyncio.sleep((asked.until - desk.at + ENDS_MS) / 1000)
        last = told if told is not None else self._keeper.remembered.last
        ended = EndedPayment(asked.ticket, told)
        await tell(ended)
        self._keeper.keep(Remembered(None, last))
        return ended

    async def last(self) -> DeskView:
        """Return what the table told this desk last. Raises Refused, Unanswered."""
        return await self._look()

    async def _look(self) -> DeskView:
        try:
            return await self._table.last_shown()
        except Unanswered:
            return await self._table.last_shown()

    async def _show(self, ticket: ShowTicket) -> m.Answer:
        try:
            return await self._table.show_ticket(ticket)
        except Unanswered:
            return await self._table.show_ticket(ticket)


def _of(asked: Pending, told: ToldView) -> bool:
    return (asked.ticket, asked.request) == (told.ticket, told.request)


def _said(ticket: str, request: str, answer: m.Answer, desk: DeskView) -> SaidOfTicket:
    assert answer.redemption is not None
    amount, copies = (answer.ticket.amount, answer.ticket.copy) if answer.ticket is not None else (0, 0)
    told = ToldView(ticket, answer.redemption, amount, desk.at, request)
    return SaidOfTicket(told, copies, answer.machine, answer.table, desk)
