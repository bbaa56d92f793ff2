"""What was acknowledged, held against the journal's file at once: nobody may be told of what is not on record."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

import msgspec

from firmware.game.events import Event
from firmware.link import messages as m
from firmware.link.acceptor_messages import DoubtNote
from firmware.link.bus import Come, MemoryNetwork
from firmware.link.desk_messages import ShowTicket
from firmware.link.report_messages import TellFault, TellTicket
from firmware.link.wager_messages import AskOwnLimits, AskPause, SetWager, SetWagers, ShowCard
from firmware.table.core.group import Answer, Asked
from firmware.table.core.reported import IDENTIFIED, PAPER_FATE, begins_anew
from firmware.table.core.service import TableService
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.devices import DeviceReported
from firmware.table.features.guest_limits import OwnLimitsSet, PauseTaken
from firmware.table.features.known_devices import DeviceIdentified
from firmware.table.features.note_doubts import LeftNoteTold, NoteDoubted, NoteQuestioned
from firmware.table.features.papers import PaperEnded, PaperOrdered
from firmware.table.features.patrons import PatronNamed
from firmware.table.features.tickets import TicketIssued, TicketReported
from firmware.table.features.wagers import WagerSet
from sim.heard_service import heard_service
from sim.soak.journal import SoakJournal

_read_envelope: Final = msgspec.json.Decoder(m.Envelope).decode
_read_answer: Final = msgspec.json.Decoder(m.Answer).decode
PAPER: Final = re.compile(PAPER_FATE)
# What says what a note is: with its number in the pocket that told of it.
OfNotes = BoughtIn | NoteDoubted | LeftNoteTold


class Promises:
    """Hears each acknowledgement; `wrong` says which of them the journal does not hold."""

    def __init__(self, journal: SoakJournal) -> None:
        self.wrong: list[str] = []
        self.count = 0
        self._journal = journal

    def service(self) -> type[TableService]:
        """Return a table whose acknowledgements are heard."""
        return heard_service(self.answered_at_table)

    def answered_at_table(self, command: Asked, number: str | None, answer: Answer) -> None:
        """Hold what the table answered, unless it refused."""
        if not answer.cancelled() and answer.exception() is None:
            self.acknowledged(command, answer.result(), number)

    def acknowledged(self, command: Asked, events: tuple[Event, ...], number: str | None) -> None:
        """Hold a command that the table says it has carried out."""
        self.count += 1
        if not events:
            return
        kept: Sequence[Event] | None = self._journal.lately(number)
        if not _contains(kept or (), events) and number is not None:
            kept = self._journal.of_command(number)  # a repeat of what was done before
        if not _contains(kept or (), events):
            self.wrong.append(f"{command} was acknowledged and is not in the journal")

    def answered(self, device: str, asked: bytes, said: bytes) -> None:
        """Hold what a board was told across the network."""
        envelope, answer = _read_envelope(asked), _read_answer(said)
        holds = _HOLDS.get(type(envelope.what))
        if answer.outcome in ("refused", "later") or holds is None:
            return
        self.count += 1
        named, is_kept = holds
        ats = device.removeprefix("ats-")
        once = [
            one.format(device=device, ats=ats, number=envelope.number, life=envelope.life, what=envelope.what)
            for one in named
        ]
        found = [event for one in once for event in self._journal.of_command(one) or ()]
        if not found and isinstance(envelope.what, m.CreditNote | DoubtNote):
            found = self._of_note(envelope.life, envelope.what.note)
        kept = is_kept(device, envelope.what, answer, found if named else self._unnumbered(device, envelope.what))
        if not kept:
            said_of = f"{device} was told that {envelope.what} is {answer.outcome}"
            self.wrong.append(f"{said_of}, and the journal does not hold it")

    def _unnumbered(self, device: str, what: Any) -> Sequence[Event]:
        """Return all that can hold a request without a number, of whenever: what stands was said long ago."""
        if isinstance(what, TellFault):
            return self._journal.of_device(f"{device} {what.device}")
        return self._journal.every(TicketShown)

    def _of_note(self, life: str, note: int) -> list[Event]:
        """Return what was said of a note of which the commands are forgotten: the table still knows it."""
        told = [one for one in self._journal.every(*get_args(OfNotes)) if isinstance(one, OfNotes)]
        return [event for event in told if (event.life, event.note) == (life, note)]


def _contains(kept: Sequence[Event], events: Sequence[Event]) -> bool:
    """Whether events stand there, one after the other."""
    first, count = events[0], len(events)
    starts = (place for place, event in enumerate(kept) if event == first)
    return any(tuple(kept[place : place + count]) == tuple(events) for place in starts)


def _wager(device: str, what: SetWager, answer: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, WagerSet)]
    return [(f"ats-{one.ats}", one.bet, one.accepted) for one in found] == [(device, what.bet, answer.accepted)]


def _wagers(device: str, what: SetWagers, answer: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, WagerSet)]
    said = {(device, bet, answer.stakes.get(bet)) for bet in what.stakes}
    return {(f"ats-{one.ats}", one.bet, one.accepted) for one in found} == said


def _own_limits(device: str, what: AskOwnLimits, _: m.Answer, events: Sequence[Event]) -> bool:
    """Hold that a limit is on record: what stood already was not said again."""
    found = [event for event in events if isinstance(event, OwnLimitsSet) and f"ats-{event.ats}" == device]
    return any(what.most_lost in (None, event.most_lost) for event in found)


def _pause(device: str, _: AskPause, __: m.Answer, events: Sequence[Event]) -> bool:
    return any(isinstance(event, PauseTaken) and f"ats-{event.ats}" == device for event in events)


def _card(device: str, what: ShowCard, _: m.Answer, events: Sequence[Event]) -> bool:
    """Hold that a card is on record; the same one again, or none where none was, is not said again."""
    return not what.patron or any(isinstance(event, PatronNamed) and f"ats-{event.ats}" == device for event in events)


def _credit(_: str, what: m.CreditNote, answer: m.Answer, events: Sequence[Event]) -> bool:
    """Hold the one fate of a note: whatever it was told of as first, it is credited or in doubt.

    Wherever that was: a board that has moved tells again of what it told elsewhere, and a note that it left before is
    in doubt there.
    """
    told = [event for event in events if isinstance(event, OfNotes)]
    said = answer.outcome == "done", what.note, what.amount, what.currency
    return [(isinstance(one, BoughtIn), one.note, one.amount, one.currency) for one in told] == [said]


def _doubt(_: str, what: DoubtNote, __: m.Answer, events: Sequence[Event]) -> bool:
    if any(isinstance(one, NoteQuestioned) and one.note == what.note for one in events):
        return True  # it had been credited, and is on record as questioned
    told = [event for event in events if isinstance(event, OfNotes)]
    return [(one.note, one.amount, one.currency) for one in told] == [(what.note, what.amount, what.currency)]


def _pay(device: str, _: m.PayByTicket, answer: m.Answer, events: Sequence[Event]) -> bool:
    said = None if answer.ticket is None else (device, answer.ticket.number, answer.ticket.amount)
    issued = [(f"ats-{one.ats}", one.number, one.amount) for one in events if isinstance(one, TicketIssued)]
    return issued == ([] if said is None else [said])


def _fate(device: str, what: TellTicket, _: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, TicketReported)]
    # A reprint that failed leaves in doubt what was before it.
    fate = "in_doubt" if what.copy and what.fate == "failed" else what.fate
    return [(f"ats-{one.ats}", one.number, one.fate) for one in found] == [(device, what.ticket, fate)]


def _shown(device: str, what: ShowTicket, answer: m.Answer, events: Sequence[Event]) -> bool:
    found = [event for event in events if isinstance(event, TicketShown)]
    amount = answer.ticket.amount if answer.ticket is not None else 0
    said = (device, what.ticket, answer.redemption, amount)
    return said in [
        (one.desk, one.number, one.answer, one.amount) for one in found if what.request in ("", one.request)
    ]


def _fault(device: str, what: TellFault, _: m.Answer, events: Sequence[Event]) -> bool:
    """Whether it is there; or, when it only said what stands, whether that is the last that was said of it."""
    part = f"{device} {what.device}"
    if what.what == IDENTIFIED:
        known = [event.what for event in events if isinstance(event, DeviceIdentified) and event.device == part]
        return known[-1:] == [what.detail] or not what.detail
    if (paper := PAPER.fullmatch(what.what)) is not None:
        return _paper(int(paper[1]), events)
    found = [event for event in events if isinstance(event, DeviceReported) and event.device == part]
    if (what.what, what.detail) in ((one.what, one.detail) for one in found):
        return True
    word, code = _said(what.what)
    return (word == "begins") is (code in _standing(found)) and word != ""


def _paper(number: int, events: Sequence[Event]) -> bool:
    """Whether a paper that was ordered there has ended: what was told of it first stands. Of others nothing is kept."""
    ordered = any(isinstance(event, PaperOrdered) and event.number == number for event in events)
    return not ordered or any(isinstance(event, PaperEnded) and event.number == number for event in events)


def _said(what: str) -> tuple[str, str]:
    """Return whether a report says that something begins or ends, and what."""
    if what in ("called", "call taken back"):
        return "begins" if what == "called" else "ends", "call"
    word, _, code = what.partition(" ")
    return {"fault": "begins", "cleared": "ends"}.get(word, ""), code


def _standing(found: Sequence[DeviceReported]) -> set[str]:
    standing: set[str] = set()
    for event in found:
        word, code = _said(event.what)
        if begins_anew(event.what):
            standing.clear()
        elif word == "begins":
            standing.add(code)
        else:
            standing.discard(code)
    return standing


Kept = Callable[[str, Any, m.Answer, Sequence[Event]], bool]
_NOTE: Final = (
    "ATS {ats} note {life}-{what.note} {what.amount}{what.currency}",
    "ATS {ats} doubt {life}-{what.note} {what.amount}{what.currency}",
)
# For each request that changes something: under which numbers the table keeps it, and what must stand there.
_HOLDS: Final[dict[type[Any], tuple[tuple[str, ...], Kept]]] = {
    SetWager: (("{device} {life} {number} {what.bet} {what.amount}",), _wager),
    SetWagers: (("{device} {life} {number} {what.placed}",), _wagers),
    AskOwnLimits: ((), _own_limits),
    AskPause: ((), _pause),
    ShowCard: ((), _card),
    m.CreditNote: (_NOTE, _credit),
    DoubtNote: (_NOTE, _doubt),
    m.PayByTicket: (("ATS {ats} cash-out {life}-{what.cash_out}",), _pay),
    TellTicket: (("ATS {ats} ticket {what.ticket} {what.fate} {what.copy}",), _fate),
    TellFault: ((), _fault),
    ShowTicket: ((), _shown),
}


class HeardNetwork(MemoryNetwork):
    """A network in memory on which each answer that arrives is heard. `come`: what takes requests at the table."""

    def __init__(self, promises: Promises, carry: Callable[[str], tuple[float, ...]]) -> None:
        super().__init__(carry)
        self.come: Come | None = None
        self._promises = promises

    def server(self, come: Come | None) -> None:
        """Have somebody answer from now on, or nobody."""
        super().server(come)
        self.come = come

    def hears(self, device: str) -> bool:
        """Whether what a device says is carried to the table."""
        return not self._is_muted(device)

    async def ask(self, device: str, data: bytes) -> bytes:
        """Carry a question and its answer."""
        said = await super().ask(device, data)
        self._promises.answered(device, data, said)
        return said
