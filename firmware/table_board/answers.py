"""The table's end of the network: answers what boards ask, once each, and tells them what has changed."""

import asyncio
import logging
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from firmware.link import messages as m
from firmware.link.bus import ACCOUNT, BEAT, PUBLIC, Bus, Unanswered
from firmware.link.refusals import refusal_view
from firmware.link.table_link import LocalTable
from firmware.link.ticket_views import ticket_view
from firmware.link.views import Recall, account_view, public_view
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import Happened, TableService, TableStopped
from firmware.table.core.state import TableState
from firmware.table.features.devices import ReportDevice
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.pocket_numbers import PrintedTicket
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table.journal.copy_store import Kept
from firmware.table_board import desk_answers
from firmware.table_board.attendance import TERMINAL, Attendance, Bar
from firmware.table_board.door import Door
from firmware.table_board.touched import NOBODY, touched_by
from hal.currency import Note
from hal.note_way import NoteInFlight

BEAT_S: Final = 1.0
# So many of a device's last answers are given again to who asks again; older ones the journal remembers.
REMEMBERED: Final = 32
# Devices that flood within so long are barred together: the server reads its users once for all of them.
TOGETHER_S: Final = 0.05
# So many of its messages wait for the network; then the oldest is lost.
WAITING_OUT: Final = 4096
DISPLAY: Final = "wnd-"
# What a display says of itself, and what that is at the table (11.13).
_OF_DISPLAY: Final[dict[str, Malfunction | ClearMalfunction]] = {
    "fault shows_otherwise": Malfunction("wnd"),
    "cleared shows_otherwise": ClearMalfunction("wnd"),
}
_log: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(m.Envelope).decode


def _refusal(number: str, refusal: Refused) -> m.Answer:
    return m.Answer(number, "refused", refusal_view(refusal))


# What is over a device's quota: it was not done, and may be asked again.
_LATER: Final = _encode(m.Answer("", "later", refusal_view(Refused(TableCode.TOO_MANY_REQUESTS))))


# Hears which device remembers which head, and says what the journal's is, if it is signed.
Testimony = Callable[[str, m.HeadView | None], m.HeadView | None]


# Returns the next frames for a device's copy of the journal.
Fetch = Callable[[str, Kept, int], Awaitable[bytes]]


class Asker(NamedTuple):
    """Who asks: a device, the number of the terminal that it is, or 0, and the life of its pocket, if it has one.

    `acknowledged`: the last number there that it was answered for, if it says so.
    """

    device: str
    ats: int
    life: str
    acknowledged: int | None


class _Answered(NamedTuple):
    """A request that was asked before, of whom, and its answer; a memory for speed, not for truth."""

    life: str
    what: m.Request
    answer: asyncio.Future[m.Answer]


async def no_copies(_: str, __: Kept, ___: int) -> bytes:
    """Refuse: this table has no copies on other boards."""
    raise Refused(TableCode.KEEPS_NO_COPY)


def _unheard(_: str, __: m.HeadView | None) -> m.HeadView | None:
    """A table whose journal is not signed has no witnesses."""
    return None


def unbarred(_: frozenset[str]) -> None:
    """Nobody can be kept from the server here: the table does not listen to them, and that is all."""


class TableBoard:
    """Serves a table to its boards.

    `bar` keeps devices from the server; `testimony` hears what they remember; `fetch` returns what their copies of the
    journal lack. While the table waits to be opened, boards are heard of what they remember alone: to them it is away.
    """

    def __init__(
        self,
        service: TableService,
        bus: Bus,
        bar: Bar = unbarred,
        testimony: Testimony = _unheard,
        fetch: Fetch = no_copies,
    ) -> None:
        self._service = service
        self._bus = bus
        self._testimony = testimony
        self._fetch = fetch
        # Counted on from the time: after a restart no number comes again that a board has seen already.
        self._moment = service.now_ms()
        self._public = m.PublicView(self._moment, 0)
        self._told: dict[int, m.AccountView] = {}
        self._untold: set[int] = set()
        self._happened: Happened | None = None
        self._touched = NOBODY
        self._recall = Recall()
        self._answered: defaultdict[str, OrderedDict[str, _Answered]] = defaultdict(OrderedDict)
        self._door = Door(self.serve, self._mute, _LATER)
        self.attendance: Final = Attendance(service, self._door, bar)
        self._out: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(maxsize=WAITING_OUT)

    async def run(self) -> None:
        """Serve until cancelled."""
        self.attendance.remember()
        terminals = range(1, self._service.state.setup.ats + 1)
        await self._bus.serve(self._door.came, (f"{TERMINAL}{ats}" for ats in terminals))
        for ats in terminals:
            await self._bus.hear(f"{BEAT}.{TERMINAL}{ats}", partial(self.attendance.beat, ats))
        try:
            await asyncio.gather(self._send(), self._beat(), self._door.watch(), self._bus.live())
        finally:
            self._door.close()
            await self._bus.close()

    def _mute(self, device: str, seconds: float) -> None:
        """Hear nothing of a device for so long; one that floods is barred at once, since all others feel it."""
        self._bus.mute(device, seconds)
        asyncio.get_running_loop().call_later(TOGETHER_S, self.attendance.bar)

    # What it tells.

    def follow(self, happened: Happened) -> None:
        """Tell what has changed, once for all that was committed together."""
        if self._service.opening is not None:
            return
        self._moment += 1
        if self._happened is None:
            asyncio.get_running_loop().call_soon(self._tell_touched)
        self._happened = happened
        self._touched = self._touched.both(touched_by(happened.events))

    def _tell_touched(self) -> None:
        """Tell everybody what may be known, and each terminal what is its own, where something touched that."""
        happened, self._happened = self._happened, None
        touched, self._touched = self._touched, NOBODY
        assert happened is not None
        state = happened.state
        if touched.public and self._look(state, happened.at):
            self._put(PUBLIC, self._public)
        there = self._told.keys() | state.accounts.keys() | self.attendance.heard_at.keys()
        for ats in sorted(there if touched.terminals is None else touched.terminals):
            self._tell(state, ats, happened.at, again=False)

    def _tell(self, state: TableState, ats: int, at: int, *, again: bool) -> None:
        """Tell a terminal of its account, when that changed or it may have missed it."""
        try:
            view = self._account(state, ats, at)
            if again or _without_number(self._told.get(ats)) != _without_number(view):
                self._told[ats] = view
                self._put(f"{ACCOUNT}.{TERMINAL}{ats}", view)
        except Exception:  # noqa: BLE001 - one terminal's view ends nothing else
            if ats not in self._untold:
                self._untold.add(ats)
                _log.exception("the view of ATS %d", ats)

    def _look(self, state: TableState, at: int) -> bool:
        """Take the public view anew; whether it has changed. A wager of one terminal is nobody else's business."""
        known = self._public
        view = public_view(state, known.number, at)
        if msgspec.structs.replace(view, at=known.at) == known:
            return False
        self._public = msgspec.structs.replace(view, number=known.number + 1)
        return True

    def _account(self, state: TableState, ats: int, at: int) -> m.AccountView:
        return account_view(state, ats, self._moment, at, self._recall)

    def _put(self, subject: str, message: m.Message) -> None:
        if self._out.full():
            self._out.get_nowait()  # what is lost here, each board notices by the number of the next, and asks
        self._out.put_nowait((subject, _encode(message)))

    async def _send(self) -> None:
        while True:
            subject, data = await self._out.get()
            await self._bus.publish(subject, data)

    async def _beat(self) -> None:
        while True:
            if self._service.opening is not None:
                await asyncio.sleep(BEAT_S)
                continue
            self._put(f"{BEAT}.table", m.Beat(self._service.now_ms(), self._public.number))
            # A limit that was announced begins to hold without anything else happening.
            if self._look(self._service.state, self._service.now_ms()):
                self._put(PUBLIC, self._public)
            # A change of an account that was lost leaves no gap in the public numbers: it is said again.
            for ats in self.attendance.heard_at:
                self._tell(self._service.state, ats, self._service.now_ms(), again=True)
            await self.attendance.look()
            await asyncio.sleep(BEAT_S)

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return self._out.qsize()

    # What it answers.

    async def serve(self, device: str, data: bytes) -> bytes:
        """Answer a request of a device. What cannot be read is refused; what goes wrong with it ends nothing else."""
        try:
            envelope = _decode(data)
        except m.UNREADABLE as error:
            self._door.unreadable(device)
            return _encode(_refusal("", Refused(TableCode.UNREADABLE_REQUEST, why=str(error))))
        if not self._door.allows(device, type(envelope.what)):
            return _LATER
        try:
            return _encode(await self._once(device, envelope))
        except TableStopped as stopped:
            # Whether it was done, only the journal knows now: whoever asked asks again.
            raise Unanswered(str(stopped)) from None
        except Unanswered:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it ends this answer and nothing else
            self._door.unreadable(device)
            _log.exception("%s: a request of kind %s", device, type(envelope.what).__name__)
            raise Unanswered(str(error)) from None

    async def _once(self, device: str, envelope: m.Envelope) -> m.Answer:
        """Answer a repeat as it was answered; also while the first is still being carried out.

        A repeat says the same under the same number, with the same pocket: whatever else has this number is done.
        """
        if isinstance(envelope.what, m.GetSnapshot | m.FetchCopy):
            return await self._answer(device, envelope)
        answered = self._answered[device]
        known = answered.get(envelope.number)
        if known is None or (known.life, known.what) != (envelope.life, envelope.what):
            answer = asyncio.ensure_future(self._answer(device, envelope))
            known = answered[envelope.number] = _Answered(envelope.life, envelope.what, answer)
            while len(answered) > REMEMBERED:
                answered.popitem(last=False)
        try:
            return await asyncio.shield(known.answer)
        except Exception:
            answered.pop(envelope.number, None)  # nothing is known of it, and so nothing is remembered
            raise

    async def _answer(self, device: str, envelope: m.Envelope) -> m.Answer:
        number = envelope.number
        if self._service.opening is not None and not isinstance(envelope.what, m.ShowHead):
            raise Unanswered("the table is not open yet")
        try:
            asker = Asker(device, self._terminal(device), envelope.life, envelope.acknowledged)
            if self._service.now_ms() > envelope.until and isinstance(envelope.what, m.SetWager):
                return _refusal(number, Refused(TableCode.TOO_LATE))
            return await self._DO[type(envelope.what)](self, asker, number, envelope.what)
        except Refused as refusal:
            return _refusal(number, refusal)

    def _terminal(self, device: str) -> int:
        """Return the number of a terminal; 0 for a board that only listens."""
        if not device.startswith(TERMINAL):
            return 0
        named = device.removeprefix(TERMINAL)
        if not named.isdigit() or not 1 <= int(named) <= self._service.state.setup.ats:
            raise Refused(TableCode.NO_DEVICE, device=device)
        return int(named)

    async def _snapshot(self, asker: Asker, number: str, what: m.GetSnapshot) -> m.Answer:
        if what.version != m.VERSION:
            raise Refused(TableCode.BOARD_VERSION, theirs=what.version, ours=m.VERSION)
        state = self._service.state
        if asker.ats:
            self.attendance.heard(asker.ats)
            await self._of(asker).meet()
        at = self._service.now_ms()
        account = self._account(state, asker.ats, at) if asker.ats else None
        self._look(state, at)
        public = msgspec.structs.replace(self._public, at=at)
        return m.Answer(number, "done", public=public, account=account)

    async def _wager(self, asker: Asker, number: str, what: m.SetWager) -> m.Answer:
        self._of(asker).need_served()
        command = Wager(asker.ats, what.bet, what.amount)
        once = f"{asker.device} {asker.life} {number} {what.bet} {what.amount}"
        events = await self._service.submit(command, by=f"ATS {asker.ats}", number=once)
        accepted = next(event.accepted for event in events if isinstance(event, WagerSet))
        return m.Answer(number, "done", accepted=accepted)

    async def _ask_note(self, asker: Asker, number: str, what: m.AskNote) -> m.Answer:
        why = await self._of(asker).why_not(Note(what.currency, what.amount))
        if why is not None:
            raise why
        return m.Answer(number, "done")

    async def _credit(self, asker: Asker, number: str, what: m.CreditNote) -> m.Answer:
        credited = await self._of(asker).credit(NoteInFlight(what.note, what.amount, currency=what.currency))
        return m.Answer(number, "done" if credited else "in-doubt")

    async def _doubt(self, asker: Asker, number: str, what: m.DoubtNote) -> m.Answer:
        await self._of(asker).doubt(NoteInFlight(what.note, what.amount, currency=what.currency), what.why)
        return m.Answer(number, "done")

    async def _pocket(self, asker: Asker, number: str, what: m.ShowPocket) -> m.Answer:
        printed = tuple(PrintedTicket(one.number, one.amount) for one in what.printed)
        return m.Answer(number, "done", last=await self._of(asker).show_pocket(what.last, printed))

    async def _pay(self, asker: Asker, number: str, what: m.PayByTicket) -> m.Answer:
        issued = await self._of(asker).pay_by_ticket(what.cash_out)
        ticket = None if issued is None else ticket_view(issued)
        return m.Answer(number, "done", ticket=ticket)

    async def _ticket(self, asker: Asker, number: str, what: m.TellTicket) -> m.Answer:
        await self._of(asker).report(what.ticket, what.fate, what.why, what.copy)
        return m.Answer(number, "done")

    async def _device(self, asker: Asker, number: str, what: m.TellFault) -> m.Answer:
        report = ReportDevice(f"{asker.device} {what.device}", what.what, what.detail)
        await self._service.submit(report, by=asker.device)
        if asker.device.startswith(DISPLAY) and what.what in _OF_DISPLAY:
            await self.attendance.fault(_OF_DISPLAY[what.what])
        return m.Answer(number, "done")

    async def _shown(self, asker: Asker, number: str, what: m.ShownAtClose) -> m.Answer:
        """Compare what a terminal showed with what the table holds (4.6)."""
        self._of(asker).need_served()
        account = self._service.state.accounts.get(asker.ats)
        coup = self._service.state.game.coup
        held = account.wagers if account else {}
        if coup is not None and coup.number == what.coup and held != what.wagers:
            detail = f"coup {what.coup}: shown {what.wagers}, held {held}"
            await self._service.submit(ReportDevice(asker.device, "shown otherwise at the close", detail))
            await self.attendance.fault(Malfunction("ats", asker.ats))
            raise Refused(TableCode.SHOWN_OTHERWISE)
        return m.Answer(number, "done")

    async def _show(self, asker: Asker, number: str, what: m.ShowTicket) -> m.Answer:
        return await desk_answers.show(self._service, asker.device, number, what)

    async def _last_shown(self, asker: Asker, number: str, _: m.LastShown) -> m.Answer:
        return await desk_answers.last_shown(self._service, asker.device, number)

    async def _head(self, asker: Asker, number: str, what: m.ShowHead) -> m.Answer:
        return m.Answer(number, "done", head=self._testimony(asker.device, what.head))

    async def _copy(self, asker: Asker, number: str, what: m.FetchCopy) -> m.Answer:
        frames = await self._fetch(asker.device, Kept(what.era, what.row, what.base), what.parts)
        return m.Answer(number, "done", frames=frames)

    def _of(self, asker: Asker) -> LocalTable:
        if not asker.ats:
            raise Refused(TableCode.NOT_A_TERMINAL)
        return LocalTable(asker.ats, self._service, asker.life, asker.acknowledged)

    _DO: Final[dict[type[Any], Callable[["TableBoard", Asker, str, Any], Awaitable[m.Answer]]]] = {
        m.GetSnapshot: _snapshot,
        m.SetWager: _wager,
        m.AskNote: _ask_note,
        m.ShowPocket: _pocket,
        m.CreditNote: _credit,
        m.DoubtNote: _doubt,
        m.PayByTicket: _pay,
        m.TellTicket: _ticket,
        m.TellFault: _device,
        m.ShownAtClose: _shown,
        m.ShowTicket: _show,
        m.LastShown: _last_shown,
        m.ShowHead: _head,
        m.FetchCopy: _copy,
    }


def _without_number(view: m.AccountView | None) -> m.AccountView | None:
    return None if view is None else msgspec.structs.replace(view, number=0)
