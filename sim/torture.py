"""Kills a process that runs real coups, at random instants, and holds what is left against what it acknowledged.

    python -m sim.torture --kills 1000 --seed 1

The child runs the real service on a real journal and says on a pipe which commands it has acknowledged. The parent
ends it with SIGKILL, also in the middle of a commit, then recovers as a table does, and checks: no acknowledged command
is missing, none is done twice, the recovered state is the fold of all events, the ledger's sum is zero.
"""

import argparse
import asyncio
import contextlib
import os
import random
import select
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.game import steps as s
from firmware.measures.stopwatch import seconds
from firmware.refusal import Refused
from firmware.table.core.evolve import evolve
from firmware.table.core.group import Asked
from firmware.table.core.ledger import total
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.file import GENESIS, checked, connect_to_read
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import DECK
from hal.clock import board_clock
from sim.notes import ALL

SETUP: Final = Setup("crown-baccarat", ats=5, period=200, side_wagers={"pairs": 1}, notes=ALL)
BETS: Final = ("player", "banker", "tie", "player-pair", "banker-pair")
# How long a child lives at most, in seconds: long enough for some coups, short enough for many kills.
LIFE: Final = 0.06


class Tortured(Struct):
    """What a run found: kills, commands acknowledged, those in doubt that a restart answered, and rows written."""

    kills: int = 0
    acknowledged: int = 0
    repeated: int = 0
    rows: int = 0


def torture(path: Path, kills: int, seed: int) -> Tortured:
    """Kill and recover so many times; the first thing that does not hold is an AssertionError."""
    chance = random.Random(seed)
    found = Tortured()
    doubtful: list[str] = []
    acknowledged: set[str] = set()
    witness = _Witness(path)
    for number in range(kills):
        acks = _live_and_die(path, chance.random() * LIFE, chance.getrandbits(32), doubtful, number)
        asked, acked = _read(acks)
        acknowledged |= acked
        found.repeated += len(acked & set(doubtful))
        doubtful = [name for name in asked if name not in acked]
        found.kills += 1
        witness.check(acknowledged)
    found.acknowledged, found.rows = len(acknowledged), verify(path).rows
    return found


def _live_and_die(path: Path, life: float, seed: int, doubtful: Sequence[str], number: int) -> bytes:
    """Run a table in a child until it is killed; return what it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            asyncio.run(_table(path, writing, random.Random(seed), doubtful, number))
        except BaseException:  # noqa: BLE001 - a child never returns into its parent's code
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    said = b""
    # The clock starts with the first thing it says: what it takes to start is not torture.
    if select.select([reading], [], [], 10)[0]:
        said = os.read(reading, 1 << 16)
    select.select([], [], [], life)
    os.kill(child, signal.SIGKILL)
    while more := os.read(reading, 1 << 16):
        said += more
    os.close(reading)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, f"the table ended by itself: {said[-500:]!r}"
    return said


async def _table(path: Path, pipe: int, chance: random.Random, doubtful: Sequence[str], number: int) -> None:
    with contextlib.closing(SqliteJournal(path)) as journal:
        clock = board_clock(asyncio.get_running_loop())
        service = TableService.recovered(journal.recover(), SETUP, journal, clock, _nobody_watches)
        await service.start()
        os.write(pipe, b"started\n")
        for name in doubtful:
            await _ask(service, pipe, name, _command(name))
        count = 0
        while True:
            names = [f"{number}.{count + n}.{chance.getrandbits(30)}" for n in range(chance.randint(1, 6))]
            count += len(names)
            await asyncio.gather(*(_ask(service, pipe, name, _command(name)) for name in names))


def _nobody_watches(_: Happened) -> None:
    pass


async def _ask(service: TableService, pipe: int, name: str, command: Asked) -> None:
    os.write(pipe, f"ask {name}\n".encode())
    try:
        await service.submit(command, by="torture", number=name)
    except Refused:
        os.write(pipe, f"refused {name}\n".encode())
    else:
        os.write(pipe, f"ack {name}\n".encode())


def _command(name: str) -> Asked:
    """Return the command of a name: the same name is the same command."""
    chance = random.Random(name)
    ats, roll = chance.randint(1, SETUP.ats), chance.random()
    if roll < 0.25:
        return Wager(ats, chance.choice(BETS), chance.choice((0, 5_00, 10_00, 25_00)))
    if roll < 0.7:
        return s.CardDrawn(chance.choice(DECK))
    if roll < 0.78:
        return BuyIn(ats, 100_00, chance.choice(("dealer", "note")))
    rest: tuple[Asked, ...] = (
        s.OpenBets(), s.OpenBets(), s.CloseBets(), s.Confirm(), s.Confirm(), s.NewShoe(8), s.Cut(), CashOut(ats),
        s.Decide("play-on"), s.Decide("carry"), s.Invalidate("torture"), ClearMalfunction("ats", ats),
    )  # fmt: skip
    return chance.choice(rest)


def _read(said: bytes) -> tuple[list[str], set[str]]:
    """Return which commands were asked and neither refused, and which were acknowledged. A torn last line is none."""
    asked: list[str] = []
    acked: set[str] = set()
    for line in said.decode().split("\n")[:-1]:
        word, _, name = line.partition(" ")
        if word == "ask":
            asked.append(name)
        elif word == "refused":
            asked.remove(name)
        elif word == "ack":
            acked.add(name)
    return asked, acked


class _Witness:
    """Follows a journal from kill to kill: what it has seen stays as it was, and what is new follows from it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = 0
        self._head = GENESIS
        self._state = TableState.unopened()
        self._last: str | None = None
        self._runs: Counter[str] = Counter()

    def check(self, acknowledged: set[str]) -> None:
        """Hold the journal against what was acknowledged, and the recovered state against the fold of all."""
        journal = SqliteJournal(self._path)
        recovered, self_head = journal.recover(), journal.head
        journal.close()
        db = connect_to_read(self._path)
        for entry in checked(db, self._path, self._rows, self._head):
            self._state = evolve(self._state, entry.event)
            if entry.command is not None and entry.command != self._last:
                self._runs[entry.command] += 1
            self._last, self._rows = entry.command, entry.sequence
        db.close()
        self._head = self_head
        assert self._state == recovered, "the recovered state is not the fold of the events"
        assert total(recovered.ledger) == 0
        twice = [name for name, times in self._runs.items() if times > 1]
        assert not twice, f"done twice: {twice}"
        missing = acknowledged - self._runs.keys()
        assert not missing, f"acknowledged and missing: {missing}"


def main() -> int:
    """Torture a journal in a folder of its own, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results: list[Tortured] = []
        took = seconds(lambda: results.append(torture(Path(folder) / "journal", arguments.kills, arguments.seed)), 1)
    found = results[0]
    sys.stdout.write(
        f"{found.kills} kills in {took:.0f} s, seed {arguments.seed}: {found.acknowledged} commands acknowledged, none "
        f"missing, none done twice; {found.repeated} in doubt at a kill and answered after it; {found.rows} rows, "
        "chain whole, sum zero after each\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
