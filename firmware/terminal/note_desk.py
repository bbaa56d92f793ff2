"""From note to credit: takes a note when the table would credit it, and answers for the money once it is taken."""

from collections.abc import Callable
from typing import Final

from firmware.game.turn import Refused
from firmware.table.commands import BuyIn, ReportDevice, ReportNoteDoubt
from firmware.table.state import TableState, fault_name
from firmware.terminal.pocket import Pocket
from firmware.terminal.table_link import TableLink
from hal.device import DeviceEvent, FaultBegan, FaultEnded
from hal.note_acceptor import Escrowed, NoteAcceptor
from hal.note_way import NoteInFlight, NoteWay

Show = Callable[[str], None]


class NoteDesk:
    """The notes of one terminal. `show`: tells the player something."""

    # crown 6.3, 6.3.1, 6.3.2; 11.14: what was taken before a fault is credited after it, once

    def __init__(self, ats: int, table: TableLink, pocket: Pocket, show: Show) -> None:
        self._ats: Final = ats
        self._table = table
        self._pocket = pocket
        self._show = show
        self._acceptor: NoteAcceptor | None = None
        self.way: Final = NoteWay(pocket, self._number)

    def _number(self) -> str:
        return f"{self._ats}-{self._pocket.next_number()}"

    def serve(self, acceptor: NoteAcceptor) -> None:
        """Take charge of an acceptor."""
        self._acceptor = acceptor
        self.follow(self._table.state)

    def follow(self, state: TableState) -> None:
        """Take notes while the table would credit them."""
        assert self._acceptor is not None
        if may_take(state, self._ats):
            self._acceptor.enable()
        else:
            self._acceptor.disable()

    def heard(self, event: DeviceEvent) -> None:
        """Decide on what lies in escrow."""
        if isinstance(event, Escrowed):
            assert self._acceptor is not None
            if self._would_credit(event):
                self._acceptor.stack()
            else:
                self._acceptor.give_back()

    def _would_credit(self, event: Escrowed) -> bool:
        if event.ticket:
            self._show("Tickets are paid at the cash desk.")
            return False
        try:
            self._table.preview(BuyIn(self._ats, event.amount, "note", single=True))
        except Refused as refusal:
            self._show(f"This note is not taken now: {refusal.reason}")
            return False
        return True

    async def credit(self, note: NoteInFlight) -> None:
        """Credit a note, once, however often this is asked for its number."""
        by = f"ATS {self._ats}"
        try:
            await self._table.submit(
                BuyIn(self._ats, note.amount, "note", single=True), by=by, number=f"note {note.number}"
            )
        except Refused as refusal:
            # It is in the cash box, and the table takes no credit any more: staff are to see to it.
            await self.in_doubt(note, refusal.reason)

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Keep a doubt for a supervisor."""
        number = note.number if note is not None and note.number else self._number()
        doubt = ReportNoteDoubt(self._ats, number, note.amount if note is not None else 0, why)
        await self._table.submit(doubt, by=f"ATS {self._ats}", number=f"doubt {number}")


def may_take(state: TableState, ats: int) -> bool:
    """Whether a terminal takes notes as the table stands."""
    return state.open and not state.frozen and not state.session and fault_name("ats", ats) not in state.faults


def device_report(device: str, event: DeviceEvent) -> ReportDevice | None:
    """Return what the journal keeps of a device's event: its faults."""
    match event:
        case FaultBegan(code, detail):
            return ReportDevice(device, f"fault {code}", detail)
        case FaultEnded(code, detail):
            return ReportDevice(device, f"cleared {code}", detail)
    return None
