"""Random and mutated requests, by the million, to a real table in virtual time.

Half of them come to the table's door as they would from the network; half are put before whoever answers, past the
quotas, so that each of them is read. Two terminals in order sit there with money: nothing of it may move.
"""

import asyncio
import gc
import random
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link.bus import Come, MemoryNetwork, Unanswered
from firmware.table.core.codec import read_event, write_event
from firmware.table.core.ledger import total
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.signing import table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board.answers import TableBoard
from hal.clock import LoopClock, ticks_s
from sim.siege.mutation import encoded, honest, mutated
from sim.ticket_numbers import MACHINE, simulated
from sim.virtual_time import VirtualTimeLoop

ATTACKERS: Final = ("ats-3", "ats-3", "ats-4", "ats-5", "cage-1", "wnd-1", "ats-9", "sgc-1", "ats-٣")
NOTES: Final = NoteList("USD", (5_00, 20_00, 100_00))
BATCH: Final = 20
# Between two batches, in virtual seconds: so that quotas have something left.
PAUSE_S: Final = 1.0
STATE_EACH: Final = 50
# The first part is not measured: Python takes what it needs.
WARM: Final = 0.3
MB: Final = 1024
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is made there by tempfile
PAGE_KB: Final = 4


class Sent(Struct, frozen=True):
    """What became of them. `grown_mb`: of the process's memory, after the first third."""

    seed: int
    messages: int
    seconds: float
    kinds: dict[str, int]
    outcomes: dict[str, int]
    rows: int
    grown_mb: float
    wrong: tuple[str, ...]


def send(count: int, seed: int) -> Sent:
    """Send so many."""
    with (
        tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder,
        asyncio.Runner(loop_factory=VirtualTimeLoop) as runner,
    ):
        return runner.run(_send(Path(folder), count, seed))


async def _send(folder: Path, count: int, seed: int) -> Sent:
    return await _Sending(folder, seed).run(count)


class _Network(MemoryNetwork):
    """A network at the end of which an attacker sits."""

    come: Come

    def server(self, come: Come | None) -> None:
        """Know who answers."""
        super().server(come)
        if come is not None:
            self.come = come


class _Sending:
    def __init__(self, folder: Path, seed: int) -> None:
        self._seed = seed
        self._chance = random.Random(seed)
        self._path = folder / "table.journal"
        self._journal = SqliteJournal(self._path, table_signer(folder / "journal.key"))
        self._clock = LoopClock(asyncio.get_running_loop(), 1_000_000)
        setup = Setup("crown-baccarat", ats=5, period=10**9, side_wagers={"pairs": 1}, machine=MACHINE, notes=NOTES)
        self._service = TableService(setup, self._journal, self._clock, self._publish, simulated(self._journal))
        self._network = _Network()
        self._board = TableBoard(self._service, self._network.board("table"))
        self._kinds: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._wrong: list[str] = []
        self._asked = 0

    def _publish(self, happened: Happened) -> None:
        """Each event, and what everybody is told after it, can be written and read again."""
        for event in happened.events:
            if read_event(write_event(event)) != event:
                self._wrong.append(f"{event} is not read as it was written")
        self._board.follow(happened)

    async def run(self, count: int) -> Sent:
        """Send them, and say what did not hold."""
        service = self._service
        await service.start()
        serving = asyncio.create_task(self._board.run())
        for command in (
            s.NewShoe(8),
            BuyIn(1, 500_00),
            BuyIn(2, 300_00),
            s.OpenBets(),
            Wager(1, "player", 50_00),
        ):
            await service.submit(command)
        await asyncio.sleep(0)
        mine = self._honest()
        began, memory = ticks_s(), 0
        for batch in range(0, count, BATCH):
            await self._batch()
            if not memory and batch >= count * WARM:
                memory = _memory_kb()
            if batch % (BATCH * STATE_EACH) == 0 and (serving.done() or service.stopped or self._honest() != mine):
                break
        took, grown = ticks_s() - began, _memory_kb() - memory
        if self._honest() != mine:
            self._wrong.append(f"others' money moved: {mine} before, {self._honest()} after")
        if serving.done() or service.stopped:
            self._wrong.append(f"the table stopped: {service.stopped or serving.exception()!r}")
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        await service.at_rest()
        service.halt()
        self._journal.close()
        checked = verify(self._path)
        if total(checked.state.ledger):
            self._wrong.append(f"the ledger's sum is {total(checked.state.ledger)}")
        return Sent(
            self._seed, self._outcomes.total(), round(took, 1), dict(self._kinds), dict(self._outcomes),
            checked.rows, round(grown / MB, 1), tuple(dict.fromkeys(self._wrong)),
        )  # fmt: skip

    def _honest(self) -> tuple[Any, ...]:
        state = self._service.state
        return tuple((state.balance(ats), state.accounts[ats].wagers, state.ledger[ats]) for ats in (1, 2))

    async def _batch(self) -> None:
        """Some of them at once, then a pause."""
        work = [self._one() for _ in range(BATCH)]
        answers = [one for one in work if one is not None]
        await asyncio.gather(*answers)
        await asyncio.sleep(PAUSE_S)

    def _one(self) -> Any:
        chance = self._chance
        self._asked += 1
        until, number = self._clock.now_ms() + 1000, f"n {self._asked}"
        if chance.random() < 0.2:
            kind, data = "in order", encoded(honest(chance, chance.choice((number, "n 1")), until))
        else:
            kind, data = mutated(chance, number, until)
        self._kinds[kind] += 1
        device = chance.choice(ATTACKERS)
        if chance.random() < 0.5:
            return self._past(device, data)
        reply = partial(self._answered, kind) if chance.random() < 0.9 else None
        self._outcomes["came to the door"] += 1
        self._network.come(device, data, reply)
        return None

    async def _past(self, device: str, data: bytes) -> None:
        try:
            answer = msgspec.json.decode(await self._board.serve(device, data), type=m.Answer)
        except Unanswered as why:
            self._outcomes["unanswered"] += 1
            self._wrong.append(f"{device}: {data[:300]!r} was not answered: {why}")
        else:
            code = answer.refusal.code if answer.refusal is not None else ""
            self._outcomes[f"{answer.outcome} {code}".strip()] += 1

    def _answered(self, kind: str, data: bytes) -> None:
        self._kinds[f"answered: {kind}"] += 1
        msgspec.json.decode(data, type=m.Answer)


def _memory_kb() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_KB
