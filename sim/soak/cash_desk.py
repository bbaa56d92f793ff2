"""A cash desk, and whoever comes to it with tickets: their own, one twice, an old one, made-up numbers."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from firmware.link.bus import Unanswered
from firmware.link.cash_desk import CashDesk as Desk
from firmware.link.desk_file import DeskInMemory
from firmware.link.desk_messages import ToldView
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.numbering import NUMBERS
from firmware.table.core.reported import Redemption
from firmware.table.core.validation import read_number, validation_number
from sim.soak.pages import Pages
from sim.whole_table import WholeTable

DESKS: Final = ("cage-1", "cage-2")
DAY_MS: Final = 86_400_000
AGAIN_S: Final = 1.0
# How many who get a ticket keep it for another day.
KEPT: Final = 0.15
MOST_GUESSES: Final = 8
# How often a desk dies while it asks, and within which time.
DIES: Final = 0.05
DIES_WITHIN_S: Final = 0.05
NUMBER_DIGITS: Final = 18
# So many numbers after a known one are tried.
WORKED_OUT: Final = 3
# A machine of another table.
ELSEWHERE: Final = 0x100001

# What makes somebody come again.
LATER: Final = (None, "in-doubt", "not-printed", "throttled")
Comes = Callable[["ClerkDesk"], Awaitable[None]]


class PaidOut:
    """What all desks of a house have handed over: for which ticket how much, and for which they have asked.

    `credited`: to which terminal a ticket's money went instead.
    """

    def __init__(self) -> None:
        self.handed: dict[str, int] = {}
        self.credited: dict[str, int] = {}
        self.asked: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    def has_paid(self, number: str) -> bool:
        """Whether the money of a ticket has gone: over a desk, or into an account."""
        return number in self.handed or number in self.credited

    def astray(self, table: WholeTable) -> str:
        """Return what is wrong: what the ledger has paid, and no desk has handed over nor waits to be told of."""
        tickets = table.state.tickets
        paid = sum(of.get("out/cash-desk", 0) for of in table.state.ledger.values())
        over = paid - sum(self.handed.values())
        gone = self.handed.keys() | self.credited.keys()
        waiting = [n for n in self.asked if n not in gone and n in tickets and tickets[n].fate == "paid"]
        known = sum(tickets[number].amount for number in waiting)
        return (
            "" if over == known else f"cash desks: {over} more in the ledger than was handed over, {known} on its way"
        )


class ClerkDesk:
    """One desk: a clerk with `rapid-table cage`, and the people before it."""

    def __init__(self, device: str, table: WholeTable, pages: Pages, money: PaidOut, chance: random.Random) -> None:
        self._table = table
        remote = RemoteTable(table.network.board(device), lambda: None)
        self._desk = Desk(remote, DeskInMemory(), self._new_request)
        self._pages = pages
        self._money = money
        self._chance = chance
        self._device = device
        self._count = 0
        self._closed = False
        self._serving = asyncio.Lock()
        self._at_home: list[tuple[str, int]] = []

    def _new_request(self) -> str:
        self._count += 1
        return f"{self._device} {self._count}"

    async def run(self) -> None:
        """Serve whoever comes, until cancelled."""
        kinds, weights = list(self.HABITS), list(self.HABITS.values())
        while not self._closed:
            await asyncio.sleep(self._chance.uniform(5, 60))
            (comes,) = self._chance.choices(kinds, weights)
            async with self._serving:
                await comes(self)

    async def shown(self, number: str) -> None:
        """Serve somebody who comes with a paper between the others, to be paid."""
        async with self._serving:
            if not self._closed:
                await self.ask(number, pay=True)

    async def ask(self, number: str, *, pay: bool, amount: int | None = None) -> Redemption | None:
        """Ask the table until it answers: what is paid is paid once. None when it may not say, or the desk died."""
        await self._finish(number if pay else "")
        handed = self._money.has_paid(number)
        if pay and self._desk.asked is None:
            self._money.asked[number] += 1
        while True:
            try:
                async with asyncio.timeout(self._dies()):
                    said = await (self._desk.pay(number, amount) if pay else self._desk.check(number))
            except Unanswered:
                await asyncio.sleep(AGAIN_S)
            except TimeoutError:  # the desk's own power went, whatever it was doing
                self._left(number, pay=pay)
                return None
            except Refused:  # accounts are frozen: the guest comes again later
                self._left(number, pay=pay)
                return None
            else:
                self._left(number, pay=pay)
                return self._told(number, said.told, handed=handed)

    def _dies(self) -> float | None:
        return self._chance.uniform(0, DIES_WITHIN_S) if self._chance.random() < DIES else None

    async def _finish(self, but: str) -> None:
        """Learn what became of a payment that was not answered, when something else is asked for."""
        asked = self._desk.asked
        while asked is not None and asked.ticket != but and self._desk.asked is not None:
            try:
                ended = await self._desk.end()
            except Unanswered:
                await asyncio.sleep(AGAIN_S)
                continue
            assert ended is not None
            if ended.told is not None:
                self._told(ended.ticket, ended.told, handed=self._money.has_paid(ended.ticket))
            self._left(ended.ticket, pay=True)

    def _left(self, number: str, *, pay: bool) -> None:
        """A payment that has ended is not waited for any more."""
        if pay and self._desk.asked is None:
            self._money.asked[number] -= 1
            self._money.asked += Counter()

    def _told(self, number: str, told: ToldView, *, handed: bool) -> Redemption:
        """Do as the table says, and hold it against what lies on the desk, and had been paid when it was asked."""
        said, amount, money = told.answer, told.amount, self._money
        money.answers[said] += 1
        if said in ("paid", "good") and not self._pages.say(number, amount):
            money.wrong.append(f"ticket {number} is {said} with {amount}, and no page says so")
        if (said == "paid" and money.has_paid(number)) or (said == "good" and handed):
            money.wrong.append(f"ticket {number} is {said}, and its money was handed over")
        if said == "paid":
            money.handed[number] = amount
        return said

    # Who comes.

    async def _to_be_paid(self) -> None:
        """All that was printed lately: paid, or kept for another day."""
        lying, self._pages.lying[:] = list(self._pages.lying), []
        for number in lying:
            if self._chance.random() < KEPT:
                self._at_home.append((number, self._table.service.now_ms()))
            elif await self.ask(number, pay=True) in LATER:
                self._pages.lying.append(number)

    async def _only_asks(self) -> None:
        for number in self._pages.lying[:2]:
            await self.ask(number, pay=False)

    async def _at_once(self) -> None:
        """Somebody runs with a page, and may be there before its terminal has told of it."""
        if await self._pages.coming.wait():
            await self.ask(self._pages.lying[-1], pay=self._chance.random() < 0.5)

    async def _twice(self) -> None:
        """Somebody comes with a copy; or two with one ticket, at two desks."""
        numbers = [*self._money.asked, *self._money.handed]
        if numbers:
            await self.ask(self._chance.choice(numbers), pay=True)

    async def _guesses(self) -> None:
        for _ in range(self._chance.randrange(1, MOST_GUESSES)):
            number = "".join(self._chance.choices("0123456789", k=NUMBER_DIGITS))
            whose = "unknown" if read_number(number) is None else "another-table"
            if await self.ask(number, pay=True) not in (None, whose, "throttled"):
                self._money.wrong.append(f"{number}, which is on no page, was not {whose}")

    async def _works_out(self) -> None:
        """Somebody reckons from their own ticket which comes next, and has it on a page before its guest has."""
        known = self._chance.choice(list(self._pages.texts)) if self._pages.texts else ""
        read = read_number(known)
        for sequence in range(read.sequence + 1, read.sequence + 1 + WORKED_OUT) if read is not None else ():
            assert read is not None
            number = validation_number(read.machine, sequence % NUMBERS)
            if await self.ask(number, pay=False) not in (None, "unknown", "throttled"):
                self._money.wrong.append(f"{number} could be worked out from {known}")

    async def _of_another_table(self) -> None:
        """A guest has come to the wrong table, with all that a good evening there brought."""
        first = self._chance.randrange(NUMBERS)
        for sequence in range(first, first + MOST_GUESSES):
            number = validation_number(ELSEWHERE, sequence % NUMBERS)
            if await self.ask(number, pay=True) not in (None, "another-table", "throttled"):
                self._money.wrong.append(f"{number} was not said to be another table's")

    async def _says_more(self) -> None:
        """Somebody has made a page say more than it was printed with, and the clerk holds it against the ledger."""
        await self._finish("")  # a payment of the same ticket that was not answered goes by what was asked then
        for number in self._pages.lying[:1]:
            ticket = self._table.state.tickets.get(number)
            said = await self.ask(number, pay=True, amount=100 * ticket.amount) if ticket is not None else None
            if said == "paid":
                self._money.wrong.append(f"ticket {number} was paid for a page that says a hundred times as much")

    async def _from_home(self) -> None:
        """Somebody finds an old ticket in a pocket."""
        now = self._table.service.now_ms()
        for number, since in self._at_home[:]:
            if now - since > DAY_MS:
                self._at_home.remove((number, since))
                if await self.ask(number, pay=True) in LATER:
                    self._pages.lying.append(number)

    async def last(self) -> None:
        """The house closes: each ticket that is outstanding is shown."""
        self._closed = True
        async with self._serving:
            await self._finish("")
            for number in (*(number for number, _ in self._at_home), *self._pages.lying):
                while await self.ask(number, pay=True) in (None, "throttled"):
                    await asyncio.sleep(AGAIN_S * 10)

    HABITS: Final[dict[Comes, int]] = {
        _to_be_paid: 6, _at_once: 2, _only_asks: 1, _twice: 1, _guesses: 1, _from_home: 1,
        _works_out: 1, _of_another_table: 1, _says_more: 1,
    }  # fmt: skip
