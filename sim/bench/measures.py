"""Figures of the bench: how fast it plays by itself while somebody looks at its page."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from aiohttp import ClientSession, ClientWebSocketResponse

from firmware.measures import Figure
from sim.bench.bench import Bench
from sim.bench.pace import FAST, PacedLoop
from sim.bench.server import Server

# In real seconds: until play is under way, and how long is measured.
BEFORE_S: Final = 2.0
MEASURED_S: Final = 8.0
# What a page shows to begin with.
WATCHED: Final = ("sgc", "wnd", "ats-1", "ats-2")


def bench_speed_2() -> Figure:
    """Autoplay as fast as it goes with two terminals, four screens on the page: the table's seconds per real one."""
    return _speed(2)


def bench_speed_8() -> Figure:
    """The same with eight terminals."""
    return _speed(8)


def _speed(ats: int) -> Figure:
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=PacedLoop) as runner:
        # Slower than half of real time it still is a figure, and not 0.
        return Figure(round(runner.run(_played(Path(folder), ats)), 2), "x real time")


async def _played(folder: Path, ats: int) -> float:
    bench = Bench(folder, {}, ats=ats)
    server = Server(bench, 0)
    await bench.start()
    await server.start()
    async with ClientSession() as session, session.ws_connect(f"{server.address}socket/bench") as page:
        await page.send_json({"do": "watch", "screens": WATCHED})
        looking = asyncio.create_task(_look(page))
        bench.autoplay(on=True, mistakes=5)
        bench.loop.speed = FAST
        await bench.loop.rest(BEFORE_S)
        began = bench.loop.time()
        await bench.loop.rest(MEASURED_S)
        passed = bench.loop.time() - began
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
    await server.stop()
    await bench.stop()
    return passed / MEASURED_S


async def _look(page: ClientWebSocketResponse) -> None:
    async for _ in page:
        pass
