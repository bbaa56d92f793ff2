"""What was acknowledged, held against the journal's file at once: nobody may be told of what is not on record."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from firmware.game.events import Event
from firmware.net import messages as m
from firmware.net.bus import Memory
from firmware.table import events as e
from firmware.table.service import Asked, TableService
from sim.soak.journal import SoakJournal

_read_envelope: Final = msgspec.json.Decoder(m.Envelope).decode
_read_answer: Final = msgspec.json.Decoder(m.Answer).decode
# A device's report and a ticket shown have no number of their own: they are looked for among so many last events.
LATEST: Final = 60


class Promises:
    """Hears each acknowledgement; `wrong` says which of them the journal does not hold."""

    def __init__(self, journal: SoakJournal) -> None:
        self.wrong: list[str] = []
        self.count = 0
        self._journal = journal

    def service(self) -> type[TableService]:
        """Return a table whose acknowledgements are heard."""
        promises = self

        class Heard(TableService):
            """A table of which each acknowledgement is held against its journal."""

            async def submit(self, command: Asked, *, by: str = "", number: str | None = None) -> tuple[Event, ...]:
                events = await super().submit(command, by=by, number=number)
                promises.acknowledged(command, events, number)
                return events

        return Heard

    def acknowledged(self, command: Asked, events: tuple[Event, ...], number: str | None) -> None:
        """Hold a command that the table says it has carried out."""
        self.count += 1
        if not events:
            return
        kept = self._journal.latest(LATEST) if number is None else self._journal.of_command(number)
        if not _contains(kept or (), events):
            self.wrong.append(f"{command} was acknowledged and is not in the journal")

    def answered(self, device: str, asked: bytes, said: bytes) -> None:
        """Hold what a board was told across the network."""
        envelope, answer = _read_envelope(asked), _read_answer(said)
        holds = _HOLDS.get(type(envelope.what))
        if answer.outcome != "done" or holds is None:
            return
        self.count += 1
        ats = device.removeprefix("ats-")
        named, is_kept = holds
        number = named.format(device=device, ats=ats, number=envelope.number, what=envelope.what)
        events = self._journal.of_command(number) if number else self._journal.latest(LATEST)
        kept = is_kept(device, envelope.what, answer, events or ())
        if not kept and not number:  # what stands already was said long ago
            kept = is_kept(device, envelope.what, answer, self._journal.latest(self._journal.rows))
        if not kept:
            self.wrong.append(f"{device} was told that {envelope.what} is done, and the journal does not hold it")


def _contains(kept: Sequence[Event], events: Sequence[Event]) -> bool:
    """Whether events stand there, one after the other."""
    first, count = events[0], len(events)
    starts = (place for place, event in enumerate(kept) if event == first)
    return any(tuple(kept[place : place + count]) == tuple(events) for place in starts)


def _wager(device: str, what: m.SetWager, answer: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, e.WagerSet)]
    return [(f"ats-{one.ats}", one.bet, one.accepted) for one in found] == [(device, what.bet, answer.accepted)]


def _credit(device: str, what: m.CreditNote, _: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, e.BoughtIn)]
    notes = {what.amount: 1}
    return [(f"ats-{one.ats}", one.by, one.amount, one.notes) for one in found] == [
        (device, "note", what.amount, notes)
    ]


def _doubt(device: str, what: m.DoubtNote, _: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, e.NoteDoubted)]
    doubt = device.removeprefix("ats-") + f"-{what.note}"
    return [(f"ats-{one.ats}", one.doubt, one.amount, one.currency) for one in found] == [
        (device, doubt, what.amount, what.currency)
    ]


def _pay(device: str, _: m.PayByTicket, answer: m.Answer, events: Sequence[Event]) -> bool:
    said = None if answer.ticket is None else (device, answer.ticket.number, answer.ticket.amount)
    issued = [(f"ats-{one.ats}", one.number, one.amount) for one in events if isinstance(one, e.TicketIssued)]
    return issued == ([] if said is None else [said])


def _fate(device: str, what: m.TellTicket, _: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, e.TicketReported)]
    return [(f"ats-{one.ats}", one.number, one.fate) for one in found] == [(device, what.ticket, what.fate)]


def _shown(device: str, what: m.ShowTicket, answer: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, e.TicketShown)]
    amount = answer.ticket.amount if answer.ticket is not None else 0
    said = (device, what.ticket, answer.redemption, amount)
    return said in [
        (one.desk, one.number, one.answer, one.amount) for one in found if what.request in ("", one.request)
    ]


def _fault(device: str, what: m.TellFault, _: m.Answer, events: Sequence[Event]) -> bool:
    """Whether it is there; or, when it only said what stands, whether that is the last that was said of it."""
    part = f"{device} {what.device}"
    found = [event for event in events if isinstance(event, e.DeviceReported) and event.device == part]
    if (what.what, what.detail) in ((one.what, one.detail) for one in found):
        return True
    word, code = _said(what.what)
    return (word == "begins") is (code in _standing(found)) and word != ""


def _said(what: str) -> tuple[str, str]:
    """Return whether a report says that something begins or ends, and what."""
    if what in ("called", "call taken back"):
        return "begins" if what == "called" else "ends", "call"
    word, _, code = what.partition(" ")
    return {"fault": "begins", "cleared": "ends"}.get(word, ""), code


def _standing(found: Sequence[e.DeviceReported]) -> set[str]:
    standing: set[str] = set()
    for event in found:
        word, code = _said(event.what)
        if event.what.startswith("driver "):
            standing.clear()
        elif word == "begins":
            standing.add(code)
        else:
            standing.discard(code)
    return standing


Kept = Callable[[str, Any, m.Answer, Sequence[Event]], bool]
# For each request that changes something: under which number the table keeps it, and what must stand there.
_HOLDS: Final[dict[type[Any], tuple[str, Kept]]] = {
    m.SetWager: ("{device} {number}", _wager),
    m.CreditNote: ("ATS {ats} note {number}", _credit),
    m.DoubtNote: ("ATS {ats} doubt {what.note}", _doubt),
    m.PayByTicket: ("ATS {ats} cash-out {number}", _pay),
    m.TellTicket: ("ATS {ats} ticket {what.ticket}", _fate),
    m.TellFault: ("", _fault),
    m.ShowTicket: ("", _shown),
}


class HeardNetwork(Memory):
    """A network in memory on which each answer that arrives is heard."""

    def __init__(self, promises: Promises) -> None:
        super().__init__()
        self._promises = promises

    async def ask(self, device: str, data: bytes) -> bytes:
        """Carry a question and its answer."""
        said = await super().ask(device, data)
        self._promises.answered(device, data, said)
        return said
