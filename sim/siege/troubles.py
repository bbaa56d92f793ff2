"""What happens to devices: their power, their lines, a thief with a string, an acceptor of another country."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from sim.devices.model import NoCommand

if TYPE_CHECKING:
    from sim.siege.siege import Siege

DARK_S: Final = 0.4
SOON_S: Final = 0.8
FOREIGN_S: Final = 6.0
KILLED: Final = 0.5


def any_terminal(siege: "Siege") -> int:
    """Return one of the terminals that are not attackers'."""
    return siege.chance.choice(siege.floor.terminals)


async def note_on_its_way(siege: "Siege", ats: int) -> None:
    """Put a note or a ticket in, and wait until it is anywhere on its way."""
    siege.players[ats].insert(siege.players[ats].any_money())
    await asyncio.sleep(siege.chance.random() * SOON_S)


async def acceptor_power(siege: "Siege") -> None:
    """An acceptor loses its power with a note in it."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    await note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    model.power(on=False)
    await asyncio.sleep(siege.chance.random() * DARK_S)
    model.power(on=True)


async def acceptor_line(siege: "Siege") -> None:
    """An acceptor's line is pulled out and put in again."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    await note_on_its_way(siege, ats)
    face = siege.devices.acceptors[ats][0].face
    face.unplug()
    await asyncio.sleep(siege.chance.random() * DARK_S)
    face.plug()


async def acceptor_jam(siege: "Siege") -> None:
    """A note sticks; an attendant frees it."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    await note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    model.do("jam")
    await asyncio.sleep(siege.chance.random())
    model.do("clear")


async def cheat(siege: "Siege") -> None:
    """Somebody pulls a note out on a string."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    await note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    try:
        model.do("cheat")
    except NoCommand:
        siege.counts["nothing to pull out"] += 1
    await asyncio.sleep(0.3)
    model.do("clear")


async def foreign_notes(siege: "Siege") -> None:
    """An acceptor of another country is put in: its notes are given back, and not one of them is kept."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    foreign = siege.devices.foreign(ats, siege.chance.choice(("USD", "SGD", "HKD", "EUR")))
    until = asyncio.get_running_loop().time() + FOREIGN_S
    while asyncio.get_running_loop().time() < until:
        try:
            foreign.model.do(f"insert {siege.chance.choice(foreign.model.values)}")
        except NoCommand:
            siege.counts["foreign mouth is full"] += 1
        await asyncio.sleep(0.5)
    siege.counts["foreign notes given back"] += foreign.model.path.given_back.total()
    if foreign.model.path.cash_box:
        siege.wrong.append(f"ats-{ats}: notes of another country are in its box: {dict(foreign.model.path.cash_box)}")
    siege.devices.own_again(ats, foreign)


async def printer_trouble(siege: "Siege") -> None:
    """A printer runs out of paper, stands open, or its cutter sticks, while a ticket is being printed."""
    model = siege.devices.printers[any_terminal(siege)].model
    begin, end = siege.chance.choice(
        (("paper out", "paper in"), ("cover open", "cover closed"), ("cutter jam", "clear"))
    )
    model.do(begin)
    await asyncio.sleep(siege.chance.random() * 2)
    model.do(end)


async def ticket_everywhere(siege: "Siege") -> None:
    """One ticket, with copies, at two terminals and at the cash desk in the same second; then one of them is killed."""
    number = siege.devices.some_ticket(siege.chance)
    if not number:
        siege.counts["no ticket to copy"] += 1
        return
    first, second = siege.chance.sample(siege.floor.terminals, 2)
    taken = [siege.players[ats].insert(f"ticket {number}") for ats in (first, second)]
    siege.counts["tickets put in at two terminals"] += all(taken)
    await asyncio.sleep(siege.chance.random() * SOON_S)
    await siege.clerk.pay(number)
    if siege.chance.random() < KILLED:
        await siege.floor.boards[first].kill()
        siege.killed()


TROUBLES: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "acceptor-power": (2, acceptor_power),
    "acceptor-line": (2, acceptor_line),
    "acceptor-jam": (1, acceptor_jam),
    "cheat": (1, cheat),
    "foreign-notes": (1, foreign_notes),
    "printer-trouble": (2, printer_trouble),
    "ticket-everywhere": (2, ticket_everywhere),
}
