"""A port that is a file descriptor on the loop: read when ready, written with a time-out, and bounded."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Final

from hal.port import Ear, PortError, PortStuck

CHUNK: Final = 1024
# More than any of our lines can carry: a device that sends this much in a second is faulty, and would cost others time.
BABBLE: Final = 65_536


class DescriptorPort:
    """An open descriptor, which it owns."""

    def __init__(self, descriptor: int, name: str, ear: Ear, write_timeout: float, close: Callable[[], None]) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._name = name
        self._ear = ear
        self._write_timeout = write_timeout
        self._close = close
        self._open = True
        self._second = 0.0
        self._heard = 0
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(descriptor, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose("lost", f"{self._name}: {error.strerror}")
            return
        if not data:
            self._lose("lost", f"{self._name}: hung up")
        elif not self._babbles(len(data)):
            self._ear.received(data)

    def _babbles(self, length: int) -> bool:
        now = self._loop.time()
        if now - self._second >= 1:
            self._second, self._heard = now, 0
        self._heard += length
        if self._heard > BABBLE:
            self._lose("babbling", f"{self._name}: more than {BABBLE} bytes in a second")
            return True
        return False

    def _lose(self, code: str, detail: str) -> None:
        self.close()
        self._ear.lost(PortError(code, detail))

    async def write(self, data: bytes) -> None:
        """Write all of it, in as many pieces as the descriptor takes."""
        written = 0
        deadline = self._loop.time() + self._write_timeout
        while written < len(data):
            if not self._open:
                raise PortError("lost", f"{self._name} is closed")
            try:
                written += os.write(self._descriptor, data[written:])
            except BlockingIOError:
                if not await self._writable(deadline):
                    raise PortStuck(written, f"{self._name}: took {written} of {len(data)} bytes") from None
            except OSError as error:
                raise PortError("lost", f"{self._name}: {error.strerror}") from None

    async def _writable(self, deadline: float) -> bool:
        """Wait until more can be written; False if the deadline comes first."""
        ready = asyncio.Event()
        self._loop.add_writer(self._descriptor, ready.set)
        try:
            async with asyncio.timeout_at(deadline):
                await ready.wait()
        except TimeoutError:
            return False
        finally:
            if self._open:
                self._loop.remove_writer(self._descriptor)
        return True

    def close(self) -> None:
        """Close it."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._descriptor)
            self._loop.remove_writer(self._descriptor)
            # The device may have gone with its cable; then there is nothing left to close.
            with contextlib.suppress(OSError):
                self._close()
