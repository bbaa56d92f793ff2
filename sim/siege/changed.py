"""Boards of terminals that are replaced, swapped, set back, or there twice; and a supervisor who does not wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from firmware.amounts import write_amount
from hal.currency import MINOR
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePlace
from sim.siege.floor import put_files, take_files
from sim.siege.troubles import any_terminal, note_on_its_way

if TYPE_CHECKING:
    from sim.siege.siege import Siege

# A second board with the certificate of one that is there lives so long.
TWO_LIVES_S: Final = 6.0
# Where a note that sticks can still be handed back to its player.
HELD: Final = (NotePlace.ESCROW, NotePlace.TO_STACKER)
LOOK_S: Final = 0.02
SOON_S: Final = 0.2
# How long it is waited for a note to be held, and for a supervisor to see what a board left: it has to start first.
HELD_S: Final = 15.0
SEEN_S: Final = 60.0


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
    ats = any_terminal(siege)
    siege.books.tampered.add(ats)
    name = f"ats-{ats}.pocket"
    await _off(siege, ats)
    before = take_files(siege.floor.folder, name)
    await _on(siege, ats)
    for _ in range(3):
        await note_on_its_way(siege, ats)
        await asyncio.sleep(1)
    await _off(siege, ats)
    put_files(before, siege.floor.folder, name)
    await _on(siege, ats)
    await note_on_its_way(siege, ats)


async def board_replaced(siege: "Siege") -> None:
    """A terminal's board is replaced: its pocket is new, and a note may have been on its way."""
    ats = any_terminal(siege)
    siege.books.tampered.add(ats)
    await note_on_its_way(siege, ats)
    await _off(siege, ats)
    put_files({}, siege.floor.folder, f"ats-{ats}.pocket")
    await _on(siege, ats)
    await note_on_its_way(siege, ats)


async def boards_swapped(siege: "Siege") -> None:
    """Two terminals' boards are swapped: each has the other's pocket."""
    one, other = siege.chance.sample(siege.floor.terminals, 2)
    siege.books.tampered.update((one, other))
    await note_on_its_way(siege, one)
    for ats in (one, other):
        await _off(siege, ats)
    files = {ats: take_files(siege.floor.folder, f"ats-{ats}.pocket") for ats in (one, other)}
    for ats, theirs in ((one, other), (other, one)):
        renamed = {name.replace(f"ats-{theirs}", f"ats-{ats}"): data for name, data in files[theirs].items()}
        put_files(renamed, siege.floor.folder, f"ats-{ats}.pocket")
    for ats in (one, other):
        await _on(siege, ats)
        await note_on_its_way(siege, ats)


async def two_lives(siege: "Siege") -> None:
    """A second board with the certificate of one that is there takes notes beside it."""
    ats = any_terminal(siege)
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
        await note_on_its_way(siege, ats)
    siege.floor.dark.add(second.name)
    await second.kill()
    siege.dealer.not_ours.discard(ats)


async def credited_early(siege: "Siege") -> None:
    """A board is replaced while its acceptor holds a note; a supervisor credits it at once, and then it is freed."""
    ats = any_terminal(siege)
    siege.devices.disturbed.add(ats)
    siege.books.tampered.add(ats)
    model = siege.devices.acceptors[ats][0].model
    if not await _holds(siege, ats):
        siege.counts["no note was held"] += 1
        return
    model.do("jam")
    value, given_back = model.path.value, model.path.given_back.total()
    before = await _doubts(siege)
    await _off(siege, ats)
    put_files({}, siege.floor.folder, f"ats-{ats}.pocket")
    await _on(siege, ats)
    left = await _left(siege, ats, set(before))
    if not left:
        siege.counts["nothing was left to credit"] += 1
    else:
        await siege.dealer.op("note", write_amount(value * MINOR).replace(",", ""), given=(left,))
    is_credited = bool(left) and left not in await _doubts(siege)
    siege.counts["credited early"] += is_credited
    model.do("clear")
    if is_credited and model.path.given_back.total() > given_back:
        siege.wrong.append(f"ats-{ats}: a note of {value} was credited, and its player got it back")


async def _holds(siege: "Siege", ats: int) -> bool:
    """Have a note stored, so that the board has told of one, then another; whether that can still be given back."""
    path = siege.devices.acceptors[ats][0].model.path
    stored = path.cash_box.total()
    until = asyncio.get_running_loop().time() + HELD_S
    while asyncio.get_running_loop().time() < until:
        if path.place in HELD and path.cash_box.total() > stored:
            return True
        siege.players[ats].insert("20")
        await asyncio.sleep(LOOK_S)
    return False


async def _left(siege: "Siege", ats: int, before: set[str]) -> str:
    """Return the doubt that stands for what a terminal's board left, once it does; nothing where none comes."""
    until = asyncio.get_running_loop().time() + SEEN_S
    while asyncio.get_running_loop().time() < until:
        for name, doubt in (await _doubts(siege)).items():
            if doubt["ats"] == ats and name not in before:
                return name
        await asyncio.sleep(SOON_S)
    return ""


async def _doubts(siege: "Siege") -> dict[str, Any]:
    """Return the notes in doubt, as the console has them; a table that does not answer is waited for."""
    while True:
        state = await siege.floor.table.order(2)
        if state is not None and "doubts" in state:
            doubts: dict[str, Any] = state["doubts"]
            return doubts
        await asyncio.sleep(SOON_S)


CHANGES: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "pocket-back": (1, pocket_back),
    "board-replaced": (1, board_replaced),
    "boards-swapped": (1, boards_swapped),
    "two-lives": (1, two_lives),
    "credited-early": (1, credited_early),
}
