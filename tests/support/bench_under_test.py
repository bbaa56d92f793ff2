"""A bench without its page, as fast as it goes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sim.bench.bench import Bench, FolderOfAnother
from sim.bench.pace import FAST, PacedLoop

Story = Callable[[Bench], Awaitable[None]]


def at_the_bench(folder: Path, story: Story, **chosen: Any) -> None:
    """Run a story at a bench, as fast as it goes."""

    async def whole() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        loop.speed = FAST
        bench = Bench(folder, {}, **chosen)
        try:
            await bench.start()
        except FolderOfAnother:
            bench.close()
            raise
        await story(bench)
        await bench.stop()

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        runner.run(whole())


async def ready(bench: Bench) -> None:
    for command in ("shoe", "buyin 1 200", "buyin 2 100 by=note", "bets", "wager 1 player 25", "wager 2 banker 10"):
        bench.script.load(command)
        await bench.script.step()
