"""The flooded table, in a process of its own: `python -m sim.floods.table FOLDER PORT TERMINALS SERVER`.

SERVER is the process of its nats-server. It says `ready`, and what it takes for each line that it is given.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

from firmware.game import steps as s
from firmware.link.nats_bus import connect
from firmware.link.permissions import bar
from firmware.measures.measured_table import begin
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.answers import TableBoard
from hal.clock import board_clock
from sim.profiles import settings


async def _run(folder: Path, port: int, terminals: int, server: int) -> None:
    journal = SqliteJournal(folder / "journal")
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    def keep_out(devices: frozenset[str]) -> None:
        bar(folder / "c", devices)
        os.kill(server, signal.SIGHUP)

    setup = Setup("crown-baccarat", ats=terminals, period=3_600_000)
    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(journal.recover(), setup, journal, clock, publish)
    boards.append(TableBoard(service, await connect(settings(folder, port, "table")), keep_out))
    serving = asyncio.create_task(boards[0].run())
    await begin(service)
    await service.submit(s.OpenBets())
    _say({"ready": True})
    telling = asyncio.create_task(_tell(folder, server))
    await asyncio.wait({serving, telling}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    journal.close()


async def _tell(folder: Path, server: int) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode():
        taken = {"cpu_us": round(time.process_time() * 1e6), "server_cpu_us": _taken(server)}
        _say({**taken, **_figures(folder / "journal", int(line))})


def _taken(process: int) -> int:
    """Return how much of a processor a process has taken, in microseconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000 // os.sysconf("SC_CLK_TCK")


def _figures(journal: Path, attackers: int) -> dict[str, int]:
    """Return what this process takes, and what stands in the journal that no honest terminal's wager left there."""
    status = Path("/proc/self/status").read_text().splitlines()
    rss = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    db = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
    width = "length(event) + length(hash) + length(by) + coalesce(length(command), 0) + length(kind) + 24"
    honest = f"kind = 'wager' AND cast(substr(by, 5) AS INTEGER) > {attackers}"
    rows, size = db.execute(f"SELECT count(*), coalesce(sum({width}), 0) FROM entries WHERE NOT ({honest})").fetchone()
    db.close()
    return {"rss_kb": rss, "rows": rows, "bytes": size}


def _say(said: dict[str, int] | dict[str, bool]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    asyncio.run(_run(Path(where), *map(int, numbers)))
