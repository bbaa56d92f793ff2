"""Runs a table: decide, append, evolve, publish; in this order, so that nobody sees what a power cut can still undo."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from firmware.game.events import Event, ShoeEnded
from firmware.game.steps import CloseBets
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import OfStaff
from firmware.table.core.counts import WorkCounted
from firmware.table.core.decide import decide
from firmware.table.core.feature import FEATURES
from firmware.table.core.group import Answer, Asked, Asking, GroupDecision, Needless, Otherwise, one_commit, rules_at
from firmware.table.core.journal import Journal, JournalError
from firmware.table.core.numbering import UNNUMBERED, Numbering
from firmware.table.core.setup import Setup
from firmware.table.core.standing import Stands
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.core.waiting import Waiting
from hal.clock import Clock


class Happened(Struct, frozen=True):
    """Events that are durable, when they happened, and the state after them."""

    at: int
    events: tuple[Event, ...]
    state: TableState


class TableService:
    """The one writer of a table's journal. Commands that wait while a commit is under way share the next one."""

    # crown 1.3: one service is one game at one table.
    # crown 4.6: a terminal shows as placed what is published here, after its commit, and nothing else.

    def __init__(
        self,
        setup: Setup,
        journal: Journal,
        clock: Clock,
        publish: Callable[[Happened], None],
        numbering: Numbering = UNNUMBERED,
    ) -> None:
        self.state = TableState(setup)
        self._opening: Waiting | None = None
        self._setup = setup
        self._journal = journal
        self._clock = clock
        self._publish = publish
        self._numbering = numbering
        #: What it counts while it runs.
        self.counts = WorkCounted()
        self._groups = GroupDecision(journal, numbering, self._check, self.counts)
        self._waiting: list[Asking] = []
        self._group: list[Asking] = []
        self._between: list[tuple[Callable[[], Awaitable[None]], asyncio.Future[None]]] = []
        self._failure: BaseException | None = None
        self._worker: asyncio.Task[None] | None = None
        self._turns = 0
        self._timer: asyncio.TimerHandle | None = None
        self._started = False
        self._when_stopped: list[Callable[[], None]] = []

    @classmethod
    def recovered(
        cls,
        state: TableState,
        setup: Setup,
        journal: Journal,
        clock: Clock,
        publish: Callable[[Happened], None],
        numbering: Numbering = UNNUMBERED,
    ) -> Self:
        """Return a table in its journal's state; with an empty journal, a table that is not opened yet."""
        service = cls(setup, journal, clock, publish, numbering)
        # People may have signed on at a table that waited to be opened, and never was. A table that follows a retired
        # journal numbers its tickets from where that one ended.
        fresh = replace(setup, machine=state.setup.machine or setup.machine)
        service.state = state if state.setup.rulebook else replace(state, setup=fresh)
        return service

    async def start(self) -> None:
        """Do what a table does first: open a new one; record that one that comes back has had a malfunction (11.15)."""
        for command in FEATURES.first_steps(self.state, self._setup):
            await self.submit(command)
        # crown 11.15(a): only now is open betting void; until here no clock may close it.
        self._started = True

    async def submit(
        self, command: Asked, *, by: str = "", number: str | None = None, otherwise: Otherwise | None = None
    ) -> tuple[Event, ...]:
        """Carry a command out and return its events once they are durable. Raises Refused: nothing has changed then.

        `by` says who asks. A command with a `number` that was carried out before is answered, and not done again.
        """
        return await self.ask(command, by=by, number=number, otherwise=otherwise)

    async def between(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something to the journal while no commit is under way. A failure there stops the table."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._failure is not None:
            raise self._has_stopped(self._failure)
        self._between.append((work, done))
        self._need_worker()
        await done

    def when_stopped(self, tell: Callable[[], None]) -> None:
        """Call this when the table takes no more commands."""
        self._when_stopped.append(tell)

    def now_ms(self) -> int:
        """Return the table's time."""
        return self._clock.now_ms()

    @property
    def opening(self) -> Waiting | None:
        """Why a table that has come back is not open yet; None once it is."""
        return self._opening

    def set_opening(self, opening: Waiting | None) -> None:
        """Set how far the wait to be opened has got; None: it is over."""
        self._opening = opening

    def stands(self) -> Stands:
        """Return the table's present state, for questions about what may be done."""
        return Stands(rules_at(self.state), self.state, self._clock.now_ms())

    def preview(self, command: Asked) -> tuple[Event, ...]:
        """Return what a command would do now, and do nothing. Raises Refused as the command itself would."""
        self._check(command, self._clock.now_ms())
        return self.foreseen(self.state, command)

    def foreseen(self, state: TableState, command: Asked) -> tuple[Event, ...]:
        """Return what a command would come to in a state. Raises Refused as it would."""
        return decide(rules_at(state), state, command, self._clock.now_ms(), self.of_coup, self._numbering).events

    def _check(self, command: Asked, now: int) -> None:
        """Refuse what a table that is not open yet does not do."""
        if self._opening is not None:
            in_time = FEATURES.while_waiting.get(type(command.what if isinstance(command, OfStaff) else command))
            if in_time is None:
                raise Refused(TableCode.WAITS_FOR_WITNESSES)
            in_time(self._opening, now, bool(self.state.staff))

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return a coup's events from the journal. Rows that are not what was written stop the table."""
        try:
            return self._journal.of_coup(coup)
        except JournalError as error:
            self._fail(error)
            raise TableStopped(f"the table has stopped: {error}") from error

    def _fail(self, failure: BaseException) -> None:
        """Take no more commands."""
        self._failure = failure
        for tell in self._when_stopped:
            tell()

    @property
    def stopped(self) -> str:
        """Why the table takes no more commands; nothing while it does."""
        return "" if self._failure is None else str(self._failure) or type(self._failure).__name__

    @property
    def waiting(self) -> int:
        """How many commands wait for the next commit."""
        return len(self._waiting)

    @property
    def under_way(self) -> int | None:
        """How many turns were done when the present one began; None while there is none."""
        return None if self._worker is None else self._turns

    def halt(self) -> None:
        """Take no more commands, and stop whatever is under way: what is not durable has not happened."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._failure = TableStopped("the table was halted")
        if self._worker is not None:
            self._worker.cancel()

    async def at_rest(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.sleep(0)
        while self._worker is not None:
            await asyncio.wait({self._worker})

    def ask(
        self,
        command: Asked,
        *,
        by: str = "",
        number: str | None = None,
        needless: Needless | None = None,
        otherwise: Otherwise | None = None,
    ) -> Answer:
        """Put a command into the queue, and return what `submit` waits for.

        Both are asked of the state when its turn comes. If `needless`, nothing is done, and it returns no events.
        If `otherwise`, it is refused, as the asker was shown something else.
        """
        answer: Answer = asyncio.get_running_loop().create_future()
        if self._failure is not None:
            answer.set_exception(self._has_stopped(self._failure))
            return answer
        self._waiting.append(Asking(command, answer, by, number, needless, otherwise))
        self._need_worker()
        return answer

    @staticmethod
    def _has_stopped(failure: BaseException) -> TableStopped:
        return TableStopped(f"the table has stopped: {failure}")

    def _need_worker(self) -> None:
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
            self._worker.add_done_callback(self._work_ended)

    async def _work(self) -> None:
        try:
            while self._waiting or self._between:
                self._group, self._waiting = one_commit(self._waiting)
                if self._group:
                    await self._carry_out()
                    self._turns += 1
                await self._do_between()
        finally:
            # Now, not when the loop gets round to the callback: the next to ask must find no worker here.
            self._worker = None

    async def _do_between(self) -> None:
        while self._between:
            work, done = self._between[0]
            await work()
            self._turns += 1
            del self._between[0]
            if not done.done():
                done.set_result(None)

    def _work_ended(self, worker: asyncio.Task[None]) -> None:
        """If the work failed, tell all who wait why, and take no more commands."""
        failure = self._failure if worker.cancelled() else worker.exception()
        if failure is not None:
            self._fail(failure)
            answers: list[Answer | asyncio.Future[None]] = [asking.answer for asking in (*self._group, *self._waiting)]
            for answer in (*answers, *(done for _, done in self._between)):
                if not answer.done():
                    stopped = self._has_stopped(failure)
                    stopped.__cause__ = failure
                    answer.set_exception(stopped)

    async def _carry_out(self) -> None:
        """Decide a group of commands, each on the state after the previous one, and commit them together."""
        at = self._clock.now_ms()
        decided = self._groups.decide(self._group, self.state, at)
        batches = [one.batch for one in decided]
        if batches:
            ended = self._group[-1].ends_commit or any(
                isinstance(event, ShoeEnded) for batch in batches for event in batch.events
            )
            began = asyncio.get_running_loop().time()
            await self._journal.append(at, batches, decided[-1].state if ended else None)
            self.counts.committed(asyncio.get_running_loop().time() - began)
        for answer, state, batch in decided:
            self.state = state
            self._publish(Happened(at, batch.events, state))
            if not answer.done():  # the asker may have gone; what was decided is still done
                answer.set_result(batch.events)
        self._set_timer()

    def _set_timer(self) -> None:
        """Let betting end by itself when its period is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        coup = self.state.game.coup
        if coup is not None and coup.closes_at is not None and self._started:
            rest = max(coup.closes_at - self._clock.now_ms(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(rest, self._elapsed)

    def _elapsed(self) -> None:
        self._timer = None
        # The dealer may have closed in the same instant: then the clock's own closing is refused, and nothing is lost.
        self.ask(CloseBets("elapsed")).add_done_callback(_expect_refusal)


def _expect_refusal(answer: Answer) -> None:
    failure = answer.exception()
    if failure is not None and not isinstance(failure, Refused):
        raise failure
