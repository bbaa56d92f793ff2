"""A tournament's table that loses its power right before or right after any commit of its journal comes to the same."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cup_at_tables import FINAL, HEATS, cup

from firmware.conditions_file import read_conditions
from firmware.game import steps as s
from firmware.table.core.evolve import fold
from firmware.table.core.journal import Batch
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table.shown.session_table import TableHere
from firmware.tournament import commands as c
from firmware.tournament.shown import standings
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import TournamentInMemory
from firmware.tournament_board.service import TournamentService
from hal.cards import Card
from hal.clock import LoopClock
from sim.ticket_numbers import MACHINE, simulated
from sim.virtual_time import VirtualTimeLoop

# Player 7, Banker 6, until a correction turns one of them.
CARDS = [Card(code) for code in ("7S", "6H", "KD", "KC")]
TURNED = ((Card("6H"), Card("KC")), (Card("7S"), Card("KD")))
ADA = "Ada"
PLAYERS = 5


class CutAtCommit(MemoryJournal):
    """A journal whose board loses its power once: right before so many commits, or right after; 0: never."""

    def __init__(self, commit: int = 0, *, after: bool = False) -> None:
        super().__init__()
        self.commits, self._cut, self._after = 0, commit, after

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        self.commits += 1
        if self.commits == self._cut and not self._after:
            raise OSError("the power is gone")
        await super().append(at, batches, snapshot)
        if self.commits == self._cut:
            raise OSError("the power is gone")


class Evening:
    """Two tables and their tournament; what is asked of a table that lost its power is asked again when it is back."""

    def __init__(self, folder: Path, journal: CutAtCommit) -> None:
        heats = HEATS.replace("coups = 1", "coups = 2")
        text = cup(folder, heats, FINAL, missed_wager='"penalty"', penalty=10).read_text()
        self.conditions = read_conditions(text)
        self.clock = LoopClock(asyncio.get_running_loop())
        self.setup = Setup("crown-baccarat", ats=6, side_wagers={"pairs": 1}, machine=MACHINE)
        self.journals: dict[int, MemoryJournal] = {1: journal, 2: MemoryJournal()}
        self.tables: dict[int, TableService] = {}
        self.here: dict[int, TableHere] = {}
        self.service = TournamentService(TournamentInMemory(), self.clock.now_ms)
        self.cuts = self.steps = 0

    async def power(self, number: int) -> None:
        """A table starts, with what its journal holds."""
        journal = self.journals[number]
        state = fold(TableState.unopened(), (entry.event for entry in journal.entries))

        def publish(happened: Happened) -> None:
            self.here[number].happened(happened)

        args = state, self.setup, journal, self.clock, publish, simulated(journal)
        service = self.tables[number] = TableService.recovered(*args)
        self.here[number] = TableHere(service, "tournament-1")
        await service.start()

    async def surely(self, do: Callable[[], Awaitable[Any]]) -> None:
        """Do something, again where a table lost its power meanwhile."""
        while True:
            try:
                await do()
            except TableStopped:
                self.cuts += 1
                await self.again()
            else:
                return

    async def again(self) -> None:
        try:
            await self.power(1)
        except TableStopped:
            self.cuts += 1
            await self.power(1)

    async def run(self) -> None:
        await self.surely(lambda: self.power(1))
        await self.power(2)
        self.hall = Hall(self.service, self.here)
        entries = [c.Enter(f"M{n}", f"M{n}", entitled=True, form=True, paid=100_00) for n in range(PLAYERS)]
        approved = c.ApproveConditions(self.conditions, "operator", "A1", "2026-11-19")
        await self.ask(approved, c.AppointDirector(ADA, "operator"), c.SignOn(ADA), c.OpenEntry(), *entries)
        await self.ask(c.CloseEntry(), c.OpenRound(ADA, (1, 2)), c.DrawSeats(ADA, 7))
        await self.session()
        await self.ask(c.Progress(ADA, 1), c.OpenRound(ADA, (1,)), c.DrawSeats(ADA, 3))
        await self.session()
        await self.ask(c.Progress(ADA, 1), c.AwardPrizes(ADA, 1))
        for ats in (1, 2):
            await self.surely(lambda ats=ats: self.cashed_out(ats))  # type: ignore[misc]
        await self.ask(*(c.PayOut(player, "S-1") for player in self.winners()), c.SignReport(ADA))

    def winners(self) -> list[int]:
        return sorted(award.player for award in self.service.state.awards if award.amount)

    async def cashed_out(self, ats: int) -> None:
        if ats in self.tables[1].state.accounts:
            await self.tables[1].submit(CashOut(ats))

    async def ask(self, *commands: Any) -> None:
        for command in commands:
            self.steps += 1
            number = str(self.steps)
            await self.surely(lambda command=command, number=number: self.hall.ask(command, number=number))  # type: ignore[misc]

    async def session(self) -> None:
        there = self.service.state.round
        assert there is not None
        seated = tuple(sorted(there.seats))
        await self.ask(c.Brief(ADA, seated), c.ScheduleSession(ADA, self.service.now()), c.StartSession(ADA, seated))
        moved = False
        while (session := self.running()) is not None:
            for number in sorted(set(session.coups) - set(session.finished)):
                played = session.coups[number]
                await self.surely(lambda number=number, played=played: self.coup(number, played))  # type: ignore[misc]
                await self.surely(lambda: self.hall.look(anew=True))
            if not moved and there.name == "heats" and self.running() is not None:
                moved = True
                player = next(player for player, seat in there.seats.items() if (seat.table, seat.ats) == (1, 2))
                await self.surely(self.corrected)
                await self.ask(c.MovePlayer(ADA, player, 1, 5))

    def running(self) -> Any:
        return None if self.service.state.round is None else self.service.state.round.session

    async def corrected(self) -> None:
        """The heats' first coup at table 1 was wrong."""
        service = self.tables[1]
        result = service.state.recent[-1].result
        if result.banker.total != 7:
            await service.submit(CorrectOutcome(result.coup, *TURNED))
        await self.hall.look(anew=True)

    async def coup(self, number: int, played: int) -> None:
        """Play the coup after so many, or bring it to its end: what was void is played again."""
        service = self.tables[number]
        if "system" in service.state.faults:
            await service.submit(ClearMalfunction("system"))
        if not service.state.game.shoes:
            await service.submit(s.NewShoe(8))
        if service.state.game.coup is None:
            await self.hall.look(anew=True)
            session = self.running()
            if session is None or session.coups[number] > played:
                return
            await service.submit(s.OpenBets())
        while (coup := service.state.game.coup) is not None:
            dealt = len(coup.player) + len(coup.banker)
            if coup.betting:
                await self.wager(service, played)
                await service.submit(s.CloseBets())
            elif coup.due is not None:
                await service.submit(s.CardDrawn(CARDS[dealt]))
            else:
                await service.submit(s.Confirm())

    async def wager(self, service: TableService, played: int) -> None:
        """The third misses the compulsory wager once, and is penalised."""
        for place, ats in enumerate(sorted(service.state.accounts)):
            bet = ("player", "banker", "tie")[(place + played) % 3]
            if (place, played) != (2, 0) and not service.state.accounts[ats].wagers:
                await service.submit(Wager(ats, bet, 50_00 + 10_00 * place))

    def came_to(self) -> Any:
        """What must be the same however often the power went: standings, points, and money of tournament and tables."""
        state, shown = self.service.state, standings(self.service.state)
        assert shown is not None
        books: Counter[tuple[int, str]] = Counter()
        for number, service in self.tables.items():
            for of_account in service.state.ledger.values():
                for name, amount in of_account.items():
                    books[number, name] += amount
            assert sum(amount for (table, _), amount in books.items() if table == number) == 0
        at_tables = {name: amount for name, amount in books.items() if amount}
        return shown.places, state.points, state.money, state.payouts, state.awards, at_tables


def played(folder: Path, commit: int = 0, *, after: bool = False) -> tuple[Evening, Any]:
    async def whole() -> tuple[Evening, Any]:
        evening = Evening(folder, CutAtCommit(commit, after=after))
        await evening.run()
        return evening, evening.came_to()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


@pytest.mark.some(3)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("share", range(4))
def test_whichever_commit_a_tables_power_goes_at(share: int, after: bool, tmp_path: Path) -> None:  # noqa: FBT001
    evening, whole = played(tmp_path)
    assert evening.service.state.over == "signed"
    commits = evening.journals[1].commits  # type: ignore[attr-defined]
    assert commits >= 30
    for commit in range(1 + share, commits + 1, 4):
        cut, came_to = played(tmp_path, commit, after=after)
        assert cut.cuts, f"commit {commit}"
        assert came_to == whole, f"commit {commit}"
