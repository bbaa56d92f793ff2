"""Searches for a ticket that is being printed for ever: `python -m sim.tickets_end --pairs 2000 --seed 1`.

Something happens at each moment of a cash-out, and something else at a later one: answers are lost, boards lose their
power or are changed, the terminal is out of service, accounts are frozen, the printer fails, a supervisor speaks. When
all is whole again each ticket has ended; and at each moment before that a person could have ended it.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Final, NamedTuple

from firmware.refusal import Refused
from firmware.table.core.faults import fault_name
from firmware.table.features.closing import CloseTable
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.opening import OpenTable
from firmware.table.features.tickets import UNDER_WAY, ResolveTicket
from sim.memory_pocket import MemoryPocket
from sim.soak.money import tickets_astray
from sim.ticket_world import ATS, LASTS_S, TicketWorld
from sim.virtual_time import VirtualTimeLoop

# A cash-out takes so long.
MOMENTS: Final = tuple(round(0.02 * step**1.5, 3) for step in range(26))
WHOLE_S: Final = 40.0


async def _board_power(world: TicketWorld) -> None:
    async with world.board:
        await world.seat.stop()
        await asyncio.sleep(LASTS_S)
        world.seat.start()


async def _board_is_there_again_at_once(world: TicketWorld) -> None:
    async with world.board:
        await world.seat.stop()
        world.seat.start()


async def _replaced(world: TicketWorld) -> None:
    async with world.board:
        await world.seat.stop()
        await asyncio.sleep(0.5)
        world.seat.exchange(MemoryPocket())
        world.seat.start()
        await world.let_in(take=True)


async def _turned_away(world: TicketWorld) -> None:
    """Another board comes, a supervisor turns it away, and the one of before is put back."""
    async with world.board:
        await world.seat.stop()
        ours = world.seat.exchange(MemoryPocket())
        world.seat.start()
        await world.let_in(take=False)
        await world.seat.stop()
        world.seat.exchange(ours)
        world.seat.start()


async def _out_of_service(world: TicketWorld) -> None:
    await world.say(Malfunction("ats", ATS))
    await asyncio.sleep(LASTS_S)
    await world.say(ClearMalfunction("ats", ATS))


async def _frozen(world: TicketWorld) -> None:
    await world.say(FreezeAccounts())
    await asyncio.sleep(LASTS_S)
    await world.say(UnfreezeAccounts())


async def _closed(world: TicketWorld) -> None:
    await world.say(CloseTable())
    await asyncio.sleep(LASTS_S)
    await world.say(OpenTable(world.table.setup))


async def _printer_power(world: TicketWorld) -> None:
    model = world.seat.devices["ticket_printer"].model
    model.power(on=False)
    await asyncio.sleep(LASTS_S)
    model.power(on=True)


async def _reprint(world: TicketWorld) -> None:
    """A supervisor has whatever is in doubt printed once more."""
    for number, ticket in world.table.state.unsettled_of(ATS).items():
        if ticket.fate not in UNDER_WAY:
            await world.say(ResolveTicket(number, "reprint"))


Does = Callable[[TicketWorld], Awaitable[None]]
HAPPENS: Final[dict[str, Does]] = {
    "nothing is carried": lambda world: world.lose("ask", "account", "public", "beat", "answer"),
    "requests are lost": lambda world: world.lose("ask"),
    "answers are lost": lambda world: world.lose("answer"),
    "news are lost": lambda world: world.lose("account", "public", "beat"),
    "the table's power": lambda world: world.restart_table(),
    "the board's power": _board_power,
    "the board is there again at once": _board_is_there_again_at_once,
    "the board is replaced": _replaced,
    "another board is turned away": _turned_away,
    "out of service": _out_of_service,
    "frozen": _frozen,
    "the table is closed": _closed,
    "the printer's power": _printer_power,
    "the cutter jams": lambda world: world.printer("cutter jam", "clear"),
    "no paper": lambda world: world.printer("paper out", "paper in"),
    "printed, says a supervisor": lambda world: world.resolve("printed"),
    "no page, says a supervisor": lambda world: world.resolve("credit"),
    "a reprint": _reprint,
}


class TicketCase(NamedTuple):
    """What happens, after so many seconds of a cash-out, and after so many more."""

    first: str
    at: float
    second: str = ""
    later: float = 0.0


def pairs(chance: random.Random, count: int) -> list[TicketCase]:
    """Return so many pairs of things that happen, by chance."""
    names, moments = list(HAPPENS), MOMENTS
    return [
        TicketCase(chance.choice(names), chance.choice(moments), chance.choice(names), chance.choice(moments) * 3)
        for _ in range(count)
    ]


def singles() -> list[TicketCase]:
    """Return each thing that happens, at each moment."""
    return [TicketCase(name, at) for name, at in product(HAPPENS, MOMENTS)]


def try_case(folder: str, case: TicketCase) -> list[str]:
    """Play a case, and return what did not hold."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_played(folder, case))


async def _played(folder: str, case: TicketCase) -> list[str]:
    world = TicketWorld(folder)
    await world.table.start()
    await asyncio.sleep(2)  # its printer is ready
    world.seat.devices["note_acceptor"].model.do("insert 50")
    await asyncio.sleep(4)
    assert world.table.state.balance(ATS) == 50_00, "the note was not credited"
    cashing_out = asyncio.create_task(_cash_out(world))
    await asyncio.sleep(case.at)
    first = asyncio.create_task(_does(world, case.first))
    await asyncio.sleep(case.later)
    if case.second:
        await _does(world, case.second)
    await first
    await world.let_in(take=True)
    await world.say(ClearMalfunction("ats", ATS))
    await asyncio.sleep(WHOLE_S)
    for _ in range(3):  # what is in doubt is printed once more, by somebody who finds no page
        await _reprint(world)
        await asyncio.sleep(WHOLE_S / 4)
        # The one let in before may have been the one that is not there any more.
        await world.let_in(take=True)
        await asyncio.sleep(WHOLE_S / 4)
    wrong = [*world.wrong, *_left(world)]
    cashing_out.cancel()
    await asyncio.gather(cashing_out, return_exceptions=True)
    await world.table.stop()
    return wrong


async def _does(world: TicketWorld, name: str) -> None:
    await HAPPENS[name](world)


async def _cash_out(world: TicketWorld) -> None:
    with contextlib.suppress(Refused):
        await world.table.cash_out_at(ATS)


def _left(world: TicketWorld) -> list[str]:
    """Return what is wrong when all is whole again."""
    state = world.table.state
    under_way = {number: ticket.fate for number, ticket in state.tickets.items() if ticket.fate in UNDER_WAY}
    for_ever = [f"ticket {number} is {fate} for ever" for number, fate in under_way.items()]
    out = [f"{fault_name('ats', ATS)} stands"] if fault_name("ats", ATS) in state.faults else []
    astray = tickets_astray(world.table, ATS)
    held = state.balance(ATS) + sum(ticket.amount for ticket in state.tickets.values())
    money = [] if held == 50_00 else [f"{held} of 5000 are on the account and in tickets"]
    return [*for_ever, *out, *([astray] if astray else []), *money]


def main() -> int:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cases = [*singles(), *pairs(random.Random(arguments.seed), arguments.pairs)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            found = try_case(folder, case)
            wrong += bool(found)
            for one in found:
                sys.stdout.write(f"{case}: {one}\n")
    sys.stdout.write(f"{len(cases)} cases, seed {arguments.seed}: {wrong} of them with something wrong\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
