"""Hours of coups with terminals on a network that goes wrong: `python -m sim.network_soak --hours 1 --seed 1`.

Boards are killed at any moment, the network is cut, on one side too, slow, doubling and reordering, and clocks jump by
a day. At the end the ledger's sum is zero, every accepted wager was settled or returned once, every note credited once,
and within two seconds after the last fault each terminal shows the ledger's balance.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final

from firmware.errands import Errands
from firmware.game import steps as s
from firmware.link.bus import Unanswered
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.evolve import fold
from firmware.table.core.ledger import total
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BoughtIn
from firmware.table_board.answers import TableBoard
from firmware.terminal.player import WagerDesk
from hal.cards import DECK, Card
from hal.clock import LoopClock
from hal.note_way import NoteInFlight
from sim.cut_world import SlowJournal
from sim.memory_pocket import MemoryPocket
from sim.notes import ALL
from sim.rough_network import RoughNetwork
from sim.ticket_numbers import MACHINE, simulated
from sim.virtual_time import VirtualTimeLoop
from sim.wagers_followed import what_became

PERIOD_S: Final = 15.0
DAY_MS: Final = 86_400_000
BETS: Final = ("player", "banker", "tie")
CALM_S: Final = 30.0
SHOWN_WITHIN_S: Final = 2.0


class Soak:
    """A table, its dealer, its terminals with players, and somebody who breaks things."""

    def __init__(self, seed: int, terminals: int) -> None:
        self.chance = random.Random(seed)
        self.faults: Counter[str] = Counter()
        self.network = RoughNetwork(self.chance)
        self.journal = SlowJournal()
        self.setup = Setup("crown-baccarat", ats=terminals, period=round(PERIOD_S * 1000), machine=MACHINE, notes=ALL)
        self.tables: dict[int, RemoteTable] = {}
        self.credited: set[tuple[int, int]] = set()
        self._owing: dict[int, list[NoteInFlight]] = {ats: [] for ats in range(1, terminals + 1)}
        self._pockets = {ats: MemoryPocket(f"{ats:016x}") for ats in range(1, terminals + 1)}
        self._jumped = 0
        self._tasks: dict[str, list[asyncio.Task[Any]]] = {}
        self._calm = asyncio.Event()

    # The table's board.

    async def start_table(self) -> None:
        """Start the table, or start it again from its journal."""
        entries = self.journal.entries
        state = fold(TableState.unopened(), (entry.event for entry in entries))
        last = entries[-1].at if entries else 0
        clock = LoopClock(asyncio.get_running_loop(), last + self._jumped)
        self._jumped = 0
        boards: list[TableBoard] = []

        def publish(happened: Happened) -> None:
            boards[0].follow(happened)

        numbering = simulated(self.journal)
        self.service = TableService.recovered(state, self.setup, self.journal, clock, publish, numbering)
        boards.append(TableBoard(self.service, self.network.board("table")))
        await self.service.start()
        self._live("table", boards[0].run(), self._deal())

    def _live(self, name: str, *parts: Coroutine[Any, Any, None]) -> None:
        self._tasks[name] = [asyncio.create_task(part) for part in parts]

    async def kill(self, name: str) -> None:
        """Take a board's power."""
        tasks = self._tasks.pop(name, [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _deal(self) -> None:
        """Deal coup after coup, whatever stands there, until the table dies."""
        while True:
            with contextlib.suppress(Refused, TableStopped):
                await self._next()
            await asyncio.sleep(1)

    async def _next(self) -> None:
        service, game = self.service, self.service.state.game
        coup = game.coup
        if game.questions:
            await service.submit(s.Decide(game.questions[0].options[0]))
        elif game.shoe is None or game.shoe.remaining < 60:
            if coup is None:
                await service.submit(s.NewShoe(8))
                return
            await service.submit(s.Invalidate("the shoe runs out"))
        elif coup is None:
            await service.submit(s.OpenBets())
        elif coup.betting:
            await asyncio.sleep(1)
        elif coup.due is not None:
            await service.submit(s.CardDrawn(self._card()))
        else:
            await service.submit(s.Confirm())

    def _card(self) -> Card:
        shoe = self.service.state.game.shoe
        assert shoe is not None
        return self.chance.choice([card for card in DECK if shoe.left(card)])

    # A terminal's board.

    def start_terminal(self, ats: int) -> None:
        """Start a terminal and its player."""
        followers: list[Callable[[], None]] = []

        def changed() -> None:
            for follow in followers:
                follow()

        pocket = self._pockets[ats]
        table = RemoteTable(self.network.board(f"ats-{ats}"), changed, pocket.life, pocket.acknowledged)
        player = WagerDesk(table, lambda _: None, Errands())
        followers.append(player.follow)
        self.tables[ats] = table
        self._live(f"ats-{ats}", table.run(), self._play(ats, table, player))

    async def _play(self, ats: int, table: RemoteTable, player: WagerDesk) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(1, 6))
            with contextlib.suppress(Refused, Unanswered):
                await self._act(ats, table, player)

    async def _act(self, ats: int, table: RemoteTable, player: WagerDesk) -> None:
        for note in list(self._owing[ats]):  # what its pocket remembers
            await self._credit(ats, table, note)
        account = table.account
        if account is None or self._calm.is_set():
            return
        if account.balance < 20_00:
            note = NoteInFlight(self._pockets[ats].next_number(), 50_00)
            self._owing[ats].append(note)
            await self._credit(ats, table, note)
        elif self.chance.random() < 0.02 and not account.wagers:
            number = self._pockets[ats].next_number()
            issued = await table.pay_by_ticket(number)
            self._pockets[ats].acknowledge(number)
            if issued is not None:
                await table.report(issued.number, "printed", "")
        else:
            await player.wager(self.chance.choice(BETS), self.chance.choice((0, 5_00, 10_00, 12_00, 25_00)))

    async def _credit(self, ats: int, table: RemoteTable, note: NoteInFlight) -> None:
        credited = await table.credit(note)
        self._pockets[ats].acknowledge(note.number)
        if credited:
            self.credited.add((ats, note.number))
        self._owing[ats].remove(note)

    # What goes wrong.

    async def trouble(self, seconds: float) -> None:
        """Break things for so long, and then nothing more."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        kinds = (self._kill_table, self._kill_terminal, self._cut_all, self._cut_one, self._one_side, self._be_rough)
        while loop.time() < until:
            await asyncio.sleep(self.chance.uniform(5, 60))
            fault = self.chance.choice(kinds)
            self.faults[fault.__name__.removeprefix("_")] += 1
            await fault(self.chance.uniform(0.2, 12))
        self._calm.set()

    async def _kill_table(self, seconds: float) -> None:
        self.service.halt()
        await self.kill("table")
        if self.chance.random() < 0.2:
            self.faults["clock_jump"] += 1
            self._jumped = DAY_MS
        await asyncio.sleep(seconds)
        await self.start_table()

    async def _kill_terminal(self, seconds: float) -> None:
        ats = self.chance.choice(list(self.tables))
        await self.kill(f"ats-{ats}")
        await asyncio.sleep(seconds)
        self.start_terminal(ats)

    async def _cut_all(self, seconds: float) -> None:
        await self.network.cut("all", seconds)

    async def _cut_one(self, seconds: float) -> None:
        await self.network.cut(f"ats-{self.chance.choice(list(self.tables))}", seconds)

    async def _one_side(self, seconds: float) -> None:
        kind = self.chance.choice(("ask", "account", "beat"))
        await self.network.cut(f"{kind} ats-{self.chance.choice(list(self.tables))}", seconds)

    async def _be_rough(self, seconds: float) -> None:
        await self.network.be_rough(seconds)

    # What must hold.

    def check(self) -> list[str]:
        """Return what does not hold."""
        events = [entry.event for entry in self.journal.entries]
        state = self.service.state
        wrong = [] if total(state.ledger) == 0 else ["the ledger's sum is not zero"]
        if fold(TableState.unopened(), events) != state:
            wrong.append("the journal does not give the table's state")
        notes = sum(isinstance(event, BoughtIn) for event in events)
        owing = sum(map(len, self._owing.values()))
        if not len(self.credited) <= notes <= len(self.credited) + owing:
            wrong.append(f"{notes} notes credited, {len(self.credited)} acknowledged, {owing} under way")
        return wrong + what_became(events, state)

    def shown_otherwise(self) -> list[str]:
        """Return which terminals show another balance than the ledger has."""
        state = self.service.state
        shown = {ats: table.account.balance if table.account else None for ats, table in self.tables.items()}
        return [
            f"ATS {ats} shows {balance}, and has {state.balance(ats)}"
            for ats, balance in shown.items()
            if balance != state.balance(ats)
        ]


def soak(seed: int, hours: float, terminals: int) -> dict[str, Any]:
    """Run it, and return what was found."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_soak(seed, hours, terminals))


async def _soak(seed: int, hours: float, terminals: int) -> dict[str, Any]:
    world = Soak(seed, terminals)
    await world.start_table()
    for ats in range(1, terminals + 1):
        world.start_terminal(ats)
    await world.trouble(hours * 3600)
    await asyncio.sleep(SHOWN_WITHIN_S)
    wrong = world.shown_otherwise()
    late = asyncio.get_running_loop().time()
    await asyncio.sleep(CALM_S)
    await world.service.at_rest()
    found = {
        "seed": seed,
        "hours": hours,
        "terminals": terminals,
        "coups": world.service.state.game.coups,
        "events": len(world.journal.entries),
        "credits": len(world.credited),
        "faults": dict(sorted(world.faults.items())),
        "virtual_s": round(late),
        "wrong": [*wrong, *world.check(), *world.shown_otherwise()],
    }
    for name in ("table", *(f"ats-{ats}" for ats in world.tables)):
        await world.kill(name)
    world.service.halt()
    return found


def main() -> int:
    """Run it, and print what was found; exit status 1 when something did not hold."""
    parser = argparse.ArgumentParser(description="hours of coups on a network that goes wrong, in virtual time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--ats", type=int, default=8)
    arguments = parser.parse_args()
    found = soak(arguments.seed, arguments.hours, arguments.ats)
    sys.stdout.write(json.dumps(found) + "\n")
    return int(bool(found["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
