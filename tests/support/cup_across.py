"""A tournament whose table is another board's."""

import asyncio
from pathlib import Path
from typing import Any

from cup_at_tables import cup, round_of
from network_under_test import Net

from firmware.conditions_file import read_conditions
from firmware.link.remote_table import RemoteTable
from firmware.tournament_board.across import TableAcross
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import TournamentInMemory
from firmware.tournament_board.service import TournamentService

NAME = "tournament-1"


class Cup:
    """A tournament across the network. `journal`: of one that was switched off."""

    def __init__(self, net: Net, journal: TournamentInMemory | None = None) -> None:
        self.remote = RemoteTable(net.memory.board(NAME), lambda: None)
        self.journal = journal or TournamentInMemory()
        self.service = TournamentService(self.journal, net.service.now_ms)
        self.hall = Hall(self.service, {1: TableAcross(1, self.remote)})
        self.task = net.tasks[NAME] = asyncio.create_task(self.remote.run())

    async def there(self) -> None:
        while not self.remote.there:
            await asyncio.sleep(0.05)

    async def look(self) -> None:
        await self.hall.look(anew=True)

    def points(self, player: int) -> int:
        return self.service.state.balance(player)


def conditions(folder: Path, players: int, coups: int) -> Any:
    final = round_of("final", "entry", seats=players, coups=coups)
    return read_conditions(cup(folder, final, most=players).read_text())
