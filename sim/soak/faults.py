"""What goes wrong: lines, devices, power, network, storage, clock; often two at once. Each ends by itself."""

import asyncio
import contextlib
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from firmware.table.core.service import Happened
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BoughtIn
from hal.clock import woken_clock
from sim.devices.model import NoCommand
from sim.soak.cash_desk import DESKS
from sim.soak.changed import CHANGED
from sim.soak.dark import DARK
from sim.soak.device_faults import OF_DEVICES
from sim.soak.journal import SoakJournal
from sim.soak.power import Around, CutPocket, Moment
from sim.soak.stranger import HOSTILE, Stranger
from sim.whole_table import DisplayBoard, Seat, WholeTable

DAY_MS: Final = 86_400_000
# How often the next fault comes while one still lasts, and how many there are at once.
TOGETHER: Final = 0.35
MOST_AT_ONCE: Final = 3
# How often the power is looked for before a write, and how often after it.
AROUND: Final[tuple[Around, ...]] = ("before", "after")


class Kind(NamedTuple):
    """A kind of fault: how often it comes, beside the others, and what it does."""

    weight: int
    does: "Callable[[Faults, float], Awaitable[None]]"


class Faults:
    """Breaks things, and puts them right again. `down`: whose messages are not carried.

    `came_back` is told when the table's board is on again, before it goes on.
    """

    def __init__(
        self,
        table: WholeTable,
        journal: SoakJournal,
        chance: random.Random,
        kinds: tuple[str, ...],
        came_back: Callable[[TableState], None],
        cup_wanted: asyncio.Event,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.together = 0
        self.down: set[str] = set()
        # Set when a tournament is to be played amid all this.
        self.cup_wanted = cup_wanted
        self.rough = False
        self.restarting = False
        self.stranger = Stranger(table, random.Random(chance.random()))
        self.table = self._table = table
        self._journal = journal
        self.chance = chance
        self._kinds = kinds
        self._came_back = came_back
        self._at_once = 0
        self.alone: defaultdict[tuple[str, object], asyncio.Lock] = defaultdict(asyncio.Lock)
        self._boards = (*(f"ats-{ats}" for ats in table.seats), *DESKS)
        # How often a terminal was away when its note was credited.
        self.absences = 0
        self._deaf_after_credit: int | None = None
        self._credited = Moment()
        self.messages = {"": Moment()} | {f"ats-{ats}": Moment() for ats in table.seats}

    def count_absence(self) -> int:
        """Count that a terminal was away when its note was credited, and return how often one was."""
        self.absences += 1
        return self.absences

    def carry(self, subject: str) -> tuple[float, ...]:
        """Say how a message is carried: after how long each copy arrives; not at all where a cable is cut."""
        kind, _, device = subject.partition(".")
        self.messages[device if device in self.messages else ""].passes()
        if "all" in self.down or device in self.down or f"{kind} {device}" in self.down:
            return ()
        if not self.rough:
            return (0.001,)
        if self.chance.random() < 0.15:
            return ()
        return tuple(self.chance.random() for _ in range(self.chance.choice((1, 1, 2))))

    def happened(self, happened: Happened) -> None:
        """Cut a terminal's cable in the instant in which its note is credited, where that is wanted."""
        self.stranger.happened(happened)
        for event in happened.events:
            if isinstance(event, BoughtIn) and event.by == "note" and event.ats == self._deaf_after_credit:
                self._deaf_after_credit = None
                self.down.add(f"ats-{event.ats}")
                self._credited.passes()

    async def cut_at_credit(self) -> str:
        """Cut a terminal off once its next note is credited: it is not told. Return which; "" when none comes."""
        seat = self.any_seat()
        ats = seat.ats
        with contextlib.suppress(NoCommand):  # a note is in it already
            seat.devices["note_acceptor"].model.do("insert 20")
        if f"ats-{ats}" in self.down or self._deaf_after_credit is not None:
            return ""
        self._deaf_after_credit = ats
        cut = await self._credited.wait()
        self._deaf_after_credit = None
        return f"ats-{ats}" if cut else ""

    async def run(self, seconds: float) -> None:
        """Break things for so long, and wait until each is whole again."""
        if not self._kinds:
            await asyncio.sleep(seconds)
            return
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        room = asyncio.Semaphore(MOST_AT_ONCE)
        async with asyncio.TaskGroup() as breaking:
            while True:
                soon = self.chance.random() < TOGETHER
                await asyncio.sleep(self.chance.uniform(0, 3) if soon else self.chance.uniform(5, 60))
                async with room:
                    if loop.time() >= until:
                        break
                breaking.create_task(self._one(room))

    async def _one(self, room: asyncio.Semaphore) -> None:
        weights = [self.KINDS[kind].weight for kind in self._kinds]
        (kind,) = self.chance.choices(self._kinds, weights)
        async with room:
            self._at_once += 1
            self.together += self._at_once > 1
            self.counts[kind] += 1
            await self.KINDS[kind].does(self, self.chance.uniform(0.2, 10))
            self._at_once -= 1

    def any_seat(self) -> Seat:
        """Return a terminal, by chance."""
        return self.chance.choice(list(self._table.seats.values()))

    # Boards.

    async def _terminal_power(self, seconds: float) -> None:
        """At any await that follows a message."""
        seat = self.any_seat()
        async with self.alone["board", seat]:
            await self.messages[f"ats-{seat.ats}"].any_await_after(self.chance)
            await self._off_and_on(seat, seconds)

    async def _pocket_power(self, seconds: float) -> None:
        """Around what the terminal writes down of a note or a ticket."""
        seat = self.any_seat()
        assert isinstance(seat.pocket, CutPocket)
        async with self.alone["board", seat]:
            await seat.pocket.cut.next(self.chance.choice(AROUND))
            await self._off_and_on(seat, seconds)

    async def _off_and_on(self, board: Seat | DisplayBoard, seconds: float) -> None:
        await board.stop()
        await asyncio.sleep(seconds)
        board.start()

    async def _terminal_and_device_power(self, seconds: float) -> None:
        """The whole cabinet loses its power."""
        seat = self.any_seat()
        models = [kept.model for kept in seat.devices.values()]
        async with contextlib.AsyncExitStack() as alone:
            for held in (("board", seat), *(("power", model) for model in models)):
                await alone.enter_async_context(self.alone[held])
            await seat.stop()
            for model in models:
                model.power(on=False)
            await asyncio.sleep(seconds)
            for model in models:
                model.power(on=True)
            seat.start()

    async def _display_power(self, seconds: float) -> None:
        display = self._table.display
        async with self.alone["board", display]:
            await self._off_and_on(display, seconds)

    async def _table_power(self, seconds: float) -> None:
        """At any await that follows a message or a write."""
        moment = self.chance.choice((self.messages[""], self._journal.writing))
        async with self.alone["board", self._table]:
            await moment.any_await_after(self.chance)
            await self._table_off_and_on(seconds)

    async def restart_table(self, seconds: float) -> None:
        """Take the table's power, and give it back."""
        async with self.alone["board", self._table]:
            await self._table_off_and_on(seconds)

    async def _commit_power(self, seconds: float) -> None:
        """Around a commit: what is in the journal nobody has been told of, or nobody has it."""
        async with self.alone["board", self._table]:
            await self._journal.cut.next(self.chance.choice(AROUND))
            await self._table_off_and_on(seconds)

    async def _table_off_and_on(self, seconds: float, jump: int = 0) -> None:
        self.restarting = True
        await self._table.stop_table()
        await asyncio.sleep(seconds)
        state = self._journal.recover()
        self._came_back(state)
        wall_ms = self._journal.last_at + round(seconds * 1000) + jump
        clock = woken_clock(asyncio.get_running_loop(), wall_ms, self._journal.last_at)
        await self._table.restart_table(state, clock)
        self.restarting = False

    async def _clock_jump(self, seconds: float) -> None:
        """The board wakes up a day later, or a day before: then it goes on from its journal."""
        async with self.alone["board", self._table]:
            await self._table_off_and_on(seconds, self.chance.choice((DAY_MS, -DAY_MS)))

    async def _storage_full(self, seconds: float) -> None:
        """The storage is full until somebody has made room; then the board is started again."""
        async with self.alone["board", self._table]:
            self.restarting = True
            self._journal.fill()
            await asyncio.sleep(seconds)
            self._journal.make_room()
            await self._table_off_and_on(1.0)

    async def _tournament(self, _: float) -> None:
        """Nothing breaks: the table is a tournament's for a while."""
        self.cup_wanted.set()

    # Network.

    async def _cut(self, seconds: float, what: str) -> None:
        async with self.alone["cable", what]:
            self.down.add(what)
            await asyncio.sleep(seconds)
            self.down.discard(what)

    async def _broker_lost(self, seconds: float) -> None:
        await self._cut(seconds, "all")

    async def _cable_cut(self, seconds: float) -> None:
        await self._cut(seconds, self.chance.choice(self._boards))

    async def _one_side(self, seconds: float) -> None:
        kind = self.chance.choice(("ask", "account", "beat"))
        await self._cut(seconds, f"{kind} {self.chance.choice(self._boards)}")

    async def _rough_network(self, seconds: float) -> None:
        async with self.alone["cable", "rough"]:
            self.rough = True
            await asyncio.sleep(seconds)
            self.rough = False

    KINDS: Final[dict[str, Kind]] = {
        **{name: Kind(weight, does) for name, (weight, does) in OF_DEVICES.items()},
        "terminal-power": Kind(3, _terminal_power),
        "pocket-power": Kind(3, _pocket_power),
        "cabinet-power": Kind(2, _terminal_and_device_power),
        "display-power": Kind(1, _display_power),
        **{name: Kind(weight, does) for name, (weight, does) in {**HOSTILE, **CHANGED, **DARK}.items()},
        "table-power": Kind(3, _table_power),
        "commit-power": Kind(3, _commit_power),
        "clock-jump": Kind(1, _clock_jump),
        "storage-full": Kind(1, _storage_full),
        "tournament": Kind(2, _tournament),
        "broker-lost": Kind(2, _broker_lost),
        "cable-cut": Kind(2, _cable_cut),
        "one-side": Kind(2, _one_side),
        "rough-network": Kind(2, _rough_network),
    }
