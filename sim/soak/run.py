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
from firmware.game.turn import Refused
from firmware.net.remote_table import RemoteTable
from firmware.table import commands as c
from firmware.table.journal import JournalError
from firmware.table.service import TableStopped
from firmware.table.state import TableState
from hal.clock import LoopClock
from sim.failures import failure
from sim.profiles import Setting
from sim.soak.cards import ShoeCards
from sim.soak.dealer import Dealer
from sim.soak.faults import Faults
from sim.soak.journal import SoakJournal
from sim.soak.money import credited, in_boxes, notes_astray, pages_astray, printed, tickets_astray
from sim.soak.people import Attendant, Player
from sim.soak.power import CutPocket
from sim.soak.promises import HeardNetwork, Promises
from sim.soak.watch import Watch
from sim.virtual_time import VirtualTimeLoop
from sim.whole_table import Seat, WholeTable

# How long the table may take to come back to play by itself once nothing breaks any more, and for how many coups.
CALM_S: Final = 1200.0
COUPS_AFTER: Final = 3
LOOK_S: Final = 7.0
# The makes of note acceptors take turns by the seed; a table has one of them.
ACCEPTORS: Final = ("sim.id003", "sim.ebds")
UNUSED: Final = "unused"
# The journal is a real file, where a night of it wears out no disk.
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is made there by tempfile
LONGEST_QUEUE: Final = 1024
# How many tasks a table and a terminal have at most: more is a queue that grows.
MOST_TASKS: Final = 60
MOST_TASKS_OF_SEAT: Final = 30


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
        self._chance = {name: random.Random(f"{seed} {name}") for name in ("dealer", "faults", "lines", "people")}
        self._kinds = case.faults
        self.cards = ShoeCards()
        self.watch = Watch(self.cards)
        self.journal = SoakJournal(folder / "table.journal")
        self.promises = Promises(self.journal)
        self.wrong: list[str] = []
        self.failed_at = 0.0

    async def run(self) -> Found:
        """Run it, and say what was found."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._unexpected)
        acceptor = ACCEPTORS[self.seed // len(book_ids()) % len(ACCEPTORS)]
        setting = Setting(ats=self.ats, rulebook=self.rulebook, period=15, secret=UNUSED, acceptor=acceptor)
        table = WholeTable(
            setting, self.journal, LoopClock(loop, 1_000_000), screens=False,
            memory=HeardNetwork(self.promises), service=self.promises.service(),
        )  # fmt: skip
        for seat in table.seats.values():
            seat.pocket = CutPocket()
        table.tell = self.watch.happened
        faults = Faults(
            table, self.journal, self._chance["faults"], self._kinds, lambda state: self._came_back(table, state)
        )
        table.memory.carry = faults.carry
        await table.start()
        dealer = Dealer(table, self.cards, self._chance["dealer"])
        players = [Player(seat, random.Random(f"{self.seed} player {ats}")) for ats, seat in table.seats.items()]
        attendant = Attendant(table)
        attendant.watch_pages()
        running = [dealer.run(), attendant.run(), *(player.run() for player in players)]
        people = [asyncio.create_task(one) for one in running]
        trouble = asyncio.create_task(faults.run(self.hours * 3600))
        while not trouble.done() and not self._bad(table, faults, attendant):
            await asyncio.sleep(LOOK_S)
        if not self._bad(table, faults, attendant):
            trouble.result()
            await self._calm(table, dealer, players, attendant)
        for task in (trouble, *people):
            task.cancel()
        await asyncio.gather(trouble, *people, return_exceptions=True)
        self.wrong += [f"{task} failed: {task.exception()!r}" for task in people if not task.cancelled()]
        await table.stop()
        found = self._found(faults, dealer, loop.time())
        self.journal.close()
        return found

    def _unexpected(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take down what failed where nobody waited for it."""
        self.wrong += [failed] if (failed := failure(context)) else []

    def _came_back(self, table: WholeTable, state: TableState) -> None:
        """The table's board is on again: its journal gives what it was, and what it had told nobody of yet."""
        live = table.state
        for happened in self.journal.happened_since(self.watch.events, live):
            self.watch.happened(happened)
            live = happened.state
        if live != state:
            self.wrong.append("the journal does not give the state that the table had when its power went")

    def _bad(self, table: WholeTable, faults: Faults, attendant: Attendant) -> bool:
        """Look at what no single event shows; whether something has failed."""
        for seat in table.seats.values():
            if seat.on and seat.terminal is not None:
                self.watch.shows(seat.ats, _coup_known(seat.remote), seat.terminal.desk.player.wagers)
                self.wrong += [f"ATS {seat.ats}: {why!r}" for why in seat.broken()]
            self._astray(table, seat, attendant)
        tasks = len(asyncio.all_tasks())
        if tasks > MOST_TASKS + MOST_TASKS_OF_SEAT * self.ats:
            self.wrong.append(f"{tasks} tasks are under way")
        if table.boards is not None and table.boards.waiting > LONGEST_QUEUE:
            self.wrong.append(f"{table.boards.waiting} messages wait to be sent")
        if not faults.restarting:
            self.wrong += [f"the table's board: {why!r}" for why in table.broken()]
        if self.watch.wrong or self.wrong or self.promises.wrong:
            self.failed_at = self.failed_at or asyncio.get_running_loop().time()
            return True
        return False

    def _astray(self, table: WholeTable, seat: Seat, attendant: Attendant) -> None:
        """Hold a terminal's money against the ledger, also in the midst of things."""
        found = (
            notes_astray(table, seat), pages_astray(table, seat.ats, attendant.pages[seat.ats]),
            tickets_astray(table, seat.ats),
        )  # fmt: skip
        self.wrong += [wrong for wrong in found if wrong]

    async def _calm(self, table: WholeTable, dealer: Dealer, players: list[Player], attendant: Attendant) -> None:
        """Nothing breaks any more: the table plays on by itself, and what is open can be resolved."""
        dealer.mistakes = 0
        before, waited = self.watch.coups, 0.0
        while self.watch.coups < before + COUPS_AFTER:
            await asyncio.sleep(10)
            waited += 10
            if waited > CALM_S:
                self.wrong.append(f"no play {CALM_S:.0f} s after the last fault: {table.state.game.phase}")
                return
        for player in players:
            player.playing = False
        await self._pay_all_out(table, attendant)
        self.watch.lies(table.state)
        self.wrong += [self.cards.suspect] if self.cards.suspect else []
        self._money(table, attendant)
        self._replay(table)
        if table.state.faults:
            self.wrong.append(f"faults that nobody can clear: {sorted(table.state.faults)}")

    async def _pay_all_out(self, table: WholeTable, attendant: Attendant) -> None:
        """Resolve all doubts, and close each account between two coups."""
        for _ in range(200):
            await asyncio.sleep(3)
            try:
                await attendant.round()
                for ats, account in list(table.state.accounts.items()):
                    if not account.wagers:
                        await table.service.submit(c.CashOut(ats), by="dealer")
            except (Refused, TableStopped):
                continue
            if not table.state.accounts and not table.state.note_doubts:
                return
        self.wrong.append(f"accounts that cannot be closed: {table.state.accounts}, {table.state.note_doubts}")

    def _replay(self, table: WholeTable) -> None:
        """The journal is whole, and gives what lives."""
        try:
            if self.journal.checked() != table.state:
                self.wrong.append("the journal does not give the table's state")
        except JournalError as error:
            self.wrong.append(f"the journal is not whole: {error}")

    def _money(self, table: WholeTable, attendant: Attendant) -> None:
        """Hold notes and pages, which lie there, against the ledger."""
        for ats, seat in table.seats.items():
            lies, says = in_boxes(seat), credited(table, ats)
            if lies != says:
                self.wrong.append(f"ATS {ats}: {lies} in cash boxes, {says} in the ledger")
            pages, known = attendant.pages[ats], printed(table, ats)
            if pages != known:
                self.wrong.append(f"ATS {ats}: {pages} pages, {known} tickets on paper")

    def _found(self, faults: Faults, dealer: Dealer, seconds: float) -> Found:
        watch = self.watch
        return Found(
            self.seed, self.hours, self.ats, self.rulebook, dict(sorted(faults.counts.items())),
            dict(sorted(watch.kinds.items())), dict(sorted(watch.phases.items())), dict(sorted(watch.actions.items())),
            dict(sorted(dealer.did.items())), watch.coups, self.journal.rows, round(seconds),
            self.journal.digest, self.promises.count,
            tuple(dict.fromkeys((*watch.wrong, *self.promises.wrong, *self.wrong))), round(self.failed_at, 1),
        )  # fmt: skip


def _coup_known(table: RemoteTable) -> int:
    """Return the coup that a terminal knows of: the one that is open, or the last that ended."""
    public = table.public
    if public is None:
        return 0
    return public.coup or (public.recent[-1].coup if public.recent else 0)


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
