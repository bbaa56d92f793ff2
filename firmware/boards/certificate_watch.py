"""Checks the board's certificate every few hours: one that ends soon is a fault, also on a board that runs for long."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.boards.own_faults import OwnFaults
from firmware.errands import Errand
from firmware.link.certificate import why_renew
from firmware.link.settings import NetworkSettings
from hal.clock import wall_s

LOOK_S: Final = 6 * 3600.0
PART: Final = "certificate"
ENDS: Final = "certificate_ends"


def look(network: NetworkSettings, faults: OwnFaults, now_s: float) -> None:
    """Check how many days it has left."""
    faults.hold(PART, ENDS, why_renew(Path(network.certificates) / f"{network.device}.pem", now_s))


async def _watched(network: NetworkSettings, faults: OwnFaults, now: Callable[[], float]) -> None:
    while True:
        look(network, faults, now())
        await asyncio.sleep(LOOK_S)


def certificate_watch(
    network: NetworkSettings | None, faults: OwnFaults, now: Callable[[], float] = wall_s
) -> list[Errand]:
    """Return what checks it, if the board has one."""
    return [] if network is None else [_watched(network, faults, now)]
