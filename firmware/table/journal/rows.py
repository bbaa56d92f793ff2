"""The rows of one commit as they are put together, each on the previous one's hash."""

from typing import Final

from msgspec import Struct

from firmware.table.core.codec import VERSION, kind_of, write_event
from firmware.table.core.head import SIGNED_AFTER, HeadSigned, SignedHead, Signs
from firmware.table.core.journal import Batch
from firmware.table.features.opening import OpenedOnWord
from firmware.table.journal.file import seal
from firmware.table.journal.stored_row import chain

# The events that a coup begins and ends with.
_PLAYING: Final = {"coup_opened": True, "result": False}


class KeptSnapshot(Struct, frozen=True):
    """A snapshot as it is kept: its row, the state, and the seal that ties it to its place."""

    row: int
    state: bytes
    digest: bytes


class Rows:
    """Rows that follow a row with a hash, all of one time."""

    def __init__(self, sequence: int, head: bytes, at: int) -> None:
        self.sequence = sequence
        self.head = head
        self.written: list[tuple[object, ...]] = []
        self.known: list[tuple[str, tuple[int, int]]] = []
        self.size = 0
        self.signed: SignedHead | None = None
        self.kept: KeptSnapshot | None = None
        self.opened_on_word = False
        # Whether a coup is being played after these rows; None where they do not say.
        self.playing: bool | None = None
        self._to_sign = False
        self._at = at

    def add(self, batch: Batch) -> None:
        """Add the events of a command."""
        first = self.sequence + 1
        for event in batch.events:
            kind = kind_of(event)
            named = (self.sequence + 1, self._at, batch.by, batch.command, kind, getattr(event, "coup", None), VERSION)
            data = write_event(event)
            self.sequence += 1
            self.size += len(data)
            self.head = chain(self.head, named, data)
            self.written.append((*named, data, self.head))
            self._to_sign = self._to_sign or kind in SIGNED_AFTER
            self.playing = _PLAYING.get(kind, self.playing)
            self.opened_on_word = self.opened_on_word or isinstance(event, OpenedOnWord)
        if batch.command is not None and self.sequence >= first:
            self.known.append((batch.command, (first, self.sequence)))

    def keep(self, state: bytes) -> None:
        """Keep the state after the rows so far."""
        self.kept = KeptSnapshot(self.sequence, state, seal(self.head, state))
        self.size += len(state)

    def sign(self, sign: Signs, era: int, *, cover: bool = False) -> None:
        """Sign the last row if that is due, or asked for (`cover`).

        The signature is a row of its own, on which later ones build as on any other.
        """
        if cover or self._to_sign or self.kept is not None:
            digest = b"" if self.kept is None else self.kept.digest
            self.signed = sign(self.sequence, self.head, digest, era)
            self.add(Batch((HeadSigned(self.signed),)))
