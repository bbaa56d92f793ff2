"""What a flood costs: `python -m sim.floods.measure --attackers 10 --seconds 60 --seed 1`.

A table of fifty terminals over a real server, each part in a process of its own: some terminals send all they can, the
others change a wager twice a second. Half as long before, nobody floods: that is what the flood is held against.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from firmware.link.permissions import server_config
from firmware.link.provisioning import provision
from firmware.measures.tools import tool
from sim.network_measures import server

# What the others may feel, and the table may take.
WAGER_P99_MS: Final = 12.0
MEMORY_KB: Final = 10 * 1024
JOURNAL_BYTES: Final = 100 * 1000
# A row costs so much on the disk for each byte in it: pages are never full.
ON_DISK: Final = 1.15


class Flooded(Struct, frozen=True):
    """What was found. Wagers are the others'; `lost` were not accepted within their time.

    `cpu_us`: processor time of the table for each of those wagers, the flood included, and `calm_cpu_us` before it; so
    of the server. That is what a busy machine does not change.
    """

    attackers: int
    seconds: int
    wagers: int
    lost: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    calm_p99_ms: float
    memory_kb: int
    journal_rows: int
    journal_bytes: int
    sent_kb: int
    cut_off: int
    calm_cpu_us: int = 0
    cpu_us: int = 0
    calm_server_cpu_us: int = 0
    server_cpu_us: int = 0

    def wrong(self) -> list[str]:
        """Return which of what must hold does not."""
        found = [f"{self.lost} wagers of others were not accepted"] if self.lost else []
        if self.p99_ms > WAGER_P99_MS:
            found.append(f"others' wagers took {self.p99_ms} ms at the 99th percentile, not {WAGER_P99_MS:g}")
        return found + self.grown()

    def grown(self) -> list[str]:
        """Return what of the table has grown beyond what it may."""
        found = []
        if self.memory_kb > MEMORY_KB:
            found.append(f"the table took {self.memory_kb} kB more, not {MEMORY_KB}")
        if self.journal_bytes > JOURNAL_BYTES:
            found.append(f"the journal took {self.journal_bytes} bytes more, not {JOURNAL_BYTES}")
        return found


def flood(attackers: int, seconds: int, seed: int, terminals: int = 50) -> Flooded:
    """Have so many terminals flood a table for so long, and return what it cost."""
    with tempfile.TemporaryDirectory(prefix=".flood-", dir=Path.cwd()) as name:
        folder = Path(name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        provision(folder / "c", [f"ats-{n}" for n in range(1, terminals + 1)], ["127.0.0.1"])
        config = folder / "c/server.conf"
        config.write_text(server_config(f"127.0.0.1:{port}"))
        tool("nats-server")
        with server(config, port) as running:
            return asyncio.run(_Flood(folder, port, attackers, seconds, seed).run(terminals, running))


class _Flood:
    def __init__(self, folder: Path, port: int, attackers: int, seconds: int, seed: int) -> None:
        self._folder = folder
        self._port = port
        self._attackers = attackers
        self._seconds = seconds
        self._seed = seed

    async def run(self, terminals: int, running: int) -> Flooded:
        calm = max(self._seconds // 2, 2)
        table = await self._begin("table", terminals, running)
        await _line(table)
        honest = await self._begin("honest", self._attackers + 1, terminals, calm, self._seconds)
        assert await _line(honest) == "there"
        began = await self._figures(table)
        assert await _line(honest) == "calm"
        before = await self._figures(table)
        hostile = await self._begin("attackers", self._attackers, self._seconds, self._seed)
        attacked = json.loads(await _line(hostile))
        played = json.loads(await _line(honest))
        after = await self._figures(table)
        for process in (table, honest, hostile):
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()
        return self._found(played, (began, before, after), attacked)

    async def _begin(self, what: str, *numbers: int) -> Process:
        words = ["-m", f"sim.floods.{what}", str(self._folder), str(self._port), *map(str, numbers)]
        return await asyncio.create_subprocess_exec(sys.executable, *words, stdin=PIPE, stdout=PIPE, limit=2**24)

    async def _figures(self, table: Process) -> dict[str, int]:
        assert table.stdin is not None
        table.stdin.write(f"{self._attackers}\n".encode())
        figures: dict[str, int] = json.loads(await _line(table))
        return figures

    def _found(self, played: Any, figures: tuple[dict[str, int], ...], attacked: Any) -> Flooded:
        began, before, after = figures
        taken = sorted(one for one in played["flooded"] if one is not None)
        calm = sorted(one for one in played["calm"] if one is not None)
        return Flooded(
            attackers=self._attackers,
            seconds=self._seconds,
            wagers=len(played["flooded"]),
            lost=len(played["flooded"]) - len(taken),
            p50_ms=_percentile(taken, 50),
            p99_ms=_percentile(taken, 99),
            worst_ms=_percentile(taken, 100),
            calm_p99_ms=_percentile(calm, 99),
            memory_kb=after["rss_kb"] - before["rss_kb"],
            journal_rows=after["rows"] - before["rows"],
            journal_bytes=round((after["bytes"] - before["bytes"]) * ON_DISK),
            sent_kb=attacked["sent_kb"],
            cut_off=attacked["cut_off"],
            calm_cpu_us=_each(began, before, "cpu_us", len(played["calm"])),
            cpu_us=_each(before, after, "cpu_us", len(played["flooded"])),
            calm_server_cpu_us=_each(began, before, "server_cpu_us", len(played["calm"])),
            server_cpu_us=_each(before, after, "server_cpu_us", len(played["flooded"])),
        )


def _each(before: dict[str, int], after: dict[str, int], what: str, wagers: int) -> int:
    """Return what each of the others' wagers took, all that went on meanwhile included."""
    return (after[what] - before[what]) // max(wagers, 1)


async def _line(process: Process) -> str:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode().strip()


def _percentile(taken: list[float], percent: int) -> float:
    return round(taken[min(len(taken) * percent // 100, len(taken) - 1)], 1) if taken else 0.0


def main() -> int:
    """Flood, and print what was found; exit status 1 when something did not hold."""
    parser = argparse.ArgumentParser(description="terminals that send all they can, beside others that play")
    parser.add_argument("--attackers", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--terminals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = flood(arguments.attackers, arguments.seconds, arguments.seed, arguments.terminals)
    wrong = found.wrong()
    sys.stdout.write(json.dumps({**structs.asdict(found), "wrong": wrong}) + "\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
