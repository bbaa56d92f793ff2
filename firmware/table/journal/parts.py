"""A journal in parts, from one signed state to the next: each is checked by itself, several at once.

A part begins with the state kept there, to which the previous part must lead. The row after that state is its
signature, so no part needs to know what came before it. A part says only whether all of it fits; if it does not, the
caller walks from there on, and finds out what is wrong.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import get_context
from os import sched_getaffinity
from pathlib import Path
from typing import Final, NamedTuple

from firmware.table.core.codec import UnreadableRow, read_state
from firmware.table.core.journal import JournalError
from firmware.table.journal.beginning import Beginning, beginning
from firmware.table.journal.file import DAMAGE, GENESIS, connect_to_read, hash_at
from firmware.table.journal.kept import kept_at
from firmware.table.journal.recovery import signed_snapshots
from firmware.table.journal.walking import Walked, walk

# The least size of a file for which other processes are started: a second's work, if its shoes are packed.
LARGE: Final = 7_000_000
# A part of fewer rows is not worth reading the state that it begins with.
WORTH: Final = 50_000


class PartOfJournal(NamedTuple):
    """The rows after one, up to another."""

    after: int
    to: int


# Applies a function to many things, and returns the answers in order: `map`, or a pool's.
Across = Callable[[Callable[[PartOfJournal], bool], Iterable[PartOfJournal]], Iterable[bool]]


@contextmanager
def on_all_cores(path: Path) -> Iterator[Across | None]:
    """Return a `map` over a journal's parts on all cores; None for a small journal.

    Only for a program of one thread that has no journal open yet, as the processes are copies of it.
    """
    cores = len(sched_getaffinity(0))
    if cores == 1 or not path.is_file() or path.stat().st_size < LARGE:
        yield None
        return
    with get_context("fork").Pool(cores) as pool:
        yield pool.imap


def walk_across(db: sqlite3.Connection, path: Path, across: Across) -> Walked:
    """Walk a whole journal: its parts by `across`, and the last one here. Raises JournalError."""
    begins = beginning(db, path).row
    ends = list(_ends(db, begins))
    parts = list(map(PartOfJournal, [begins, *ends], ends))
    asked = across(partial(_fits, path), parts)
    last = begins if not ends else ends[-1]
    walked = _perhaps(db, path, last)
    for part, fits in zip(parts, asked, strict=True):
        if not fits:
            return _from(db, path, part.after)
    return walked or _from(db, path, last)


def _ends(db: sqlite3.Connection, after: int) -> Iterator[int]:
    try:
        for row, _ in signed_snapshots(db):
            if row - after >= WORTH:
                yield row
                after = row
    except UnreadableRow:
        return  # the walk of the last part reaches it, and says where


def _fits(path: Path, part: PartOfJournal) -> bool:
    """Whether all of a part fits, and the state kept at its end is one to go on from."""
    with closing(connect_to_read(path)) as db:
        walked = _perhaps(db, path, part.after, part.to)
    return walked is not None and walked.row == part.to and walked.kept


def _perhaps(db: sqlite3.Connection, path: Path, after: int, to: int | None = None) -> Walked | None:
    """Walk; None if something does not fit, which is walked again once everything before it is known to fit."""
    try:
        return _from(db, path, after, to)
    except (JournalError, UnreadableRow, *DAMAGE):
        return None


def _from(db: sqlite3.Connection, path: Path, after: int, to: int | None = None) -> Walked:
    begins = beginning(db, path)
    if after == begins.row:
        return walk(db, path, begins, to=to)
    kept = kept_at(db, after)
    assert kept is not None
    return walk(db, path, Beginning(read_state(kept.state), after, hash_at(db, after) or GENESIS), after, to)
