"""Runs a tournament: decide, append, evolve, publish, in this order; the same number is answered the same."""

from collections.abc import Callable, Sequence
from typing import Final

from firmware.refusal import Refused
from firmware.tournament.commands import TournamentCommand
from firmware.tournament.decide import decide
from firmware.tournament.events import TournamentEvent
from firmware.tournament.evolve import evolve
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import KeepsTournament, TournamentRow

Publish = Callable[[Sequence[TournamentRow], Tournament], None]


def _nobody(_: Sequence[TournamentRow], __: Tournament) -> None:
    """Nobody follows it."""


class TournamentService:
    """The one writer of a tournament's journal.

    It waits for nothing: a tournament says a few things a minute, and each is on the disk before the next is decided.
    """

    def __init__(self, journal: KeepsTournament, now: Callable[[], int], publish: Publish = _nobody) -> None:
        """Go on from what the journal holds. `now`: milliseconds since 1970."""
        self._journal: Final = journal
        self._clock: Final = now
        self._publish: Final = publish
        self._answered: dict[str, list[TournamentEvent]] = {}
        self._last_at = 0
        self.state = Tournament()
        for row in journal.rows():
            self.state = evolve(self.state, row.event)
            self._remember(row)

    def now(self) -> int:
        """Return the time; a board without a battery may wake up in the past: time goes on from its last event."""
        return max(self._clock(), self._last_at)

    def _remember(self, row: TournamentRow) -> None:
        self._last_at = max(self._last_at, row.at)
        if row.number is not None:
            self._answered.setdefault(row.number, []).append(row.event)

    def tell(self, command: TournamentCommand, *, by: str = "", number: str | None = None) -> list[TournamentEvent]:
        """Tell the tournament something, and return what followed once it is durable.

        Raises Refused: nothing has happened then. Raises JournalError, and then nothing has happened either.
        """
        if number is not None and number in self._answered:
            return self._answered[number]
        now = self.now()
        events = decide(self.state, command, now)
        if not events:
            return []
        rows = [TournamentRow(now, by, number, event) for event in events]
        self._journal.append(rows)
        for row in rows:
            self.state = evolve(self.state, row.event)
            self._remember(row)
        self._publish(rows, self.state)
        return list(events)

    def has_done(self, number: str) -> bool:
        """Whether what came under this number was done."""
        return number in self._answered

    def foresees(self, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """Return what would follow now. Raises Refused."""
        return decide(self.state, command, self.now())

    def refuses(self, command: TournamentCommand) -> Refused | None:
        """Return why a command would be refused now; None where it would be carried out."""
        try:
            self.foresees(command)
        except Refused as why:
            return why
        return None
