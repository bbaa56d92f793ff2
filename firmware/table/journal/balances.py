"""Balances at some row: from the last signed state before it, and the rows since."""

import sqlite3
from pathlib import Path
from typing import Final

from firmware.table.core.codec import UnreadableRow, read_state
from firmware.table.core.head import SignedHead
from firmware.table.core.journal import JournalError
from firmware.table.journal.beginning import Beginning, beginning
from firmware.table.journal.file import GENESIS, advice, hash_at, is_sealed, rows
from firmware.table.journal.kept import kept_at
from firmware.table.journal.places import rows_of_coup
from firmware.table.journal.query import opened
from firmware.table.journal.replay import replayed
from firmware.table.journal.signing import is_signed
from firmware.table.journal.stretch import head_before, next_signature, signed_in

_KEPT: Final = "SELECT sequence FROM snapshots WHERE sequence<=? ORDER BY sequence DESC"


def balances_after(path: Path, coup: int) -> dict[int, int]:
    """Return each open account's balance after the last event that names a coup."""
    with opened(path) as db:
        last = max((row for row, _ in rows_of_coup(db, coup)), default=None)
        if last is None:
            return {}
        covering = next_signature(db, path, last, head_before(db, path, last + 1))
        begins = _kept_before(db, path, last, covering)
        state = begins.state
        for _, state in replayed(db, path, *begins, last):  # noqa: B007 - the last one is wanted
            pass
        return {ats: state.balance(ats) for ats in sorted(state.accounts)}


def _kept_before(db: sqlite3.Connection, path: Path, last: int, covering: SignedHead | None) -> Beginning:
    """Return the last state up to a row that its table signed; without one, the journal's beginning.

    Its table is the one whose key signs the rows after it: anybody can put a state there, but not sign it.
    """
    for (row,) in db.execute(_KEPT, (last,)).fetchall():
        head = hash_at(db, row) or GENESIS
        signed = _signature_at(db, path, row + 1)
        kept = kept_at(db, row)
        if kept is None or signed is None or (covering is not None and signed.key != covering.key):
            continue
        of_it = (signed.row, signed.head, signed.snapshot) == (row, head.hex(), kept.digest.hex()) and is_signed(signed)
        if not of_it or not is_sealed(head, *kept):
            continue
        try:
            return Beginning(read_state(kept.state), row, head)
        except UnreadableRow as error:
            raise JournalError(advice(path, f"the snapshot at row {row} cannot be read: {error}")) from None
    return beginning(db, path)


def _signature_at(db: sqlite3.Connection, path: Path, row: int) -> SignedHead | None:
    for found in rows(db, row - 1, row):
        if found.kind == "head_signed":
            return signed_in(path, row, found.event)
    return None
