"""What goes on record about a board's devices: told to the table in order, as soon as it answers."""

import asyncio
import logging
from collections import deque
from typing import Final, NamedTuple, Protocol

from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.reported import IDENTIFIED, fault_began, fault_ended
from hal.device import DeviceEvent, FaultBegan, FaultEnded, StageChanged
from hal.life import Stage
from hal.panel import InputChanged

_log: Final = logging.getLogger(__name__)


class LaidBy(NamedTuple):
    """A report as it waits."""

    device: str
    what: str
    detail: str


class Spool(Protocol):
    """Where reports wait so that they outlast a loss of power; durable on return."""

    def all(self) -> list[LaidBy]:
        """Return the waiting reports, oldest first."""
        ...

    def put(self, report: LaidBy) -> None:
        """Store a report."""
        ...

    def drop(self) -> None:
        """Forget the oldest."""
        ...


# No healthy board has more than this waiting: further reports are logged, and the table never hears of them.
MOST: Final = 20_000


class Reports:
    """The reports of one board. `spool`: where they wait while the table is away; they arrive in order."""

    def __init__(self, table: RemoteTable, spool: Spool | None = None) -> None:
        self._table = table
        self._spool = spool
        # With each, whether it is in the spool, too; what every start reports again is not.
        self._waiting: deque[tuple[LaidBy, bool]] = deque((one, True) for one in spool.all()) if spool else deque()
        self._come = asyncio.Event()

    def call(self, device: str, what: str) -> None:
        """Report a player's call, or its end. Of many that wait, the last two say everything."""
        # Never the first: it may already be on its way.
        places = [place for place, (one, _) in enumerate(self._waiting) if place and one.device == device]
        for place in reversed(places[:-1]):
            del self._waiting[place]
        self.say(device, what, "", lasting=False)

    def say(self, device: str, what: str, detail: str, *, lasting: bool = True) -> None:
        """Report something, and log it, as the table may be away for long. `lasting`: not repeated at each start."""
        fields = {"device": device, "what": what}
        _log.info("%s: %s%s", device, what, f" ({detail})" if detail else "", extra={"fields": fields})
        if len(self._waiting) >= MOST:
            _log.error("%s: %s: %d reports wait for the table; this one is not kept", device, what, MOST)
            return
        report, kept = LaidBy(device, what, detail), self._spool is not None and lasting
        if kept and self._spool is not None:
            self._spool.put(report)
        self._waiting.append((report, kept))
        self._come.set()

    def heard(self, device: str, event: DeviceEvent) -> None:
        """Report what goes on record of a device's event."""
        fault = fault_of(event)
        if fault is not None:
            self.say(device, *fault)
        elif isinstance(event, InputChanged):
            self.say(device, f"{event.name} {'on' if event.on else 'off'}", "")
        elif isinstance(event, StageChanged) and event.stage is Stage.READY and event.detail:
            self.say(device, IDENTIFIED, event.detail, lasting=False)

    async def run(self) -> None:
        """Tell the table."""
        while True:
            while self._waiting:
                (device, what, detail), kept = self._waiting[0]
                try:
                    await self._table.tell_fault(device, what, detail)
                except Refused as refusal:
                    # A table of an earlier release does not know this report; that must not hold up the others.
                    _log.warning("%s: %s: the table does not put it on record: %s", device, what, refusal.code)
                self._waiting.popleft()
                if kept and self._spool is not None:
                    self._spool.drop()
            self._come.clear()
            await self._come.wait()


def fault_of(event: DeviceEvent) -> tuple[str, str] | None:
    """Return what the journal keeps of a device's event, and its details: its faults."""
    match event:
        case FaultBegan(code, detail):
            return fault_began(code), detail
        case FaultEnded(code, detail):
            return fault_ended(code), detail
    return None
