"""The states that a journal's rows lead to, each row checked against the chain and against earlier rows."""

import sqlite3
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Final

from firmware.table.core.evolve import evolve
from firmware.table.core.feature import FEATURES
from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import Entry, JournalError
from firmware.table.core.state import TableState
from firmware.table.journal.beginning import Beginning
from firmware.table.journal.file import DAMAGE, GENESIS, advice, checked

# How many are folded together at most, as they all lie in memory.
LONGEST: Final = 1_000


def replayed(
    db: sqlite3.Connection, path: Path, state: TableState, after: int = 0, head: bytes = GENESIS, to: int = MOST_ROWS
) -> Iterator[tuple[Entry, TableState]]:
    """Return each entry after a row and the state after it, beginning with the state at that row."""
    for entry in checked(db, path, after, head, to):
        state = _next(path, state, entry)
        yield entry, state


def replayed_in_runs(
    db: sqlite3.Connection,
    path: Path,
    begins: Beginning,
    to: int = MOST_ROWS,
    ends: Container[int] = (),
) -> Iterator[tuple[Entry, TableState]]:
    """Return the same, but of entries of one kind that are folded together only the last, with its state.

    `ends`: rows that end a run, as somebody wants the state there.
    """
    state, after, head = begins
    run: list[Entry] = []
    try:
        for entry in checked(db, path, after, head, to):
            kind = type(entry.event)
            if run and kind is not type(run[0].event):
                state = _after_run(path, state, run)
                yield run[-1], state
                run = []
            if kind not in FEATURES.runs:
                state = _next(path, state, entry)
                yield entry, state
                continue
            run.append(entry)
            if len(run) == LONGEST or entry.sequence in ends:
                state = _after_run(path, state, run)
                yield entry, state
                run = []
    except (JournalError, *DAMAGE):
        _after_run(path, state, run)  # report a row that does not follow before one that cannot be read
        raise
    if run:
        yield run[-1], _after_run(path, state, run)


def _after_run(path: Path, state: TableState, run: Sequence[Entry]) -> TableState:
    if not run:
        return state
    try:
        return FEATURES.runs[type(run[0].event)](state, [entry.event for entry in run])
    except Exception:  # noqa: BLE001 - one by one they show which of them it is
        for entry in run:
            state = _next(path, state, entry)
        return state


def _next(path: Path, state: TableState, entry: Entry) -> TableState:
    try:
        return evolve(state, entry.event)
    except Exception as error:
        what = f"row {entry.sequence} does not follow from those before it ({error!r})"
        raise JournalError(advice(path, what)) from error
