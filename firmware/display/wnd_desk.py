"""Shows the outcome on the winning number display, and disregards a display that shows something else (11.13)."""

import asyncio
from typing import Final

from firmware.game import events as g
from firmware.game.turn import Refused
from firmware.table.commands import ClearMalfunction, Malfunction, ReportDevice
from firmware.table.service import Asked, Happened, TableService
from firmware.table.state import TableState
from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.display import Display, Shows, ShowsOtherwise

BY: Final = "wnd"


def text_of(state: TableState) -> str:
    """Return what stands on the display."""
    coup = state.game.coup
    if coup is not None:
        if coup.betting:
            return f"COUP {coup.number}  PLACE YOUR BETS"
        kind = "DUMMY COUP" if coup.dummy else "NO MORE BETS"
        return f"COUP {coup.number}  {kind}"
    if not state.recent:
        return "WELCOME"
    last = state.recent[-1].result
    if last.winner == "void":
        return f"COUP {last.coup}  VOID"
    dummy = "DUMMY " if last.dummy else ""
    return f"COUP {last.coup}  {dummy}{last.winner.upper()}  {last.player.total}-{last.banker.total}"


class WndDesk:
    """The table's display. A change that comes while one is being shown replaces what waits."""

    def __init__(self, table: TableService, display: Display) -> None:
        self._table = table
        self._display = display
        self._text = ""
        self._showing: asyncio.Task[None] | None = None
        self._tellings: set[asyncio.Task[None]] = set()

    def follow(self, happened: Happened) -> None:
        """Show what the table has come to."""
        shown = (g.CoupOpened, g.BetsClosed, g.CoupResult, g.Ruling)
        if any(isinstance(event, shown) for event in happened.events):
            self._set(text_of(happened.state))

    def _set(self, text: str) -> None:
        if text != self._text:
            self._text = text
            if self._showing is None:
                self._showing = asyncio.create_task(self._show())

    async def _show(self) -> None:
        """Show it, and what came in the meantime; a display that shows otherwise says so by itself."""
        try:
            shown = None
            while shown != self._text:
                shown = self._text
                await self._display.show(shown)
        finally:
            self._showing = None

    def heard(self, event: DeviceEvent) -> None:
        """Take a report of the display."""
        faulty = "wnd" in self._table.state.faults
        match event:
            case ShowsOtherwise() if not faulty:
                self._tell(Malfunction("wnd"))
            case Shows() if faulty:
                self._tell(ClearMalfunction("wnd"))
            case FaultBegan(code, detail):
                self._tell(ReportDevice("wnd", f"fault {code}", detail))
            case FaultEnded(code, detail):
                self._tell(ReportDevice("wnd", f"cleared {code}", detail))

    def _tell(self, command: Asked) -> None:
        task = asyncio.create_task(self._submit(command))
        self._tellings.add(task)
        task.add_done_callback(self._tellings.discard)

    async def _submit(self, command: Asked) -> None:
        try:
            await self._table.submit(command, by=BY)
        except Refused as refusal:
            # The fault that this is about began or ended in between: the journal says so.
            await self._table.submit(ReportDevice("wnd", f"refused: {refusal.reason}"), by=BY)
