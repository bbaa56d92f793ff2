"""One soak: a seed, so many hours, some faults; what held, what did not, and what was visited."""

import asyncio
import gc
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firmware.books import book_ids, load_book
from firmware.rules.account import load_books
from firmware.table.core.service import Happened
from firmware.table.core.state import TableState
from hal.clock import LoopClock
from hal.currency import NOTES
from sim.failures import failure
from sim.profiles import Setting, offered_by
from sim.soak.calm import People, calm
from sim.soak.cards import ShoeCards
from sim.soak.cash_desk import DESKS, ClerkDesk, PaidOut
from sim.soak.cup import SoakCup
from sim.soak.dealer import Dealer
from sim.soak.faults import Faults
from sim.soak.journal import SoakJournal
from sim.soak.pages import Pages
from sim.soak.people import Attendant, SeatedPlayer
from sim.soak.power import CutPocket
from sim.soak.promises import HeardNetwork, Promises
from sim.soak.second import opinion_named
from sim.soak.steps import Held, Steps
from sim.soak.ticket_guest import TicketGuest
from sim.soak.tickets_in import TakenIn
from sim.soak.watch import Watch
from sim.soak.whole_stories import WholeStories
from sim.virtual_time import TimeStandsStill, VirtualTimeLoop
from sim.whole_table import Surroundings, WholeTable

# How often it is asked whether something that was looked at did not hold.
ASKED_S: Final = 7.0
# After the last fault has begun, so long may it be until all is whole again.
ENDS_S: Final = 900.0
# So that a clock that jumps by a day makes tickets expire.
TICKET_DAYS: Final = 1
# The makes of note acceptors take turns by the seed; a table has one of them.
ACCEPTORS: Final = ("sim.id003", "sim.ebds")
CURRENCIES: Final = tuple(sorted(NOTES))
FOREIGN_FROM: Final = 3
# At each so manieth table terminals take no tickets in.
TICKETS_OFF: Final = 4
UNUSED: Final = "unused"
# The journal is a real file, where a night of it wears out no disk.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is made there by tempfile


class SoakFound(Struct, frozen=True):
    """What a soak found. `digest`: of its journal; the same seed gives the same."""

    seed: int
    hours: float
    ats: int
    rulebook: str
    faults: dict[str, int]
    kinds: dict[str, int]
    phases: dict[str, int]
    actions: dict[str, int]
    mistakes: dict[str, int]
    together: int
    cash_desk: dict[str, int]
    tournaments: dict[str, int]
    coups: int
    events: int
    virtual_s: int
    digest: str
    acknowledged: int
    wrong: tuple[str, ...]
    at: float = 0.0
    tickets_in: dict[str, int] = {}


class Case(NamedTuple):
    """What a soak is run with. `opinion`: `module:function` of a second engine that settlements are held against."""

    seed: int
    hours: float
    ats: int
    faults: tuple[str, ...]
    rulebook: str = ""
    opinion: str = ""


# Told how many hours have passed, and how many coups were played.
Progress = Callable[[float, int], object]


def soak(
    seed: int, hours: float, ats: int, kinds: tuple[str, ...], rulebook: str = "", progress: Progress | None = None
) -> SoakFound:
    """Run it."""
    return soak_case(Case(seed, hours, ats, kinds, rulebook), progress)


def soak_case(case: Case, progress: Progress | None = None) -> SoakFound:
    """Run a case."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        wrong: list[str] = []
        found = _soaked(case, Path(folder), wrong, progress)
        # Whoever held a task that failed is gone now: its loop tells, or nobody ever does.
        gc.collect()
        return replace(found, wrong=tuple(dict.fromkeys((*found.wrong, *wrong))))


def _soaked(case: Case, folder: Path, wrong: list[str], progress: Progress | None) -> SoakFound:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        one = _Soak(case, folder, wrong, runner.get_loop())
        try:
            runner.run(one.run(progress))
        except TimeStandsStill as still:
            one.stuck(str(still))
        return one.found()


@cache
def books_of_seeds() -> tuple[str, ...]:
    """Return the rule books that seeds go through; one that is like another is soaked by its name alone.

    So a seed plays what it played before a house added a book of its own.
    """
    accounts = load_books()
    return tuple(book for book in book_ids() if not accounts[load_book(book).book].like)


class _Soak:
    def __init__(self, case: Case, folder: Path, wrong: list[str], loop: asyncio.AbstractEventLoop) -> None:
        assert isinstance(loop, VirtualTimeLoop)
        self.wrong = wrong
        loop.set_exception_handler(self._unexpected)
        self._loop = loop
        seed = case.seed
        self.seed, self.hours, self.ats = seed, case.hours, case.ats
        self.rulebook = case.rulebook or books_of_seeds()[seed % len(books_of_seeds())]
        # Each has chance of its own: what one does changes nothing of what the others would.
        self._chance = {name: random.Random(f"{seed} {name}") for name in ("dealer", "faults", *DESKS)}
        self._kinds = case.faults
        self.cards = ShoeCards()
        self.watch = Watch(self.cards, opinion_named(case.opinion) if case.opinion else None)
        self.journal = SoakJournal(folder / "table.journal")
        self.promises = Promises(self.journal)
        self._network = HeardNetwork(self.promises, self._carry)
        self._looks: set[int] = set()
        self._table = table = self._whole_table()
        pages, money = Pages(table), PaidOut()
        self._held = Held(
            self.watch, self.promises, pages, money, TakenIn(table, pages, money), WholeStories(self._kinds)
        )
        self._cup = SoakCup(table, loop, random.Random(f"{seed} cup"))
        self._faults = Faults(
            table, self.journal, self._chance["faults"], self._kinds, self._came_back, self._cup.wanted
        )
        self._steps = Steps(table, self._faults, self._held, self.wrong, self._looks)
        desks = [ClerkDesk(name, table, pages, money, self._chance[name]) for name in DESKS]
        self._people = People(
            Dealer(table, self.cards, self._chance["dealer"], waits=self._cup.waits),
            Attendant(table, pages),
            desks,
            [
                SeatedPlayer(seat, random.Random(f"{seed} player {ats}"), self._cup.style)
                for ats, seat in table.seats.items()
            ],
            TicketGuest(table, pages, desks, money, random.Random(f"{seed} tickets")),
        )

    def _whole_table(self) -> WholeTable:
        acceptor = ACCEPTORS[self.seed // len(books_of_seeds()) % len(ACCEPTORS)]
        currency = CURRENCIES[self.seed // 2 % len(CURRENCIES)]
        # At some tables an acceptor of another country's notes was put into the last terminal.
        other = CURRENCIES[(self.seed // 2 + 1) % len(CURRENCIES)]
        foreign = {self.ats: other} if self.ats >= FOREIGN_FROM and self.seed % 2 == 0 else {}
        setting = Setting(
            currency=currency,
            foreign=foreign,
            tickets="false" if self.seed % TICKETS_OFF == 0 else "true",
            ats=self.ats + 1, external=(f"ats-{self.ats + 1}",), rulebook=self.rulebook, **offered_by(self.rulebook),
            period=15, secret=UNUSED,
            acceptor=acceptor, ticket_days=TICKET_DAYS,
        )  # fmt: skip
        around = Surroundings(
            self._network,
            self.promises.service(),
            self._tell,
            lambda ats: CutPocket(f"{ats:016x}"),
            self._looks.add,
        )
        return WholeTable(setting, self.journal, LoopClock(self._loop, 1_000_000), around, screens=False)

    def _carry(self, subject: str) -> tuple[float, ...]:
        return self._faults.carry(subject)  # which know the table, that is made on this network

    def _tell(self, happened: Happened) -> None:
        self.watch.happened(happened)
        self._held.pages.happened(happened)
        self._held.taken.happened(happened)
        self._held.stories.happened(happened)
        self._cup.happened(happened)
        self._faults.happened(happened)

    async def run(self, progress: Progress | None) -> None:
        """Run it."""
        table = self._table
        await table.start()
        self._held.pages.watch()
        self._loop.at_each_turn(self._steps.look)
        running = [asyncio.create_task(one) for one in (*self._people.running(), self._cup.run())]
        trouble = asyncio.create_task(self._faults.run(self.hours * 3600))
        while not trouble.done() and not self._steps.failed_at:
            await asyncio.sleep(ASKED_S)
            self._steps.at_work()  # also where nothing moves any more
            if self._loop.time() > self.hours * 3600 + ENDS_S:
                self.wrong.append(f"faults that began do not end within {ENDS_S:.0f} s")
            if progress is not None:
                progress(self._loop.time() / 3600, self.watch.coups)
        if not self._steps.failed_at:
            trouble.result()
            self._people.dealer.err_no_more()
            self.wrong += [*await self._cup.last(), *self._cup.wrong]
            self.wrong += await calm(table, self._people, self._held, self.journal)
        self._loop.at_each_turn(_nothing)
        for task in (trouble, *running):
            task.cancel()
        await asyncio.gather(trouble, *running, return_exceptions=True)
        failed = (task for task in running if not task.cancelled() and task.exception())
        self.wrong += [f"{task} failed: {task.exception()!r}" for task in failed]
        await table.stop()

    def stuck(self, why: str) -> None:
        """Take down that it got no further."""
        self.wrong.append(why)
        self._steps.fail(self._loop.time())

    def _unexpected(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take down what failed where nobody waited for it."""
        self.wrong += [failed] if (failed := failure(context)) else []

    def _came_back(self, state: TableState) -> None:
        """The table's board is on again: its journal gives what it was, and what it had told nobody of yet."""
        live = self._table.state
        for happened in self.journal.happened_since(self.watch.events, live):
            self._tell(happened)
            live = happened.state
        if live != state:
            self.wrong.append("the journal does not give the state that the table had when its power went")

    def found(self) -> SoakFound:
        """Close the journal, and say what was found."""
        watch, steps = self.watch, self._steps
        self.journal.close()
        return SoakFound(
            self.seed, self.hours, self.ats, self.rulebook, dict(sorted(self._faults.counts.items())),
            dict(sorted(watch.kinds.items())), dict(sorted(watch.phases.items())), dict(sorted(watch.actions.items())),
            dict(sorted(self._people.dealer.did.items())), self._faults.together,
            dict(sorted(self._held.money.answers.items())), dict(sorted(self._cup.used.items())),
            watch.coups, self.journal.rows, round(self._loop.time()), self.journal.digest, self.promises.count,
            tuple(dict.fromkeys(steps.all_wrong())), round(steps.failed_at, 1),
            dict(sorted(self._held.taken.answers.items())),
        )  # fmt: skip


def _nothing() -> None:
    """Nobody looks."""


def fault_kinds(named: str) -> tuple[str, ...]:
    """Return the kinds that were named, `all` or `none`. Raises ValueError."""
    if named == "all":
        return tuple(Faults.KINDS)
    if named == "none":
        return ()
    kinds = tuple(named.split(","))
    unknown = [kind for kind in kinds if kind not in Faults.KINDS]
    if unknown:
        raise ValueError(f"no fault {unknown[0]!r}; there are {', '.join(Faults.KINDS)}, or all, or none")
    return kinds
