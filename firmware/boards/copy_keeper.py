"""Keeps a copy of the table's journal on another board: sealed, so that nobody can read it there."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from firmware.link.bus import Unanswered
from firmware.refusal import Refused
from firmware.table.journal.copy_frame import Misfit
from firmware.table.journal.copy_store import CopyReach, CopyStore

# How soon this board asks again when nothing was new, when it was refused, and when its own storage fails.
LOOK_S: Final = 1.0
REFUSED_S: Final = 30.0
FAILED_S: Final = 10.0
# A copy that has much to catch up on asks no faster than a board may.
PACE_S: Final = 0.15
FAULT: Final = "copy_damaged"


class CopiedTable(Protocol):
    """The table, as a keeper of its copy sees it."""

    async def fetch_copy(self, kept: CopyReach, parts: int) -> bytes:
        """Return the next frames. Raises Refused, Unanswered."""
        ...


class CopyKeeper:
    """Keeps the copy in a folder. Calls `fault` when it cannot."""

    def __init__(self, folder: Path, limit_mb: int, fault: Callable[[str, str], None]) -> None:
        self._folder = folder
        self._limit_mb = limit_mb
        self._fault = fault
        self._failed = False

    async def run(self, table: CopiedTable) -> None:
        """Keep it, until cancelled."""
        while True:
            try:
                await self._keep(table)
            except (OSError, Misfit) as error:
                self._tell(failed=True, why=str(error))
                await asyncio.sleep(FAILED_S)

    async def _keep(self, table: CopiedTable) -> None:
        store = await asyncio.to_thread(CopyStore, self._folder, self._limit_mb)
        while True:
            try:
                frames = await table.fetch_copy(store.kept, store.parts)
            except Unanswered:
                await asyncio.sleep(LOOK_S)
                continue
            except Refused:
                await asyncio.sleep(REFUSED_S)
                continue
            if frames:
                await asyncio.to_thread(store.append, frames)
                self._tell(failed=False)
                await asyncio.sleep(PACE_S)
            else:
                await asyncio.sleep(LOOK_S)

    def _tell(self, *, failed: bool, why: str = "") -> None:
        if failed != self._failed:
            self._failed = failed
            self._fault(f"{'fault' if failed else 'cleared'} {FAULT}", why)
