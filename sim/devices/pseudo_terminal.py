"""A model on a pseudo-terminal, at the line's real pace both ways, with a link by which other programs find it."""

import asyncio
import contextlib
import os
import pty
import termios
import tty
from pathlib import Path
from typing import Final

from hal.port import LineSettings
from sim.devices.model import Model
from sim.devices.paced import Paced

CHUNK: Final = 4096
# As much as a UART's driver takes of what a host writes: who writes more waits, until the line has carried it.
UART: Final = 4096
# What nobody reads is held for so long, and then lost, as on a line.
HELD: Final = 65_536
# A pseudo-terminal has no speed; but the C library refuses a host's parity where nothing else of its settings is new.
# So the speed is put back to one that nobody uses, whenever a host has set its own.
NOBODYS: Final = termios.B134
LOOK_S: Final = 0.1


class NoLink(Exception):
    """Where the link should be, none can be."""


class PseudoTerminal:
    """The model's end of a pseudo-terminal."""

    def __init__(self, model: Model, link: Path, settings: LineSettings) -> None:
        self._link = link
        self._to_host = Paced(settings.byte_s, self._write)
        self._to_device = Paced(settings.byte_s, model.hear)
        self._looking: asyncio.TimerHandle | None = None
        self._stopped = False
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
        self._stopped = False
        asyncio.get_running_loop().add_reader(ours, self._readable)
        self._look()

    def unplug(self) -> None:
        """Take the pseudo-terminal away, and the link."""
        if self._ends is None:
            return
        ours, theirs = self._ends
        self._ends = None
        self._to_host.clear()
        self._to_device.clear()
        assert self._looking is not None
        self._looking.cancel()
        if self._link.is_symlink():
            self._link.unlink()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(theirs)
        os.close(ours)

    def _look(self) -> None:
        """Make the next host's settings new, and let a host write on whose bytes the line has carried."""
        assert self._ends is not None
        settings = termios.tcgetattr(self._ends[1])
        if settings[4] != NOBODYS:
            settings[4] = settings[5] = NOBODYS
            termios.tcsetattr(self._ends[1], termios.TCSANOW, settings)
        if self._stopped and self._to_device.held < UART // 2:
            self._stopped = False
            termios.tcflow(self._ends[1], termios.TCOON)
        self._looking = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _readable(self) -> None:
        assert self._ends is not None
        with contextlib.suppress(BlockingIOError):
            self._to_device.put(os.read(self._ends[0], CHUNK))
        if not self._stopped and self._to_device.held >= UART:
            self._stopped = True
            termios.tcflow(self._ends[1], termios.TCOOFF)

    def _send(self, data: bytes) -> None:
        if self._ends is not None:
            self._to_host.put(data)
            self._to_host.keep(HELD)

    def _write(self, data: bytes) -> None:
        if self._ends is not None:
            # A host that does not read loses what does not fit, as it would on a line.
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)
