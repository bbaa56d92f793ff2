"""How long a table takes to come back, with a journal as long as years make it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.measures import Figure
from firmware.measures.measured_table import (
    INSERT,
    Row,
    bet,
    measured_journal,
    measured_table,
    temporary_folder,
)
from firmware.measures.stopwatch import seconds
from firmware.table.core.codec import VERSION, write_event
from firmware.table.core.journal import Batch
from firmware.table.core.service import Happened
from firmware.table.features.buying_in import BoughtIn
from firmware.table.journal.file import connect
from firmware.table.journal.stored_row import chain
from hal.cards import Card

MILLION: Final = 1_000_000
# Coups of a long shoe: what a recovery has to fold at the most.
LONG_SHOE: Final = 64


def recovery_10k_s() -> Figure:
    """A table with ten thousand events comes back."""
    return _recovery(MILLION // 100)


def recovery_100k_s() -> Figure:
    """A table with a hundred thousand events comes back."""
    return _recovery(MILLION // 10)


def recovery_1m_s() -> Figure:
    """A table with a million events comes back."""
    return _recovery(MILLION)


def recovery_10m_s() -> Figure:
    """A table with ten million events comes back."""
    return _recovery(10 * MILLION)


def _recovery(events: int) -> Figure:
    with temporary_folder() as folder:
        path = folder / "journal"
        asyncio.run(_shoe(path))
        _age(path, events)
        asyncio.run(_shoe(path, finish=False))

        def recover() -> None:
            journal = measured_journal(path)
            journal.recover()
            journal.close()

        return Figure(round(seconds(recover), 3), "s")


def play_long_shoe() -> None:
    """Run a table with 50 terminals through a long shoe, for whoever measures the process."""
    with temporary_folder() as folder:
        play_shoe(folder / "journal")


def play_shoe(path: Path) -> None:
    """Let a table with 50 terminals come back from a journal, and play a long shoe there."""
    asyncio.run(_shoe(path, finish=False))


async def _shoe(path: Path, *, finish: bool = True) -> None:
    """Play a shoe of coups and end it; or a long one, left in the middle of its last coup."""
    journal = measured_journal(path)
    service = await measured_table(journal, _nobody)
    for coup in range(1 if finish else LONG_SHOE):
        await bet(service)
        # Player 7 and Banker 6, or a natural 8 and 5: four cards, each at most as often as eight decks have it.
        for rank in ("76KQ", "85TJ")[coup // 32]:
            await service.submit(s.CardDrawn(Card(rank + "SHDC"[coup % 4])))
        await service.submit(s.Confirm())
    if finish:
        await service.submit(s.NewShoe(8))
    journal.close()


def _nobody(_: Happened) -> None:
    pass


def _age(path: Path, events: int) -> None:
    """Let a journal grow as years do: rows in the chain, and at the end the snapshot of a shoe's end."""
    journal = measured_journal(path)
    state, head, sequence = journal.recover(), journal.head, journal.sequence
    journal.close()
    db = connect(path)
    db.execute("PRAGMA synchronous=OFF")
    event = write_event(BoughtIn(1, 0, "dealer", "cash"))

    def rows() -> Iterator[Row]:
        nonlocal head, sequence
        for _ in range(events):
            sequence += 1
            named = (sequence, 1, "dealer 7", None, "bought_in", None, VERSION)
            head = chain(head, named, event)
            yield (*named, event, head)

    db.execute("BEGIN")
    db.executemany(INSERT, rows())
    db.execute("COMMIT")
    db.close()
    path.with_name(f"{path.name}.head").unlink()
    journal = measured_journal(path)
    journal.commit(1, [Batch((BoughtIn(1, 0, "dealer", "cash"),))], state)
    journal.close()
