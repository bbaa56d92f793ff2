"""The service: decide, append, evolve, publish, in this order; groups share a commit; a failure loses nothing."""

import asyncio
from collections.abc import Sequence

import pytest

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.evolve import fold
from firmware.table.core.journal import Batch
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from hal.clock import LoopClock
from sim.virtual_time import NothingToWaitFor, VirtualTimeLoop

SETUP = Setup("crown-baccarat")


class SlowJournal(MemoryJournal):
    """A journal whose commit takes 30 ms, like a memory card's; it can be made to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.commits = 0
        self.broken = False

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        await asyncio.sleep(0.03)
        if self.broken:
            raise OSError("disk full")
        self.commits += 1
        await super().append(at, batches, snapshot)


class Watched:
    """A service on a slow journal, and what it published with what was durable by then."""

    def __init__(self) -> None:
        self.journal = SlowJournal()
        self.published: list[tuple[Happened, int]] = []

    async def start(self) -> TableService:
        clock = LoopClock(asyncio.get_running_loop())
        service = TableService(SETUP, self.journal, clock, self._hear)
        await service.start()
        await service.submit(s.NewShoe(8))
        return service

    def _hear(self, happened: Happened) -> None:
        self.published.append((happened, len(self.journal.entries)))


def test_nothing_is_published_before_it_is_durable() -> None:
    async def story() -> None:
        watched = Watched()
        service = await watched.start()
        asked = asyncio.create_task(service.submit(BuyIn(1, 10_00)))
        await asyncio.sleep(0.02)
        assert service.state.balance(1) == 0
        assert len(watched.published) == 2
        await asked
        assert service.state.balance(1) == 10_00
        durable = 0
        for happened, entries in watched.published:
            durable += len(happened.events)
            assert entries >= durable

    run(story())


@pytest.mark.rule("crown 4.6, 1.3, 1.6")
def test_commands_that_wait_share_the_next_commit() -> None:
    async def story() -> None:
        watched = Watched()
        service = await watched.start()
        before = watched.journal.commits
        await asyncio.gather(*(service.submit(BuyIn(1 + n % 2, 10_00)) for n in range(50)))
        assert watched.journal.commits - before <= 2
        assert service.state.balance(1) == service.state.balance(2) == 250_00

    run(story())


def test_a_refusal_in_a_group_touches_only_its_own_command() -> None:
    async def story() -> None:
        service = await Watched().start()
        answers = await asyncio.gather(
            service.submit(BuyIn(1, 10_00)),
            service.submit(BuyIn(9, 10_00)),
            service.submit(CashOut(1)),
            return_exceptions=True,
        )
        assert [isinstance(answer, Refused) for answer in answers] == [False, True, False]

    run(story())


def test_a_journal_that_fails_leaves_the_state_as_it_was() -> None:
    async def story() -> None:
        watched = Watched()
        service = await watched.start()
        watched.journal.broken = True
        published = len(watched.published)
        asked = [service.submit(BuyIn(1, 10_00)), service.submit(BuyIn(2, 10_00))]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(answer) for answer in answers] == ["the table has stopped: disk full"] * 2
        with pytest.raises(TableStopped, match="disk full"):
            await service.submit(BuyIn(1, 10_00))
        assert service.state.balance(1) == 0
        assert len(watched.published) == published

    run(story())


def test_the_state_is_the_fold_of_the_journal() -> None:
    async def story() -> None:
        watched = Watched()
        service = await watched.start()
        await service.submit(BuyIn(1, 10_00))
        await service.submit(s.OpenBets())
        await service.submit(Wager(1, "player", 5_00))
        folded = fold(TableState(SETUP), [entry.event for entry in watched.journal.entries])
        assert folded == service.state

    run(story())


def test_two_closings_in_one_instant_are_one() -> None:
    async def story() -> None:
        watched = Watched()
        service = await watched.start()
        await service.submit(s.OpenBets())
        # The period began when opening was asked, 30 ms ago; it ends while the dealer's closing is being committed.
        await asyncio.sleep(29.95)
        await service.submit(s.CloseBets())
        await asyncio.sleep(1)
        await service.at_rest()
        causes = [event.cause for h, _ in watched.published for event in h.events if hasattr(event, "cause")]
        assert len(causes) == 1

    run(story())


def test_a_loop_in_virtual_time_that_waits_for_nothing_is_an_error() -> None:
    async def story() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(NothingToWaitFor):
        run(story())


def run(story: object) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)  # type: ignore[arg-type]
