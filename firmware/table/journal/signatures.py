"""The signatures in a journal: each covers the previous row, and from the first one on every coup must have one."""

from pathlib import Path
from typing import Final

from firmware.game.events import CoupResult
from firmware.table.core.head import HeadSigned, JournalRestored, SignedHead
from firmware.table.core.journal import Entry, JournalError
from firmware.table.journal.file import advice
from firmware.table.journal.signing import is_signed

# The kinds of events that matter for signatures.
OF_SIGNATURES: Final = frozenset({HeadSigned, JournalRestored, CoupResult})


class Signatures:
    """Follows the entries of a journal, and knows the last signed head among them."""

    def __init__(self, path: Path, before: bytes, last: SignedHead | None = None, *, every: bool = False) -> None:
        """Begin after a row with a hash. `every`: check each signature, not only the last, which covers them."""
        self.last = last
        self._path = path
        self._before = before
        self._every = every
        self._open: CoupResult | None = None

    def saw(self, entry: Entry) -> None:
        """Take the next entry. Raises JournalError when it does not fit."""
        event = entry.event
        if type(event) not in OF_SIGNATURES:  # nearly all rows: this runs millions of times
            self._before = entry.hash
            return
        if isinstance(event, HeadSigned):
            signed = event.signed
            if (signed.row, signed.head) != (entry.sequence - 1, self._before.hex()):
                raise self._wrong(f"row {entry.sequence} signs another row than the one before it")
            if self._every:
                self._check(signed)
            self.last, self._open = signed, None
        elif isinstance(event, JournalRestored):
            self._open = None  # the copy may have ended between a coup's end and its signature
        else:
            assert isinstance(event, CoupResult)
            self._need_signed()
            self._open = event
        self._before = entry.hash

    def end(self) -> None:
        """End: there are no more entries. Raises JournalError if something that should be signed is not."""
        self._need_signed()
        if self.last is not None and not self._every:
            self._check(self.last)

    def _need_signed(self) -> None:
        # Somebody who rewrites rows without the table's key has to leave its signatures out.
        if self._open is not None and self.last is not None:
            raise self._wrong(
                f"the end of coup {self._open.coup} is not signed: rows after {self.last.row} may not be this table's"
            )

    def _check(self, signed: SignedHead) -> None:
        if not is_signed(signed):
            raise self._wrong(f"the signature of row {signed.row} is not good")

    def _wrong(self, what: str) -> JournalError:
        return JournalError(advice(self._path, what))
