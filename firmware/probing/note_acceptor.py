"""A note acceptor on the desk: it credits nothing, and only says what it would credit."""

from collections.abc import Mapping
from itertools import count

from firmware.probing.probe import Command, Said, ToProbe, refused, said_of_any
from hal.device import DeviceEvent
from hal.note_acceptor import AcceptorState, Credited, Escrowed, InDoubt, NoteAcceptor, Rejected, Returned
from hal.note_way import MemoryKeeper, NoteInFlight, NoteWay


class _DeskBook:
    """Nobody's money: what is credited is printed, and that is all."""

    async def credit(self, _: NoteInFlight) -> bool:
        """Have it printed by the driver's own event."""
        return True

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Have it printed by the driver's own event."""

    def at_rest(self) -> None:
        """Nobody asks."""


def open_probe(desk: ToProbe) -> "NoteProbe":
    """Return an acceptor at a port."""
    return NoteProbe(desk)


class NoteProbe:
    """An acceptor, enabled."""

    def __init__(self, desk: ToProbe) -> None:
        self._print = desk.printer
        self._auto = desk.take_notes
        numbers = count(1)
        way = NoteWay(MemoryKeeper(), lambda: next(numbers))
        self.device: NoteAcceptor = desk.chosen("note_acceptor").note_acceptor(self._heard, way, _DeskBook())
        self.device.assume_usual_notes()
        self.device.enable()

    def _heard(self, event: DeviceEvent) -> None:
        said = _said(event)
        if said is not None:
            self._print(said)
        if isinstance(event, Escrowed) and self._auto:
            self.device.stack()

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the acceptor may be told."""
        return {
            "enable": ("enable", self._enable),
            "disable": ("disable", self._disable),
            "stack": ("stack", self._stack),
            "return": ("return", self._return),
            "hold": ("hold", self._hold),
            "status": ("status", self._status),
        }

    async def _enable(self, _: list[str]) -> None:
        self.device.enable()

    async def _disable(self, _: list[str]) -> None:
        self.device.disable()

    async def _stack(self, _: list[str]) -> None:
        self._need_escrow("stack", there=self.device.stack())

    async def _return(self, _: list[str]) -> None:
        self._need_escrow("return", there=self.device.give_back())

    async def _hold(self, _: list[str]) -> None:
        self._need_escrow("hold", there=self.device.hold())

    def _need_escrow(self, command: str, *, there: bool) -> None:
        if not there:
            self._print(refused(command, "no note lies in escrow"))

    async def _status(self, _: list[str]) -> None:
        self._print({"event": "device", "stage": self.device.stage, "faults": sorted(self.device.faults)})


def _said(event: DeviceEvent) -> Said | None:
    said: Said | None
    match event:
        case AcceptorState(state):
            said = {"event": "state", "state": state}
        case Escrowed(amount, currency, ticket):
            named: Said = {"ticket": ticket} if ticket else {}
            said = {"event": "escrowed", "amount": amount or None, "currency": currency or None, **named}
        case Credited(note):
            said = {"event": "credited", **_of_note(note)}
        case Returned(amount, currency):
            said = {"event": "returned", "amount": amount or None, "currency": currency or None}
        case Rejected(reason):
            said = {"event": "rejected", "reason": reason}
        case InDoubt(doubtful, why):
            said = {"event": "in_doubt", **_of_note(doubtful), "why": why}
        case _:
            said = said_of_any(event)
    return said


def _of_note(note: NoteInFlight | None) -> Said:
    if note is None:
        return {"amount": None, "currency": None, "note": None}
    ticket: Said = {"ticket": note.ticket} if note.ticket else {}
    return {"amount": note.amount or None, "currency": note.currency or None, "note": f"desk-{note.number}", **ticket}
