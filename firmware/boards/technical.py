"""What a technician sees of the table's own board at its console, and has it do: prove its software, test itself."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec import Struct

from firmware.boards.proving import Proving
from firmware.boards.self_test import PartTested, board_checks
from firmware.boards.update_watch import UpdateWatch
from firmware.config import Board
from hal.device import PartOfBoard
from hal.life import Stage


class TechnicalSeen(Struct, frozen=True):
    """How it stands. `ready`: the version that waits for a restart; `waits`: what holds up an allowed restart."""

    ready: str = ""
    waits: str = ""
    tested: tuple[PartTested, ...] = ()


class Technical:
    """The board of one table. `changed` is called when a test has ended."""

    def __init__(
        self,
        board: Board,
        proving: Proving,
        updates: UpdateWatch,
        parts: Callable[[], Sequence[PartOfBoard]],
        changed: Callable[[], None],
    ) -> None:
        self._board = board
        self._proving = proving
        self._updates = updates
        self._parts = parts
        self._changed = changed
        self._tested: tuple[PartTested, ...] = ()

    def seen(self) -> TechnicalSeen:
        """Return how it stands."""
        return TechnicalSeen(self._updates.ready, self._updates.waits, self._tested)

    def verify(self) -> None:
        """Have the software proven while play goes on; the proof is a row."""
        self._proving.ask()

    async def test(self) -> None:
        """Test the board while play goes on. Its devices are in use and not asked: their own faults are the result."""
        checks = await asyncio.to_thread(board_checks, self._board)
        self._tested = (*checks, *map(_in_use, self._parts()))
        self._changed()


def _in_use(part: PartOfBoard) -> PartTested:
    well = part.stage is Stage.READY and not part.faults
    return PartTested(part.name, "good" if well else "failed", ", ".join(sorted(part.faults)) or part.stage.value)
