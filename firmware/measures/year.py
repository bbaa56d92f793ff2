"""A journal as long as a full table makes it, for figures of what is found, checked and kept there.

A table of 50 terminals plays some shoes, as people bet: other bets and amounts each time, at times of their own. Its
rows are then written again and again as further shoes, with numbers and times that go on, by what writes them on a
table: folded, chained, signed, packed. Ten million rows are five weeks of a full table, a tenth of its year.
"""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.game import steps as s
from firmware.game.events import CoupOpened, Event, ShoeEnded, ShoeStarted
from firmware.measures.measured_table import BETS, INSERT, SETUP, measured_journal
from firmware.table.core.codec import write_state
from firmware.table.core.evolve import fold
from firmware.table.core.feature import FEATURES
from firmware.table.core.journal import Batch, Entry
from firmware.table.core.service import TableService
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.file import GENESIS, connect
from firmware.table.journal.memory import MemoryJournal
from firmware.table.journal.packing import pack_all
from firmware.table.journal.rows import Rows
from firmware.table.journal.schema import migrate
from firmware.table.journal.signing import Signer, table_signer
from hal.cards import DECK

ROWS: Final = 10_000_000
# Shoes that a table plays. The first is not written again: the table opened in it.
SHOES: Final = 3
DECKS: Final = 8
# What stays in a shoe.
LEFT: Final = 14
CHIPS: Final = (5_00, 10_00, 15_00, 25_00, 50_00, 100_00)
CREDIT: Final = 10_000_00
# The longest between two wagers, two cards, two coups, in milliseconds.
BETWEEN: Final = (250, 1_500, 20_000)


class _Pace:
    """A clock that goes on as people do."""

    def __init__(self, at: int, chance: random.Random) -> None:
        self._at = at
        self._chance = chance

    def now_ms(self) -> int:
        """What time it is."""
        return self._at

    def passes(self, longest: int) -> None:
        """Let some time pass."""
        self._at += self._chance.randint(1, longest)


class _Again(NamedTuple):
    """Rows that are written again: those of each commit, and by how much numbers and times go on each time."""

    commits: Sequence[Sequence[Entry]]
    coups: int
    shoes: int
    lasts: int


class _Written(NamedTuple):
    """How far it was written: the state, the last row and its hash."""

    state: TableState
    row: int
    head: bytes


def long_journal(path: Path) -> None:
    """Write such a journal, with its key and its mark beside it."""
    played = asyncio.run(_played())
    again = _to_write_again(played)
    signer = table_signer(path.with_name("journal.key"))
    with closing(connect(path)) as db:
        migrate(db)
        db.execute("PRAGMA synchronous=OFF")
        here = _write(db, signer, _commits(played), _Written(TableState.unopened(), 0, GENESIS))
        times = 0
        while here.row < ROWS:
            times += 1
            later = [[_later(entry, again, times) for entry in commit] for commit in again.commits]
            here = _write(db, signer, later, here)
    journal = measured_journal(path)
    journal.commit(journal.last_at, (), cover=True)
    journal.close()


async def _played() -> Sequence[Entry]:
    """Play shoes, and begin one more."""
    chance = random.Random(1)
    journal = MemoryJournal()
    pace = _Pace(1_760_000_000_000, chance)
    service = TableService(SETUP, journal, pace, lambda _: None)
    await service.start()
    await service.submit(s.NewShoe(DECKS), by="dealer 7")
    for _ in range(SHOES):
        for ats in range(1, SETUP.ats + 1):
            await service.submit(BuyIn(ats, CREDIT), by="dealer 7")
        cards = list(DECK) * DECKS
        chance.shuffle(cards)
        while len(cards) > LEFT:
            await service.submit(s.OpenBets(), by="dealer 7")
            await _bet(service, pace, chance)
            while (coup := service.state.game.coup) is not None and (coup.betting or coup.due is not None):
                pace.passes(BETWEEN[1])
                await service.submit(s.CardDrawn(cards.pop()), by="shoe")
            await service.submit(s.Confirm(), by="dealer 7")
            pace.passes(BETWEEN[2])
        await service.submit(s.NewShoe(DECKS), by="dealer 7")
    return journal.entries


async def _bet(service: TableService, pace: _Pace, chance: random.Random) -> None:
    """Have each terminal bet on a hand and on three bets beside, in any order of terminals, a commit each."""
    mains = [(ats, chance.choice(BETS[:2])) for ats in range(1, SETUP.ats + 1)]
    others = [(ats, bet) for ats in range(1, SETUP.ats + 1) for bet in chance.sample(BETS[2:], 3)]
    for ats, bet in (*chance.sample(mains, len(mains)), *chance.sample(others, len(others))):
        amount = chance.choice(CHIPS)
        number = f"ats-{ats} {ats * 0x9E3779B97F4A7C15 % 2**64:016x} {service.state.game.coups} {bet} {amount}"
        pace.passes(BETWEEN[0])
        await service.submit(Wager(ats, bet, amount), by=f"ATS {ats}", number=number)


def _commits(entries: Sequence[Entry]) -> list[list[Entry]]:
    return [list(commit) for _, commit in groupby(entries, lambda entry: entry.at)]


def _to_write_again(played: Sequence[Entry]) -> _Again:
    begins = [place for place, entry in enumerate(played) if isinstance(entry.event, ShoeStarted)]
    some = played[begins[1] + 1 : begins[-1] + 1]
    coups = {entry.event.coup for entry in some if isinstance(entry.event, CoupOpened)}
    return _Again(_commits(some), len(coups), len(begins) - 2, some[-1].at - played[begins[1]].at)


def _later(entry: Entry, again: _Again, times: int) -> Entry:
    """Return an entry as it comes so many times later."""
    event, command = entry.event, entry.command
    if getattr(event, "coup", None):
        event = replace(event, coup=event.coup + times * again.coups)  # type: ignore[attr-defined]
    if getattr(event, "shoe", None):
        event = replace(event, shoe=event.shoe + times * again.shoes)  # type: ignore[attr-defined]
    if command is not None:
        device, life, number, what = command.split(" ", 3)
        command = f"{device} {life} {int(number) + times * again.coups} {what}"
    return Entry(entry.sequence, entry.at + times * again.lasts, entry.by, command, event)


def _write(db: sqlite3.Connection, signer: Signer, commits: Sequence[Sequence[Entry]], here: _Written) -> _Written:
    """Write commits as the journal does, a shoe at a time, and pack what is old by then."""
    state, row, head = here
    events: list[Event] = []
    for_file: list[tuple[object, ...]] = []
    for entries in commits:
        rows = Rows(row, head, entries[0].at)
        for entry in entries:
            rows.add(Batch((entry.event,), entry.by, entry.command))
            events.append(entry.event)
        if ended := any(isinstance(entry.event, ShoeEnded) for entry in entries):
            state, events = _folded(state, events), []
            rows.keep(write_state(state))
        rows.sign(signer, 0)
        row, head = rows.sequence, rows.head
        for_file += rows.written
        if ended and rows.kept is not None:
            db.execute("BEGIN")
            db.executemany(INSERT, for_file)
            db.execute("INSERT INTO snapshots VALUES (?,?,?)", (rows.kept.row, rows.kept.state, rows.kept.digest))
            db.execute("COMMIT")
            for_file = []
            pack_all(db)
    return _Written(state, row, head)


def _folded(state: TableState, events: Sequence[Event]) -> TableState:
    for kind, found in groupby(events, type):
        run = list(found)
        state = FEATURES.runs[kind](state, run) if kind in FEATURES.runs else fold(state, run)
    return state
