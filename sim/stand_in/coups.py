"""A table that plays coups on a journal in a folder: `python -m sim.stand_in.coups FOLDER TERMINALS HOW`.

HOW is `alone`, each wager once the one before it was answered, or `together`, each terminal by itself. A line on stdin
has a coup played; it says `played` when the coup has ended and all is at rest.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.covering import Covering
from firmware.table.journal.signing import table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock

BETS: Final = ("player", "tie", "player-pair", "banker-pair")
# In which the log is moved into the file, if it is long enough.
QUIET_S: Final = 0.3


async def _run(folder: Path, terminals: int, *, together: bool) -> None:
    journal = SqliteJournal(folder / "journal", table_signer(folder / "journal.key"))
    clock = board_clock(asyncio.get_running_loop())
    # Betting stays open for as long as the card takes, also beside other work.
    setup = Setup("crown-baccarat", ats=terminals, side_wagers={"pairs": 1}, period=3_600_000)
    followers: list[Covering] = []

    def publish(happened: Happened) -> None:
        for follower in followers:
            follower.follow(happened)

    service = TableService.recovered(journal.recover(), setup, journal, clock, publish)
    covering = Covering(service, journal, lambda: None)
    followers.append(covering)
    await service.start()
    covers = asyncio.create_task(covering.run())
    await service.submit(s.NewShoe(8))
    await asyncio.gather(*(service.submit(BuyIn(ats, 10_000_00)) for ats in range(1, terminals + 1)))
    while await asyncio.to_thread(sys.stdin.readline):
        await service.submit(s.OpenBets())
        if together:
            await asyncio.gather(*(_bet(service, ats) for ats in range(1, terminals + 1)))
        else:
            for ats in range(1, terminals + 1):
                await _bet(service, ats)
        for card in ("7S", "6H", "KD", "KC"):
            await service.submit(s.CardDrawn(Card(card)))
        await service.submit(s.Confirm())
        await asyncio.sleep(QUIET_S)
        sys.stdout.write("played\n")
        sys.stdout.flush()
    covers.cancel()
    await asyncio.gather(covers, return_exceptions=True)
    await service.at_rest()
    journal.close()


async def _bet(service: TableService, ats: int) -> None:
    for bet in BETS:
        number = f"ats-{ats} 0b5e1f2a7c4d9e80 {service.state.game.coups} {bet} 500"
        await service.submit(Wager(ats, bet, 5_00), by=f"ATS {ats}", number=number)


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1]), int(sys.argv[2]), together=sys.argv[3] == "together"))
