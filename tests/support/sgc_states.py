"""Every state of the dealer's screen, and the view of it."""

import asyncio

from sgc_coup_states import COUP_STATES
from sgc_hall_states import HALL_STATES
from sgc_room_states import ROOM_STATES
from sgc_table import Console

from firmware.console.view import SgcView
from sim.virtual_time import VirtualTimeLoop

STATES = {**COUP_STATES, **ROOM_STATES, **HALL_STATES}


def sgc_state(name: str, language: str) -> tuple[SgcView, int]:
    """Return the view, and the table's time at that moment."""
    story, setup = STATES[name]

    async def whole() -> tuple[SgcView, int]:
        console = Console(language, **setup)
        await story(console)
        assert console.desk is not None
        return console.desk.view(), console.service.now_ms()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())
