"""Five people who are enrolled at a table with a journal, and the desk that signs them on."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.service import TableService
from firmware.table.core.setup import Approvals, Setup
from firmware.table.features.staff import EnrolStaff
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import Approval, StaffDesk

SETUP = Setup("crown-baccarat", approvals=Approvals(hand_pay_over=500_00, correction=True, invalidation=True))
PINS = {"7": "7391", "70": "70482", "700": "705193", "8": "8264", "9": "94072"}
ROLES = {"70": Role.GAME_SUPERVISOR, "7": Role.DEALER, "8": Role.TECHNICIAN, "9": Role.TOURNAMENT_DIRECTOR}
DAY = 24 * 60 * 60 * 1000
PEPPER = b"a secret of this table"
Story = Callable[[StaffDesk, TableService], Awaitable[None]]


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = DAY

    def now_ms(self) -> int:
        return self.at


def people_at(path: Path) -> Callable[[Story], Path]:
    """Have stories be told at a table with this journal and five persons enrolled, two days after they were."""

    async def run(story: Story) -> None:
        journal = SqliteJournal(path)
        service = TableService.recovered(journal.recover(), SETUP, journal, Hands(), lambda _: None)
        await service.start()
        desk = StaffDesk(service, PEPPER)
        if not service.state.staff:
            await desk.enrol_first("700", "Grace", PINS["700"])
            await desk.sign_on("office", "700", PINS["700"])
            for number, role in ROLES.items():
                pin = await desk.hash_pin(PINS[number], number)
                command = EnrolStaff(number, f"person {number}", role, pin)
                approval = Approval("70", PINS["70"]) if "70" in service.state.staff else None
                await desk.ask("office", command, approval)
                await desk.sign_on("sgc", number, PINS[number])
                await desk.take_own_card("sgc", PINS[number], f"card-{number}")
                await desk.sign_off("sgc")
            hands(service).at += 2 * DAY
        await story(desk, service)
        journal.close()

    def tell(story: Story) -> Path:
        asyncio.run(run(story))
        return path

    return tell


def hands(service: TableService) -> Hands:
    clock = service._clock  # noqa: SLF001 - the test's own
    assert isinstance(clock, Hands)
    return clock


async def refuse(asked: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refusal:
        await asked
    return refusal.value.code
