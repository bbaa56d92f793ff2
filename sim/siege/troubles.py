"""What happens to devices and boards: their power, their lines, a thief with a string; a board changed for another."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from sim.devices.model import NoCommand
from sim.siege.floor import put_files, take_files

if TYPE_CHECKING:
    from sim.siege.siege import Siege

DARK_S: Final = 0.4
# A second board with the certificate of one that is there lives so long.
TWO_LIVES_S: Final = 6.0
SOON_S: Final = 0.8
FOREIGN_S: Final = 6.0


def _any(siege: "Siege") -> int:
    return siege.chance.choice(siege.floor.terminals)


async def _note_on_its_way(siege: "Siege", ats: int) -> None:
    siege.players[ats].insert(siege.chance.choice(("5", "20", "100")))
    await asyncio.sleep(siege.chance.random() * SOON_S)


async def acceptor_power(siege: "Siege") -> None:
    """An acceptor loses its power with a note in it."""
    ats = _any(siege)
    siege.devices.disturbed.add(ats)
    await _note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    model.power(on=False)
    await asyncio.sleep(siege.chance.random() * DARK_S)
    model.power(on=True)


async def acceptor_line(siege: "Siege") -> None:
    """An acceptor's line is pulled out and put in again."""
    ats = _any(siege)
    siege.devices.disturbed.add(ats)
    await _note_on_its_way(siege, ats)
    face = siege.devices.acceptors[ats][0].face
    face.unplug()
    await asyncio.sleep(siege.chance.random() * DARK_S)
    face.plug()


async def acceptor_jam(siege: "Siege") -> None:
    """A note sticks; an attendant frees it."""
    ats = _any(siege)
    siege.devices.disturbed.add(ats)
    await _note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    model.do("jam")
    await asyncio.sleep(siege.chance.random())
    model.do("clear")


async def cheat(siege: "Siege") -> None:
    """Somebody pulls a note out on a string."""
    ats = _any(siege)
    siege.devices.disturbed.add(ats)
    await _note_on_its_way(siege, ats)
    model = siege.devices.acceptors[ats][0].model
    try:
        model.do("cheat")
    except NoCommand:
        siege.counts["nothing to pull out"] += 1
    await asyncio.sleep(0.3)
    model.do("clear")


async def foreign_notes(siege: "Siege") -> None:
    """An acceptor of another country is put in: its notes are given back, and not one of them is kept."""
    ats = _any(siege)
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
    model = siege.devices.printers[_any(siege)].model
    begin, end = siege.chance.choice(
        (("paper out", "paper in"), ("cover open", "cover closed"), ("cutter jam", "clear"))
    )
    model.do(begin)
    await asyncio.sleep(siege.chance.random() * 2)
    model.do(end)


async def _off(siege: "Siege", ats: int) -> None:
    """Take a terminal's power, and keep it dark."""
    siege.floor.dark.add(f"ats-{ats}")
    await siege.floor.boards[ats].kill()
    siege.killed()


async def _on(siege: "Siege", ats: int) -> None:
    siege.floor.dark.discard(f"ats-{ats}")
    await siege.floor.boards[ats].start()


async def pocket_back(siege: "Siege") -> None:
    """A pocket is set back to what it was some notes ago, as by a card that was copied."""
    ats = _any(siege)
    siege.books.tampered.add(ats)
    name = f"ats-{ats}.pocket"
    await _off(siege, ats)
    before = take_files(siege.floor.folder, name)
    await _on(siege, ats)
    for _ in range(3):
        await _note_on_its_way(siege, ats)
        await asyncio.sleep(1)
    await _off(siege, ats)
    put_files(before, siege.floor.folder, name)
    await _on(siege, ats)
    await _note_on_its_way(siege, ats)


async def board_replaced(siege: "Siege") -> None:
    """A terminal's board is replaced: its pocket is new, and a note may have been on its way."""
    ats = _any(siege)
    siege.books.tampered.add(ats)
    await _note_on_its_way(siege, ats)
    await _off(siege, ats)
    put_files({}, siege.floor.folder, f"ats-{ats}.pocket")
    await _on(siege, ats)
    await _note_on_its_way(siege, ats)


async def boards_swapped(siege: "Siege") -> None:
    """Two terminals' boards are swapped: each has the other's pocket."""
    one, other = siege.chance.sample(siege.floor.terminals, 2)
    siege.books.tampered.update((one, other))
    await _note_on_its_way(siege, one)
    for ats in (one, other):
        await _off(siege, ats)
    files = {ats: take_files(siege.floor.folder, f"ats-{ats}.pocket") for ats in (one, other)}
    for ats, theirs in ((one, other), (other, one)):
        renamed = {name.replace(f"ats-{theirs}", f"ats-{ats}"): data for name, data in files[theirs].items()}
        put_files(renamed, siege.floor.folder, f"ats-{ats}.pocket")
    for ats in (one, other):
        await _on(siege, ats)
        await _note_on_its_way(siege, ats)


async def two_lives(siege: "Siege") -> None:
    """A second board with the certificate of one that is there takes notes beside it."""
    ats = _any(siege)
    siege.books.tampered.add(ats)
    if ats not in siege.floor.seconds:
        siege.floor.second(ats, siege.devices.acceptor(ats, "id003"), siege.devices.spare_printer(ats))
    second = siege.floor.seconds[ats]
    siege.dealer.not_ours.add(ats)
    siege.floor.dark.discard(second.name)
    await second.start()
    acceptor = siege.devices.acceptors[ats][-1].model
    until = asyncio.get_running_loop().time() + TWO_LIVES_S
    while asyncio.get_running_loop().time() < until:
        try:
            acceptor.do("insert 20")
        except NoCommand:
            siege.counts["second mouth is full"] += 1
        await asyncio.sleep(1)
        await _note_on_its_way(siege, ats)
    siege.floor.dark.add(second.name)
    await second.kill()
    siege.dealer.not_ours.discard(ats)


TROUBLES: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "acceptor-power": (2, acceptor_power),
    "acceptor-line": (2, acceptor_line),
    "acceptor-jam": (1, acceptor_jam),
    "cheat": (1, cheat),
    "foreign-notes": (1, foreign_notes),
    "printer-trouble": (2, printer_trouble),
    "pocket-back": (1, pocket_back),
    "board-replaced": (1, board_replaced),
    "boards-swapped": (1, boards_swapped),
    "two-lives": (1, two_lives),
}
