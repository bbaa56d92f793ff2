"""One soak: a seed, so many hours, some faults; what held, what did not, and what was visited."""

import asyncio
import gc
import random
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firmware.books import book_ids
from firmware.table.service import Happened
from firmware.table.state import TableState
from hal.clock import LoopClock
from sim.failures import failure
from sim.profiles import Setting
from sim.soak.calm import People, calm
from sim.soak.cards import ShoeCards
from sim.soak.cash_desk import DESKS, CashDesk, Money
from sim.soak.dealer import Dealer
from sim.soak.faults import Faults
from sim.soak.journal import SoakJournal
from sim.soak.pages import Pages
from sim.soak.people import Attendant, Player
from sim.soak.power import CutPocket
from sim.soak.promises import HeardNetwork, Promises
from sim.soak.steps import Held, Steps
from sim.soak.watch import Watch
from sim.virtual_time import VirtualTimeLoop
from sim.whole_table import WholeTable

# How often it is asked whether something that was looked at did not hold.
ASKED_S: Final = 7.0
# So that a clock that jumps by a day makes tickets expire.
TICKET_DAYS: Final = 1
# The makes of note acceptors take turns by the seed; a table has one of them.
ACCEPTORS: Final = ("sim.id003", "sim.ebds")
UNUSED: Final = "unused"
# The journal is a real file, where a night of it wears out no disk.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is made there by tempfile


class Found(Struct, frozen=True):
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
    coups: int
    events: int
    virtual_s: int
    digest: str
    acknowledged: int
    wrong: tuple[str, ...]
    at: float = 0.0


class Case(NamedTuple):
    """What a soak is run with."""

    seed: int
    hours: float
    ats: int
    faults: tuple[str, ...]
    rulebook: str = ""


def soak(seed: int, hours: float, ats: int, kinds: tuple[str, ...], rulebook: str = "") -> Found:
    """Run it."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        one = _Soak(Case(seed, hours, ats, kinds, rulebook), Path(folder))
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            found = runner.run(one.run())
        # Whoever held a task that failed is gone now: its loop tells, or nobody ever does.
        gc.collect()
        return replace(found, wrong=tuple(dict.fromkeys((*found.wrong, *one.wrong))))


class _Soak:
    def __init__(self, case: Case, folder: Path) -> None:
        seed = case.seed
        self.seed, self.hours, self.ats = seed, case.hours, case.ats
        self.rulebook = case.rulebook or book_ids()[seed % len(book_ids())]
        # Each has chance of its own: what one does changes nothing of what the others would.
        self._chance = {name: random.Random(f"{seed} {name}") for name in ("dealer", "faults", *DESKS)}
        self._kinds = case.faults
        self.cards = ShoeCards()
        self.watch = Watch(self.cards)
        self.journal = SoakJournal(folder / "table.journal")
        self.promises = Promises(self.journal)
        self.wrong: list[str] = []

    async def run(self) -> Found:
        """Run it, and say what was found."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._unexpected)
        acceptor = ACCEPTORS[self.seed // len(book_ids()) % len(ACCEPTORS)]
        setting = Setting(
            ats=self.ats, rulebook=self.rulebook, period=15, secret=UNUSED, acceptor=acceptor, ticket_days=TICKET_DAYS
        )  # fmt: skip
        table = WholeTable(
            setting, self.journal, LoopClock(loop, 1_000_000), screens=False,
            memory=HeardNetwork(self.promises), service=self.promises.service(),
        )  # fmt: skip
        for seat in table.seats.values():
            seat.pocket = CutPocket()
        pages, money = Pages(table), Money()

        def tell(happened: Happened) -> None:
            self.watch.happened(happened)
            pages.happened(happened)

        table.tell = tell
        faults = Faults(
            table, self.journal, self._chance["faults"], self._kinds, lambda state: self._came_back(table, state)
        )
        table.memory.carry = faults.carry
        await table.start()
        pages.watch()
        held = Held(self.watch, self.promises, pages, money)
        steps = Steps(table, faults, held, self.wrong)
        assert isinstance(loop, VirtualTimeLoop)
        loop.at_each_turn(steps.look)
        people = self._people(table, pages, money)
        running = [asyncio.create_task(one) for one in people.running()]
        trouble = asyncio.create_task(faults.run(self.hours * 3600))
        while not trouble.done() and not steps.failed_at:
            await asyncio.sleep(ASKED_S)
        if not steps.failed_at:
            trouble.result()
            self.wrong += await calm(table, people, held, self.journal)
        loop.at_each_turn(_nothing)
        for task in (trouble, *running):
            task.cancel()
        await asyncio.gather(trouble, *running, return_exceptions=True)
        failed = (task for task in running if not task.cancelled() and task.exception())
        self.wrong += [f"{task} failed: {task.exception()!r}" for task in failed]
        await table.stop()
        found = self._found(faults, people.dealer, steps, loop.time())
        self.journal.close()
        return found

    def _people(self, table: WholeTable, pages: Pages, money: Money) -> People:
        return People(
            Dealer(table, self.cards, self._chance["dealer"]),
            Attendant(table, pages),
            [CashDesk(name, table, pages, money, self._chance[name]) for name in DESKS],
            [Player(seat, random.Random(f"{self.seed} player {ats}")) for ats, seat in table.seats.items()],
        )

    def _unexpected(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take down what failed where nobody waited for it."""
        self.wrong += [failed] if (failed := failure(context)) else []

    def _came_back(self, table: WholeTable, state: TableState) -> None:
        """The table's board is on again: its journal gives what it was, and what it had told nobody of yet."""
        live = table.state
        for happened in self.journal.happened_since(self.watch.events, live):
            table.tell(happened)
            live = happened.state
        if live != state:
            self.wrong.append("the journal does not give the state that the table had when its power went")

    def _found(self, faults: Faults, dealer: Dealer, steps: Steps, seconds: float) -> Found:
        watch = self.watch
        return Found(
            self.seed, self.hours, self.ats, self.rulebook, dict(sorted(faults.counts.items())),
            dict(sorted(watch.kinds.items())), dict(sorted(watch.phases.items())), dict(sorted(watch.actions.items())),
            dict(sorted(dealer.did.items())), faults.together, dict(sorted(steps.held.money.answers.items())),
            watch.coups, self.journal.rows, round(seconds), self.journal.digest, self.promises.count,
            tuple(dict.fromkeys(steps.all_wrong())), round(steps.failed_at, 1),
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
