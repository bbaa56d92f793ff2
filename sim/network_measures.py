"""Figures of the network: 50 terminals over mutual TLS and a real nats-server."""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.link.nats_bus import connect
from firmware.link.permissions import server_config
from firmware.link.provisioning import provision
from firmware.link.remote_table import RemoteTable
from firmware.measures import Figure
from firmware.measures.measured_table import begin
from firmware.measures.tools import tool
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.answers import TableBoard
from hal.clock import board_clock, ticks_s
from sim.profiles import settings

TERMINALS: Final = 50
EVERY_S: Final = 0.5
CHANGES: Final = 20
FLAPPING: Final = 10


def network_50_p50_ms() -> Figure:
    """A wager changed on one of 50 terminals to the table's acceptance there, commit included."""
    return _figure(50, 0)


def network_50_p99_ms() -> Figure:
    """The same at the 99th percentile."""
    return _figure(99, 0)


def network_50_flapping_p99_ms() -> Figure:
    """The same while 10 of the 50 come and go all the time."""
    return _figure(99, FLAPPING)


def network_growth_ms() -> Figure:
    """The median with 50 terminals, beside that with one."""
    many, one = _percentile(_taken(TERMINALS, 0), 50), _percentile(_taken(1, 0), 50)
    return Figure(round(many, 3), "ms", round(one, 3), round(many / one, 2))


def nats_rss_mb() -> Figure:
    """The most memory that the server takes with 50 terminals."""
    _taken(TERMINALS, 0)
    return Figure(round(_SERVER_RSS[TERMINALS] / 1024, 1), "MB")


_SERVER_RSS: Final[dict[int, int]] = {}


def _figure(percent: int, flapping: int) -> Figure:
    return Figure(round(_percentile(_taken(TERMINALS, flapping), percent), 3), "ms")


def _percentile(taken: tuple[float, ...], percent: int) -> float:
    return sorted(taken)[min(len(taken) * percent // 100, len(taken) - 1)]


@cache
def _taken(terminals: int, flapping: int) -> tuple[float, ...]:
    """Return the milliseconds of each change, from runs that are made once."""
    with tempfile.TemporaryDirectory(prefix=".benchmark-", dir=Path.cwd()) as name:
        folder = Path(name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        provision(folder / "c", [f"ats-{n}" for n in range(1, terminals + 1)], ["127.0.0.1"])
        (folder / "c/server.conf").write_text(server_config(f"127.0.0.1:{port}"))
        with server(folder / "c/server.conf", port) as running:
            taken = asyncio.run(_table(folder, port, terminals, flapping))
            status = Path(f"/proc/{running}/status").read_text().splitlines()
            _SERVER_RSS[terminals] = int(next(line for line in status if line.startswith("VmHWM:")).split()[1])
        return taken


@contextmanager
def server(config: Path, port: int) -> Iterator[int]:
    """Run a server, and return its process."""
    words: list[str | Path] = [tool("nats-server"), "--config", config.name]
    process = subprocess.Popen(words, cwd=config.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield process.pid
    finally:
        process.kill()
        process.wait()


async def _table(folder: Path, port: int, terminals: int, flapping: int) -> tuple[float, ...]:
    """Run the table here, and the terminals in a process of their own."""
    journal = SqliteJournal(folder / "journal")
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    setup = Setup("crown-baccarat", ats=terminals, period=600_000)
    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(journal.recover(), setup, journal, clock, publish)
    boards.append(TableBoard(service, await connect(settings(folder, port, "table"))))
    serving = asyncio.create_task(boards[0].run())
    await begin(service)
    await service.submit(s.OpenBets())
    words = ["-m", "sim.network_measures", str(folder), str(port), str(terminals), str(flapping), str(CHANGES)]
    flappers = await asyncio.create_subprocess_exec(sys.executable, *words, "flap") if flapping else None
    clients = await asyncio.create_subprocess_exec(sys.executable, *words, "wager", stdout=asyncio.subprocess.PIPE)
    out, _ = await clients.communicate()
    if flappers is not None:
        flappers.kill()
        await flappers.wait()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    journal.close()
    return tuple(json.loads(out))


async def _clients(folder: Path, port: int, terminals: int, flapping: int, changes: int) -> list[float]:
    """Be the terminals that stay."""
    steady = range(1, terminals - flapping + 1)
    taken = await asyncio.gather(*(_terminal(folder, port, ats, len(steady), changes) for ats in steady))
    return [one for some in taken for one in some]


async def _flappers(folder: Path, port: int, terminals: int, flapping: int, _: int) -> list[float]:
    """Be those that come and go, until killed."""
    await asyncio.gather(*(_flap(folder, port, ats) for ats in range(terminals - flapping + 1, terminals + 1)))
    return []


async def _there(folder: Path, port: int, ats: int) -> tuple[RemoteTable, asyncio.Task[None]]:
    changed = asyncio.Event()
    table = RemoteTable(await connect(settings(folder, port, f"ats-{ats}")), changed.set)
    life = asyncio.create_task(table.run())
    while table.account is None:
        await changed.wait()
        changed.clear()
    return table, life


async def _terminal(folder: Path, port: int, ats: int, of: int, changes: int) -> list[float]:
    """Change a wager twice a second, each terminal at its own moment."""
    table, life = await _there(folder, port, ats)
    # All are there by the time that the measured changes begin.
    await asyncio.sleep(of / 25 + EVERY_S * ats / of)
    taken = []
    for change in range(changes):
        start = ticks_s()
        await table.set_wager("player", 5_00 + change % 2 * 5_00)
        taken.append((ticks_s() - start) * 1000)
        await asyncio.sleep(EVERY_S)
    life.cancel()
    await asyncio.gather(life, return_exceptions=True)
    return taken


async def _flap(folder: Path, port: int, ats: int) -> None:
    while True:
        _, life = await _there(folder, port, ats)
        await asyncio.sleep(1)
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)


if __name__ == "__main__":
    where, *numbers, role = sys.argv[1:]
    be = _flappers if role == "flap" else _clients
    sys.stdout.write(json.dumps(asyncio.run(be(Path(where), *map(int, numbers)))))
