"""After a malfunction: checks whether the records of the wagers verify, and reports where they do not (11.16)."""

from typing import Protocol

from firmware.errands import Errands
from firmware.refusal import Refused
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.malfunctions import DoubtRecords, MalfunctionBegan
from firmware.table.journal.proof import ANYBODY

BY = "records"


class Proof(Protocol):
    """What proves wagers, or does not: the journal's file."""

    def unproven(self, coup: int) -> frozenset[int]:
        """Return the terminals whose wagers of a coup are not proven; `ANYBODY` if nobody knows whose."""
        ...


class Records:
    """The records of one table's wagers."""

    # crown 11.14(b), 11.15(b): the wagers are confirmed through the analysis of available records

    def __init__(self, table: TableService, journal: Proof) -> None:
        self._table = table
        self._journal = journal
        self._errands = Errands()

    def follow(self, happened: Happened) -> None:
        """After betting has ended, check the records at each malfunction."""
        coup = happened.state.game.coup
        if coup is None or coup.betting:
            return
        for event in happened.events:
            if isinstance(event, MalfunctionBegan) and event.what != "wnd":
                self._errands.begin(self._look(coup.number, event.ats))

    async def _look(self, coup: int, ats: int | None) -> None:
        doubtful = self._journal.unproven(coup)
        staked = {number for number, account in self._table.state.accounts.items() if account.wagers}
        concerned = staked if ats is None else staked & {ats}
        for number in sorted(concerned if ANYBODY in doubtful else concerned & doubtful):
            try:
                await self._table.submit(DoubtRecords(number), by=BY)
            except (Refused, TableStopped):
                return  # the coup has ended, or the table with it
