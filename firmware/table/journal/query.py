"""What happened, by coup, terminal, shoe, time or kind: found by index, and read by stream."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct, to_builtins

from firmware.table.core.codec import kind_of
from firmware.table.core.head import MOST_ROWS
from firmware.table.core.journal import Entry
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import DAMAGE, connect_to_read, damaged
from firmware.table.journal.places import (
    Span,
    coup_open_at,
    first_since,
    is_in_time,
    spans_of_coup,
    start_of_last,
    start_of_shoe,
)
from firmware.table.journal.stretch import next_signature, stretch
from firmware.table.shown.printed import Fields


class Wanted(Struct, frozen=True):
    """What to show; None: everything. `last`: only this many of its last coups, with everything since."""

    coup: int | None = None
    ats: int | None = None
    shoe: int | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None
    last: int | None = None


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal for reading; if it cannot be read, that is a JournalError."""
    try:
        with closing(connect_to_read(path)) as db:
            yield db
    except DAMAGE as error:
        raise damaged(path, error) from error


def find(path: Path, wanted: Wanted) -> Iterator[tuple[Entry, Fields]]:
    """Return the wanted entries, with their fields, as they are read. Raises JournalError."""
    with opened(path) as db:
        for span, shoe in _spans(db, path, wanted):
            yield from _matching(db, path, span, shoe, wanted)


def _spans(db: sqlite3.Connection, path: Path, wanted: Wanted) -> list[tuple[Span, int | None]]:
    """Return where to look, and in which shoe that begins, if known; there may be more there than is wanted."""
    if wanted.coup is not None and wanted.shoe is None:
        return [(span, None) for span in spans_of_coup(db, wanted.coup)]
    first, shoe = beginning(db, path).row + 1, None
    # Where they are not, all rows are read, and held against the times.
    in_time = (wanted.since, wanted.until) == (None, None) or is_in_time(db, path)
    last = MOST_ROWS if wanted.until is None or not in_time else first_since(db, wanted.until + 1) - 1
    if wanted.shoe is not None:
        # Which shoe is in play is said where it begins.
        first = max(first, start_of_shoe(db, path, wanted.shoe))
    elif wanted.since is not None and in_time:
        first = max(first, first_since(db, wanted.since))
    if wanted.last is not None:
        start = _start_of_last(db, path, Span(first, last), wanted)
        if start is None:
            return []
        first, shoe = max(first, start), wanted.shoe
    return [(Span(first, last), shoe)] if first <= last else []


def _start_of_last(db: sqlite3.Connection, path: Path, span: Span, wanted: Wanted) -> int | None:
    """Return where the last coups begin, of a shoe, of a stretch of time that is not one of rows, or of all."""
    assert wanted.last is not None
    if wanted.shoe is None and (wanted.until is None or is_in_time(db, path)):
        return start_of_last(db, wanted.last, span.last)
    coups = Wanted(shoe=wanted.shoe, kind="coup_opened", since=wanted.since, until=wanted.until)
    found = [entry.sequence for entry, _ in _matching(db, path, span, None, coups)]
    return min(found[-wanted.last :], default=None)


def _matching(
    db: sqlite3.Connection, path: Path, span: Span, shoe: int | None, wanted: Wanted
) -> Iterator[tuple[Entry, Fields]]:
    coup = coup_open_at(db, span.first)
    for entry in stretch(db, path, span):
        fields: Fields = to_builtins(entry.event)
        kind = kind_of(entry.event)
        # An event that names no coup belongs to the open one; one that names no shoe, to the one in play.
        shoe = fields.get("shoe", shoe)
        if wanted.shoe is not None and shoe is not None and shoe > wanted.shoe:
            next_signature(db, path, entry.sequence, entry.hash)
            return
        coup = fields["coup"] if kind == "coup_opened" else coup
        named = fields.get("coup", coup)
        if _wants(wanted, entry, fields, named, shoe):
            yield entry, fields
        if kind == "result":
            coup = None


def _wants(wanted: Wanted, entry: Entry, fields: Fields, coup: int | None, shoe: int | None) -> bool:
    return (
        wanted.coup in (None, coup)
        and wanted.shoe in (None, shoe)
        and wanted.kind in (None, fields["event"])
        and (wanted.ats is None or _touches(fields, wanted.ats))
        and (wanted.since is None or entry.at >= wanted.since)
        and (wanted.until is None or entry.at <= wanted.until)
    )


def _touches(fields: Fields, ats: int) -> bool:
    return fields.get("ats") == ats or any(line.get("ats") == ats for line in fields.get("lines", ()))
