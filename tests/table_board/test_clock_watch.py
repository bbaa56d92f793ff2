"""The table's clock follows the time of day, and people hear where the two part."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from table_under_test import Table

from firmware.boards.own_faults import OwnFaults
from firmware.game import steps as s
from firmware.table.core.service import Happened, TableService
from firmware.table.features.clock import ClockStepped, ReportClock, TakeTime, TimeTaken, waits
from firmware.table.features.closing import CloseTable
from firmware.table_board.clock_watch import ClockWatch
from hal.clock import FAR_MS, FollowingClock
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(68)

NOW = 1_700_000_000_000
DAY = 24 * 60 * 60 * 1000


class Wall:
    """The time of day, which a test sets."""

    def __init__(self) -> None:
        self.set_by = 0

    def now_ms(self) -> int:
        return NOW + self.set_by + round(asyncio.get_running_loop().time() * 1000)


class Clocked(Table):
    """A table whose clock follows a time of day."""

    def __init__(self, known_ms: int = NOW) -> None:
        super().__init__()
        self.wall = Wall()
        self.known = known_ms

    def begin(self, story: Callable[["Clocked"], Awaitable[None]]) -> None:
        async def whole() -> None:
            self.clock = FollowingClock(asyncio.get_running_loop(), self.wall.now_ms, self.known)
            self.service = TableService(self.setup, self.journal, self.clock, self._hear, self.numbering)
            self.faults = OwnFaults()
            self.watch = ClockWatch(self.service, self.clock, self.faults)
            await self.service.start()
            await story(self)

        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(whole())

    def codes(self) -> set[str]:
        return {code for part in self.faults.seen() for code in part.faults}


def test_a_small_difference_is_made_up_for_little_by_little_and_never_back() -> None:
    async def story(table: Clocked) -> None:
        for set_by in (1_500, 0):
            table.wall.set_by = set_by
            before = table.clock.now_ms()
            for _ in range(100):
                await asyncio.sleep(1)
                await table.watch.look()
                assert table.clock.now_ms() >= before
                before = table.clock.now_ms()
            assert abs(table.clock.behind_ms()) <= 50
        assert not table.of(ClockStepped)

    Clocked().begin(story)


def test_a_step_forward_is_on_record_and_followed_between_coups() -> None:
    async def story(table: Clocked) -> None:
        await table.tell(s.NewShoe(8), s.OpenBets())
        coup = table.service.state.game.coup
        assert coup is not None
        table.wall.set_by = 90_000
        await table.watch.look()
        assert not table.of(ClockStepped)
        assert table.codes() == {"clock_stepped"}
        await table.tell(s.CloseBets(), *(s.CardDrawn(card) for card in Table.cards("7S 6H KD KC")), s.Confirm())
        await table.watch.look()
        (stepped,) = table.of(ClockStepped)
        assert (stepped.after - stepped.before, stepped.far) == (90_000, False)
        assert table.clock.behind_ms() == 0
        await table.watch.look()
        assert len(table.of(ClockStepped)) == 1

    Clocked().begin(story)


def test_a_step_back_is_on_record_once_and_the_tables_time_goes_on() -> None:
    async def story(table: Clocked) -> None:
        table.wall.set_by = -3_600_000
        before = table.clock.now_ms()
        for _ in range(3):
            await table.watch.look()
            await asyncio.sleep(1)
        (stepped,) = table.of(ClockStepped)
        assert stepped.after - stepped.before == -3_600_000
        assert table.clock.now_ms() == before + 3_000
        assert table.codes() == {"clock_ahead"}
        table.wall.set_by = 0
        await table.watch.look()
        assert table.codes() == set()

    Clocked().begin(story)


def test_a_start_in_a_far_future_is_not_believed_until_two_people_say_so() -> None:
    async def story(table: Clocked) -> None:
        assert table.clock.now_ms() == NOW - 400 * DAY
        watching = asyncio.create_task(table.watch.run())
        await asyncio.sleep(30)
        (stepped,) = table.of(ClockStepped)
        assert (stepped.before, stepped.after, stepped.far) == (NOW - 400 * DAY, NOW, True)
        assert waits(table.service.state) == NOW
        assert table.codes() == {"clock_far"}
        await table.tell(TakeTime())
        table.watch.follow(await _happened(table))
        assert table.clock.behind_ms() == 0
        assert (await table.refuse(TakeTime())).code == "time_taken"
        await asyncio.sleep(10)
        assert table.codes() == set()
        assert len(table.of(ClockStepped)) == 1
        watching.cancel()

    Clocked(NOW - 400 * DAY).begin(story)


async def _happened(table: Clocked) -> Happened:
    return Happened(table.clock.now_ms(), tuple(table.of(TimeTaken)), table.service.state)


@pytest.mark.parametrize(
    ("known", "begins"), [(0, NOW), (NOW - DAY, NOW), (NOW + DAY, NOW + DAY), (NOW - FAR_MS - 1, NOW - FAR_MS - 1)]
)
def test_where_a_clock_begins(known: int, begins: int) -> None:
    async def story(table: Clocked) -> None:
        assert table.clock.now_ms() == begins

    Clocked(known).begin(story)


def test_what_a_clock_said_is_on_record_also_while_the_table_is_closed() -> None:
    async def story(table: Clocked) -> None:
        await table.tell(CloseTable(), ReportClock(NOW + 5_000))
        assert table.of(ClockStepped) == [ClockStepped(NOW, NOW + 5_000, far=False)]

    Clocked().begin(story)
