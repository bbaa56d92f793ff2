"""Figures of the durable table: commits, a card to its decision, a settlement, recovery; beside bare SQLite."""

import asyncio
import importlib
import sqlite3
import statistics
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from firmware.boards.garbage import leave_alone_what_is_there
from firmware.game import steps as s
from firmware.game.events import CardLaid
from firmware.measures import Figure
from firmware.measures.measured_table import (
    INSERT,
    Row,
    bet,
    measured_journal,
    measured_table,
    temporary_folder,
)
from firmware.table.core.codec import VERSION, kind_of, write_event
from firmware.table.core.journal import Batch
from firmware.table.core.service import Happened, TableService
from firmware.table.features.buying_in import BoughtIn
from firmware.table.journal.file import GENESIS, connect
from firmware.table.journal.schema import migrate
from firmware.table.shoe.shoe_desk import WATCH, ShoeDesk
from hal.cards import Card
from hal.clock import ticks_s
from hal.registry import choose

COUPS: Final = 60
# Coups that are dealt card by card at a dealer's pace: of 300 cards one in a hundred is three, and no single late sync.
DEALT: Final = 75
COMMITS: Final = 500
DEAL: Final = tuple(Card(code) for code in ("7S", "6H", "KD", "KC"))
TOGETHER_S: Final = (WATCH.together + 10) / 1000


@runtime_checkable
class _Listens(Protocol):
    """A device that is told what came in from its line."""

    def received(self, data: bytes) -> None:
        """Take what came in."""
        ...


def commit_ms() -> Figure:
    """One event, durable; beside it the same row in bare SQLite."""
    with temporary_folder() as folder:
        journal = measured_journal(folder / "journal")
        event = BoughtIn(1, 100_00, "dealer", "cash")
        ours = _p50(lambda: journal.commit(1, [Batch((event,), "dealer 7", "x")]), COMMITS)
        journal.close()
        bare = _bare(folder, lambda n: [_row(n, write_event(event))], COMMITS)
    return _beside(ours, bare, "ms")


def card_to_decision_p50_ms() -> Figure:
    """The last byte of a card's telegram to its decision published, commit included; beside a bare commit."""
    return _card_to_decision(0.5)


def card_to_decision_p99_ms() -> Figure:
    """The same at the 99th percentile."""
    return _card_to_decision(0.99)


def _card_to_decision(quantile: float) -> Figure:
    """Both after the same pause, as cards come: a processor that has rested is slower at either."""
    taken, bare = _dealt()
    place = int(len(taken) * quantile)
    return _beside(sorted(taken)[place], statistics.median(bare), "ms")


@cache
def _dealt() -> tuple[list[float], list[float]]:
    """Deal once for both figures: it takes as long as dealing does."""
    with temporary_folder() as folder:
        return asyncio.run(_cards(folder))


def settle_50_ms() -> Figure:
    """The settlement of 50 terminals with five wagers each, durable; beside a bare transaction of the same rows."""
    with temporary_folder() as folder:
        taken, bare = asyncio.run(settlements(folder))
    return _beside(statistics.median(taken), statistics.median(bare), "ms")


def _beside(ours_ms: float, bare_ms: float, unit: str) -> Figure:
    return Figure(round(ours_ms, 3), unit, round(bare_ms, 3), round(ours_ms / bare_ms, 2))


def _p50(work: Callable[[], object], times: int) -> float:
    return statistics.median(_timed(work) for _ in range(times)) * 1000


def _timed(work: Callable[[], object]) -> float:
    start = ticks_s()
    work()
    return ticks_s() - start


def _row(sequence: int, event: bytes) -> Row:
    return (sequence, 1, "dealer 7", "x", "bought_in", None, VERSION, event, GENESIS)


def _bare(folder: Path, rows: Callable[[int], Sequence[Row]], times: int) -> float:
    """Return the median milliseconds of a bare transaction of such rows, in the same kind of file."""
    db = connect(folder / "bare")
    migrate(db)
    prepared = [rows(n + 1) for n in range(times)]
    taken = [_timed(partial(_insert, db, some)) for some in prepared]
    db.close()
    return statistics.median(taken) * 1000


def _insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.executemany(INSERT, rows)
    db.execute("COMMIT")


async def _bet(service: TableService) -> None:
    await service.submit(s.NewShoe(8))
    await bet(service)
    await service.submit(s.CloseBets())


async def _cards(folder: Path) -> tuple[list[float], list[float]]:
    """Deal coups by the bytes of a shoe's telegrams. Return what each card took, and a bare commit, in milliseconds."""
    journal = measured_journal(folder / "journal")
    db = connect(folder / "bare")
    migrate(db)
    event = write_event(BoughtIn(1, 100_00, "dealer", "cash"))
    published = asyncio.Event()
    at = 0.0

    def publish(happened: Happened) -> None:
        nonlocal at
        if any(isinstance(event, CardLaid) for event in happened.events):
            at = ticks_s()
            published.set()

    service = await measured_table(journal, publish)
    leave_alone_what_is_there()  # as a board does before it plays
    desk = ShoeDesk(service)
    shoe = choose({"shoe": {"driver": "drivers.angel_eye", "port": "none"}})["shoe"].shoe(desk.heard)
    assert isinstance(shoe, _Listens)
    wire = importlib.import_module("drivers.angel_eye.protocol")
    taken: list[float] = []
    bare: list[float] = []
    for coup in range(DEALT):
        await _bet(service)
        for place, card in enumerate(DEAL):
            await asyncio.sleep(TOGETHER_S)
            bare.append(_timed(partial(_insert, db, [_row(len(bare) + 1, event)])) * 1000)
            # The cards come as in life, a moment after one another: not as a draw of several.
            await asyncio.sleep(TOGETHER_S)
            where = 0x80 | place % 2 << 4 | place // 2 + 1
            report = wire.Report((coup * len(DEAL) + place) % 10, "D", bytes((where, wire.card_code(card))))
            telegram = wire.telegram(report)
            published.clear()
            start = ticks_s()
            shoe.received(telegram)
            await published.wait()
            taken.append((at - start) * 1000)
        await service.submit(s.Confirm())
    journal.close()
    db.close()
    return taken, bare


class Follower(Protocol):
    """Whoever is told what has happened at a table."""

    def begin(self, service: TableService) -> None:
        """Follow a table."""
        ...

    def follow(self, happened: Happened) -> None:
        """Be told."""
        ...

    async def done(self) -> None:
        """Wait until all is told on."""
        ...


async def settlements(folder: Path, follower: Follower | None = None) -> tuple[list[float], list[float]]:
    """Return what each settlement took, and after it, on the same disk at the same time, its rows bare."""
    journal = measured_journal(folder / "journal")
    db = connect(folder / "bare")
    migrate(db)
    # The last only, as on a table: what a measure keeps, Python's garbage collector goes through again and again.
    said: deque[Happened] = deque(maxlen=1)

    def publish(happened: Happened) -> None:
        said.append(happened)
        if begun and follower is not None:
            follower.follow(happened)

    begun = False
    service = await measured_table(journal, publish)
    if follower is not None:
        follower.begin(service)
    begun = True
    leave_alone_what_is_there()  # as a board does before it plays
    taken: list[float] = []
    bare: list[float] = []
    for _ in range(COUPS):
        await _bet(service)
        for card in DEAL:
            await service.submit(s.CardDrawn(card))
        start = ticks_s()
        await service.submit(s.Confirm())
        if follower is not None:
            await follower.done()
        taken.append((ticks_s() - start) * 1000)
        events = [(1, "", None, kind_of(event), 1, VERSION, write_event(event), GENESIS) for event in said[-1].events]
        rows = [(len(bare) * len(events) + place, *row) for place, row in enumerate(events, 1)]
        bare.append(_timed(partial(_insert, db, rows)) * 1000)
    journal.close()
    db.close()
    return taken, bare
