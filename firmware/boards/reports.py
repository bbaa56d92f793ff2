"""What goes on record about a board's devices: told to the table in its order, as soon as it answers."""

import asyncio
import logging
from typing import Final

from firmware.link.remote_table import RemoteTable
from firmware.table.core.reported import fault_began, fault_ended
from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.panel import InputChanged

_log: Final = logging.getLogger(__name__)


class Reports:
    """The reports of one board."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table
        self._waiting: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue(maxsize=256)

    def say(self, device: str, what: str, detail: str) -> None:
        """Report something; logged too, as the table may be away for long."""
        fields = {"device": device, "what": what}
        _log.info("%s: %s%s", device, what, f" ({detail})" if detail else "", extra={"fields": fields})
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait((device, what, detail))

    def heard(self, device: str, event: DeviceEvent) -> None:
        """Report what goes on record of a device's event."""
        fault = fault_of(event)
        if fault is not None:
            self.say(device, *fault)
        elif isinstance(event, InputChanged):
            self.say(device, f"{event.name} {'on' if event.on else 'off'}", "")

    async def run(self) -> None:
        """Tell the table."""
        while True:
            await self._table.tell_fault(*await self._waiting.get())


def fault_of(event: DeviceEvent) -> tuple[str, str] | None:
    """Return what the journal keeps of a device's event, and its details: its faults."""
    match event:
        case FaultBegan(code, detail):
            return fault_began(code), detail
        case FaultEnded(code, detail):
            return fault_ended(code), detail
    return None
