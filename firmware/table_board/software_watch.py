"""Proof of software at a table: its own before play, and each terminal's when it connects and once a day."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

from firmware.boards.proving import DAY_S, Proving
from firmware.software.proof import Proven
from firmware.table.core.service import TableService
from firmware.table.core.software import TABLE, found
from firmware.table.features.software import AskSoftware, ReportSoftware

LOOK_S: Final = 5.0
SEED_BYTES: Final = 16


class SoftwareWatch:
    """Watches the software of one table and of its terminals."""

    def __init__(self, service: TableService, proving: Proving) -> None:
        self._service = service
        self._proving = proving
        # When each present terminal was last asked.
        self._asked_at: dict[int, float] = {}

    async def run(self) -> None:
        """Prove the table's own when somebody asks, and once a day."""
        await self._proving.run(self.tell)

    async def tell(self, proven: Proven) -> None:
        """Record a proof, unless the table never had a manifest."""
        if proven.verdict != "unproven" or found(self._service.state, TABLE):
            await self._service.submit(ReportSoftware(TABLE, proven), by=TABLE)

    async def ask_terminals(self, hears: Callable[[int], bool], is_open: asyncio.Event) -> None:
        """Ask each terminal when it is first heard, and again every day; none before the table is open."""
        await is_open.wait()
        while True:
            await self.look(hears)
            await asyncio.sleep(LOOK_S)

    async def look(self, hears: Callable[[int], bool]) -> None:
        """Ask those whose time has come, each with a fresh seed, so that no answer can be prepared beforehand."""
        now = asyncio.get_running_loop().time()
        for ats in range(1, self._service.state.setup.ats + 1):
            if not hears(ats):
                self._asked_at.pop(ats, None)
            elif now - self._asked_at.get(ats, -DAY_S) >= DAY_S:
                self._asked_at[ats] = now
                await self._service.submit(AskSoftware(ats, secrets.token_hex(SEED_BYTES)), by=TABLE)
