"""What any winning number display must do."""

from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import OnDesk, demand
from hal.display import Display

Sign = OnDesk[Display]
FIRST: Final = "COUP 7  BANKER  5-7"
SECOND: Final = "TIE"


async def _shows(desk: Sign, text: str) -> None:
    demand(await desk.device.show(text), f"told to show {text!r} it does not give that back")


async def _read_back(desk: Sign) -> None:
    await _shows(desk, FIRST)
    found = await desk.device.read_back()
    demand(found == FIRST, f"it was to show {FIRST!r}, and says {found!r}")


async def _replaced(desk: Sign) -> None:
    await _shows(desk, FIRST)
    await _shows(desk, SECOND)
    found = await desk.device.read_back()
    demand(found == SECOND, f"after {FIRST!r} it was to show {SECOND!r}, and says {found!r}")


CHECKS: Final[tuple[Check[Sign], ...]] = (
    Check("read-back", "What it shows can be read back as it was written.", _read_back),
    Check("replaced", "A new text takes the place of the one before, whole.", _replaced),
)
