"""Figures of the whole table in virtual time, its journal in memory, with the board that tells its terminals."""

import asyncio
import random
from functools import partial
from typing import Final

from firmware.game import steps as s
from firmware.link.bus import MemoryNetwork
from firmware.measures import Figure
from firmware.measures.stopwatch import seconds
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from hal.cards import DECK, Card
from hal.clock import LoopClock
from sim.virtual_time import VirtualTimeLoop

BOOK: Final = "crown-baccarat"
SIDES: Final = {"pairs": 1}
BETS: Final = ("player", "banker", "tie", "player-pair", "banker-pair")
COUPS: Final = 50
# Between cards a dealer takes about this long, in seconds; and to confirm, and take and pay.
PACE: Final = 1.5


def virtual_speed_50() -> Figure:
    """Virtual seconds per real second of a table with 50 terminals, each placing five wagers a coup."""
    return Figure(round(_speed(50)), "x real time")


def growth_terminals() -> Figure:
    """The time per coup and terminal with 50 terminals, against that with 10: 1 is linear growth."""
    many, few = (seconds(partial(_run, n), 2) / COUPS / n for n in (50, 10))
    return Figure(round(many * 1e6, 1), "us/coup/terminal", round(few * 1e6, 1), round(many / few, 3))


def _speed(terminals: int) -> float:
    virtual = _run(terminals)
    return virtual / seconds(partial(_run, terminals), 2)


def _run(terminals: int) -> float:
    """Play coups with so many terminals, and return the virtual seconds that they took."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_play(terminals))


async def _play(terminals: int) -> float:
    loop = asyncio.get_running_loop()
    setup = Setup(BOOK, ats=terminals, side_wagers=SIDES)
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    service = TableService(setup, MemoryJournal(), LoopClock(loop), publish)
    boards.append(TableBoard(service, MemoryNetwork().board("table")))
    telling = asyncio.create_task(boards[0].run())
    await service.start()
    cards = list(DECK) * 8
    random.Random(1).shuffle(cards)
    await service.submit(s.NewShoe(8))
    for ats in range(1, terminals + 1):
        await service.submit(BuyIn(ats, 1_000_000_00))
    for _ in range(COUPS):
        await service.submit(s.OpenBets())
        await asyncio.gather(*(_player(service, ats) for ats in range(1, terminals + 1)))
        await asyncio.sleep(30)
        await _deal(service, cards)
    telling.cancel()
    await asyncio.gather(telling, return_exceptions=True)
    return loop.time()


async def _player(service: TableService, ats: int) -> None:
    for bet in BETS:
        await asyncio.sleep(3 + ats / 100)
        await service.submit(Wager(ats, bet, 10_00))


async def _deal(service: TableService, cards: list[Card]) -> None:
    while (coup := service.state.game.coup) is not None and coup.due is not None:
        await asyncio.sleep(PACE)
        await service.submit(s.CardDrawn(cards.pop()))
    await asyncio.sleep(PACE)
    await service.submit(s.Confirm())
