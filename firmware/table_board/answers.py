"""The table's end of the network: answers what boards ask, once each, and tells them what has changed."""

import asyncio
import logging
from collections import OrderedDict, defaultdict
from functools import partial
from typing import Final, NamedTuple

import msgspec

from firmware.link import messages as m
from firmware.link.bus import BEAT, Bus, Unanswered
from firmware.link.message import NumberOnly
from firmware.link.refusals import refusal_view
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table_board.attendance import TERMINAL, Attendance, Bar
from firmware.table_board.desk_answers import DeskAnswers, Proves, nobody_known
from firmware.table_board.door import Door
from firmware.table_board.patron_limits import NO_HOST, HostChosen, PatronLimits
from firmware.table_board.requests import Asker, Fetch, Others, Requests, Testimony, no_copies, unheard
from firmware.table_board.session_answers import SessionAnswers
from firmware.table_board.telling import Telling

# How many of a device's last answers are kept for repeats; the journal remembers older ones.
REMEMBERED: Final = 32
# Devices that flood within this time are barred together: the server then reads its users only once.
TOGETHER_S: Final = 0.05
_log: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(m.Envelope).decode


_decode_number: Final = msgspec.json.Decoder(NumberOnly).decode


def _number(data: bytes) -> str:
    """Return the number of an unreadable request, if at least that can be read."""
    try:
        return _decode_number(data).number
    except m.UNREADABLE:
        return ""


def _refusal(number: str, refusal: Refused) -> m.Answer:
    return m.Answer(number, "refused", refusal_view(refusal))


# The answer to what exceeds a device's quota: it was not done, and may be asked again.
_LATER: Final = _encode(m.Answer("", "later", refusal_view(Refused(TableCode.TOO_MANY_REQUESTS))))


class _Answered(NamedTuple):
    """An earlier request, who asked, and its answer. Kept for speed only: the journal is the truth."""

    life: str
    what: m.Request
    answer: asyncio.Future[m.Answer]


def unbarred(_: frozenset[str]) -> None:
    """Bar nobody from the server: without a gate the table can only stop listening."""


class HouseSystems(NamedTuple):
    """A house's other systems: `prove` checks who stands at a cash desk, `host` knows players' limits.

    `name`: of the table in the house.
    """

    prove: Proves = nobody_known
    host: HostChosen = NO_HOST
    name: str = ""


NO_SYSTEMS: Final = HouseSystems()


class TableBoard:
    """Serves a table to its boards.

    `bar` keeps devices from the server; `testimony` hears what they remember; `fetch` returns what their copies of the
    journal lack. While the table waits to be opened, it hears only what boards remember: to them it is away.
    """

    def __init__(
        self,
        service: TableService,
        bus: Bus,
        bar: Bar = unbarred,
        testimony: Testimony = unheard,
        fetch: Fetch = no_copies,
        house: HouseSystems = NO_SYSTEMS,
    ) -> None:
        self._service = service
        self._bus = bus
        self._answered: defaultdict[str, OrderedDict[str, _Answered]] = defaultdict(OrderedDict)
        self._door = Door(self.serve, self._mute, _LATER)
        self.attendance: Final = Attendance(service, self._door, bar)
        self._telling = Telling(service, bus, self.attendance)
        self._sessions = SessionAnswers(service, house.name)
        others = Others(self._sessions, DeskAnswers(service, house.prove), PatronLimits(service, house.host))
        self._requests = Requests(service, self.attendance, self._telling, testimony, fetch, others)

    async def run(self) -> None:
        """Serve until cancelled."""
        self.attendance.remember()
        terminals = range(1, self._service.state.setup.ats + 1)
        await self._bus.serve(self._door.came, (f"{TERMINAL}{ats}" for ats in terminals))
        for ats in terminals:
            await self._bus.hear(f"{BEAT}.{TERMINAL}{ats}", partial(self._beat, ats))
        try:
            await asyncio.gather(self._telling.send(), self._telling.beat(), self._door.watch(), self._bus.live())
        finally:
            self._door.close()
            await self._bus.close()

    def _beat(self, ats: int, data: bytes) -> None:
        if self.attendance.beat(ats, data):
            self._telling.beaten(ats)

    def _mute(self, device: str, seconds: float) -> None:
        """Ignore a device for this long; one that floods is barred at once, since all others feel it."""
        self._bus.mute(device, seconds)
        asyncio.get_running_loop().call_later(TOGETHER_S, self.attendance.bar)

    def follow(self, happened: Happened) -> None:
        """Tell what has changed, once for all that was committed together."""
        self._sessions.follow(happened)
        self._telling.follow(happened)

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return self._telling.waiting

    # What it answers.

    async def serve(self, device: str, data: bytes) -> bytes:
        """Answer a device's request. An unreadable one is refused; a failure of one ends nothing else."""
        try:
            envelope = _decode(data)
        except m.UNREADABLE as error:
            self._door.unreadable(device)
            return _encode(_refusal(_number(data), Refused(TableCode.UNREADABLE_REQUEST, why=str(error))))
        if not self._door.allows(device, type(envelope.what)):
            return _LATER
        try:
            return _encode(await self._once(device, envelope))
        except TableStopped as stopped:
            # Only the journal knows now whether it was done: the board will ask again.
            raise Unanswered(str(stopped)) from None
        except Unanswered:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it ends this answer and nothing else
            self._door.unreadable(device)
            _log.exception("%s: a request of kind %s", device, type(envelope.what).__name__)
            raise Unanswered(str(error)) from None

    async def _once(self, device: str, envelope: m.Envelope) -> m.Answer:
        """Give a repeat the first one's answer, even if the first is still being carried out.

        A repeat has the same number, pocket and contents. Anything else under this number is a new request.
        """
        if envelope.what.only_looks:
            return await self._answer(device, envelope)
        answered = self._answered[device]
        known = answered.get(envelope.number)
        if known is not None and (known.life, known.what) == (envelope.life, envelope.what):
            return await asyncio.shield(known.answer)
        answer: asyncio.Future[m.Answer] = asyncio.get_running_loop().create_future()
        answered[envelope.number] = _Answered(envelope.life, envelope.what, answer)
        while len(answered) > REMEMBERED:
            answered.popitem(last=False)
        try:
            said = await self._answer(device, envelope)
        except BaseException as error:
            answered.pop(envelope.number, None)  # nobody knows whether it was done, so no answer may be remembered
            answer.set_exception(error if isinstance(error, Exception) else Unanswered("it was not carried out"))
            answer.exception()  # a repeat may wait for it; often there is none
            raise
        answer.set_result(said)
        return said

    async def _answer(self, device: str, envelope: m.Envelope) -> m.Answer:
        number = envelope.number
        if self._service.opening is not None and not envelope.what.before_opening:
            raise Unanswered("the table is not open yet")
        try:
            asker = Asker(device, self._terminal(device), envelope.life, envelope.acknowledged)
            if self._service.now_ms() > envelope.until and envelope.what.expires:
                return _refusal(number, Refused(TableCode.TOO_LATE))
            return await self._requests.answer(asker, number, envelope.what)
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
