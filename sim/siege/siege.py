"""A siege: a table of real processes, its people, and everything that is done to it; then the books are compared."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from hal.clock import ticks_s
from sim.siege.acts import ACTS, AMID_A_CUP
from sim.siege.books import Books
from sim.siege.cup import BesiegedCup
from sim.siege.devices import BesiegedDevices
from sim.siege.floor import Floor
from sim.siege.people import BesiegedDealer, BesiegedPlayer, Clerk

HOSTILE: Final = 2
# At each so manieth table terminals take no tickets in.
TICKETS_OFF: Final = 4
MAKES: Final = ("id003", "ebds", "id003", "id003")
# How long everything may take to come to rest once nothing is done to it any more.
CALM_S: Final = 60.0
# A loaded machine takes half a minute to start all boards, the more where a mend is undone in each.
COMES_S: Final = 60.0
LOOK_S: Final = 0.2
# How long printing some tickets may take.
TICKETS_S: Final = 180.0
# A tournament of a few coups amid kills.
CUP_S: Final = 300.0
# A session is to go on between two attacks.
CUP_PAUSE_S: Final = 6.0
MB: Final = 1024


class SiegeWanted(NamedTuple):
    """What is wanted. `kills`: how many processes are killed at least, however long that takes.

    `cup`: whether a tournament is played there first, amid whatever leaves boards and journals what they are.
    """

    seed: int
    seconds: float
    kills: int
    terminals: int
    acts: tuple[str, ...]
    cup: bool = False


class SiegeFound(Struct, frozen=True):
    """What a siege found. `acts`: how often each was done. Amounts in minor units.

    `stories`: what happened lately at each terminal of which something did not hold.
    """

    seed: int
    seconds: float
    acts: dict[str, int]
    kills: int
    starts: dict[str, int]
    counts: dict[str, int]
    coups: int
    rows: int
    notes: dict[str, int]
    credited: dict[str, int]
    doubts: int
    tickets: int
    handed: int
    table_mb: tuple[float, float]
    journal_kb: int
    wrong: tuple[str, ...]
    stories: dict[str, tuple[str, ...]] = {}


async def besiege(folder: Path, wanted: SiegeWanted) -> SiegeFound:
    """Besiege a table whose files lie in a folder."""
    return await Siege(folder, wanted).run()


class Siege:
    """A table besieged. What is done to it finds here what it needs; `counts` is what it counts."""

    def __init__(self, folder: Path, wanted: SiegeWanted) -> None:
        self.wanted: Final = wanted
        self.chance: Final = random.Random(wanted.seed)
        # Where nobody attacks, nobody is waited for either who never comes.
        hostile = 0 if wanted.kills else HOSTILE
        self.floor: Final = Floor(folder, wanted.terminals, hostile, tickets=wanted.seed % TICKETS_OFF != 0)
        self.devices: Final = BesiegedDevices(folder, random.Random(f"{wanted.seed} cards"))
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.acts: Counter[str] = Counter()
        self.kills = 0
        # The journal's files as they were some time ago.
        self.copy: dict[str, bytes] = {}
        self._memory: list[int] = []
        self.players: dict[int, BesiegedPlayer] = {}
        for place, ats in enumerate(self.floor.terminals):
            acceptor = self.devices.acceptor(ats, MAKES[place % len(MAKES)])
            board = self.floor.terminal(ats, acceptor, self.devices.printer(ats))
            self.players[ats] = BesiegedPlayer(board, ats, self.devices, random.Random(f"{wanted.seed} player {ats}"))
        self.dealer: Final = BesiegedDealer(self.floor.table, self.devices)
        desk = self.floor.settings("cage-1")
        self.clerk: Final = Clerk(desk, self.devices, random.Random(f"{wanted.seed} clerk"))
        self.cup: Final = BesiegedCup(self) if wanted.cup else None
        self.books: Final = Books(self.floor, self.devices, self.clerk)

    async def run(self) -> SiegeFound:
        """Besiege it for as long as is wanted, let it come to rest, and compare."""
        began = ticks_s()
        await self.floor.start()
        try:
            people = [self.dealer.run(), self.clerk.run(), *(player.run() for player in self.players.values())]
            people += [] if self.cup is None else [self.cup.run()]
            tasks = [asyncio.create_task(one) for one in (*people, self._weigh())]
            await self._until(self._plays, COMES_S, "the table does not begin to play")
            await self._besiege_cup()
            await self._print_tickets()
            await self._besiege()
            await self._calm()
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            self.wrong += [repr(why) for why in ended if isinstance(why, Exception)]
        finally:
            self.wrong += await self.floor.stop()
            self.devices.close()
        self.wrong += [why for child in self.floor.children for why in child.ended]
        self.wrong += self.books.wrong()
        self.wrong += [] if self.cup is None else self.cup.astray()
        return self._found(ticks_s() - began)

    async def _besiege_cup(self) -> None:
        """Do by chance what is wanted of what hinders no tournament, until it is over."""
        names = [name for name in self.wanted.acts if name in AMID_A_CUP]
        if self.cup is not None:
            until = ticks_s() + CUP_S
            while self.cup.on and ticks_s() < until:
                await self._do(self.chance.choices(names, [ACTS[name].weight for name in names])[0])
                await asyncio.sleep(self.chance.uniform(0, CUP_PAUSE_S))
            self.wrong += ["the tournament does not end"] if self.cup.on else []

    async def _print_tickets(self) -> None:
        """Where processes are killed alone, have tickets printed first: those that are put in amid kills."""
        if not self.wanted.kills or not self.floor.tickets:
            return
        for player in self.players.values():
            player.cash_out(at_once=True)
        await self._until(self._has_tickets, TICKETS_S, "no tickets are printed")
        for player in self.players.values():
            player.cash_out(at_once=False)

    async def _has_tickets(self) -> bool:
        printed = [page for pages in self.devices.pages.values() for page in pages if page.numbers]
        return len(printed) >= len(self.floor.terminals)

    async def _besiege(self) -> None:
        """Do each thing once, then go on by chance."""
        names, began = self.wanted.acts, ticks_s()
        weights = [ACTS[name].weight for name in names]
        first = self.chance.sample(names, len(names))
        while first or not self._over(ticks_s() - began):
            name = first.pop() if first else self.chance.choices(names, weights)[0]
            await self._do(name)

    async def _do(self, name: str) -> None:
        self.acts[name] += 1
        await ACTS[name].does(self)
        await asyncio.sleep(self.chance.uniform(0, ACTS[name].pause_s))

    def _over(self, seconds: float) -> bool:
        return self.kills >= self.wanted.kills if self.wanted.kills else seconds >= self.wanted.seconds

    def killed(self) -> None:
        """Count a process that was killed."""
        self.kills += 1

    def keep(self, files: dict[str, bytes]) -> dict[str, bytes]:
        """Keep the journal's files as they are now, and return those that were kept before."""
        before, self.copy = self.copy, files
        return before

    async def _calm(self) -> None:
        """Leave it in peace: what was begun comes to its end."""
        self.devices.put_right()
        self.floor.leave_dark(second.name for second in self.floor.seconds.values())
        for player in self.players.values():
            player.stop()
        await self._until(self._at_rest, CALM_S, "it does not come to rest")
        # What was credited or printed last is told of within the time of an answer.
        await asyncio.sleep(2)

    async def _plays(self) -> bool:
        return bool(self.dealer.state.get("coups"))

    async def _at_rest(self) -> bool:
        """Whether all boards are there, and no note and no ticket is on its way."""
        state = await self.floor.table.order(2)
        if state is None or "tickets" not in state or "printing" in state["tickets"].values():
            return False
        if any(self.devices.on_the_way(ats) for ats in self.floor.terminals):
            return False
        views = [await board.order(2) for board in self.floor.boards.values()]
        return all(view is not None and "answer" not in view.get("headline", "answer") for view in views)

    async def _until(self, holds: Callable[[], Awaitable[bool]], seconds: float, otherwise: str) -> None:
        began = ticks_s()
        until = began + seconds
        while not await holds():
            if ticks_s() > until:
                self.wrong.append(otherwise)
                return
            await asyncio.sleep(LOOK_S)

    async def _weigh(self) -> None:
        while True:
            await asyncio.sleep(1)
            memory = self.floor.table.memory_kb()
            self._memory += [memory] if memory else []

    def _found(self, seconds: float) -> SiegeFound:
        books, floor = self.books, self.floor
        self.counts["bars"] += floor.bars
        self.counts["boards that waited"] += self.dealer.boards
        self.counts["opened on a word"] += self.dealer.words
        self.counts["tickets taken in"] += books.taken_in
        memory = self._memory or [0]
        size = sum(file.stat().st_size for file in floor.folder.glob("table.journal*"))
        return SiegeFound(
            self.wanted.seed, round(seconds, 1), dict(sorted(self.acts.items())), self.kills,
            {child.name: child.starts for child in floor.children}, dict(sorted(self.counts.items())),
            self.dealer.state.get("coups", 0), books.rows,
            {f"ats-{ats}": self.devices.in_boxes(ats) for ats in floor.terminals},
            {f"ats-{ats}": books.notes[ats] for ats in floor.terminals},
            books.doubts, books.tickets, sum(self.clerk.handed.values()),
            (round(min(memory) / MB, 1), round(max(memory) / MB, 1)), size // 1024,
            tuple(dict.fromkeys(self.wrong)), {f"ats-{ats}": tuple(self._story(ats)) for ats in floor.terminals
                                               if any(f"ats-{ats}:" in wrong for wrong in self.wrong)},
        )  # fmt: skip

    def _story(self, ats: int) -> list[str]:
        boards = (self.floor.table, self.floor.server, self.floor.boards[ats])
        return sorted((*self.devices.stories[ats], *(line for board in boards for line in board.story)), key=_when)


def _when(line: str) -> float:
    return float(line.split(maxsplit=1)[0])
