"""A table that tests tell commands, on virtual time and a journal in memory."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from firmware.game import events as g
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.numbering import Numbering, OtherTable
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from hal.cards import Card
from hal.clock import LoopClock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, SECRET
from sim.virtual_time import VirtualTimeLoop

Story = Callable[["Table"], Coroutine[Any, Any, None]]


class Table:
    """A table under test: what it is told, and what it publishes."""

    def __init__(self, *, others: tuple[OtherTable, ...] | None = None, **setup: Any) -> None:
        self.setup = Setup(**{"rulebook": "crown-baccarat", "machine": MACHINE, "notes": ALL, **setup})
        self.said: list[g.Event] = []
        self.journal = MemoryJournal()
        self.numbering = Numbering(SECRET, self.journal.issued, others)

    def run(self, story: Story) -> None:
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(self._run(story))

    async def _run(self, story: Story) -> None:
        clock = LoopClock(asyncio.get_running_loop())
        self.service = TableService(self.setup, self.journal, clock, self._hear, self.numbering)
        await self.service.start()
        await self.tell(s.NewShoe(8))
        await story(self)

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)

    async def refuse(self, command: Any) -> Refused:
        with pytest.raises(Refused) as refusal:
            await self.service.submit(command)
        return refusal.value

    async def coup(self, *wagers: Wager) -> None:
        await self.tell(s.OpenBets(), *wagers, s.CloseBets())
        await self.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())

    @staticmethod
    def cards(codes: str) -> list[Card]:
        return [Card(code) for code in codes.split()]

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]
