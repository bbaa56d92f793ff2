"""How long a process was let to do something, on a machine whose processors others keep busy as well."""

import asyncio
from asyncio.subprocess import Process
from pathlib import Path
from typing import Final

from hal.clock import ticks_s

LOOK_S: Final = 0.1
# However little it got of a processor: it may hang while others starve it, and nobody would ever say so.
AT_MOST: Final = 12


def kept_waiting_s(pid: int) -> float:
    """Return how long a process has waited for a processor in its life; 0 where that is not said, or it is gone."""
    try:
        said = Path(f"/proc/{pid}/schedstat").read_text().split()
    except OSError:
        return 0.0
    return int(said[1]) / 1e9


async def ended(process: Process, within_s: float) -> bool:
    """Wait until a process has ended; whether it did within so long, leaving out what it waited for a processor."""
    began, before, waited = ticks_s(), kept_waiting_s(process.pid), 0.0
    ending = asyncio.create_task(process.wait())
    try:
        while True:
            done, _ = await asyncio.wait({ending}, timeout=min(LOOK_S, within_s))
            if done or process.returncode is not None:
                return True
            passed = ticks_s() - began
            # Of one that is gone nothing is said any more, and a moment passes until that is heard of.
            waited = max(waited, kept_waiting_s(process.pid) - before)
            if passed - waited > within_s or passed > AT_MOST * within_s:
                return False
    finally:
        ending.cancel()
