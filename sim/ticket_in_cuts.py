"""Cuts on the way of a ticket from a mouth to an account: it is credited once, given back, or in doubt."""

import asyncio

from msgspec.structs import replace

from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.tickets import ReportTicket, TicketIssued
from sim.cut_world import AFTER_S, ATS, CutOutcome, World
from sim.note_cut import insert_and_cut
from sim.note_makes import MAKES
from sim.notes import ALL

# It was printed at another terminal than the one that takes it in.
ISSUER = ATS + 1
WORTH = 25_00


async def ticket_in(kind: str, what: str, byte: int) -> CutOutcome:
    """Put a ticket into an acceptor, and cut something on its way."""
    make = MAKES[kind]
    world = World(make.model(), make.options.line, replace(ALL, tickets=True))
    await world.service.start()
    for command in (BuyIn(ISSUER, WORTH), CashOut(ISSUER, "ticket")):
        await world.service.submit(command)
    number = next(event.number for event in world.events if isinstance(event, TicketIssued))
    await world.service.submit(ReportTicket(number, "printed"))

    before = await insert_and_cut(world, make, f"insert ticket {number}", what, byte)
    await asyncio.sleep(AFTER_S)
    await world.kill()
    return _judge(world, number, before)


def _judge(world: World, number: str, before: int) -> CutOutcome:
    state = world.service.state
    in_box, credited = world.model.path.tickets.count(number), state.balance(ATS)
    doubts = list(state.note_doubts.values())
    paid = sum(isinstance(event, TicketShown) and event.answer == "paid" for event in world.events)
    outstanding = sum(ticket.amount for ticket in state.tickets.values() if ticket.fate == "printed")
    wrong = ""
    if credited + outstanding != WORTH or paid != credited // WORTH:
        wrong = f"{credited} credited in {paid} rows, {outstanding} outstanding"
    elif credited and not in_box:
        wrong = "a ticket was credited, and was given back"
    elif in_box and not (credited or any(doubt.ticket in ("", number) for doubt in doubts)):
        wrong = "a ticket lies in the cash box: it is neither credited nor in doubt"
    elif len(doubts) > 1 or world.pocket.in_flight() is not None:
        wrong = f"{len(doubts)} doubts, in flight {world.pocket.in_flight()}"
    return CutOutcome(wrong, bool(doubts), world.moved - before, credited)
