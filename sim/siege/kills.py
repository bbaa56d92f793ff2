"""Processes are killed, frozen and told to end, at any moment: the power of a board goes, or it stands still."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from sim.siege.child import Child

if TYPE_CHECKING:
    from sim.siege.siege import Siege

# Some moments come soon after a note was put in, while it is on its way.
SOON_S: Final = 0.9
# How often that is a ticket, where there is one.
TICKETS: Final = 0.5
# A board that stands still for longer is lost.
FROZEN_S: Final = (0.2, 1.0, 3.0, 6.0)
DARK_S: Final = 1.5


async def _moment(siege: "Siege", ats: int) -> None:
    """Wait for a moment that is worth something: a note, or a ticket, is on its way."""
    if siege.chance.random() < 0.8:
        money = siege.players[ats].any_money(TICKETS)
        if siege.players[ats].insert(money) and money.startswith("ticket"):
            siege.counts["tickets put in before a kill"] += 1
    await asyncio.sleep(siege.chance.random() * SOON_S)


async def _kill(siege: "Siege", child: Child) -> None:
    siege.floor.dark.add(child.name)
    await child.kill()
    siege.killed()
    await asyncio.sleep(siege.chance.choice((0, 0, siege.chance.random() * DARK_S)))
    siege.floor.dark.discard(child.name)
    await child.start()


def _any(siege: "Siege") -> int:
    return siege.chance.choice(siege.floor.terminals)


async def kill_table(siege: "Siege") -> None:
    """The table's board loses its power."""
    await _moment(siege, _any(siege))
    await _kill(siege, siege.floor.table)


async def kill_terminal(siege: "Siege") -> None:
    """A terminal's board loses its power; its devices have their own."""
    ats = _any(siege)
    await _moment(siege, ats)
    await _kill(siege, siege.floor.boards[ats])


async def kill_server(siege: "Siege") -> None:
    """The server between the boards is gone."""
    await _moment(siege, _any(siege))
    await _kill(siege, siege.floor.server)


async def kill_two(siege: "Siege") -> None:
    """The table and a terminal lose their power at once."""
    ats = _any(siege)
    await _moment(siege, ats)
    await asyncio.gather(_kill(siege, siege.floor.table), _kill(siege, siege.floor.boards[ats]))


async def freeze(siege: "Siege") -> None:
    """A process stands still for a while."""
    ats = _any(siege)
    child = siege.chance.choice((siege.floor.table, siege.floor.server, siege.floor.boards[ats]))
    await _moment(siege, ats)
    child.freeze()
    await asyncio.sleep(siege.chance.choice(FROZEN_S))
    child.thaw()


async def stop_table(siege: "Siege") -> None:
    """The table's board is told to stop, as before an update."""
    await _moment(siege, _any(siege))
    siege.floor.dark.add("table")
    if not await siege.floor.table.stop():
        siege.wrong.append(f"the table does not end with status 0 when told to: {siege.floor.table.last_words()}")
    siege.floor.dark.discard("table")
    await siege.floor.table.start()


KILLS: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "kill-table": (4, kill_table),
    "kill-terminal": (8, kill_terminal),
    "kill-server": (2, kill_server),
    "kill-two": (2, kill_two),
    "freeze": (2, freeze),
    "stop-table": (1, stop_table),
}
