"""All terminals of a table in one process, without screens: `python -m sim.stand_in.terminals FOLDER PORT TERMINALS`.

It says `ready` when all are there, and does what each line says: `instant`, one wager of all in one instant; `rush
SECONDS`, two changes a second of each, at its own moments. It answers with how long each took, in milliseconds, and
none for one that was not accepted.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from firmware.link.bus import Unanswered
from firmware.link.nats_bus import connect
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from hal.clock import ticks_s
from sim.profiles import settings

EVERY_S: Final = 0.5
BETS: Final = ("player", "banker", "tie")
Taken = list[float | None]


async def _run(folder: Path, port: int, terminals: int) -> None:
    changed = asyncio.Event()
    tables = [RemoteTable(await connect(settings(folder, port, f"ats-{n + 1}")), changed.set) for n in range(terminals)]
    lives = [asyncio.create_task(table.run()) for table in tables]
    while not all(table.there and table.account is not None for table in tables):
        await changed.wait()
        changed.clear()
    _say({"ready": True})
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    number = 0
    while line := (await reader.readline()).decode().split():
        number += 1
        if line[0] == "instant":
            _say({"taken": await asyncio.gather(*(_wager(table, "player", number * 5_00) for table in tables))})
        else:
            rushes = (_rush(table, float(line[1]), place / terminals) for place, table in enumerate(tables))
            _say({"taken": [one for some in await asyncio.gather(*rushes) for one in some]})
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)


async def _rush(table: RemoteTable, seconds: float, place: float) -> Taken:
    """Change wagers as players do who have seen the clock: none of them waits for the answer to the one before."""
    changes = []
    for change in range(round(seconds / EVERY_S)):
        await asyncio.sleep(EVERY_S * place if change == 0 else EVERY_S)
        wager = _wager(table, BETS[change % len(BETS)], 5_00 * (1 + change // len(BETS)))
        changes.append(asyncio.create_task(wager))
    return await asyncio.gather(*changes)


async def _wager(table: RemoteTable, bet: str, amount: int) -> float | None:
    start = ticks_s()
    try:
        accepted = await table.set_wager(bet, amount)
    except (Unanswered, Refused):
        return None
    return (ticks_s() - start) * 1000 if accepted == amount else None


def _say(said: dict[str, Taken] | dict[str, bool]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    asyncio.run(_run(Path(where), *map(int, numbers)))
