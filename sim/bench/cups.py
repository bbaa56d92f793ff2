"""Tournaments at the bench's one table, in its process: one after the other, each with a journal of its own."""

import asyncio
import secrets
from pathlib import Path
from typing import Any, Final

from firmware.refusal import Refused
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.tournament.conditions import Conditions
from firmware.tournament.events import ConditionsApproved
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import TournamentJournal, read_tournament
from firmware.tournament_board.steps import read_wish
from sim.bench.cup_people import next_step
from sim.bench.small_cup import cut
from sim.devices.model import NoCommand
from sim.refusals import in_english
from sim.tournament_play import Says, TournamentOfScenario, seats_of, tables_of
from sim.tournament_steps import FORM, SetTournament, TournamentAction, TournamentWish
from sim.whole_table import WholeTable

# The bench has one table.
TABLE: Final = 1
OVER: Final = ("signed", "called off")
# What the journals of tournaments with simulated people are named by.
SIMULATED: Final = "cup"


class BenchCup:
    """One tournament. `simulated`: its people do their part by themselves."""

    def __init__(self, table: WholeTable, conditions: Conditions, path: Path, says: Says, *, simulated: bool) -> None:
        self.simulated: Final = simulated
        self.conditions: Final = conditions
        self.path: Final = path
        self.refused = ""
        self._table: Final = table
        self._says: Final = says
        self._journal: Final = TournamentJournal(path)
        self._alone: Final = asyncio.Lock()
        self._at_service: TableService | None = None
        self._of: TournamentOfScenario | None = None

    @property
    def of(self) -> TournamentOfScenario:
        """The tournament, at the table as it is now: a board that was without power has begun anew."""
        service = self._table.service
        if self._of is None or service is not self._at_service:
            self._at_service = service
            self._of = TournamentOfScenario(
                self.conditions, {TABLE: service}, service.now_ms, self._says, self._journal, TABLE
            )
        return self._of

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        return self.of.service.state

    def happened(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        self.of.tables[TABLE].happened(happened)

    async def take(self, action: TournamentAction) -> None:
        """Take a step of a scenario. Raises Refused."""
        async with self._alone:
            # Under a number that no other step has, also none of a bench that lay in this folder before.
            await self.of.take(action, secrets.randbits(48))

    async def approve(self) -> None:
        """Have the conditions approved; once."""
        if self.state.conditions is None:
            await self.take(SetTournament(self.conditions))

    async def look(self) -> None:
        """Bring table and tournament together."""
        async with self._alone:
            await self.of.hall.look()

    async def live(self, *, directs: bool) -> None:
        """Look, and have somebody do what comes next."""
        if not self._table.on or self._table.service.stopped:
            return
        try:
            await self.look()
            if self.simulated:
                await self._someone(directs=directs)
        except TableStopped:
            return  # it lost its power meanwhile: it is looked at when it is back

    async def _someone(self, *, directs: bool) -> None:
        table = self._table
        step = next_step(self.state, TABLE, table.setup.ats, table.service.now_ms(), directs=directs)
        if not step:
            return
        wish = read_wish(step)
        assert wish is not None
        try:
            await self.take(TournamentWish(wish))
            self.refused = ""
        except Refused as why:
            self.refused = f"{step}: {in_english(why)}"

    def close(self) -> None:
        """Let go of its journal."""
        self._journal.close()


class Cups:
    """The tournaments of a bench."""

    def __init__(self, table: WholeTable, folder: Path) -> None:
        self.now: BenchCup | None = None
        self._table: Final = table
        self._folder: Final = folder
        self._says: Says = _to_nobody

    def tell_to(self, says: Says) -> None:
        """Tell somebody what goes on record in tournaments, from here on."""
        self._says = says

    def _tell(self, kind: str, fields: dict[str, Any]) -> None:
        self._says(kind, fields)

    @property
    def under_way(self) -> bool:
        """Whether one is."""
        return self.now is not None and self.now.state.over not in OVER

    @property
    def simulated(self) -> bool:
        """Whether one of simulated people is under way."""
        return self.now is not None and self.now.simulated and self.under_way

    def happened(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        if self.now is not None:
            self.now.happened(happened)

    async def begin(self, conditions: Conditions, *, simulated: bool) -> None:
        """Begin a tournament: of simulated people, by conditions cut to the table; or as they are. Raises NoCommand."""
        if self.under_way:
            raise NoCommand(f"{self._named()} is under way; one tournament at a time is played at a table")
        setup = self._table.setup
        if conditions.rulebook != setup.rulebook:
            raise NoCommand(f"{conditions.name} is played by {conditions.rulebook}, and this table by {setup.rulebook}")
        if simulated:
            try:
                conditions = cut(conditions, setup.ats, setup.notes.currency if setup.notes is not None else "")
            except ValueError as error:
                raise NoCommand(str(error)) from None
        need_one_table(conditions, setup.ats)
        self.close()
        kind = SIMULATED if simulated else "steps"
        path = self._folder / f"{kind}-{len(self._journals(kind)) + 1}.journal"
        self.now = BenchCup(self._table, conditions, path, self._tell, simulated=simulated)
        await self.now.approve()

    async def take(self, action: TournamentAction) -> None:
        """Take a step of a scenario. Raises Refused, and NoCommand where no tournament is played."""
        if isinstance(action, SetTournament):
            await self.begin(action.conditions, simulated=False)
        elif self.now is None:
            raise NoCommand(f"no tournament is played; name one first, `{FORM}`")
        else:
            await self.now.take(action)

    async def look(self) -> None:
        """Bring table and tournament together, if one is played."""
        if self.now is not None:
            await self.now.look()

    def resume(self) -> None:
        """Go on with the simulated tournament that lies in the folder, if one does. Raises JournalError."""
        if lies := self._journals(SIMULATED):
            first = read_tournament(lies[-1])[0].event
            assert isinstance(first, ConditionsApproved)
            self.now = BenchCup(self._table, first.conditions, lies[-1], self._tell, simulated=True)

    def _journals(self, kind: str) -> list[Path]:
        return sorted(self._folder.glob(f"{kind}-*.journal"), key=lambda path: int(path.stem.rpartition("-")[2]))

    async def live(self, *, directs: bool) -> None:
        """Have it go on a little. `directs`: whether nobody directs by hand."""
        if self.now is not None:
            await self.now.live(directs=directs)

    def shown(self) -> dict[str, Any]:
        """Return how it stands, for the page."""
        if self.now is None:
            return {}
        state = self.now.state
        return {
            "name": self._named(), "round": state.current, "under_way": self.under_way, "refused": self.now.refused,
            "players": state.playing(), "coups": len(state.coups),
        }  # fmt: skip

    def _named(self) -> str:
        return "" if self.now is None else self.now.conditions.name

    def close(self) -> None:
        """Let go of the journal."""
        if self.now is not None:
            self.now.close()


def need_one_table(conditions: Conditions, terminals: int) -> None:
    """Refuse a tournament that is not played at one table of so many terminals. Raises NoCommand."""
    tables, seats = len(tables_of([conditions])), seats_of(conditions)
    if tables > 1:
        raise NoCommand(
            f"a bench is one table, and {conditions.name} has a round at {tables}; rapid-table play has all"
        )
    if seats > terminals:
        raise NoCommand(f"{conditions.name} has a round of {seats} seats, and this table {terminals} terminals")


def _to_nobody(_: str, __: dict[str, Any]) -> None:
    """Nobody listens."""
