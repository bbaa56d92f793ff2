"""Writes papers to a folder, for a house's own printer: the meters, and the last gaming day that was closed.

A process of its own reads the journal, so that no wager waits: it is `rapid-table journal meters` or `journal day`, so
that the paper is the same as theirs, and nothing is written of a journal whose chain is broken.
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from firmware.boards.beside_play import carried_out
from firmware.private import write_whole
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode

COMMAND: Final = (sys.executable, "-m", "firmware.cli.main", "journal")
Paper = Literal["meters", "day"]


class Papers:
    """The papers of one table. `now`: by the venue's clocks."""

    def __init__(
        self, folder: Path, journal: Path, now: Callable[[], datetime], command: Sequence[str] = COMMAND
    ) -> None:
        self._folder = folder
        self._journal = journal
        self._now = now
        self._command = tuple(command)
        self._one_at_a_time = asyncio.Lock()

    async def write(self, paper: Paper) -> Path:
        """Write one, and return where it lies. Raises Refused: then there is none."""
        async with self._one_at_a_time:
            now = self._now()
            text = await self._text(paper)
            head = f"{now:%Y-%m-%d %H:%M:%S %Z}  {self._journal.name}\n\n".encode()
            file = self._folder / f"{paper}-{now:%Y-%m-%d-%H%M%S}.txt"
            try:
                await asyncio.to_thread(self._put, file, head + text)
            except OSError as error:
                raise Refused(TableCode.NO_PAPER, why=f"{error.filename}: {error.strerror}") from None
            return file

    def _put(self, file: Path, text: bytes) -> None:
        self._folder.mkdir(exist_ok=True)  # and not its parents: where no stick is, none is made up
        write_whole(file, text)

    async def _text(self, paper: Paper) -> bytes:
        ended = await carried_out((*self._command, paper, str(self._journal)))
        if ended.status != 0:
            raise Refused(TableCode.NO_PAPER, why=ended.trouble or f"status {ended.status}")
        return ended.out
