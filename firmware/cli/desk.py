"""What `probe` and `emulate` share: lines from standard input, JSON objects on standard output, and a prompt end."""

import asyncio
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json

if TYPE_CHECKING:
    from typing_extensions import Buffer

# What may still be under way when standard input ends: it ends within four seconds.
AFTERWARDS_S: Final = 3.5


def print_line(said: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    say_json(said)
    sys.stdout.flush()


class _Record(io.RawIOBase):
    """A file that is written to, and that may refuse any byte of it (a full disk, a device)."""

    def __init__(self, file: Path, opened: int) -> None:
        self._file = file
        self._opened = opened

    def writable(self) -> bool:
        return True

    def write(self, data: "Buffer", /) -> int:
        try:
            return os.write(self._opened, data)
        except OSError as error:
            raise _not_written(self._file, error) from None

    def close(self) -> None:
        if not self.closed:
            os.close(self._opened)
        super().close()


def to_write(file: Path) -> TextIO:
    """Open what a line is recorded in. Raises BadInput, then and at each write."""
    try:
        # A pipe that nobody reads is said so at once: to wait for a reader could be for ever.
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK, 0o666)
    except OSError as error:
        raise _not_written(file, error) from None
    os.set_blocking(opened, True)
    return io.TextIOWrapper(io.BufferedWriter(_Record(file, opened)))


def _not_written(file: Path, error: OSError) -> BadInput:
    return BadInput(f"--record: {file} cannot be written: {error.strerror}")


async def lines_of_input(signals: Iterable[signal.Signals] = (signal.SIGINT, signal.SIGTERM)) -> AsyncIterator[str]:
    """Return each line of standard input that says something, until it ends or somebody interrupts by a signal."""
    async for line in every_line_of_input(signals):
        if line.strip():
            yield line.strip()


async def every_line_of_input(signals: Iterable[signal.Signals]) -> AsyncIterator[str]:
    """Return each line of standard input, whatever that is, until it ends or somebody interrupts by a signal."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        # The loop is closed already when somebody interrupted: then nobody waits for this line.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):  # what is no text in UTF-8 is read all the same, and is no command
            sys.stdin.reconfigure(errors="replace")
        for line in sys.stdin:
            put(line)
        put(None)

    for number in signals:
        loop.add_signal_handler(number, lines.put_nowait, None)
    threading.Thread(target=read, daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line
