"""A table with its console, and the beginnings that its stories share."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from firmware.console.desk import CONSOLE, SgcDesk
from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.staff import EnrolStaff, SignOff, SignOn
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table.people.staff_desk import StaffDesk
from hal.cards import Card
from hal.clock import LoopClock
from hal.life import Stage
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, simulated

HALF_PAST_NINE: Final = 34_200_000


class SeenDevice:
    """A device as the console's page needs it."""

    def __init__(self, name: str, stage: Stage, *faults: str) -> None:
        self.name, self.stage, self.faults = name, stage, frozenset(faults)

    async def run(self) -> None:
        raise NotImplementedError


class Console:
    """A table with its console."""

    def __init__(self, language: str, **setup: Any) -> None:
        self.desk: SgcDesk | None = None
        clock = LoopClock(asyncio.get_running_loop(), HALF_PAST_NINE)
        table = {"rulebook": "crown-baccarat", "ats": 8, "side_wagers": {"pairs": 1}, "machine": MACHINE, "notes": ALL}
        self.journal = journal = MemoryJournal()
        self.service = TableService(Setup(**{**table, **setup}), journal, clock, self._hear, simulated(journal))
        self.staff = StaffDesk(self.service, b"0123456789abcdef")
        self.language = language

    def _hear(self, happened: Happened) -> None:
        if self.desk is not None:
            self.desk.follow(happened)

    async def open(self, role: Role | None = Role.GAME_SUPERVISOR) -> None:
        await self.service.start()
        self.desk = SgcDesk(self.service, self.staff, self.language, "Table 7", lambda: None)
        if role is not None:
            for number, name, of, *by in (
                ("303", "Tom Reid", Role.CASINO_SUPERVISOR),
                ("202", "Ana Silva", Role.GAME_SUPERVISOR, "303"),
                ("101", "Mei Chan", Role.DEALER, "303", "202"),
            ):
                await self.tell(EnrolStaff(number, name, of, "kept", "", *by))
            number = next(n for n, member in self.service.state.staff.items() if member.role is role)
            await self.tell(SignOn(CONSOLE, number))

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)

    async def deal(self, codes: str) -> None:
        await self.tell(*(s.CardDrawn(Card(code)) for code in codes.split()))

    async def seat(self) -> None:
        await self.tell(s.NewShoe(8), *(BuyIn(ats, 500_00 + ats * 125_00) for ats in (1, 2, 3, 5, 7)))

    async def wager(self) -> None:
        await self.tell(
            s.OpenBets(), Wager(1, "player", 100_00), Wager(2, "banker", 250_00), Wager(2, "tie", 25_00),
            Wager(3, "banker", 50_00), Wager(7, "player", 400_00), Wager(7, "player-pair", 25_00),
        )  # fmt: skip

    def touch(self, *actions: str) -> None:
        assert self.desk is not None
        for action in actions:
            self.desk.act(tuple(action.split()))

    async def coups(self, count: int) -> None:
        hands = ("7S 6H KD KC", "2S 9H 4D KC", "4S 8H 4D AC", "6S 3H KD 3C", "TS 6H KD KC 9C")
        for number in range(count):
            await self.wager()
            # Each suit and each court card in its turn, so that none comes more often than the shoe holds it.
            by = number // 5 % 4
            turned = str.maketrans("SHDC", "SHDC"[by:] + "SHDC"[:by])
            dealt = hands[number % len(hands)].replace("K", "KQJT"[number % 4]).split()
            await self.deal(" ".join(card[0] + card[1].translate(turned) for card in dealt))
            await self.tell(s.Confirm())


Story = Callable[[Console], Awaitable[None]]


async def nobody(t: Console) -> None:
    await t.open()
    await t.tell(SignOff(CONSOLE))


async def new_shoe(t: Console) -> None:
    await t.open()


async def between(t: Console) -> None:
    await t.open()
    await t.seat()


async def betting(t: Console) -> None:
    await between(t)
    await t.wager()
    await asyncio.sleep(11)


async def closed(t: Console) -> None:
    await betting(t)
    await t.tell(s.CloseBets())


async def after(t: Console) -> None:
    await between(t)
    await t.coups(6)


def then(story: Story, *actions: str) -> Story:
    async def whole(t: Console) -> None:
        await story(t)
        t.touch(*actions)
        await asyncio.sleep(0.01)

    return whole


async def fifty(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8), *(BuyIn(ats, 200_00 + ats * 5_00) for ats in range(1, 44)), s.OpenBets())
    await t.tell(*(Wager(ats, ("player", "banker", "tie")[ats % 3], 25_00) for ats in range(1, 30)))
    await t.tell(Malfunction("ats", 46), ExcludePlayer(40, "hinders"))
