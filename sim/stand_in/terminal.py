"""One terminal with its screen in a process of its own: `python -m sim.stand_in.terminal FOLDER PORT TERMINALS`.

It says `ready`. For `accepted N` and `seen N` it touches bets so often, and answers how many milliseconds each took:
from the touch to the picture that shows what the table has accepted, or to the first pixel that is another. For
`filmed` it answers how long each picture of a movement stood until the next one, since it was asked that last.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from firmware.boards.garbage import leave_alone_what_is_there
from firmware.boards.running import ComingBus
from firmware.config import read_board
from firmware.kit.box import Box
from firmware.kit.pace import WokenClock
from firmware.link.remote_table import RemoteTable
from firmware.pictures.table_items import ChipStack
from firmware.terminal.board import Terminal
from hal.clock import ticks_s
from sim.memory_pocket import MemoryPocket
from sim.offscreen import SeenScreen
from sim.profiles import SCREEN, Setting, settings

DEVICES: Final = "[devices."
BETS: Final = ("player", "banker", "tie")
APART_S: Final = 0.6
# Far longer than any wager takes: one that is not shown as accepted by then never will be.
WAITED_S: Final = 60.0


class _Watched(SeenScreen):
    """A screen that knows when it first showed so much as accepted; its panel wakes it, as a board's own does."""

    def __init__(self) -> None:
        super().__init__(SCREEN)
        self.keep_pace(WokenClock())
        self.awaited = 0
        self.shown = asyncio.Event()
        self.lit = asyncio.Event()
        self.stood: list[float] = []
        self._moved_at: float | None = None
        present = self.off.present

        def presented(places: list[Box]) -> None:
            present(places)
            self.lit.set()
            self._film()
            if self._accepted() == self.awaited:
                self.shown.set()

        self.off.present = presented  # type: ignore[method-assign]

    def _film(self) -> None:
        """Note how long the picture before has stood, if something moved on it."""
        assert self.stage is not None
        now = ticks_s()
        if self._moved_at is not None:
            self.stood.append((now - self._moved_at) * 1000)
        self._moved_at = now if self.stage.scene.moving else None

    def filmed(self) -> list[float]:
        """Return how long pictures of movements stood since this was asked last."""
        found, self.stood = self.stood, []
        return found

    def touch(self, *action: str) -> None:
        """Touch what has this meaning: the panel's file says so."""
        super().touch(*action)
        self.frames.wake()

    def _accepted(self) -> int | None:
        """Return what lies on the picture as accepted; none while something there is still asked."""
        assert self.stage is not None
        lies = [item for item in self.stage.scene.items if isinstance(item, ChipStack)]
        return None if any(item.pending for item in lies) else sum(item.amount for item in lies)


async def in_time(shown: asyncio.Event) -> None:
    """Wait until a wager is shown, as accepted or at all. Raises TimeoutError."""
    async with asyncio.timeout(WAITED_S):
        await shown.wait()


async def _run(folder: Path, port: int, _: int) -> None:
    text = Setting().terminal(1)
    board = read_board(text[: text.index(DEVICES)])
    terminals: list[Terminal] = []

    def changed() -> None:
        for terminal in terminals:
            for follow in terminal.followers:
                follow()

    def wagered() -> int:
        return 0 if table.account is None else sum(table.account.wagers.values())

    pocket = MemoryPocket()
    table = RemoteTable(ComingBus(settings(folder, port, "ats-1"), _silent), changed, pocket.life, pocket.acknowledged)
    seen = _Watched()
    terminals.append(Terminal(board, table, pocket, seen, _silent))
    lives = [asyncio.create_task(part) for part in terminals[0].parts()]
    while not table.there or table.account is None:
        await asyncio.sleep(0.05)
    leave_alone_what_is_there()
    _say({"ready": True})
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode():
        what, *number_of = line.split()
        if what == "filmed":
            _say(seen.filmed())
            continue
        taken = []
        await asyncio.sleep(1)
        seen.touch("chip", "500")
        await asyncio.sleep(1)
        awaited = {"accepted": seen.shown, "seen": seen.lit}[what]
        for number in range(int(*number_of)):
            seen.awaited = wagered() + 5_00
            seen.shown.clear()
            seen.lit.clear()
            start = ticks_s()
            seen.touch("bet", BETS[number % len(BETS)])
            await in_time(awaited)
            taken.append((ticks_s() - start) * 1000)
            await in_time(seen.shown)
            await asyncio.sleep(APART_S)
        _say(taken)
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)


def _silent(_: str) -> None:
    pass


def _say(said: dict[str, bool] | list[float]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    try:
        asyncio.run(_run(Path(where), *map(int, numbers)))
    except TimeoutError:
        sys.exit(f"a wager was not shown as accepted within {WAITED_S:.0f} s")
