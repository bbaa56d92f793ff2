"""A line in memory between a driver and a model, at the line's pace, that can be unplugged and cut at any byte."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from hal.port import Ear, LineSettings, Port, PortError
from sim.devices.model import Model

# What becomes of bytes on their way, which go to the host or from it.
Spoil = Callable[[bytes, bool], bytes]


class Wire:
    """An outlet into which a driver plugs, with a model at the other end.

    `crossed` counts the bytes that crossed, both ways together. Bytes arrive together, unless somebody watches: `watch`
    is told the count before each byte arrives, and there a test cuts.
    """

    def __init__(self, model: Model, settings: LineSettings, watch: Callable[[int], None] | None = None) -> None:
        self.name = f"wire to {type(model).__name__}"
        self.plugged = True
        self.crossed = 0
        self._watch = watch
        self._spoil: Spoil = _whole
        self._slow_s = 0.0
        self.model: Final = model
        self._byte_s = settings.byte_s
        self._ear: Ear | None = None
        self._busy = {True: 0.0, False: 0.0}
        self._opened = 0
        model.attach(lambda data: self._carry(data, to_host=True))

    @property
    def sound(self) -> bool:
        """Whether what is said on it arrives."""
        return self.plugged and self._spoil is _whole

    async def open(self, ear: Ear) -> Port:
        """Open the driver's end."""
        if not self.plugged:
            raise PortError("absent", f"{self.name} is unplugged")
        self._ear = ear
        self._opened += 1
        return _WirePort(self, self._opened)

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        ear, self._ear = self._ear, None
        if ear is not None:
            ear.lost(PortError("lost", f"{self.name} was unplugged"))

    def plug(self) -> None:
        """Plug it in again."""
        self.plugged = True

    def watch(self, watch: Callable[[int], None] | None) -> None:
        """Have somebody told the count before each byte arrives; nobody any more, by None."""
        self._watch = watch

    @contextmanager
    def spoilt(self, spoil: Spoil) -> Iterator[None]:
        """Spoil what is said on it, for a while; `spoil` returns what becomes of bytes, and is told if the host's."""
        before, self._spoil = self._spoil, spoil
        try:
            yield
        finally:
            self._spoil = before

    @contextmanager
    def slowed(self, seconds: float) -> Iterator[None]:
        """Hold all up by so much, for a while."""
        self._slow_s = seconds
        try:
            yield
        finally:
            self._slow_s = 0.0

    def write(self, data: bytes, opened: int) -> None:
        """Send what the driver writes."""
        if opened != self._opened or self._ear is None:
            raise PortError("lost", f"{self.name} is closed")
        self._carry(data, to_host=False)

    def close(self, opened: int) -> None:
        """Hear no more."""
        if opened == self._opened:
            self._ear = None

    def _carry(self, data: bytes, *, to_host: bool) -> None:
        """Have bytes arrive, each after the time that it takes; all at once when nobody watches."""
        if self._spoil is not _whole:
            data = self._spoil(data, to_host)
        if not data:
            return
        loop = asyncio.get_running_loop()
        at = max(self._busy[to_host], loop.time() + self._slow_s)
        for piece in (data,) if self._watch is None else [bytes((byte,)) for byte in data]:
            at += len(piece) * self._byte_s
            loop.call_at(at, self._arrive, piece, to_host)
        self._busy[to_host] = at

    def _arrive(self, data: bytes, to_host: bool) -> None:  # noqa: FBT001
        self.crossed += len(data)
        if self._watch is not None:
            self._watch(self.crossed)
        if not self.plugged:
            return
        if not to_host:
            self.model.hear(data)
        elif self._ear is not None:
            self._ear.received(data)


def _whole(data: bytes, _: bool) -> bytes:  # noqa: FBT001
    return data


class _WirePort:
    """The driver's end of a wire, from an opening on."""

    def __init__(self, wire: Wire, opened: int) -> None:
        self._wire = wire
        self._opened = opened

    async def write(self, data: bytes) -> None:
        """Write all of it."""
        self._wire.write(data, self._opened)

    def close(self) -> None:
        """Close it."""
        self._wire.close(self._opened)
