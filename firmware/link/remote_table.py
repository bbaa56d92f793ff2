"""The table across the network, for one board: what it hears, what it asks once, and what it asks until answered."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import msgspec

from firmware.link import messages as m
from firmware.link.acceptor_messages import AskTicket, CreditTicket, DoubtNote, TellAtRest
from firmware.link.bounds import SHORT_TEXT
from firmware.link.bus import ACCOUNT, BEAT, PUBLIC, Bus, Unanswered
from firmware.link.desk_messages import DeskView, LastShown, ShowTicket
from firmware.link.heard_of_table import HeardOfTable
from firmware.link.journal_messages import FetchCopy, HeadView, ShowHead
from firmware.link.plain import plain
from firmware.link.refusals import read_refusal
from firmware.link.report_messages import TellFault, TellTicket
from firmware.link.software_messages import TellSoftware
from firmware.link.table_link import Issued, UnderWay
from firmware.link.ticket_views import read_ticket
from firmware.link.tournament_messages import AskedByTournament
from firmware.link.wager_messages import AskedByPlayer, SetWager, SetWagers, ShownAtClose
from firmware.refusal import Refused
from firmware.software.proof import Proven
from firmware.table.core.codes import TableCode
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.reported import TicketFate
from firmware.table.journal.copy_store import CopyReach
from hal.currency import Note
from hal.note_way import NoteInFlight

BEAT_S: Final = 1.0
# Without three beats in a row the table counts as away; one may be lost, or late on a busy board.
LOST_S: Final = 3.0
# How often a board that is not the terminal says that it is still here, waiting for a supervisor.
STILL_HERE_S: Final = 20.0
ANSWER_S: Final = 1.0
# What must arrive in the end (a note, a ticket's fate) is repeated at this pace, for as long as it takes.
AGAIN_S: Final = 0.5
_encode: Final = msgspec.json.Encoder().encode
_read_answer: Final = msgspec.json.Decoder(m.Answer).decode


class Later(Unanswered):
    """The table refused to hear this now, as this board asks too much: nothing was done."""


def _unsaid() -> int | None:
    """Say nothing: this board has no pocket, or its program does not remember."""
    return None


class RemoteTable(HeardOfTable):
    """The table, for one board. `changed` is called whenever something that it shows changes.

    `life`: of this board's pocket, if it has one; `acknowledged` returns the last number there that the table has
    answered for.
    """

    def __init__(
        self, bus: Bus, changed: Callable[[], None], life: str = "", acknowledged: Callable[[], int | None] = _unsaid
    ) -> None:
        super().__init__(life, changed)
        self.bus: Final = bus
        self._acknowledged = acknowledged
        self._asked = 0
        # Held while the pocket is shown, so that no number of it is told before: a pocket that is shown after a later
        # number was told looks as if it had been set back.
        self._telling = asyncio.Lock()

    # How it follows the table.

    async def run(self) -> None:
        """Follow the table until cancelled."""
        await self.bus.hear(PUBLIC, self._public)
        await self.bus.hear(f"{ACCOUNT}.{self.bus.device}", self._account)
        await self.bus.hear(f"{BEAT}.table", self._beat)
        self._needed.set()
        try:
            await asyncio.gather(self._catch_up(), self._live(), self.bus.live())
        finally:
            await self.bus.close()

    async def _catch_up(self) -> None:
        """Ask for a snapshot whenever one is needed, until it comes."""
        while True:
            await self._needed.wait()
            try:
                answer = await self._once(m.GetSnapshot(), self._number())
            except (Unanswered, Refused):
                await asyncio.sleep(AGAIN_S)
                continue
            self._needed.clear()
            self._take(answer)

    async def _live(self) -> None:
        """Be heard, and notice when the table is not."""
        while True:
            known = self.account.number if self.account is not None else 0
            await self.bus.publish(f"{BEAT}.{self.bus.device}", _encode(m.Beat(self.now_ms(), known)))
            if self.there and asyncio.get_running_loop().time() - self._heard_at > LOST_S:
                self.there = False
                self._needed.set()
                self._changed()
            if not self.serves() and asyncio.get_running_loop().time() - self._told_at > STILL_HERE_S:
                self._needed.set()
            await asyncio.sleep(BEAT_S)

    # What it asks.

    def _number(self) -> str:
        self._asked += 1
        # Unlike the numbers of notes and tickets, which name their pocket and what they are about.
        return f"at {self.now_ms()}-{self._asked}"

    async def _once(self, what: m.Request, number: str, seconds: float = ANSWER_S) -> m.Answer:
        until = self.now_ms() + round(seconds * 1000)
        envelope = m.Envelope(number, until, what, self.life, self._acknowledged())
        said = await self.bus.ask(_encode(envelope), seconds)
        try:
            answer = _read_answer(said)
        except m.UNREADABLE as error:  # a table of another version: nothing is known until it is updated
            raise Unanswered(f"the answer cannot be read: {error}") from None
        if answer.outcome == "later":
            raise Later("the table hears no more of this board for a moment")
        if answer.refusal is not None:
            raise read_refusal(answer.refusal)
        return answer

    async def _surely(self, what: m.Request, number: str) -> m.Answer:
        """Ask until it is answered: under one number it is done only once."""
        while True:
            try:
                return await self._once(what, number)
            except Unanswered:
                await asyncio.sleep(AGAIN_S)

    async def set_wager(self, bet: str, amount: int) -> int:
        """Set a wager, and return what the table has accepted. Raises Refused, or Unanswered: then nobody knows."""
        answer = await self._twice(SetWager(bet, amount))
        assert answer.accepted is not None
        return answer.accepted

    async def set_wagers(self, stakes: dict[str, int]) -> dict[str, int]:
        """Set several wagers, all or none, and return what the table has accepted. Raises as `set_wager` does."""
        return (await self._twice(SetWagers(stakes))).stakes

    async def ask_for_player(self, what: AskedByPlayer) -> None:
        """Ask for something that the player wants. Raises as `set_wager` does."""
        await self._twice(what)

    async def _twice(self, what: SetWager | SetWagers | AskedByPlayer) -> m.Answer:
        """Ask, and once more if nothing is heard: under one number it is done only once."""
        number = self._number()
        try:
            return await self._once(what, number)
        except Unanswered as unanswered:
            if isinstance(unanswered, Later):
                await asyncio.sleep(AGAIN_S)
            return await self._once(what, number)

    async def shown_at_close(self, coup: int, wagers: dict[str, int]) -> None:
        """Say what was shown as placed when betting closed."""
        await self._surely(ShownAtClose(coup, wagers), f"shown {coup}")

    async def tell_fault(self, device: str, what: str, detail: str) -> None:
        """Have something about a device put on record."""
        await self._surely(TellFault(device, what, plain(detail)), self._number())

    async def tell_software(self, proven: Proven) -> None:
        """Report the result of checking this board's software against its manifest."""
        what = TellSoftware(
            proven.verdict, proven.version, proven.digest, proven.signer, proven.files,
            plain(next(iter(proven.wrong), ""))[-SHORT_TEXT:], proven.count, proven.seed, proven.answer,
        )  # fmt: skip
        await self._surely(what, self._number())

    async def ask_once(self, what: AskedByTournament) -> m.Answer:
        """Ask the table, as a tournament. Raises Refused, Unanswered."""
        return await self._once(what, self._number())

    async def show_ticket(self, ticket: ShowTicket) -> m.Answer:
        """Show a ticket to the table, as a cash desk; under its request it is paid once. Raises Refused, Unanswered."""
        return await self._once(ticket, f"ticket {secrets.token_hex(8)}")

    async def last_shown(self) -> DeskView:
        """Return what this cash desk was told last. Raises Refused, Unanswered."""
        answer = await self._once(LastShown(), f"last {secrets.token_hex(8)}")
        assert answer.desk is not None
        return answer.desk

    async def fetch_copy(self, kept: CopyReach, parts: int) -> bytes:
        """Return the next frames for a copy of the journal that has got this far. Raises Refused, Unanswered."""
        return (await self._once(FetchCopy(kept.era, kept.row, kept.base, parts), self._number())).frames

    async def show_head(self, head: HeadView | None) -> HeadView | None:
        """Say what this board remembers of the table's journal; return what is newer. Raises Refused, Unanswered."""
        return (await self._once(ShowHead(head), self._number())).head

    # A terminal's notes and tickets.

    def why_no_notes(self) -> Refused | None:
        """Return why no note is taken now."""
        if not self.there or self.account is None:
            return Refused(TableCode.NO_TABLE)
        if not self.serves():
            return Refused(TableCode.BOARD_CHANGED)
        return None if self.account.no_notes is None else read_refusal(self.account.no_notes)

    async def why_not(self, note: Note) -> Refused | None:
        """Return why this note is not taken. Asked only once, as a note cannot wait in escrow for long."""
        try:
            what = AskTicket(note.ticket) if note.ticket else m.AskNote(note.amount, note.currency, answers=True)
            await self._once(what, self._number())
        except Unanswered:
            return Refused(TableCode.NO_TABLE)
        except Refused as refusal:
            return refusal
        return None

    async def in_use(self) -> bool:
        """Whether the table knows this board's pocket as the terminal's."""
        return (await self._own()).life == self.life

    async def show_pocket(self, last: int, printed: tuple[PrintedTicket, ...] = ()) -> int:
        """Make this board's pocket the one in use."""
        views = tuple(m.PrintedView(one.number, one.amount) for one in printed)
        async with self._telling:
            answer = await self._surely(m.ShowPocket(last, views, answers=True), self._number())
        assert answer.last is not None
        return answer.last

    async def credit(self, note: NoteInFlight) -> bool:
        """Report a note past escrow."""
        what: m.Request = m.CreditNote(note.number, note.amount, note.currency)
        if note.ticket:
            what = CreditTicket(note.number, note.ticket)
        async with self._telling:
            return (await self._surely(what, f"note {note.number}")).outcome == "done"

    async def doubt(self, note: NoteInFlight, why: str) -> None:
        """Report a doubt about a note."""
        what = DoubtNote(note.number, note.amount, note.currency, plain(why), note.ticket or None)
        async with self._telling:
            await self._surely(what, f"doubt {note.number}")

    def asked(self) -> int:
        """Return the question that this board's acceptor has to answer."""
        account = self.account
        return account.asked if account is not None and account.life == self.life != "" else 0

    async def at_rest(self, asked: int) -> None:
        """Say that the acceptor holds nothing."""
        await self._surely(TellAtRest(asked), self._number())

    async def pay_by_ticket(self, number: int) -> Issued | None:
        """Close the account and issue its ticket."""
        async with self._telling:
            # A number that was refused is asked again later: that is another request, and wants an answer of its own.
            answer = await self._surely(m.PayByTicket(number), f"cash-out {number} {self._number()}")
        return None if answer.ticket is None else read_ticket(answer.ticket)

    async def report(self, ticket: str, fate: TicketFate, why: str, copy: int = 0) -> None:
        """Say what became of a ticket."""
        what = TellTicket(ticket, fate, plain(why), copy)
        await self._surely(what, f"ticket {ticket} {fate} {copy}")

    def reprints(self) -> tuple[Issued, ...]:
        """Return the tickets that a supervisor wants printed once more at this terminal."""
        account = self.account
        return tuple(map(read_ticket, account.reprints)) if account is not None and self.serves() else ()

    def paper(self) -> m.PaperView | None:
        """Return the paper that this terminal's printer should print, if there is one."""
        return self.account.paper if self.account is not None and self.serves() else None

    async def under_way(self) -> UnderWay:
        """Return the tickets of this terminal that are being printed, as the table has it now."""
        own = await self._own()
        return UnderWay(own.printing, tuple(map(read_ticket, own.reprints)))

    async def _own(self) -> m.AccountView:
        """Return how this terminal stands now. Raises Refused while another board is the terminal."""
        account = (await self._surely(m.GetSnapshot(), self._number())).account
        elsewhere = account is not None and not account.life and account.waiting == self.life != ""
        if account is None or elsewhere or account.life not in ("", self.life):
            raise Refused(TableCode.BOARD_CHANGED)
        return account
