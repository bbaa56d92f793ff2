"""A tournament's board: its journal and its desk, and each of its tables across the network."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.boards.running import ComingBus, Say, until_told
from firmware.boards.systemd import watching
from firmware.errands import Errand
from firmware.kit.words import words_of
from firmware.link.bus import Bus
from firmware.link.remote_table import RemoteTable
from firmware.tournament.conditions import Conditions
from firmware.tournament.state import Tournament
from firmware.tournament_board.across import TableAcross
from firmware.tournament_board.desk import DirectorDesk, socket_of
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import KeepsTournament, TournamentJournal, TournamentRow, kind_of
from firmware.tournament_board.service import TournamentService
from firmware.tournament_board.settings import TournamentSetup
from hal.clock import Clock, board_clock

# So often tables are looked at where nothing is heard of them, and not more often than that where much is.
LOOK_S: Final = 1.0
LEAST_S: Final = 0.1


async def run(setup: TournamentSetup, say: Say) -> None:
    """Run the tournament until told to stop. Raises JournalError when its journal cannot be used."""
    path = Path(setup.config.tournament.journal)
    journal = TournamentJournal(path)
    try:
        buses = {number: ComingBus(network, say) for number, network in setup.tables.items()}
        clock = board_clock(asyncio.get_running_loop())
        await until_told(TournamentRole(setup.conditions, journal, buses, clock, say).parts(socket_of(path)))
    finally:
        journal.close()


class TournamentRole:
    """The parts of a tournament's board."""

    def __init__(
        self,
        conditions: Conditions,
        journal: KeepsTournament,
        buses: "dict[int, ComingBus] | dict[int, Bus]",
        clock: Clock,
        say: Say,
    ) -> None:
        self._say: Final = say
        self._stirred: Final = asyncio.Event()
        self._alone: Final = asyncio.Lock()
        self._told: dict[int, str] = {}
        self._remotes: Final = {number: RemoteTable(bus, self._stirred.set) for number, bus in buses.items()}
        service = TournamentService(journal, clock.now_ms, self._happened)
        tables = {number: TableAcross(number, remote) for number, remote in self._remotes.items()}
        self.hall: Final = Hall(service, tables)
        self.desk: Final = DirectorDesk(self.hall, conditions, self._alone)

    def parts(self, desk: Path) -> list[Errand]:
        """Return what runs on this board."""
        return [*self.at_tables(), self.desk.serve(desk), *watching(())]

    def at_tables(self) -> list[Errand]:
        """Return what keeps it and its tables together."""
        return [*(remote.run() for remote in self._remotes.values()), self._look()]

    async def _look(self) -> None:
        """Look at the tables again and again, sooner where something is heard of one."""
        while True:
            self._stirred.clear()
            async with self._alone:
                await self.hall.look(anew=True)
            self._say_who_waits()
            await asyncio.sleep(LEAST_S)
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._stirred.wait()
            except TimeoutError:
                pass

    def _happened(self, rows: Sequence[TournamentRow], _: Tournament) -> None:
        for row in rows:
            self._say(f"{kind_of(row.event)} (by {row.by})" if row.by else kind_of(row.event))

    def _say_who_waits(self) -> None:
        """Say once why a table does not do what is wanted of it, and once that it does."""
        waits = {number: words_of("en").refused(why) for number, why in self.hall.waiting.items()}
        for number in sorted(waits.keys() | self._told.keys()):
            if waits.get(number) != self._told.get(number):
                self._say(f"table {number}: {waits.get(number, 'does what is wanted of it')}")
        self._told = waits
