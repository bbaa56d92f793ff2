"""Where something is in a journal: coups, shoes and times, found by an index or a binary search, not by reading it.

This only says where to look, and proves nothing: whoever reads there must check the rows against the chain.
"""

import sqlite3
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import JournalError
from firmware.table.features.time_back import NAME as TIME_BACK
from firmware.table.journal.file import advice
from firmware.table.journal.kept import kept_at
from firmware.table.journal.packed import first_row, pack_with, packs_back_from, packs_of_coup

_NAMED = "SELECT sequence, kind FROM entries WHERE coup=? ORDER BY sequence"
_OPENED_BEFORE = (
    "SELECT sequence, coup FROM entries WHERE coup IS NOT NULL AND kind='coup_opened' AND sequence<?"
    " ORDER BY coup DESC LIMIT ?"
)


class Span(NamedTuple):
    """Consecutive rows; the last one may be beyond the journal's end."""

    first: int
    last: int = MOST_ROWS


def rows_of_coup(db: sqlite3.Connection, coup: int) -> list[tuple[int, str]]:
    """Return each row that names a coup, in order, and its kind."""
    # Rows that have meanwhile been packed are then found in a pack.
    live = [(int(row), str(kind)) for row, kind in db.execute(_NAMED, (coup,))]
    packs = filter(None, (pack_with(db, row) for row in packs_of_coup(db, coup)))
    old = [(row[0], row[4]) for pack in packs for row in pack.rows if row[5] == coup]
    return sorted({*old, *live})


def first_of_coup(db: sqlite3.Connection, coup: int) -> int | None:
    """Return the first row that names a coup."""
    (live,) = db.execute("SELECT min(sequence) FROM entries WHERE coup=?", (coup,)).fetchone()
    firsts = packs_of_coup(db, coup)[:1] or ([] if live is None else [live])
    return min(firsts, default=None)


def spans_of_coup(db: sqlite3.Connection, coup: int) -> list[Span]:
    """Return where a coup is: its play, and each other row that names it, such as a correction."""
    named = rows_of_coup(db, coup)
    first = next((row for row, kind in named if kind == "coup_opened"), None)
    played = [] if first is None else [Span(first, _end(db, coup, named))]
    besides = (row for row, _ in named if not played or not played[0].first <= row <= played[0].last)
    return sorted([*played, *(Span(row, row) for row in besides)])


def _end(db: sqlite3.Connection, coup: int, named: list[tuple[int, str]]) -> int:
    """Return the last row of a coup's play: the last that names it; if it has not ended, the end of the journal."""
    following = next((row for row, kind in rows_of_coup(db, coup + 1) if kind == "coup_opened"), MOST_ROWS + 1)
    played = [(row, kind) for row, kind in named if row < following]
    return played[-1][0] if any(kind == "result" for _, kind in played) else following - 1


def start_of_last(db: sqlite3.Connection, coups: int, last: int = MOST_ROWS) -> int | None:
    """Return where the last coups before a row begin, this many of them; None if there is no coup."""
    return min((row for row, _ in islice(_opened_before(db, last + 1, coups), coups)), default=None)


def coup_open_at(db: sqlite3.Connection, row: int) -> int | None:
    """Return the coup that was open when a row was about to be written."""
    found = next(_opened_before(db, row, 1), None)
    if found is None:
        return None
    _, coup = found
    ended = any(kind == "result" and place < row for place, kind in rows_of_coup(db, coup))
    return None if ended else coup


def _opened_before(db: sqlite3.Connection, row: int, wanted: int) -> Iterator[tuple[int, int]]:
    """Return the rows before one in which a coup opened, and that coup, last one first."""
    first = row
    for first, coup in db.execute(_OPENED_BEFORE, (row, wanted)).fetchall():
        yield first, coup
    for pack in packs_back_from(db, first):
        for opened in reversed(pack.rows):
            if opened[4] == "coup_opened" and opened[0] < first and opened[5] is not None:
                yield opened[0], opened[5]


def first_since(db: sqlite3.Connection, at: int) -> int:
    """Return the first row at a time or later, if rows are in order of time."""
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()

    def is_later(row: int) -> bool:
        found = _time_from(db, row)
        return found is None or found >= at

    return _first_where(is_later, first_row(db) or 1, (last or 0) + 1)


def is_in_time(db: sqlite3.Connection, path: Path) -> bool:
    """Whether rows are in the order of time: nobody turned the table's back. A state is kept wherever that was done."""
    (row,) = db.execute("SELECT max(sequence) FROM snapshots").fetchone()
    return row is None or not _kept_state(db, path, row).kept.get(TIME_BACK)


def _time_from(db: sqlite3.Connection, row: int) -> int | None:
    """Return the time of a row; of the next one, if a damaged journal lacks it."""
    found = db.execute("SELECT at FROM entries WHERE sequence=?", (row,)).fetchone()
    if found is None and (pack := pack_with(db, row)) is not None:
        return pack.rows[row - pack.rows[0][0]][1]
    found = found or db.execute("SELECT at FROM entries WHERE sequence>? ORDER BY sequence LIMIT 1", (row,)).fetchone()
    return None if found is None else int(found[0])


class _Game(Struct):
    shoes: int = 0


class _Kept(Struct):
    """As much of a kept state as says which shoe was in play, and whether time was turned back."""

    game: _Game
    kept: dict[str, dict[str, int | str]] = {}


def start_of_shoe(db: sqlite3.Connection, path: Path, shoe: int) -> int:
    """Return a row shortly before which a shoe had not begun. A state is kept at each shoe's end."""
    kept = [row for (row,) in db.execute("SELECT sequence FROM snapshots ORDER BY sequence")]

    def has_begun(place: int) -> bool:
        return _kept_state(db, path, kept[place]).game.shoes >= shoe

    place = _first_where(has_begun, 0, len(kept))
    return int(kept[place - 1]) + 1 if place else 1


def _kept_state(db: sqlite3.Connection, path: Path, row: int) -> _Kept:
    there = kept_at(db, row)
    assert there is not None
    try:
        return msgspec.json.decode(there.state, type=_Kept)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
        raise JournalError(advice(path, f"the snapshot at row {row} cannot be read: {error}")) from None


def _first_where(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the first number from `low` on for which it holds, as it then does for all after it; or `high`."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
