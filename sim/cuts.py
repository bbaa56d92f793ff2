"""Cuts the power at every byte of a note's way and of a ticket's, out and in: `python -m sim.cuts` (`make cuts`).

After each cut all comes back, and the money must be right: what lies in the cash box is what was credited, what was
paid by ticket is on a page or back on the account, and what nobody can know is shown as in doubt.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from functools import cache
from itertools import product
from typing import Any, Final

from drivers.escpos.driver import EscposPrinter
from drivers.escpos.driver import Options as EscposOptions
from drivers.escpos.protocol import VOID_MARK
from firmware.refusal import Refused
from firmware.table.core.setup import NoteList
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.note_doubts import NoteQuestioned
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.ticket_page import TicketPage, money
from firmware.ticket_config import TicketSettings
from hal.currency import MINOR
from sim.cut_world import AFTER_S, ATS, NOTHING, CutOutcome, World
from sim.devices.escpos import EscposModel
from sim.devices.note_path import NotePlace
from sim.note_cut import insert_and_cut
from sim.note_makes import MAKES, CutAcceptor
from sim.notes import ALL
from sim.ticket_in_cuts import ticket_in
from sim.virtual_time import VirtualTimeLoop

# With a line that is drawn: a picture takes the line longer than text.
PAGE: Final = TicketSettings(venue="海港")
TWENTY: Final = 20
LOOK_S: Final = 0.05
# What loses its power, or its cable; `both`: terminal and device together.
CUTS: Final = (
    "device", "cable", "both", "cable, then device", "terminal",
    # while what it asked is on its way, is being committed, and while the answer is on its way
    "terminal, 10 ms later", "terminal, 35 ms later", "terminal, 60 ms later",
    # so long that the next note lies in escrow when it is back
    "terminal, for 3 s",
)  # fmt: skip
# How many bytes past the last at which anything moved are cut as well: some polls, of which all others are repeats.
IDLE: Final = 60


async def _note(kind: str, what: str, byte: int) -> CutOutcome:
    return await note_cut(MAKES[kind], what, byte)


async def _two_notes(kind: str, what: str, byte: int) -> CutOutcome:
    return await note_cut(MAKES[kind], what, byte, second=True)


async def note_cut(
    make: CutAcceptor, what: str, byte: int, *, notes: NoteList = ALL, value: int = TWENTY, second: bool = False
) -> CutOutcome:
    """Put a note into an acceptor, at a table that takes these notes, and cut something on its way.

    `second`: another one follows as soon as the first lies in the box and the mouth takes it, whatever was cut.
    """
    world = World(make.model(), make.options.line, notes)
    await world.service.start()

    before = await insert_and_cut(world, make, f"insert {value}", what, byte)
    player = asyncio.create_task(_insert_another(world.model)) if second else None
    await asyncio.sleep(2 * AFTER_S if second else AFTER_S)
    if player is not None:
        player.cancel()
        await asyncio.gather(player, return_exceptions=True)
    await world.kill()
    return _judge_notes(make, world, before)


async def _insert_another(model: Any) -> None:
    while not (model.on and model.path.cash_box and model.path.place is NotePlace.NOWHERE and model.takes_notes()):
        await asyncio.sleep(LOOK_S)
    model.do("insert 50")


def _judge_notes(make: CutAcceptor, world: World, before: int) -> CutOutcome:
    state = world.service.state
    in_box = sum(note * MINOR * count for note, count in world.model.path.cash_box.items())
    credited = state.balance(ATS)
    doubts = list(state.note_doubts.values())
    doubted = sum(doubt.amount or in_box for doubt in doubts)
    wrong = ""
    if not credited <= in_box <= credited + doubted:
        wrong = f"{in_box} in the cash box, {credited} credited, {doubted} in doubt"
    elif len(doubts) > 1 or world.pocket.in_flight() is not None:
        wrong = f"{len(doubts)} doubts, in flight {world.pocket.in_flight()}"
    elif make.foreign and (in_box or doubts):
        wrong = f"a note that is not the table's was kept: {in_box} in the cash box, {len(doubts)} doubts"
    unsure = [event for event in world.events if isinstance(event, NoteQuestioned)]
    return CutOutcome(wrong, bool(doubts or unsure), world.moved - before, credited)


async def _ticket(_: str, what: str, byte: int) -> CutOutcome:
    world = World(EscposModel(), EscposOptions("").line)
    pages: list[Any] = []
    world.model.show_pages(pages.append)
    await world.service.start()
    await world.service.submit(BuyIn(ATS, 25_00))
    desks: list[TicketDesk] = []

    def start() -> list[asyncio.Task[Any]]:
        printer = EscposPrinter("printer", world.wire, lambda _: None, EscposOptions(""))
        page = TicketPage(ATS, "Table 7", PAGE)
        desk = TicketDesk(ATS, world.link(), world.pocket, printer, page)
        desks.append(desk)
        return [asyncio.create_task(printer.run()), asyncio.create_task(desk.come_back())]

    world.boot(start)
    await asyncio.sleep(2)
    before = world.wire.crossed
    world.cut_or_watch(byte, what)
    cash_out = asyncio.create_task(_cash_out(desks[0]))
    world.tasks.append(cash_out)  # it dies with the terminal
    await asyncio.sleep(AFTER_S)
    await world.kill()
    return _judge_ticket(world, pages, before)


async def _cash_out(desk: TicketDesk) -> None:
    try:
        await desk.cash_out()
    except Refused as refusal:
        raise AssertionError(f"the table refused a cash-out: {refusal}") from None


def _judge_ticket(world: World, cut: list[Any], before: int) -> CutOutcome:
    # What a printer that lost its power prints of the rest is no ticket: it says no number, or no amount.
    good = [page.info for page in cut if VOID_MARK not in page.info["text"]]
    pages = sum(bool(info["numbers"]) and money(25_00) in info["text"].splitlines() for info in good)
    state = world.service.state
    tickets = list(state.tickets.values())
    outstanding = sum(ticket.amount for ticket in tickets)
    wrong = ""
    if state.balance(ATS) + outstanding != 25_00 or len(tickets) > 1 or pages > 1:
        wrong = f"balance {state.balance(ATS)}, tickets {tickets}, {pages} pages"
    elif tickets and tickets[0].fate == "printing":
        wrong = "a ticket stays as being printed"
    elif tickets and tickets[0].fate == "printed" and not pages:
        wrong = "a ticket counts as printed, and there is no page"
    elif not tickets and pages:
        wrong = "there is a page, and its money is on the account"
    in_doubt = bool(tickets) and tickets[0].fate == "in_doubt"
    return CutOutcome(wrong, in_doubt, world.moved - before)


WAYS: Final = {
    "note": (_note, tuple(MAKES)),
    "two notes": (_two_notes, tuple(kind for kind, make in MAKES.items() if not make.foreign)),
    "ticket": (_ticket, ("escpos",)),
    "ticket in": (ticket_in, tuple(kind for kind, make in MAKES.items() if not make.foreign)),
}


def cut(way: str, kind: str, what: str, byte: int) -> CutOutcome:
    """Cut one thing at one byte of a way, and return what that left."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(WAYS[way][0](kind, what, byte))


@cache
def every_byte(way: str, kind: str) -> int:
    """Return how many bytes cross on a way on which nothing is cut, until all is at rest, and some polls more."""
    return cut(way, kind, NOTHING, 1).moved + IDLE


def cut_all(way: str, kind: str, what: str, step: int, first: int = 1) -> tuple[Counter[str], list[str]]:
    """Cut one thing at every so many bytes of a way, from the first on; return counts, and what went wrong."""
    found: Counter[str] = Counter()
    wrongs = []
    for byte in range(first, every_byte(way, kind) + 1, step):
        outcome = cut(way, kind, what, byte)
        found["cuts"] += 1
        found["in doubt"] += outcome.doubt
        if outcome.wrong:
            wrongs.append(f"{way} {kind}, {what} cut at byte {byte}: {outcome.wrong}")
    return found, wrongs


def main() -> int:
    """Cut everything at every byte; exit status 1 when the money was wrong once."""
    parser = argparse.ArgumentParser(description="cut the power at every byte of a note's way and of a ticket's")
    parser.add_argument("--step", type=int, default=1, help="at every so many bytes")
    step = parser.parse_args().step
    status = 0
    for way, (_, kinds) in WAYS.items():
        for kind, what in product(kinds, CUTS):
            found, wrongs = cut_all(way, kind, what, step)
            status = status or int(bool(wrongs))
            report = {"way": way, "device": kind, "cut": what, **found, "wrong": wrongs}
            sys.stdout.write(json.dumps(report) + "\n")
            sys.stdout.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
