"""A terminal that is checked: a real table in memory, on a real network, at which it plays."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Final, Self

from firmware.conform.between import Between
from firmware.conform.desk import Please, demand, not_met
from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link.bus import Bus
from firmware.link.wager_messages import SetWager, SetWagers
from firmware.refusal import Refused
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.tickets import TicketIssued
from firmware.table.features.wagers import WagerSet
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from hal.cards import Card
from hal.clock import LoopClock

BOOK: Final = "crown-baccarat"
CREDIT: Final = 10_000_00
MACHINE: Final = 0x100000
# Its table takes the one note, and gives the other back.
TAKEN: Final = 20_00
REFUSED: Final = 50_00
STAKE: Final = 25_00
# Player has a natural nine, so four cards are all.
COUP: Final = ("7S", "3H", "2D", "KC")
LOOK_S: Final = 0.05
USUAL: Final = "AUD"


class TerminalDesk:
    """A table, and one terminal that anybody wrote. `patience`: how long a person may take, in seconds.

    `please`: asks somebody at the terminal for something. `currency`: whose notes the table takes. `issued`: tickets.
    """

    def __init__(self, bus: Bus, ats: int, please: Please, patience: float, currency: str = USUAL) -> None:
        self.ats: Final = ats
        self.net: Final = Between(bus, f"ats-{ats}")
        self.patience: Final = patience
        self.please: Final = please
        self.issued: Final[list[TicketIssued]] = []
        self._set: list[WagerSet] = []
        journal = MemoryJournal()
        clock = LoopClock(asyncio.get_running_loop())
        numbering = Numbering(secrets.token_bytes(32), journal.issued)
        # Betting is closed by the checks, never by its time.
        setup = Setup(BOOK, ats=ats, period=24 * 60 * 60 * 1000, machine=MACHINE, notes=NoteList(currency, (TAKEN,)))
        self.service: Final = TableService(setup, journal, clock, self._follow, numbering)
        self._board = TableBoard(self.service, self.net)
        self._task: asyncio.Task[None] | None = None

    def _follow(self, happened: Happened) -> None:
        self._set += [event for event in happened.events if isinstance(event, WagerSet)]
        self.issued.extend(event for event in happened.events if isinstance(event, TicketIssued))
        self._board.follow(happened)

    async def __aenter__(self) -> Self:
        """Open the table: a shoe is in play, and the terminal's player has bought in."""
        self._task = asyncio.create_task(self._board.run())
        await self.service.start()
        for command in (s.NewShoe(8), BuyIn(self.ats, CREDIT)):
            await self.service.submit(command)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def do(self, command: str, instruction: str) -> None:
        """Have somebody do something at the terminal."""
        self.net.forget()
        await self.please(command, instruction)

    async def until(self, there: Callable[[], object], why: str, seconds: float | None = None) -> None:
        """Wait until something is so; `why` says what it means where it never is."""
        try:
            async with asyncio.timeout(self.patience if seconds is None else seconds):
                while not there():
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            not_met(why)
        demand(not self.net.unreadable, f"it said what no table reads: {self.net.unreadable[:1]}")

    def requests(self, *kinds: type[m.Request]) -> list[m.Envelope]:
        """Return what the terminal has asked of these kinds."""
        return [envelope for envelope in self.net.asked if isinstance(envelope.what, kinds)]

    def wagers(self) -> list[m.Envelope]:
        """Return the wagers that it has asked for."""
        return self.requests(SetWager, SetWagers)

    @property
    def on_record(self) -> int:
        """How often a wager of this terminal was put on record."""
        return sum(event.ats == self.ats for event in self._set)

    @property
    def lies(self) -> dict[str, int]:
        """What lies in its name."""
        account = self.service.state.accounts.get(self.ats)
        return dict(account.wagers) if account is not None else {}

    @property
    def balance(self) -> int:
        """What is on the terminal's account."""
        return self.service.state.balance(self.ats)

    async def credit(self) -> None:
        """Have the terminal's player buy in."""
        await self.service.submit(BuyIn(self.ats, STAKE))

    async def bets(self) -> None:
        """Open betting of a coup; one that a check that failed has left open is played out first."""
        if self.service.state.game.coup is not None:
            for left in (s.CloseBets(), *(s.CardDrawn(Card(code)) for code in COUP), s.Confirm()):
                with contextlib.suppress(Refused):  # it had got so far already
                    await self.service.submit(left)
        self.net.forget()
        await self.service.submit(s.OpenBets())

    async def close(self) -> int:
        """Close betting; return the coup's number."""
        self.net.forget()
        await self.service.submit(s.CloseBets())
        coup = self.service.state.game.coup
        assert coup is not None
        return coup.number

    async def played(self) -> None:
        """Deal the coup, and settle it."""
        for code in COUP:
            await self.service.submit(s.CardDrawn(Card(code)))
        await self.service.submit(s.Confirm())
