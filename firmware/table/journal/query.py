"""What happened, by coup, terminal, shoe, time or kind."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, to_builtins

from firmware.table.core.codec import kind_of
from firmware.table.core.journal import Entry
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import DAMAGE, checked, connect_to_read, damaged
from firmware.table.journal.replay import replayed
from firmware.table.shown.printed import Fields


class Wanted(Struct, frozen=True):
    """What to show; None wants all."""

    coup: int | None = None
    ats: int | None = None
    shoe: int | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None


def find(path: Path, wanted: Wanted) -> list[tuple[Entry, Fields]]:
    """Return the entries that are wanted, with their fields."""
    try:
        db = connect_to_read(path)
        try:
            return list(_matching(db, path, wanted))
        finally:
            db.close()
    except DAMAGE as error:
        raise damaged(path, error) from error


def _matching(db: sqlite3.Connection, path: Path, wanted: Wanted) -> Iterator[tuple[Entry, Fields]]:
    coup: int | None = None
    shoe: int | None = None
    _, row, head = beginning(db, path)
    for entry in checked(db, path, row, head):
        fields: Fields = to_builtins(entry.event)
        kind = kind_of(entry.event)
        # What names no coup of its own belongs to the one that is open; what names no shoe, to the one in play.
        shoe = fields.get("shoe", shoe)
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


def balances_after(path: Path, coup: int) -> dict[int, int]:
    """Return each open account's balance when the last that names a coup had happened."""
    found: dict[int, int] = {}
    try:
        db = connect_to_read(path)
        try:
            for entry, state in replayed(db, path, *beginning(db, path)):
                if getattr(entry.event, "coup", None) == coup:
                    found = {ats: state.balance(ats) for ats in sorted(state.accounts)}
        finally:
            db.close()
    except DAMAGE as error:
        raise damaged(path, error) from error
    return found
