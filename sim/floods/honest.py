"""Terminals that play, in a process of their own: `python -m sim.floods.honest FOLDER PORT FIRST LAST CALM FLOODED`.

Each changes a wager twice a second. It says `there` when all are, `calm` when the flood may begin, and in the end how
long each change took.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.link.bus import Unanswered
from firmware.link.nats_bus import connect
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from sim.profiles import settings

EVERY_S: Final = 0.5
Heard = Callable[[float, float | None], None]


async def _terminal(table: RemoteTable, offset: float, until: float, heard: Heard) -> None:
    """Change a wager until then, and say when, and how long it took; nothing, where it was not accepted."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(offset)
    amount = 5_00
    while (start := loop.time()) < until:
        amount = 15_00 - amount
        try:
            accepted = await table.set_wager("player", amount) == amount
        except (Unanswered, Refused):
            accepted = False
        heard(start, (loop.time() - start) * 1000 if accepted else None)
        await asyncio.sleep(max(start + EVERY_S - loop.time(), 0))


async def _play(folder: Path, port: int, first: int, last: int, calm_s: int, flooded_s: int) -> None:
    loop = asyncio.get_running_loop()
    tables, lives = [], []
    for ats in range(first, last + 1):
        tables.append(RemoteTable(await connect(settings(folder, port, f"ats-{ats}")), _nothing))
        lives.append(asyncio.create_task(tables[-1].run()))
    while not all(table.there and table.account is not None for table in tables):
        await asyncio.sleep(0.05)
    sys.stdout.write("there\n")
    sys.stdout.flush()
    begins = loop.time() + calm_s
    taken: dict[str, list[float | None]] = {"calm": [], "flooded": []}

    def heard(start: float, milliseconds: float | None) -> None:
        taken["calm" if start < begins else "flooded"].append(milliseconds)

    ends = begins + flooded_s
    playing = [
        asyncio.create_task(_terminal(table, EVERY_S * place / len(tables), ends, heard))
        for place, table in enumerate(tables)
    ]
    await asyncio.sleep(calm_s)
    sys.stdout.write("calm\n")
    sys.stdout.flush()
    await asyncio.gather(*playing)
    sys.stdout.write(json.dumps(taken) + "\n")
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)


def _nothing() -> None:
    """Nobody looks at these terminals."""


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    asyncio.run(_play(Path(where), *map(int, numbers)))
