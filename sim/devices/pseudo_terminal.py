"""A model on a pseudo-terminal, at the line's real pace, with a link by which other programs find it."""

import asyncio
import contextlib
import os
import pty
import tty
from pathlib import Path
from typing import Final

from hal.port import LineSettings
from sim.devices.model import Model

CHUNK: Final = 4096
# How much of what is sent goes out at a time, in seconds of the line.
SLICE_S: Final = 0.005
# What nobody reads is held for so long, and then lost, as on a line.
HELD: Final = 65_536


class NoLink(Exception):
    """Where the link should be, none can be."""


class PseudoTerminal:
    """The model's end of a pseudo-terminal."""

    def __init__(self, model: Model, link: Path, settings: LineSettings) -> None:
        self._model = model
        self._link = link
        self._slice = max(int(SLICE_S / settings.byte_s), 1)
        self._byte_s = settings.byte_s
        self._out = bytearray()
        self._sending: asyncio.TimerHandle | None = None
        self._ends: tuple[int, int] | None = None
        model.attach(self._send)

    @property
    def plugged(self) -> bool:
        """Whether the link leads to the device."""
        return self._ends is not None

    def plug(self) -> None:
        """Make the pseudo-terminal, and have the link lead there. Raises NoLink."""
        if self._ends is not None:
            return
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        try:
            if self._link.is_symlink():
                self._link.unlink()
            self._link.symlink_to(os.ttyname(theirs))
        except OSError as error:
            os.close(theirs)
            os.close(ours)
            raise NoLink(f"{self._link} cannot be a link: {error.strerror}") from None
        # Their end stays open here too: a host that closes it does not take the line away.
        self._ends = ours, theirs
        asyncio.get_running_loop().add_reader(ours, self._readable)

    def unplug(self) -> None:
        """Take the pseudo-terminal away, and the link."""
        if self._ends is None:
            return
        ours, theirs = self._ends
        self._ends = None
        self._out.clear()
        if self._link.is_symlink():
            self._link.unlink()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(theirs)
        os.close(ours)

    def _readable(self) -> None:
        assert self._ends is not None
        with contextlib.suppress(BlockingIOError):
            self._model.hear(os.read(self._ends[0], CHUNK))

    def _send(self, data: bytes) -> None:
        if self._ends is None:
            return
        self._out += data
        del self._out[:-HELD]
        if self._sending is None:
            self._next()

    def _next(self) -> None:
        piece = len(self._out[: self._slice])
        if piece:
            self._sending = asyncio.get_running_loop().call_later(piece * self._byte_s, self._go, piece)
        else:
            self._sending = None

    def _go(self, piece: int) -> None:
        data = bytes(self._out[:piece])
        del self._out[:piece]
        if self._ends is not None and data:
            # A host that does not read loses what does not fit, as it would on a line.
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)
        self._next()
