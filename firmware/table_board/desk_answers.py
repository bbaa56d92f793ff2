"""What the table answers cash desks; a clerk reads its words to a guest."""

from collections.abc import Awaitable, Callable
from typing import Final

from firmware.link import messages as m
from firmware.link.desk_messages import DeskView, ShowTicket, ToldView
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import TableService
from firmware.table.core.state import Desk, TableState, ToldAtDesk
from firmware.table.features.cash_desks import LookAtDesk, RedeemTicket, TicketShown

CASH_DESK: Final = "cage-"


# Checks that the person at a desk is who they say, and may pay: desk, staff number, PIN. Raises Refused.
Proves = Callable[[str, str, str], Awaitable[None]]


async def nobody_known(_: str, __: str, ___: str) -> None:
    """Refuse: nobody can sign on at this table."""
    raise Refused(TableCode.WRONG_PIN)


class DeskAnswers:
    """What one table answers cash desks."""

    def __init__(self, service: TableService, prove: Proves = nobody_known) -> None:
        self._service = service
        self._prove = prove

    async def show(self, device: str, number: str, what: ShowTicket) -> m.Answer:
        """Say what a ticket is worth, and pay it if asked to. Raises Refused."""
        _need_desk(device)
        if what.staff:
            await self._prove(device, what.staff, what.pin)
        service, request = self._service, (what.request or number) if what.pay else ""
        command = RedeemTicket(device, what.ticket, what.pay, what.amount, request, what.until, what.staff)
        events = await service.submit(command, by=f"{device}, {what.staff}" if what.staff else device)
        shown = next(event for event in events if isinstance(event, TicketShown))
        held = service.state.tickets.get(shown.number)
        ticket = m.TicketView(shown.number, shown.amount, copy=held.copies if held is not None else 0)
        return m.Answer(
            number, "done", ticket=ticket, redemption=shown.answer, machine=shown.machine, table=shown.table
        )

    async def last_shown(self, device: str, number: str) -> m.Answer:
        """Say what a desk was told last. Everything it asked before this is done by now, or never will be."""
        _need_desk(device)
        await self._service.submit(LookAtDesk(device), by=device)
        return m.Answer(number, "done", desk=desk_view(self._service.state, device, self._service.now_ms()))


def desk_view(state: TableState, device: str, at: int) -> DeskView:
    """Return what a desk may know of itself."""
    desk = state.desks.get(device, Desk())
    return DeskView(at, _told(desk.last), _told(desk.paid))


def _need_desk(device: str) -> None:
    if not device.startswith(CASH_DESK):
        raise Refused(TableCode.NOT_A_CASH_DESK)


def _told(told: ToldAtDesk | None) -> ToldView | None:
    return None if told is None else ToldView(told.number, told.answer, told.amount, told.at, told.request)
