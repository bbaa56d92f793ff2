"""What a shoe reports stands in the table's own queue, and in no other before it."""

import asyncio
from collections.abc import Sequence

from device_under_test import run

from firmware.table.core.events import Notice
from firmware.table.core.journal import Batch
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.limits import PeriodSet, SetPeriod
from firmware.table.journal.memory import MemoryJournal
from firmware.table.shoe.shoe_desk import ShoeDesk
from hal.clock import LoopClock
from hal.panel import InputChanged

DOORS = ("shoe_door", "cabinet_door", "cash_box_door")


class SlowJournal(MemoryJournal):
    """A journal on a slow card: counts how often it syncs."""

    def __init__(self) -> None:
        super().__init__()
        self.syncs = 0

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        self.syncs += 1
        await asyncio.sleep(0.03)
        await super().append(at, batches, snapshot)


def test_what_is_reported_in_one_instant_is_on_record_after_one_sync() -> None:
    async def story() -> None:
        journal, said = SlowJournal(), list[Happened]()
        service = TableService(Setup("crown-baccarat"), journal, LoopClock(asyncio.get_running_loop()), said.append)
        await service.start()
        journal.syncs = 0
        desk = ShoeDesk(service)
        for door in DOORS:
            desk.heard(InputChanged(door, True, 0))  # noqa: FBT003 - as the panel has it
        await asyncio.sleep(0.031)
        assert journal.syncs == 1
        reported = [event for happened in said for event in happened.events if isinstance(event, DeviceReported)]
        assert [event.what for event in reported] == [f"{door} open" for door in DOORS]

    run(story)


def test_what_is_refused_is_reported_and_what_comes_to_a_table_that_has_stopped_is_not() -> None:
    async def story() -> None:
        journal, said = SlowJournal(), list[Happened]()
        service = TableService(Setup("crown-baccarat"), journal, LoopClock(asyncio.get_running_loop()), said.append)
        await service.start()
        desk = ShoeDesk(service)
        desk._say(BuyIn(1, 0))  # noqa: SLF001 - no report of a shoe is refused by an open table
        await asyncio.sleep(0.1)
        (report,) = [event for happened in said for event in happened.events if isinstance(event, DeviceReported)]
        assert report.what == "refused: buy_in_amount"
        service.halt()
        desk.heard(InputChanged(DOORS[0], True, 0))  # noqa: FBT003 - as the panel has it
        await asyncio.sleep(0.1)
        assert len(journal.entries) == sum(len(happened.events) for happened in said)

    run(story)


def test_what_has_become_needless_when_its_turn_comes_is_not_done() -> None:
    async def story() -> None:
        journal, said = SlowJournal(), list[Happened]()
        service = TableService(Setup("crown-baccarat"), journal, LoopClock(asyncio.get_running_loop()), said.append)
        await service.start()
        before = len(journal.entries)

        def is_period_set(state: TableState) -> bool:
            return state.setup.period == 20_000

        first = service.ask(SetPeriod(20_000), needless=is_period_set)
        again = service.ask(SetPeriod(20_000), needless=is_period_set)
        assert [type(event) for event in await first] == [PeriodSet, Notice]
        assert await again == ()
        assert len(journal.entries) == before + 2

    run(story)
