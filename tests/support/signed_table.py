"""A table with a key of its own on a journal in a file, and somebody who writes its rows anew without that key."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from firmware.game import steps as s
from firmware.game.events import Event
from firmware.table.core.codec import VERSION, kind_of, write_event
from firmware.table.core.head import HeadSigned
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.closing import TableClosed
from firmware.table.features.wagers import Wager
from firmware.table.journal.file import GENESIS, connect, seal
from firmware.table.journal.schema import migrate
from firmware.table.journal.signing import Signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.journal.stored_row import chain
from hal.cards import Card
from hal.clock import Clock, board_clock

SETUP = Setup("crown-baccarat")
STAND = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]
Story = Callable[[TableService], Awaitable[None]]


def coup(stake: int = 10_00) -> list[Any]:
    """A coup in which terminal 1 wagers on Player, who wins 7 to 6."""
    return [s.OpenBets(), Wager(1, "player", stake), s.CloseBets(), *STAND, s.Confirm()]


class OwnMoments:
    """A clock that goes on with each look at it: on a quick machine, too, no two commits are of the same moment."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def now_ms(self) -> int:
        self._last = max(self._clock.now_ms(), self._last + 1)
        return self._last


def on_journal(path: Path, signer: Signer | None, story: Story) -> SqliteJournal:
    """Run a story on a table that comes back from a journal; return the journal, closed."""

    async def run() -> SqliteJournal:
        journal = SqliteJournal(path, signer)
        try:
            clock = OwnMoments(board_clock(asyncio.get_running_loop(), journal.last_at))
            service = TableService.recovered(journal.recover(), SETUP, journal, clock, lambda _: None)
            await service.start()
            await story(service)
        finally:
            journal.close()
        return journal

    return asyncio.run(run())


def tell(*commands: Any) -> Story:
    async def story(service: TableService) -> None:
        for command in commands:
            await service.submit(command, by="dealer 7")

    return story


def two_shoes(path: Path, signer: Signer | None) -> SqliteJournal:
    """Two shoes: coups 1 and 2 in the first, coup 3 in the second, and coup 4 open. The first ends with a snapshot."""
    first = [s.NewShoe(8), BuyIn(1, 100_00), *coup(), *coup()]
    return on_journal(path, signer, tell(*first, s.NewShoe(8), *coup(), s.OpenBets(), Wager(1, "player", 5_00)))


Row = list[Any]


def rewrite(
    path: Path,
    change: Callable[[Row], Row | None],
    *,
    begin: int = 1,
    snapshots: bool = False,
    forger: Signer | None = None,
) -> None:
    """Write rows anew as somebody does who knows the format and lacks the key: hashes, and the mark, are right.

    `change` returns a row as it shall be, or None to leave it out; rows before `begin` stay as they are. `forger`: a
    key that signs where the table's had signed.
    """
    db = sqlite3.connect(path)
    rows = [list(row) for row in db.execute("SELECT * FROM entries ORDER BY sequence")]
    db.execute("DELETE FROM entries WHERE sequence>=?", (begin,))
    before = rows[begin - 2][8] if begin > 1 else GENESIS
    sequence = begin - 1
    places: dict[int, int] = {}
    for row in rows[begin - 1 :]:
        changed = change(row)
        if changed is None:
            continue
        if forger is not None and changed[4] == "head_signed":
            changed = [*changed[:7], write_event(HeadSigned(forger(sequence, before, b"", 0)))]
        sequence += 1
        places[row[0]] = sequence
        named = (sequence, *changed[1:7])
        before = chain(before, named, changed[7])
        db.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)", (*named, changed[7], before))
    if snapshots:
        _seal_anew(db, places)
    else:
        db.execute("DELETE FROM snapshots")
    db.commit()
    db.close()
    path.with_name(f"{path.name}.head").write_text(f"{sequence:020d} {before.hex()}\n")


def _seal_anew(db: sqlite3.Connection, places: dict[int, int]) -> None:
    for sequence, state in db.execute("SELECT sequence, state FROM snapshots").fetchall():
        place = places.get(sequence, sequence)
        (head,) = db.execute("SELECT hash FROM entries WHERE sequence=?", (place,)).fetchone()
        db.execute("DELETE FROM snapshots WHERE sequence=?", (sequence,))
        db.execute("INSERT INTO snapshots VALUES (?,?,?)", (place, state, seal(head, state)))


def richer(row: Row) -> Row:
    """Make the buy-in ten times as large."""
    return [*row[:7], row[7].replace(b'"amount":10000', b'"amount":100000'), row[8]]


def unsigned(row: Row) -> Row | None:
    """The same, and without the table's signatures, which do not fit any more."""
    return None if row[4] == "head_signed" else richer(row)


def new_journal_at(
    path: Path, first: int, state: bytes, *after: Event, kinds: tuple[str, ...] = ()
) -> tuple[bytes, bytes]:
    """Make a journal that begins at a row with a state; return the row's hash, and the state's seal."""
    path.unlink(missing_ok=True)
    db = connect(path)
    migrate(db)
    head, digest = GENESIS, b""
    for place, event in enumerate((TableClosed(), *after)):
        kind = kinds[place - 1] if 0 < place <= len(kinds) else kind_of(event)
        named = (first + place, 1, "", None, kind, None, VERSION)
        head = chain(head, named, write_event(event))
        db.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)", (*named, write_event(event), head))
        if not place:
            begins, digest = head, seal(head, state)
            db.execute("INSERT INTO snapshots VALUES (?,?,?)", (first, state, digest))
    db.close()
    return begins, digest
