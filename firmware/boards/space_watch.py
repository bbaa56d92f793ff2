"""Watches how much room is left on a board's card and in its memory, and reports it before play has to stop."""

import asyncio
import shutil
from pathlib import Path
from typing import Final

from firmware.boards.own_faults import OwnFaults
from firmware.errands import Errand
from firmware.files import NotReadable, read_file

LOOK_S: Final = 300.0
PART: Final = "space"
# A journal grows by some MB a day, so this lasts some weeks.
LEAST_DISK_MB: Final = 500
LEAST_MEMORY_MB: Final = 48
_MEMORY: Final = Path("/proc/meminfo")


def look(folder: Path, faults: OwnFaults, memory: Path = _MEMORY) -> None:
    """See how much there is. Not being able to ask is no fault here: failing storage is reported elsewhere."""
    try:
        disk = shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        disk = LEAST_DISK_MB
    faults.hold(PART, "disk_low", f"{disk} MB free" if disk < LEAST_DISK_MB else "")
    free = _memory(memory)
    faults.hold(PART, "memory_low", f"{free} MB to be had" if free < LEAST_MEMORY_MB else "")


def _memory(file: Path) -> int:
    try:
        lines = read_file(file).decode().splitlines()
    except (NotReadable, OSError):
        lines = []
    found = (int(line.split()[1]) // 1000 for line in lines if line.startswith("MemAvailable:"))
    return next(found, LEAST_MEMORY_MB)


async def space_watch(folder: Path, faults: OwnFaults) -> None:
    """Look every few minutes."""
    while True:
        look(folder, faults)
        await asyncio.sleep(LOOK_S)


def watched_space(file: str, faults: OwnFaults) -> Errand:
    """Return what watches the room where a board keeps its file."""
    return space_watch(Path(file).parent, faults)
