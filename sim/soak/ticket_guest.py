"""Guests who put tickets into acceptors: their own, copies, old ones, another table's, what no reader can read."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Final

from firmware.table.core.numbering import NUMBERS
from firmware.table.core.validation import validation_number
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePath, NotePlace
from sim.soak.cash_desk import DAY_MS, ELSEWHERE, NUMBER_DIGITS, ClerkDesk, PaidOut
from sim.soak.pages import Pages
from sim.whole_table import Seat, WholeTable

LOOK_S: Final = 0.25
# From one paper to the next, at least and at most.
BETWEEN_S: Final = (5.0, 40.0)
# What a guest who goes to the cash desk meanwhile takes for it.
ON_THE_WAY_S: Final = 1.5
# So many digits no ticket has.
TOO_FEW: Final = 12
Puts = Callable[["TicketGuest"], Awaitable[None]]


class TicketGuest:
    """Goes round with paper in hand. What an acceptor gives back is taken along again; a copy is thrown away."""

    def __init__(
        self, table: WholeTable, pages: Pages, desks: list[ClerkDesk], money: PaidOut, chance: random.Random
    ) -> None:
        self._table = table
        self._pages = pages
        self._desks = desks
        self._money = money
        self._chance = chance
        self._at_home: list[tuple[str, int]] = []
        self._going = True
        self._round = asyncio.Lock()

    async def run(self) -> None:
        """Go round, until cancelled."""
        kinds, weights = list(self.HABITS), list(self.HABITS.values())
        while self._going:
            await asyncio.sleep(self._chance.uniform(*BETWEEN_S))
            (puts,) = self._chance.choices(kinds, weights)
            async with self._round:
                if self._going:
                    await puts(self)

    async def last(self) -> None:
        """Go home: what is in hand, or lies at home, is left for the cash desks."""
        self._going = False
        async with self._round:
            self._pages.lying.extend(number for number, _ in self._at_home)
            self._at_home.clear()

    # What is put in.

    def _own(self) -> str:
        """Take a ticket that lies there; "" where none does."""
        return self._pages.lying.pop(self._chance.randrange(len(self._pages.lying))) if self._pages.lying else ""

    def _any_seats(self, count: int) -> list[Seat]:
        seats = list(self._table.seats.values())
        return self._chance.sample(seats, min(count, len(seats)))

    async def _put(self, seat: Seat, number: str) -> bool:
        """Put a paper in, and stay until the acceptor has nothing in its hands. Whether it was kept."""
        path: NotePath = seat.devices["note_acceptor"].model.path
        kept = path.tickets.count(number)
        try:
            seat.devices["note_acceptor"].model.do(f"insert ticket {number}")
        except NoCommand:
            return False  # a note is in the mouth
        while path.place is not NotePlace.NOWHERE:
            await asyncio.sleep(LOOK_S)
        return path.tickets.count(number) > kept

    async def _put_own(self, number: str) -> None:
        (seat,) = self._any_seats(1)
        if number and not await self._put(seat, number):
            self._pages.lying.append(number)

    async def _goes_on(self) -> None:
        await self._put_own(self._own())

    async def _at_two(self) -> None:
        """Two with one ticket, of which one is a copy, at two terminals at once."""
        number = self._own()
        if not number:
            return
        kept = await asyncio.gather(*(self._put(seat, number) for seat in self._any_seats(2)))
        if not kept[0]:
            self._pages.lying.append(number)

    async def _also_at_a_desk(self) -> None:
        """One with a copy stands at a cash desk in the same second."""
        number = self._own()
        if not number:
            return
        desk = self._chance.choice(self._desks)
        await asyncio.gather(self._put_own(number), self._at(desk, number, self._chance.uniform(0, ON_THE_WAY_S)))

    async def _at(self, desk: ClerkDesk, number: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await desk.shown(number)

    async def _before_it_is_told(self) -> None:
        """A page that its terminal has not told of yet."""
        if await self._pages.coming.wait() and self._pages.lying:
            await self._put_own(self._pages.lying.pop())

    async def _copy(self) -> None:
        """What was paid, at a desk or at a terminal."""
        paid = [*self._money.handed, *self._money.credited]
        if paid:
            await self._put(self._any_seats(1)[0], self._chance.choice(paid))

    async def _void(self) -> None:
        """What hung out of a printer, marked void: its bars can be read."""
        if self._pages.void:
            await self._put(self._any_seats(1)[0], self._chance.choice(self._pages.void))

    async def _of_another_table(self) -> None:
        number = validation_number(ELSEWHERE, self._chance.randrange(NUMBERS))
        await self._never_kept(number)

    async def _of_nobody(self) -> None:
        await self._never_kept("".join(self._chance.choices("0123456789", k=NUMBER_DIGITS)))

    async def _unreadable(self) -> None:
        await self._never_kept("".join(self._chance.choices("0123456789", k=TOO_FEW)))

    async def _never_kept(self, number: str) -> None:
        if await self._put(self._any_seats(1)[0], number):
            self._money.wrong.append(f"{number}, which is no ticket of this table, was kept")

    async def _keeps_for_later(self) -> None:
        number = self._own()
        if number:
            self._at_home.append((number, self._table.service.now_ms()))

    async def _from_home(self) -> None:
        """An old one, which may have expired."""
        now = self._table.service.now_ms()
        old = [one for one in self._at_home if now - one[1] > DAY_MS]
        for one in old[:1]:
            self._at_home.remove(one)
            await self._put_own(one[0])

    HABITS: Final[dict[Puts, int]] = {
        _goes_on: 6, _at_two: 3, _also_at_a_desk: 3, _before_it_is_told: 1, _copy: 1, _void: 1, _of_another_table: 1,
        _of_nobody: 1, _unreadable: 1, _keeps_for_later: 1, _from_home: 1,
    }  # fmt: skip
