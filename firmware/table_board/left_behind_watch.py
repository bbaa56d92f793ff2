"""Watches for credit that nobody plays with any more, and has the table report it after a set time."""

import asyncio
from typing import Final

from firmware.table.core.service import Happened, TableService
from firmware.table.features.left_behind import ReportLeftBehind

EVERY_S: Final = 30.0
MS: Final = 60_000


class LeftBehindWatch:
    """Watches one table. `minutes` without a wager or money are the limit, 0 for none. A restart begins anew."""

    def __init__(self, service: TableService, minutes: int) -> None:
        self._service = service
        self._after = minutes * MS
        self._last: dict[int, int] = {}

    def follow(self, happened: Happened) -> None:
        """Note what happened at terminals: every event that names one counts."""
        for event in happened.events:
            ats = getattr(event, "ats", 0)
            if ats and event.__class__.__name__ != "CreditLeftBehind":
                self._last[ats] = happened.at

    async def run(self) -> None:
        """Look now and then."""
        while self._after:
            await self.look()
            await asyncio.sleep(EVERY_S)

    async def look(self) -> None:
        """Report each account on which nothing has happened for that long."""
        now = self._service.now_ms()
        for ats in sorted(self._service.state.accounts):
            since = self._last.setdefault(ats, now)
            if now - since >= self._after:
                await self._service.submit(ReportLeftBehind(ats, since), by="table")
