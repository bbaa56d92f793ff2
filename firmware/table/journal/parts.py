"""A journal in parts, from one signed state to the next: each is checked by itself, several at once.

A part begins with the state that was kept there, which the part before it has to come to. The row after that state is
its signature, so that no part needs to know what stood before it. A part says only whether all of it fits: where
one does not, whoever asked walks from there on, and finds what it is.
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

# What a journal's file has at least for which other processes are begun: a second's work, where its shoes are packed.
LARGE: Final = 7_000_000
# A part of fewer rows is not worth the state that it begins with.
WORTH: Final = 50_000


class PartOfJournal(NamedTuple):
    """The rows after one, as far as another."""

    after: int
    to: int


# What asks the same of many, and returns the answers in their order: `map`, or that of some processes.
Across = Callable[[Callable[[PartOfJournal], bool], Iterable[PartOfJournal]], Iterable[bool]]


@contextmanager
def on_all_cores(path: Path) -> Iterator[Across | None]:
    """Return what asks of a journal's parts on all cores; None for one that is small.

    For a program of one thread that has no journal open yet: the processes are copies of it.
    """
    cores = len(sched_getaffinity(0))
    if cores == 1 or not path.is_file() or path.stat().st_size < LARGE:
        yield None
        return
    with get_context("fork").Pool(cores) as pool:
        yield pool.imap


def walk_across(db: sqlite3.Connection, path: Path, across: Across) -> Walked:
    """Walk a whole journal: its parts `across` whatever there is, and the last one here. Raises JournalError."""
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
        return  # the walk of the last part comes to it, and says where


def _fits(path: Path, part: PartOfJournal) -> bool:
    """Whether all of a part fits, and one can go on from the state that was kept at its end."""
    with closing(connect_to_read(path)) as db:
        walked = _perhaps(db, path, part.after, part.to)
    return walked is not None and walked.row == part.to and walked.kept


def _perhaps(db: sqlite3.Connection, path: Path, after: int, to: int | None = None) -> Walked | None:
    """Walk; None where something does not fit, which is walked again once all before it is known to fit."""
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
