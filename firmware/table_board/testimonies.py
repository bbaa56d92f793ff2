"""What other boards remember of the table's journal: asked for before it opens, and heard for as long as it runs."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from firmware.link.bus import HEAD, WHO_REMEMBERS, Bus
from firmware.link.journal_messages import HeadView, WhoRemembers
from firmware.refusal import Refused
from firmware.table.core.head import SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.core.service import Happened, TableService
from firmware.table.core.waiting import CONTRADICTS, Heard, OpeningStage
from firmware.table.features.devices import ReportDevice
from firmware.table.features.opening import AgreeHeads, HeadsAgreed, OpenedOnWord
from firmware.table.features.staff import StaffSignedOn, left_idle
from firmware.table.journal.testimony import Against, judge

ASK_S: Final = 1.0
# Heads are repeated this often, for boards that missed one.
AGAIN_S: Final = 10.0
# The fault of a board that remembers something that this table's key did not sign.
FOREIGN: Final = "head_foreign"
BY: Final = "table"
_encode: Final = msgspec.json.Encoder().encode


class Heads(Protocol):
    """The journal, as its witnesses see it."""

    key: str
    sequence: int
    signed: SignedHead | None

    def hash_at(self, sequence: int) -> bytes | None:
        """Return the hash of a row, if there is such a row."""
        ...


class Testimonies:
    """Hears the witnesses of one table.

    A waiting table opens when enough of them agree, or on a supervisor's word; a contradiction of the journal keeps
    it closed. A table that is already open stops when it hears one.
    """

    def __init__(self, service: TableService, journal: Heads, say: Callable[[str], None]) -> None:
        self._service = service
        self._journal = journal
        self._say = say
        self._said: set[str] = set()
        self._foreign: set[str] = set()
        self._reported: set[str] = set()
        # Consoles at which somebody has signed on since the table came back.
        self._there: set[str] = set()
        self._look = asyncio.Event()
        self._signed = asyncio.Event()
        self._contradicted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, device: str, head: HeadView | None) -> HeadView | None:
        """Take what a board remembers, and return the journal's head, for it to remember from now on."""
        heard = self._judged(device, head)
        waiting = self._service.opening
        if waiting is not None:
            self._service.set_opening(waiting.hears(heard))
        elif heard.verdict in CONTRADICTS and not self._contradicted.done():
            self._contradicted.set_exception(JournalError(_what(heard)))
        (self._foreign.add if heard.verdict == "foreign" else self._foreign.discard)(device)
        self._look.set()
        return self._head()

    def _head(self) -> HeadView | None:
        """Return the last signed head; none until it is certain that it is this table's."""
        signed = self._journal.signed
        settled = self._service.opening is None and not self._contradicted.done()
        return HeadView(*msgspec.structs.astuple(signed)) if signed is not None and settled else None

    def _judged(self, device: str, head: HeadView | None) -> Heard:
        if head is None:
            return Heard(device, "nothing")
        signed = msgspec.convert(head, SignedHead, from_attributes=True)
        journal = self._journal
        against = Against(journal.key, journal.sequence, self._service.state.branches, journal.hash_at)
        return Heard(device, judge(signed, against), signed.row, signed.era)

    def signed(self) -> None:
        """Note that the journal's head was signed."""
        self._signed.set()

    def follow(self, happened: Happened) -> None:
        """Look whether the table has opened, or its head was signed."""
        if any(isinstance(event, HeadsAgreed | OpenedOnWord) for event in happened.events):
            self._service.set_opening(None)
        self._there.update(event.console for event in happened.events if isinstance(event, StaffSignedOn))
        self._look.set()
        self._signed.set()

    # Before the table opens.

    async def opened(self, bus: Bus | None) -> None:
        """Wait until the table may open; the reason is then on record."""
        asking = None if bus is None else asyncio.create_task(_ask(bus))
        try:
            while (waiting := self._service.opening) is not None:
                stage = waiting.stage(self._service.now_ms())
                if stage is OpeningStage.AGREED:
                    await self._service.submit(AgreeHeads(waiting.heard), by=BY)
                    continue
                if stage is OpeningStage.WORD_NEEDED:
                    await self._sign_off_from_before()
                self._tell(stage, waiting.heard)
                self._look.clear()
                await _either(self._look, ASK_S)
        finally:
            if asking is not None:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

    async def _sign_off_from_before(self) -> None:
        """Sign off whoever was signed on when the table went away: its word is given by somebody who is there now."""
        for console in self._service.state.consoles.keys() - self._there:
            with contextlib.suppress(Refused):  # it was left meanwhile
                await self._service.submit(left_idle(console), by=BY)

    def _tell(self, stage: OpeningStage, heard: tuple[Heard, ...]) -> None:
        said = [_what(one) for one in heard if one.verdict in CONTRADICTS]
        if stage is OpeningStage.WORD_NEEDED:
            said.append("what other boards remember does not settle that the journal is whole: at the console a "
                        "supervisor signs on and gives the word")  # fmt: skip
        for text in said:
            if text not in self._said:
                self._said.add(text)
                self._say(text)

    # While it runs.

    async def stand(self) -> None:
        """Wait until a board contradicts the journal, then raise that as a JournalError."""
        await asyncio.shield(self._contradicted)

    async def tell(self, bus: Bus) -> None:
        """Publish the journal's head when it is signed, and again now and then.

        All boards are asked once: those of a table that was away for a moment did not notice it, and a table whose
        journal is gone altogether takes itself for new, and asked nobody before it opened.
        """
        await bus.publish(WHO_REMEMBERS, _encode(WhoRemembers()))
        while True:
            signed, head = self._journal.signed, self._head()
            if head is not None:
                await bus.publish(HEAD, _encode(head))
            while True:
                self._signed.clear()
                if not await _either(self._signed, AGAIN_S) or self._journal.signed is not signed:
                    break

    async def report(self) -> None:
        """Record which boards remember something that this table never signed, when that changes."""
        while True:
            self._look.clear()
            if self._service.opening is None:
                for device in sorted(self._foreign ^ self._reported):
                    word = "fault" if device in self._foreign else "cleared"
                    await self._service.submit(ReportDevice(f"{device} witness", f"{word} {FOREIGN}"), by=BY)
                self._reported = set(self._foreign)
            await self._look.wait()


async def _ask(bus: Bus) -> None:
    """Ask all boards, again and again; the server may not be there yet."""
    while True:
        await bus.publish(WHO_REMEMBERS, _encode(WhoRemembers()))
        await asyncio.sleep(ASK_S)


async def _either(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, but not for ever; return whether it came."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()


def _what(heard: Heard) -> str:
    missing = "and the journal ends before it" if heard.verdict == "later" else "and another row stands there"
    return (
        f"{heard.device} remembers row {heard.row} of this journal, signed by this table, {missing}: rows are lost or "
        "were changed. The table does not play. Keep all files of the journal; put back the one that ends later, or "
        "have `rapid-table journal restore` put it together from its copy"
    )
