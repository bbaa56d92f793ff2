"""Finds frames in what a line delivers: whole or in pieces, amid noise, damaged, and never more than it may hold."""

from collections.abc import Callable

# What is at a place of the buffer: above 0, a whole frame of so many bytes; below 0, one that is damaged, to be
# skipped; 0, none begins here; None, it may yet become one.
Measure = Callable[[bytearray, int], int | None]


class Scanner:
    """Keeps what may yet become a frame, at most `longest` bytes of it.

    What looks like the beginning of a frame does not hold up a whole one that comes after it; unless it `waits`,
    where a single byte is a frame, and could be a damaged byte of a longer one.
    """

    def __init__(self, measure: Measure, starts: bytes, longest: int, *, waits: bool = False) -> None:
        self._measure = measure
        self._starts = frozenset(starts)
        self._longest = longest
        self._waits = waits
        self._buffer = bytearray()

    @property
    def held(self) -> int:
        """How many bytes are kept."""
        return len(self._buffer)

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[bytes]:
        """Take what came in, and return the whole frames."""
        buffer = self._buffer
        buffer += data
        frames: list[bytes] = []
        begun: int | None = None
        measure, starts, size, place = self._measure, self._starts, len(buffer), 0
        while place < size:
            length = measure(buffer, place) if buffer[place] in starts else 0
            if length is None:
                begun = place if begun is None else begun
                if self._waits:
                    break
                place += 1
                continue
            if length > 0:
                frames.append(bytes(buffer[place : place + length]))
            if length:
                begun = None
            place += abs(length) or 1
        keep = size if begun is None else max(begun, size - self._longest)
        del buffer[:keep]
        return frames


def xor(data: bytes | bytearray) -> int:
    """Return the exclusive or of all bytes."""
    check = 0
    for byte in data:
        check ^= byte
    return check
