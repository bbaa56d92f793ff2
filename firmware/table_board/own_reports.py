"""Faults of the table's own board, put on record in order."""

import asyncio
import logging
from typing import Final

from firmware.boards.reports import fault_of
from firmware.table.core.service import TableService
from firmware.table.features.devices import ReportDevice
from hal.device import DeviceEvent

_log: Final = logging.getLogger(__name__)


class OwnReports:
    """Puts faults of the table's own board on record, in order."""

    def __init__(self, table: TableService) -> None:
        self._table = table
        self._waiting: asyncio.Queue[ReportDevice] = asyncio.Queue()

    def heard(self, part: str, event: DeviceEvent) -> None:
        """Take a report that goes on record."""
        fault = fault_of(event)
        if fault is not None:
            what, detail = fault
            fields = {"device": part, "what": what}
            _log.info("%s: %s%s", part, what, f" ({detail})" if detail else "", extra={"fields": fields})
            self._waiting.put_nowait(ReportDevice(part, *fault))

    async def run(self) -> None:
        """Put it there."""
        while True:
            await self._table.submit(await self._waiting.get(), by="table")
