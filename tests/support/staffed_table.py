"""A table whose people act at their consoles."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from table_under_test import Table

from firmware.refusal import Refused
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.state import StaffMember
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.limits import SetLimit
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.wagers import Wager
from hal.cards import Card

HOUR = 60 * 60
DEALER, GAME, CASINO, TECHNICIAN = Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.TECHNICIAN
Story = Callable[["Floor"], Awaitable[None]]


class Floor(Table):
    """A table whose people act at their consoles: each person has one of their own name."""

    async def enrol(self, by: str, number: str, role: Role, approved_by: str = "", **more: Any) -> None:
        command = EnrolStaff(number, more.pop("name", f"person {number}"), role, "hash", **more)
        await self.ask(by, command, approved_by)

    async def ask(self, staff: str, what: Any, approved_by: str = "") -> None:
        if self.service.state.consoles.get(staff) != staff:
            await self.tell(SignOn(staff, staff))
        await self.tell(OfStaff(staff, staff, what, approved_by))

    async def refused(self, asked: Awaitable[None]) -> str:
        with pytest.raises(Refused) as refusal:
            await asked
        return refusal.value.code

    def member(self, number: str) -> StaffMember:
        return self.service.state.staff[number]


def on_a_floor(story: Story, **setup: Any) -> None:
    floor = Floor(**setup)

    async def told(table: Table) -> None:
        assert table is floor
        await floor.tell(EnrolStaff("1", "Ada", CASINO, "hash"))
        await story(floor)

    floor.run(told)


LOST = CorrectOutcome(1, (Card("6H"), Card("KC")), (Card("7S"), Card("KD")))
VOID = InvalidateCoup(1, "malfunction", "the reader")


async def won_coup(floor: Floor, amount: int) -> None:
    """A coup on which so much was staked and won: Player 7, Banker 6."""
    await floor.tell(SetLimit("*", 1, 10_000_000_00, 1, next_coup=False), BuyIn(1, amount))
    await floor.coup(Wager(1, "player", amount))
