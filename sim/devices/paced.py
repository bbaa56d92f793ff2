"""Bytes that a line carries one way, as fast as it can and no faster."""

import asyncio
from collections.abc import Callable
from typing import Final

# How much arrives at a time, in seconds of the line.
SLICE_S: Final = 0.005


class Paced:
    """One way of a line: what is put in comes out in the time that its bytes take; a late timer is made up for."""

    def __init__(self, byte_s: float, out: Callable[[bytes], object]) -> None:
        self._byte_s = byte_s
        self._slice = max(int(SLICE_S / byte_s), 1)
        self._out = out
        self._bytes = bytearray()
        self._carried = 0.0
        self._going: asyncio.TimerHandle | None = None

    @property
    def held(self) -> int:
        """How many bytes are on their way."""
        return len(self._bytes)

    def put(self, data: bytes) -> None:
        """Put bytes in."""
        self._bytes += data
        if self._going is None:
            self._carried = asyncio.get_running_loop().time()
            self._next()

    def keep(self, most: int) -> None:
        """Lose what is beyond this many bytes, the oldest first."""
        del self._bytes[:-most]

    def clear(self) -> None:
        """Lose all that is on its way."""
        self._bytes.clear()

    def _next(self) -> None:
        piece = len(self._bytes[: self._slice])
        if piece:
            self._carried += piece * self._byte_s
            self._going = asyncio.get_running_loop().call_at(self._carried, self._go, piece)
        else:
            self._going = None

    def _go(self, piece: int) -> None:
        data = bytes(self._bytes[:piece])
        del self._bytes[:piece]
        if data:
            self._out(data)
        self._next()
