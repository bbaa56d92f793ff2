"""The kernel's files of touch panels and mice: input there wakes the screen.

SDL reads such files by itself, each time it is asked. Whoever opens one besides gets all of it too, and the loop can
wait for that: so a board on which nothing happens asks four times a second, not twenty, and loses no time by it.
"""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/dev/input")
PATTERN: Final = "event*"
# Many events at once: what is read here is only thrown away.
AT_A_TIME: Final = 4096


class FingerFiles:
    """Files of which each says when somebody touched something."""

    def __init__(self, files: Sequence[int]) -> None:
        self._files = list(files)

    @property
    def found(self) -> bool:
        """Whether there is one."""
        return bool(self._files)

    def begin(self, wake: Callable[[], None]) -> None:
        """Wake somebody whenever something comes, from now on."""
        for file in tuple(self._files):
            try:
                asyncio.get_running_loop().add_reader(file, self._came, file, wake)
            except OSError:
                self._leave(file)  # nobody can wait for it

    def _came(self, file: int, wake: Callable[[], None]) -> None:
        try:
            while os.read(file, AT_A_TIME):
                pass
            self._leave(file)  # it has ended, and would be ready for ever
        except BlockingIOError:
            pass
        except OSError:
            self._leave(file)  # its panel was pulled out; SDL looks for others
        wake()

    def _leave(self, file: int) -> None:
        asyncio.get_running_loop().remove_reader(file)
        self._files.remove(file)
        os.close(file)

    def close(self) -> None:
        """Wait for nobody any more."""
        for file in tuple(self._files):
            self._leave(file)


def finger_files(folder: Path = FOLDER) -> FingerFiles:
    """Open all that may be opened."""
    files = []
    for path in sorted(folder.glob(PATTERN)):
        with contextlib.suppress(OSError):
            files.append(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    return FingerFiles(files)
