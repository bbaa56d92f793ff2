"""A tournament of a scenario: its tables and its hall in one process, in virtual time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from firmware.refusal import Refused
from firmware.table.core.service import TableService
from firmware.table.features.tournament_tables import AgreeEnd
from firmware.table.shown.session_table import TableHere
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import Conditions
from firmware.tournament.shown import standings
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import KeepsTournament, TournamentInMemory, TournamentRow, kind_of
from firmware.tournament_board.service import TournamentService
from sim.tournament_steps import AgreeByTouch, AtTable, SetTournament, ShowStandings, TournamentAction, TournamentWish

# Who a scenario says approved its conditions.
APPROVED_BY: Final = "scenario"
NAME: Final = "tournament-1"
Says = Callable[[str, dict[str, Any]], None]


class PowerGone(BaseException):
    """The tournament has lost its power; its journal is left."""


class CutJournal(TournamentInMemory):
    """A journal whose board loses its power once: right before so many commits, or right after."""

    def __init__(self, commit: int, *, after: bool) -> None:
        super().__init__()
        self._left = commit
        self._after = after

    def append(self, rows: Sequence[TournamentRow]) -> None:
        """Keep events, or lose the power. Raises PowerGone."""
        self._left -= 1
        if self._left == 0 and not self._after:
            raise PowerGone
        super().append(rows)
        if self._left == 0:
            raise PowerGone


def tables_of(conditions: Iterable[Conditions]) -> range:
    """Return the numbers of the tables that tournaments of these conditions are played at."""
    return range(1, max((one.tables for cup in conditions for one in cup.rounds), default=0) + 1)


def seats_of(conditions: Conditions) -> int:
    """Return how many terminals its tables have at least."""
    return max(one.seats for one in conditions.rounds)


class TournamentOfScenario:
    """One tournament in a scenario. `at`: the table of the steps that follow."""

    def __init__(
        self,
        conditions: Conditions,
        services: Mapping[int, TableService],
        now: Callable[[], int],
        says: Says,
        journal: KeepsTournament,
        at: int = 1,
    ) -> None:
        """`journal`, `at`: of one that was killed, what is left of it, and where the scenario stands."""
        self.at: int = at
        self.conditions: Final = conditions
        self.journal: Final = journal
        self._services: Final = services
        self._says: Final = says
        self.tables: Final = {number: TableHere(service, NAME) for number, service in services.items()}
        self.service: Final = TournamentService(self.journal, now, self._told)
        self.hall: Final = Hall(self.service, self.tables)

    def _told(self, rows: Sequence[TournamentRow], _: object) -> None:
        for row in rows:
            fields = to_builtins(row.event)
            del fields["event"]
            if isinstance(row.event, e.ConditionsApproved):
                fields["conditions"] = row.event.conditions.name
            self._says("tournament", {"what": kind_of(row.event), **fields})

    def is_over(self) -> bool:
        """Whether nothing more can come of it: its report is signed, or it was called off."""
        return self.service.state.over in ("signed", "called off")

    async def take(self, action: TournamentAction, line: int) -> None:
        """Take a step, once under the number of its line. Raises Refused."""
        match action:
            case SetTournament(conditions):
                await self.hall.ask(
                    c.ApproveConditions(conditions, APPROVED_BY, APPROVED_BY, ""), number=f"{line}/approve"
                )
            case AtTable(table):
                if table not in self._services:
                    raise Refused(TournamentCode.NO_SUCH_TABLE, "12.3.1", table=table)
                self.at = table
            case TournamentWish(wish):
                for index, command in enumerate(wish.commands(self.service.state, self.service.now())):
                    await self.hall.ask(command, number=f"{line}/{index}")
            case AgreeByTouch(player):
                await self._agree(player)
            case ShowStandings():
                now = standings(self.service.state)
                self._says("standings", {} if now is None else to_builtins(now))

    async def _agree(self, player: int) -> None:
        there = self.service.state.round
        seat = None if there is None else there.seats.get(player)
        if seat is None:
            raise Refused(TournamentCode.NOT_SEATED, player=player)
        await self._services[seat.table].submit(AgreeEnd(seat.ats))
        await self.hall.look()
