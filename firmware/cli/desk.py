"""What probe and emulate share: lines from standard input, JSON objects on standard output, and a prompt end."""

import asyncio
import contextlib
import io
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import Final, TextIO

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json

# What may still be under way when standard input ends: it ends within four seconds.
AFTERWARDS_S: Final = 3.5


def print_line(said: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    say_json(said)
    sys.stdout.flush()


def to_write(file: Path) -> TextIO:
    """Open what a line is recorded in. Raises BadInput."""
    try:
        return file.open("w")
    except OSError as error:
        raise BadInput(f"--record: {file} cannot be written: {error.strerror}") from None


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
