"""The kernel's files of touch panels and mice: input there wakes the screen.

SDL reads these files itself whenever it is asked. A second reader also gets every event, and the loop can wait for
that: so an idle board asks four times a second instead of twenty, without reacting later.
"""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/dev/input")
PATTERN: Final = "event*"
# Many events at once: what is read here is thrown away.
AT_A_TIME: Final = 4096


class FingerFiles:
    """Files that each tell when somebody touched something."""

    def __init__(self, files: Sequence[int]) -> None:
        self._files = list(files)

    @property
    def found(self) -> bool:
        """Whether there is one."""
        return bool(self._files)

    def begin(self, wake: Callable[[], None]) -> None:
        """From now on, wake somebody whenever input comes."""
        for file in tuple(self._files):
            try:
                asyncio.get_running_loop().add_reader(file, self._came, file, wake)
            except OSError:
                self._leave(file)  # nobody can wait for it

    def _came(self, file: int, wake: Callable[[], None]) -> None:
        try:
            while os.read(file, AT_A_TIME):
                pass
            self._leave(file)  # it has ended and would stay ready for ever
        except BlockingIOError:
            pass
        except OSError:
            self._leave(file)  # its panel was pulled out; SDL looks for another
        wake()

    def _leave(self, file: int) -> None:
        asyncio.get_running_loop().remove_reader(file)
        self._files.remove(file)
        os.close(file)

    def close(self) -> None:
        """Stop waiting."""
        for file in tuple(self._files):
            self._leave(file)


def finger_files(folder: Path = FOLDER) -> FingerFiles:
    """Open every file that may be opened."""
    files = []
    for path in sorted(folder.glob(PATTERN)):
        with contextlib.suppress(OSError):
            files.append(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    return FingerFiles(files)
