"""What is in the copies of a journal, wherever they are: rows by what they follow, and bases to begin from."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from firmware import openssl
from firmware.table.core.head import MOST_ROWS
from firmware.table.journal.copy_frame import BASE, Base, CopyFrame, CopyKey, Misfit, frames_in
from firmware.table.journal.copy_store import files_of, frames_of
from firmware.table.journal.file import GENESIS
from firmware.table.journal.stored_row import StoredRow, chain

# What opening a frame may raise if it was sealed with another key, or is damaged.
_UNREADABLE = (openssl.Forged, msgspec.MsgspecError)


class Piece(NamedTuple):
    """Some rows, or a base: where its frames are."""

    first: int
    last: int
    era: int
    kind: int
    file: Path
    start: int
    size: int

    def frames(self) -> list[CopyFrame]:
        """Read them."""
        with self.file.open("rb") as file:
            file.seek(self.start)
            return list(frames_in(file.read(self.size)))


class Copy:
    """All copies of one journal, in some folders."""

    def __init__(self, folders: Sequence[Path], key: CopyKey) -> None:
        self._key = key
        files = [file for folder in folders for file in files_of(folder)]
        self.pieces = sorted(piece for file in files for piece in _pieces(file))
        self._ends = _ends(self.pieces)
        self._rows = [piece for piece in self.pieces if piece.kind != BASE]
        self._firsts = [piece.first for piece in self._rows]
        self._longest = max((piece.last - piece.first for piece in self._rows), default=0)

    def bases(self) -> Iterator[Base]:
        """Return the bases that can be opened, in their order."""
        for piece in self.pieces:
            if piece.kind == BASE:
                if piece.first > self._ends[piece.era]:
                    continue
                try:
                    yield self._key.base(piece.frames())
                except _UNREADABLE:
                    continue

    def furthest(self) -> tuple[int, Base | None]:
        """Return how far they get, and from which base; None: from the first event. Row 0: nothing can be read."""
        best: tuple[int, Base | None] = (self._end(None), None)
        for base in self.bases():
            if base.row[0] > best[0] and (end := self._end(base)) > base.row[0]:
                best = end, base
        return best

    def _end(self, base: Base | None) -> int:
        last = 0
        for row in self.walk(base):
            last = row.sequence
        return last

    def walk(self, base: Base | None) -> Iterator[StoredRow]:
        """Return the rows that follow a base, or those from the first on, as far as the chain goes."""
        row, head = (0, GENESIS) if base is None else (base.row[0], base.row[8])
        while some := self._after(row, head):
            yield from some
            row, head = some[-1].sequence, some[-1].hash

    def _after(self, row: int, head: bytes) -> list[StoredRow]:
        place = bisect_right(self._firsts, row + 1)
        while place and self._firsts[place - 1] + self._longest > row:
            place -= 1
            if self._rows[place].last > row:
                some = self._opened(self._rows[place], row)
                if follow(some, row, head):
                    return some
        return []

    def _opened(self, piece: Piece, after: int) -> list[StoredRow]:
        try:
            end = self._ends[piece.era]
            return [one for one in self._key.rows(piece.frames()) if after < one.sequence <= end]
        except _UNREADABLE:
            return []


def follow(rows: Sequence[StoredRow], row: int, head: bytes) -> bool:
    """Whether there are rows, and they follow a row with this hash by the chain."""
    for one in rows:
        row += 1
        if one.sequence != row or not isinstance(one.event, bytes) or chain(head, one[:7], one.event) != one.hash:
            return False
        head = one.hash
    return bool(rows)


def _ends(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return the last valid row of each era: where a later era begins, an earlier one only has what was lost."""
    ends: dict[int, int] = {}
    end = MOST_ROWS
    for era in sorted({piece.era for piece in pieces}, reverse=True):
        ends[era] = end
        first = min(piece for piece in pieces if piece.era == era)
        # The row of a base belongs to what came before it as well.
        end = min(end, first.first if first.kind == BASE else first.first - 1)
    return ends


def _pieces(file: Path) -> Iterator[Piece]:
    """Return the whole pieces of a file, as far as it can be read: a damaged piece may be whole elsewhere."""
    start = size = expected = 0
    try:
        for frame in frames_of(file):
            if frame.part == 1:
                start, size, expected = start + size, 0, 1
            size += len(frame.data)
            if frame.ends and frame.part == expected:
                yield Piece(frame.first, frame.last, frame.era, frame.kind, file, start, size)
            expected = frame.part + 1
    except Misfit:
        return
