"""Where in a journal something stands: coups, shoes and times, found by index or by halving, and not by reading it all.

What is found here is a place to look at and no proof: whoever reads there holds the rows against the chain.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import JournalError
from firmware.table.journal.file import advice

# Each coup opens once. The index of coups holds all rows that name one.
_OPENED = "coup IS NOT NULL AND kind='coup_opened'"


class Span(NamedTuple):
    """Rows that follow each other; the last one may be beyond the journal's end."""

    first: int
    last: int = MOST_ROWS


def spans_of_coup(db: sqlite3.Connection, coup: int) -> list[Span]:
    """Return where a coup stands: as it was played, and each row that names it besides, such as a correction."""
    (first,) = db.execute(f"SELECT min(sequence) FROM entries WHERE coup=? AND {_OPENED}", (coup,)).fetchone()
    played = [] if first is None else [Span(first, _end(db, coup, first))]
    before, after = (played[0].first, played[0].last) if played else (MOST_ROWS, MOST_ROWS)
    named = "SELECT sequence FROM entries WHERE coup=? AND (sequence<? OR sequence>?) ORDER BY sequence"
    return sorted([*played, *(Span(row, row) for (row,) in db.execute(named, (coup, before, after)))])


def _end(db: sqlite3.Connection, coup: int, first: int) -> int:
    """Return the last row of a coup as it was played: the last that names it; of one that has not ended, all."""
    (following,) = db.execute(f"SELECT min(sequence) FROM entries WHERE coup=? AND {_OPENED}", (coup + 1,)).fetchone()
    before = following or MOST_ROWS + 1
    ended = "SELECT 1 FROM entries WHERE coup=? AND kind='result' AND sequence<? LIMIT 1"
    if db.execute(ended, (coup, before)).fetchone() is None:
        return int(before) - 1
    (last,) = db.execute(
        "SELECT max(sequence) FROM entries WHERE coup=? AND sequence>=? AND sequence<?", (coup, first, before)
    ).fetchone()
    return int(last)


def start_of_last(db: sqlite3.Connection, coups: int, last: int = MOST_ROWS) -> int | None:
    """Return where the last so many coups before a row begin; None where there is no coup."""
    found = db.execute(
        f"SELECT sequence FROM entries WHERE {_OPENED} AND sequence<=? ORDER BY coup DESC LIMIT ?", (last, coups)
    ).fetchall()
    return min((int(row) for (row,) in found), default=None)


def coup_open_at(db: sqlite3.Connection, row: int) -> int | None:
    """Return which coup was open when a row was about to be written."""
    found = db.execute(
        f"SELECT coup FROM entries WHERE {_OPENED} AND sequence<? ORDER BY coup DESC LIMIT 1", (row,)
    ).fetchone()
    if found is None:
        return None
    ended = "SELECT 1 FROM entries WHERE coup=? AND kind='result' AND sequence<? LIMIT 1"
    return None if db.execute(ended, (found[0], row)).fetchone() else int(found[0])


def first_since(db: sqlite3.Connection, at: int) -> int:
    """Return the first row of a time or later: times never go back."""
    (last,) = db.execute("SELECT max(sequence) FROM entries").fetchone()
    (first,) = db.execute("SELECT min(sequence) FROM entries").fetchone()

    def is_later(row: int) -> bool:
        found = db.execute("SELECT at FROM entries WHERE sequence>=? ORDER BY sequence LIMIT 1", (row,)).fetchone()
        return found is None or found[0] >= at

    return _first_where(is_later, first or 1, (last or 0) + 1)


class _Game(Struct):
    shoes: int = 0


class _Kept(Struct):
    """As much of a kept state as says which shoe was in play."""

    game: _Game


def start_of_shoe(db: sqlite3.Connection, path: Path, shoe: int) -> int:
    """Return a row before which a shoe had not begun; it begins soon after it. A state is kept at each shoe's end."""
    kept = [row for (row,) in db.execute("SELECT sequence FROM snapshots ORDER BY sequence")]

    def has_begun(place: int) -> bool:
        (state,) = db.execute("SELECT state FROM snapshots WHERE sequence=?", (kept[place],)).fetchone()
        try:
            return msgspec.json.decode(state, type=_Kept).game.shoes >= shoe
        except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
            what = f"the snapshot at row {kept[place]} cannot be read: {error}"
            raise JournalError(advice(path, what)) from None

    place = _first_where(has_begun, 0, len(kept))
    return int(kept[place - 1]) + 1 if place else 1


def _first_where(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the first number from `low` on for which it holds, as it then does for all after it; or `high`."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
