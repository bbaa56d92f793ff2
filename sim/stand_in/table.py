"""The table of a small board, in a process of its own: `python -m sim.stand_in.table FOLDER PORT TERMINALS`.

With a signed journal, a network and a console on a screen that nobody sees. It says `ready`, and answers each line:
`figures`, `rest`, after which drawing is not counted, or a step of play: `open`, `close`, after which the coup has been
played to its end, `confirm`, or a card that leaves the shoe.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from firmware.boards.garbage import leave_alone_what_is_there
from firmware.boards.picture import Picture
from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.game import steps as s
from firmware.kit.settings import ScreenSettings
from firmware.kit.sounds import Sounds
from firmware.kit.window import Window
from firmware.link.nats_bus import connect
from firmware.measures.stopwatch import cpu_s
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.covering import Covering
from firmware.table.journal.signing import table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.answers import TableBoard
from hal.cards import Card
from hal.clock import board_clock
from sim.profiles import SCREEN, settings

SETUP: Final = Setup("crown-baccarat", side_wagers={"pairs": 1}, period=3_600_000)
# Of a coup.
CARDS: Final = ("7S", "6H", "KD", "KC")
PEPPER: Final = b"of nobody's PIN!"
Seen = TypeVar("Seen")


class _Timed(Picture):
    """A picture that counts what drawing takes of the processor, while it is asked to: to count takes time as well."""

    spent = 0.0
    _counts = True

    def count(self, *, counts: bool) -> None:
        """Count from now on, or do not."""
        self._counts = counts

    def time(self) -> None:
        """Count from now on."""
        assert self.stage is not None
        self.stage.feel = self._counted(self.stage.feel)  # type: ignore[method-assign, assignment]
        self.stage.show = self._counted(self.stage.show)  # type: ignore[method-assign, assignment]

    def _counted(self, look: Callable[[int], Seen]) -> Callable[[int], Seen]:
        def timed(now: int) -> Seen:
            if not self._counts:
                return look(now)
            began = cpu_s()
            try:
                return look(now)
            finally:
                self.spent += cpu_s() - began

        return timed


async def _run(folder: Path, port: int, terminals: int) -> None:
    journal = SqliteJournal(folder / "journal", table_signer(folder / "journal.key"))
    followers: list[Callable[[Happened], None]] = []

    def publish(happened: Happened) -> None:
        for follow in followers:
            follow(happened)

    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(journal.recover(), _setup(terminals), journal, clock, publish)
    covering = Covering(service, journal, lambda: None)
    boards = TableBoard(service, await connect(settings(folder, port, "table")))
    shown = _Timed(Window(ScreenSettings(size=SCREEN), "table"), None, Sounds(0), "en", worked=cpu_s)
    desk = SgcDesk(service, StaffDesk(service, PEPPER), "en", "Table 7", shown.changed)
    followers += [covering.follow, desk.follow, boards.follow]
    await service.start()
    await service.submit(s.NewShoe(8))
    await asyncio.gather(*(service.submit(BuyIn(ats, 10_000_00)) for ats in range(1, terminals + 1)))
    await service.submit(s.OpenBets())
    screen = shown.run(lambda size, now: picture(desk.view(), size, desk.words, now), desk.act, service.now_ms)
    lives = [asyncio.create_task(part) for part in (boards.run(), covering.run(), screen)]
    leave_alone_what_is_there()
    await asyncio.sleep(0)
    while shown.stage is None:
        await asyncio.sleep(0.01)
    shown.time()
    _say({"ready": True})
    orders = {"open": _opened, "close": _closed, "confirm": _confirmed, **{code: _card(code) for code in CARDS}}
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        shown.count(counts=line != "rest")
        if line in orders:
            await orders[line](service)
        _say({"cpu_s": cpu_s(), "drawing_s": shown.spent})
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    await service.at_rest()
    journal.close()


def _setup(terminals: int) -> Setup:
    return Setup(SETUP.rulebook, ats=terminals, side_wagers=SETUP.side_wagers, period=SETUP.period)


async def _closed(service: TableService) -> None:
    """Play the coup that is open to its end."""
    for code in CARDS:
        await _card(code)(service)
    await _confirmed(service)


def _card(code: str) -> "Order":
    """Return the order that has a card leave the shoe."""

    async def drawn(service: TableService) -> None:
        await service.submit(s.CardDrawn(Card(code)))

    return drawn


async def _confirmed(service: TableService) -> None:
    """Have the coup settled."""
    await service.submit(s.Confirm())


async def _opened(service: TableService) -> None:
    """Have another coup begin."""
    await service.submit(s.OpenBets())


Order = Callable[[TableService], Awaitable[None]]


def _say(said: dict[str, float] | dict[str, bool]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    where, *numbers = sys.argv[1:]
    asyncio.run(_run(Path(where), *map(int, numbers)))
