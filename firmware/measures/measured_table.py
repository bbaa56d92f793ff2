"""The table that is measured, and its journal on a real disk."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.signing import table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import board_clock

SETUP: Final = Setup("crown-baccarat", ats=50, side_wagers={"pairs": 1})
BETS: Final = ("player", "banker", "tie", "player-pair", "banker-pair")
INSERT: Final = "INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?)"
Row = tuple[object, ...]


def measured_journal(path: Path) -> SqliteJournal:
    """Open a journal as a table does: with a key, which lies beside it."""
    return SqliteJournal(path, table_signer(path.with_name("journal.key")))


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Return a folder on the disk that journals are on, and not on one in memory."""
    with tempfile.TemporaryDirectory(prefix=".benchmark-", dir=Path.cwd()) as folder:
        yield Path(folder)


async def measured_table(journal: SqliteJournal, publish: Callable[[Happened], None]) -> TableService:
    """Return a table of 50 terminals with credit and a burned shoe."""
    clock = board_clock(asyncio.get_running_loop())
    service = TableService.recovered(journal.recover(), SETUP, journal, clock, publish)
    await begin(service)
    return service


async def begin(service: TableService) -> None:
    """Start a table: a burned shoe, and credit at all terminals."""
    await service.start()
    await service.submit(s.NewShoe(8))
    for ats in range(1, service.state.setup.ats + 1):
        await service.submit(BuyIn(ats, 10_000_00))


async def bet(service: TableService) -> None:
    """Have all terminals wager on each bet while betting is open, at once."""
    await service.submit(s.OpenBets())
    wagers = (Wager(ats, bet, 5_00) for ats in range(1, SETUP.ats + 1) for bet in BETS)
    await asyncio.gather(*(service.submit(wager) for wager in wagers))
