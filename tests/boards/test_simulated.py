"""A simulated device says so on every screen that it stands behind: terminal, console and display."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.table.features.devices import ReportDevice


def texts(floor: Floor, board: str) -> list[str]:
    table = floor.table
    seen = {"console": table.sgc, "display": table.display.seen, "terminal": table.seats[1].seen}[board]
    assert seen is not None
    assert seen.stage is not None
    return [what.text for item in seen.stage.scene.items for what in item.lettering()]


async def after(floor: Floor, driver: str) -> None:
    """Have the table begin with a driver for its shoe, as its board does, and wait until all have drawn it."""
    await floor.table.service.submit(ReportDevice("shoe", f"driver {driver}"), by="table")
    await asyncio.sleep(2)


@pytest.mark.lab(26)
def test_console_display_and_terminal_say_that_the_shoe_is_simulated(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.table.service.submit(s.NewShoe(8), by="test")
        await floor.table.service.submit(s.OpenBets(), by="test")
        await after(floor, "drivers.angel_eye")
        # Its own devices are simulated: the console knows it of itself.
        assert any("SIMULATED" in text for text in texts(floor, "console"))
        assert not any("SIMULATED" in text for text in texts(floor, "display"))
        await after(floor, "sim.angel_eye")
        for board in ("console", "display", "terminal"):
            assert sum(text.count("SIMULATED") for text in texts(floor, board)) == 1, board
        await after(floor, "drivers.angel_eye")
        assert not any("SIMULATED" in text for text in texts(floor, "display"))

    on_a_floor(tmp_path, story, ats=1)
