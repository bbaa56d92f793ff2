"""Shows the outcome on the winning number display, and disregards a display that shows something else (11.13)."""

import asyncio
from typing import Final

from firmware.display.text import text_of
from firmware.game import events as g
from firmware.link.views import public_view
from firmware.refusal import Refused
from firmware.table.core.faults import DISPLAY
from firmware.table.core.group import Asked
from firmware.table.core.reported import fault_began, fault_ended
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.display import Display, Shows, ShowsOtherwise

BY: Final = "wnd"


class WndDesk:
    """The table's display. A change that comes while one is being shown replaces what waits."""

    def __init__(self, table: TableService) -> None:
        self._table = table
        self._display: Display | None = None
        self._text = ""
        self._showing: asyncio.Task[None] | None = None
        self._tellings: set[asyncio.Task[None]] = set()

    def serve(self, display: Display) -> None:
        """Take charge of a display."""
        self._display = display

    def follow(self, happened: Happened) -> None:
        """Show the table's present state."""
        shown = (g.CoupOpened, g.BetsClosed, g.CoupResult, g.Ruling)
        if any(isinstance(event, shown) for event in happened.events):
            self._set(text_of(public_view(happened.state, 0, happened.at)))

    def _set(self, text: str) -> None:
        if text != self._text:
            self._text = text
            if self._showing is None:
                self._showing = asyncio.create_task(self._show())

    async def _show(self) -> None:
        """Show it, and what came in the meantime; a display that shows something else reports it by itself."""
        try:
            shown = None
            while shown != self._text:
                shown = self._text
                assert self._display is not None
                await self._display.show(shown)
        finally:
            self._showing = None

    def heard(self, event: DeviceEvent) -> None:
        """Take a report of the display."""
        faulty = DISPLAY in self._table.state.faults
        match event:
            case ShowsOtherwise() if not faulty:
                self._tell(Malfunction("wnd"))
            case Shows() if faulty:
                self._tell(ClearMalfunction("wnd"))
            case FaultBegan(code, detail):
                self._tell(ReportDevice("wnd", fault_began(code), detail))
            case FaultEnded(code, detail):
                self._tell(ReportDevice("wnd", fault_ended(code), detail))

    def _tell(self, command: Asked) -> None:
        task = asyncio.create_task(self._submit(command))
        self._tellings.add(task)
        task.add_done_callback(self._tellings.discard)

    async def _submit(self, command: Asked) -> None:
        try:
            await self._table.submit(command, by=BY)
        except TableStopped:
            return  # a table that comes back checks its display again
        except Refused as refusal:
            # The fault began or ended in between; the journal already says so.
            await self._table.submit(ReportDevice("wnd", f"refused: {refusal}"), by=BY)
