"""A printer of the emulated make, driven by the real driver, in virtual time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from PIL import Image

from hal.device import DeviceEvent
from hal.registry import choose
from sim.simulated import Simulated
from sim.virtual_time import VirtualTimeLoop


class Emulated:
    """A printer of the emulated make, driven by the real driver."""

    def __init__(self, hear: Callable[[DeviceEvent], None]) -> None:
        chosen = choose({"ticket_printer": {"driver": "sim.escpos", "port": "sim"}})["ticket_printer"]
        assert isinstance(chosen, Simulated)
        self.device = chosen.ticket_printer(hear)
        self.model: Any = chosen.model
        self.pages: list[Image.Image] = []
        self.model.show_pages(self.pages.append)


def play(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
