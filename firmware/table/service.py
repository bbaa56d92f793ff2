"""Runs a table: decide, append, evolve, publish, in this order, and in groups that share one commit."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from firmware.books import TableRules
from firmware.game.events import Event
from firmware.game.steps import CloseBets, Step
from firmware.game.turn import Refused
from firmware.table.commands import Command, OpenTable, Setup
from firmware.table.decide import decide
from firmware.table.evolve import fold
from firmware.table.journal import Journal
from firmware.table.state import TableState
from hal.clock import Clock

Asked = Command | Step


class Happened(Struct, frozen=True):
    """Events that are durable, when they happened, and the state after them."""

    at: int
    events: tuple[Event, ...]
    state: TableState


class TableService:
    """The one writer of a table's journal. Commands that wait while a commit is under way share the next one."""

    def __init__(
        self, rules: TableRules, setup: Setup, journal: Journal, clock: Clock, publish: Callable[[Happened], None]
    ) -> None:
        self.state = TableState(setup)
        self._rules = rules
        self._journal = journal
        self._clock = clock
        self._publish = publish
        self._waiting: list[tuple[Asked, asyncio.Future[tuple[Event, ...]]]] = []
        self._worker: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        """Open the table with its setup."""
        await self.submit(OpenTable(self.state.setup))

    async def submit(self, command: Asked) -> tuple[Event, ...]:
        """Carry a command out and return its events, once they are durable. Raises Refused; nothing has changed then."""
        answer: asyncio.Future[tuple[Event, ...]] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        return await answer

    async def at_rest(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.sleep(0)
        while self._worker is not None:
            await self._worker

    async def _work(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                await self._carry_out(group)
        finally:
            self._worker = None

    async def _carry_out(self, group: Sequence[tuple[Asked, asyncio.Future[tuple[Event, ...]]]]) -> None:
        at, state = self._clock.now_ms(), self.state
        decided: list[Event] = []
        done: list[tuple[asyncio.Future[tuple[Event, ...]], Happened]] = []

        def history(coup: int) -> Sequence[Event]:
            return (*self._journal.of_coup(coup), *(e for e in decided if getattr(e, "coup", None) == coup))

        for command, answer in group:
            try:
                events = decide(self._rules, state, command, at, history)
            except Refused as refusal:
                answer.set_exception(refusal)
                continue
            state = fold(state, events)
            decided += events
            done.append((answer, Happened(at, tuple(events), state)))
        try:
            await self._journal.append(at, decided)
        except Exception as failure:
            for answer, _ in done:
                answer.set_exception(failure)
            return
        for answer, happened in done:
            self.state = happened.state
            self._publish(happened)
            answer.set_result(happened.events)
        self._set_timer()

    def _set_timer(self) -> None:
        """Have betting end by itself when its period is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        coup = self.state.game.coup
        if coup is not None and coup.closes_at is not None:
            rest = max(coup.closes_at - self._clock.now_ms(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(rest, self._elapsed)

    def _elapsed(self) -> None:
        self._timer = None
        answer: asyncio.Future[tuple[Event, ...]] = asyncio.get_running_loop().create_future()
        # The dealer may have closed in the same instant: then the clock's own closing is refused, and nothing is lost.
        answer.add_done_callback(_expect_refusal)
        self._waiting.append((CloseBets("elapsed"), answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())


def _expect_refusal(answer: asyncio.Future[tuple[Event, ...]]) -> None:
    failure = answer.exception()
    if failure is not None and not isinstance(failure, Refused):
        raise failure
