"""Reads files that somebody named: whole, and only up to the size that such a file can have."""

import os
import stat
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from hal.bounds import ONE_LINE

# A path as a configuration names it.
FilePath = Annotated[str, Meta(min_length=1, max_length=4095, pattern=ONE_LINE)]
# No configuration, scenario or key is as large as this. A device that never ends is larger.
MOST: Final = 64 * 1024 * 1024


class NotReadable(ValueError):
    """A file that cannot be used: names it, and says why."""


def read_file(path: Path, most: int = MOST) -> bytes:
    """Return what stands in a file, or comes through a pipe. Raises NotReadable."""
    try:
        # A pipe that nobody writes into would be waited for without end.
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(file, "rb") as opened:
            os.set_blocking(file, True)
            pipe = stat.S_ISFIFO(os.fstat(file).st_mode)
            found = opened.read(most + 1)
    except OSError as error:
        raise NotReadable(f"{path}: cannot be read: {error.strerror}") from None
    if pipe and not found:
        raise NotReadable(f"{path}: is a pipe, and nobody writes into it")
    return within(found, str(path), most)


def within(found: bytes, where: str, most: int = MOST) -> bytes:
    """Return what was read, unless there is more of it. Raises NotReadable."""
    if len(found) > most:
        raise NotReadable(f"{where}: is longer than {most:,} bytes")
    return found


def write_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Have a file hold this; a pipe that nobody reads is not waited for. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_CLOEXEC, mode)
    with os.fdopen(file, "wb") as opened:
        os.set_blocking(file, True)
        opened.write(data)


def read_text(path: Path, what: str) -> str:
    """Return the text that stands in a file; `what` says what it should have been. Raises NotReadable."""
    return text_of(read_file(path), str(path), what)


def text_of(found: bytes, where: str, what: str) -> str:
    """Return what was read as a text. Raises NotReadable, with the line in which it is none."""
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise NotReadable(f"{where}:{line}: is no text in UTF-8; {what}") from None
