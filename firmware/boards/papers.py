"""Papers of a table: the meters, and the last gaming day that was closed. As files in a folder, or for a printer.

A process of its own reads the journal, so that no wager waits: it is `rapid-table journal meters` or `journal day`, so
that the paper is the same as theirs, and nothing is written of a journal whose chain is broken.
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware.boards.beside_play import carried_out
from firmware.private import write_whole
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.features.papers import OWN_PRINTER, Paper, PaperCode

COMMAND: Final = (sys.executable, "-m", "firmware.cli.main", "journal")


class Papers:
    """The papers of one table. `folder`: where they are saved, if anywhere. `now`: by the venue's clocks.

    `reading`: which reading of the meters was the last, by its number and its name; 0 before the first.
    """

    def __init__(
        self,
        folder: Path | None,
        journal: Path,
        now: Callable[[], datetime],
        reading: Callable[[], tuple[int, str]],
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._folder = folder
        self._journal = journal
        self._now = now
        self._reading = reading
        self._command = tuple(command)
        self._one_at_a_time = asyncio.Lock()

    @property
    def saves(self) -> bool:
        """Whether there is a folder to save them in."""
        return self._folder is not None

    async def write(self, paper: Paper) -> Path:
        """Write one, and return where it lies. Raises Refused: then there is none."""
        if self._folder is None:
            raise Refused(PaperCode.NO_FOLDER)
        async with self._one_at_a_time:
            now, lines = self._now(), await self._lines(paper, OWN_PRINTER)
            file = self._folder / f"{paper}-{now:%Y-%m-%d-%H%M%S}.txt"
            try:
                await asyncio.to_thread(self._put, file, "".join(f"{line}\n" for line in lines).encode())
            except OSError as error:
                raise Refused(TableCode.NO_PAPER, why=f"{error.filename}: {error.strerror}") from None
            return file

    async def lines(self, paper: Paper, ats: int = OWN_PRINTER) -> list[str]:
        """Return the lines of one; of the meters of one terminal, if that is named. Raises Refused."""
        async with self._one_at_a_time:
            return await self._lines(paper, ats)

    def _put(self, file: Path, text: bytes) -> None:
        assert self._folder is not None
        self._folder.mkdir(exist_ok=True)  # and not its parents: where no stick is, none is made up
        write_whole(file, text)

    async def _lines(self, paper: Paper, ats: int) -> list[str]:
        head = f"{self._now():%Y-%m-%d %H:%M:%S %Z}  {self._journal.name}"
        of = ("--ats", str(ats)) if ats else ()
        lines = [head, "", *await self._said(paper, *of)]
        number, name = self._reading()
        if paper == "meters" and number:
            lines += ["", f"since reading {number}, {name}", *await self._said(paper, "--reading", str(number), *of)]
        return lines

    async def _said(self, paper: Paper, *more: str) -> list[str]:
        ended = await carried_out((*self._command, paper, str(self._journal), *more))
        if ended.status != 0:
            raise Refused(TableCode.NO_PAPER, why=ended.trouble or f"status {ended.status}")
        return ended.out.decode().splitlines()
