"""Somebody has the table's card in a reader: the journal is changed, rewritten, or set back to an older copy.

The table must not open on any of these. What was there is put back, and play goes on.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.table.journal.file import GENESIS, connect_to_read, rows
from firmware.table.journal.stored_row import chain
from sim.siege.floor import put_files, take_files

if TYPE_CHECKING:
    from sim.siege.siege import Siege

NAME: Final = "table.journal"
REFUSES_S: Final = 8.0
OPENED: Final = "table open, "
# What a board says last whose end nobody foresaw. On such a journal one says why it ends, or waits.
UNFORESEEN: Final = "this board cannot go on"
# A journal that is gone altogether begins anew, until a board says that it remembers more.
SPEAK_S: Final = 5.0
# Money moves, and is signed, within so long on a loaded machine; what was signed is heard at once.
SIGNS_S: Final = 40.0
HEARD_S: Final = 1.0


def _signed(path: Path) -> int:
    """Return up to which row the table has signed, which others remember; 0 before a first coup has ended."""
    db = connect_to_read(path)  # so that the log stays as it is
    try:
        (row,) = db.execute("SELECT coalesce(max(sequence), 0) FROM entries WHERE kind='head_signed'").fetchone()
        return int(row)
    except sqlite3.OperationalError:
        return 0  # not even its tables are there
    finally:
        db.close()


def change(path: Path, wanted: str) -> int:
    """Make the first amount of a row ten times what it was; return which row, or 0 where none is of that kind."""
    db = sqlite3.connect(path)
    try:
        row = db.execute("SELECT sequence, event FROM entries WHERE kind=? ORDER BY sequence", (wanted,)).fetchone()
        if row is None:
            return 0
        sequence, event = row
        forged = bytes(event).replace(b'"amount":', b'"amount":9', 1)
        db.execute("UPDATE entries SET event=? WHERE sequence=?", (forged, sequence))
        db.commit()
        return int(sequence)
    finally:
        db.close()


def _rehash(path: Path) -> None:
    """Give each row the hash that it would have, the mark too, and forget the snapshots."""
    db = sqlite3.connect(path)
    try:
        head, last = GENESIS, 0
        for row in rows(db):
            assert isinstance(row.event, bytes)
            head, last = chain(head, row[:7], row.event), row.sequence
            db.execute("UPDATE entries SET hash=? WHERE sequence=?", (head, last))
        db.execute("DELETE FROM snapshots")
        db.commit()
        path.with_name(f"{NAME}.head").write_text(f"{last:020d} {head.hex()}\n")
    finally:
        db.close()


async def _forged(siege: "Siege", what: str, forge: Callable[[Path], bool]) -> None:
    """Stop the table, forge its journal, and see that it does not open; then put back what was there."""
    floor = siege.floor
    floor.dark.add("table")
    await floor.table.kill()
    siege.killed()
    before = take_files(floor.folder, NAME)
    siege.keep(siege.copy or before)
    if forge(floor.journal):
        siege.counts[f"forged: {what}"] += 1
        if await _opens(siege):
            siege.wrong.append(f"the table opened on a journal that was forged: {what}")
        await floor.table.kill()
        siege.wrong.extend(f"{what}: {why}" for why in floor.table.ended if UNFORESEEN in why)
        floor.table.ended.clear()
    if before != take_files(floor.folder, NAME):
        put_files(before, floor.folder, NAME)
    floor.dark.discard("table")
    await floor.table.start()


async def _opens(siege: "Siege") -> bool:
    """Whether the table opens, and stays so when other boards speak; one that does not says why, and ends or waits."""
    log = siege.floor.table.log
    already = log.read_text(errors="replace").count(OPENED)
    await siege.floor.table.start()
    until = asyncio.get_running_loop().time() + REFUSES_S
    while asyncio.get_running_loop().time() < until and siege.floor.table.on:
        if log.read_text(errors="replace").count(OPENED) > already:
            await asyncio.sleep(SPEAK_S)
            return siege.floor.table.on
        await asyncio.sleep(0.1)
    return False


async def row_changed(siege: "Siege") -> None:
    """A credit is ten times what it was, or an issued ticket."""
    kind = siege.chance.choice(("bought_in", "ticket_issued"))
    await _forged(siege, "a row is changed", lambda path: bool(change(path, kind)))


async def journal_rewritten(siege: "Siege") -> None:
    """A credit is changed, and every hash after it, the mark, and the snapshots with it."""

    def forge(path: Path) -> bool:
        if not 0 < change(path, "bought_in") < _signed(path):
            return False
        _rehash(path)
        return True

    await _forged(siege, "rewritten with its hashes, without its snapshots", forge)


async def _copied(siege: "Siege") -> dict[str, bytes]:
    """Take a copy of the journal's files, as a card gives them whose board has no power."""
    floor = siege.floor
    floor.dark.add("table")
    await floor.table.kill()
    siege.killed()
    copy = take_files(floor.folder, NAME)
    floor.dark.discard("table")
    await floor.table.start()
    return copy


async def _signs_more(siege: "Siege") -> None:
    """Wait until money has moved and a head was signed, which other boards then remember."""
    path = siege.floor.journal
    signed = _signed(path)
    until = asyncio.get_running_loop().time() + SIGNS_S
    while _signed(path) <= signed and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.5)
    await asyncio.sleep(HEARD_S)


async def older_copy(siege: "Siege") -> None:
    """The journal is set back to a copy of earlier, whole in itself, after which the table has signed more."""
    folder = siege.floor.folder
    if not siege.copy:
        siege.keep(await _copied(siege))
    await _signs_more(siege)

    def forge(path: Path) -> bool:
        kept = siege.keep(take_files(folder, NAME))
        if not kept:
            return False
        signed = _signed(path)
        put_files(kept, folder, NAME)
        return _signed(path) < signed

    await _forged(siege, "an older copy", forge)


async def log_gone(siege: "Siege") -> None:
    """Its write-ahead log and its mark are gone, and with them what was last acknowledged."""

    def forge(path: Path) -> bool:
        log = path.with_name(f"{NAME}-wal")
        if not log.exists() or not log.stat().st_size:
            return False
        signed = _signed(path)
        log.unlink()
        path.with_name(f"{NAME}.head").unlink(missing_ok=True)
        return _signed(path) < signed

    await _forged(siege, "without its log and its mark", forge)


FORGERIES: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "row-changed": (1, row_changed),
    "journal-rewritten": (1, journal_rewritten),
    "older-copy": (1, older_copy),
    "log-gone": (1, log_gone),
}
