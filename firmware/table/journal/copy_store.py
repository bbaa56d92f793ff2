"""Keeps a table's second copy in a folder: on a stick at the table's board, or on another board. Knows no key.

Files are named by their era and first row; each base, at a shoe's end, begins a new one. When there is no more room,
the oldest are removed: what is left begins with a base, from which a table can be restored.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware.table.journal.copy_frame import BASE, CopyFrame, Misfit, frames_from, frames_in

PATTERN: Final = "*.copy"
DAMAGED: Final = ".damaged"
MB: Final = 1_000_000


class CopyReach(NamedTuple):
    """How far a copy has got: its last row, the era of that, and the first row of its last file; 0: nothing."""

    era: int = 0
    row: int = 0
    base: int = 0


NOTHING: Final = CopyReach()


class CopyStore:
    """A folder of frames. `limit_mb`: how much it may hold; the last file stays, however large it is."""

    def __init__(self, folder: Path, limit_mb: int) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._limit = limit_mb * MB
        self._parts: list[CopyFrame] = []
        self._file: Path | None = None
        self.kept = NOTHING
        self._find_end()

    @property
    def parts(self) -> int:
        """How many parts of the next piece are here; they are kept only once it is whole."""
        return len(self._parts)

    def _find_end(self) -> None:
        """Find how far it had got, and cut off what was half written when the power went."""
        for file in reversed(files_of(self._folder)):
            try:
                whole, kept = _whole(file)
            except Misfit:
                file.rename(file.with_suffix(DAMAGED))  # its contents may still be of use to somebody
                continue
            if whole:
                with file.open("r+b") as open_file:
                    open_file.truncate(whole)
                self._file, self.kept = file, kept
                return
            file.unlink()

    def append(self, data: bytes) -> CopyReach:
        """Keep frames that follow what is there, durable on return. Raises Misfit for others; an OSError keeps none."""
        frames = list(frames_in(data))
        if sum(len(frame.data) for frame in frames) != len(data):
            raise Misfit("half a frame")
        for frame in frames:
            self._take(frame)
        return self.kept

    def _take(self, frame: CopyFrame) -> None:
        parts = [*self._parts, frame]
        self._parts = []
        if frame.part != len(parts) or len({(one.kind, one.era, one.first, one.last, one.parts) for one in parts}) > 1:
            raise Misfit(f"part {frame.part} of {frame.parts} does not follow")
        if not frame.ends:
            self._parts = parts
            return
        data = b"".join(one.data for one in parts)
        if self._begins(frame):
            self._begin(frame, data)
        elif self._file is not None and self._follows(frame):
            _append(self._file, data)
            self.kept = self.kept._replace(row=frame.last)
        else:
            raise Misfit(f"row {frame.first} of era {frame.era} does not follow row {self.kept.row}")

    def _begins(self, frame: CopyFrame) -> bool:
        """Whether a copy, or a file of one, can begin with it."""
        if frame.kind == BASE:
            return not self.kept.row or (frame.era, frame.first) == (self.kept.era, self.kept.row)
        if not self.kept.row:
            return frame.first == 1
        # A restored journal parts from the lost one at a row that is here.
        return frame.era > self.kept.era and frame.first <= self.kept.row + 1

    def _follows(self, frame: CopyFrame) -> bool:
        return frame.kind != BASE and (frame.era, frame.first) == (self.kept.era, self.kept.row + 1)

    def _begin(self, frame: CopyFrame, data: bytes) -> None:
        file = self._folder / f"{frame.era:05d}-{frame.first:016d}.copy"
        _append(file, data, new=True)
        self._file, self.kept = file, CopyReach(frame.era, frame.last, frame.first)
        self._make_room()

    def _make_room(self) -> None:
        """Remove the oldest files, as long as a later one begins with a base."""
        files = files_of(self._folder)
        sizes = [file.stat().st_size for file in files]
        bases = [number for number, file in enumerate(files) if next(frames_of(file)).kind == BASE]
        while bases and bases[-1] > 0 and sum(sizes) > self._limit:
            files.pop(0).unlink()
            sizes.pop(0)
            bases = [number - 1 for number in bases]


def files_of(folder: Path) -> list[Path]:
    """Return the files of a copy, in the order of what is in them.

    Somebody can prepare a removable medium: a link, a pipe or a folder with such a name is ignored.
    """
    return sorted(file for file in folder.glob(PATTERN) if stat.S_ISREG(file.lstat().st_mode))


def frames_of(file: Path) -> Iterator[CopyFrame]:
    """Return the frames of a file, as far as they can be read."""
    with file.open("rb") as opened:
        yield from frames_from(opened)


def _whole(file: Path) -> tuple[int, CopyReach]:
    """Return how many bytes of a file are whole, and how far it gets. Raises Misfit."""
    whole, kept, read, base = 0, NOTHING, 0, 0
    for frame in frames_of(file):
        read += len(frame.data)
        base = base or frame.first
        if frame.ends:
            whole, kept = read, CopyReach(frame.era, frame.last, base)
    return whole, kept


def _append(file: Path, data: bytes, *, new: bool = False) -> None:
    """Write to the end of a file, durable on return; if not all can be written, none of it remains."""
    with open(os.open(file, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600), "r+b", buffering=0) as open_file:  # noqa: PTH123
        end = 0 if new else open_file.seek(0, os.SEEK_END)
        try:
            open_file.truncate(end)
            written = 0
            while written < len(data):
                written += open_file.write(data[written:])
            os.fsync(open_file.fileno())
        except OSError:
            open_file.truncate(end)
            raise
    if new:
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
