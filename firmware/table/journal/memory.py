"""A journal that lasts as long as the process: for scenarios and tests."""

from collections import defaultdict
from collections.abc import Sequence

from firmware.game.events import Event
from firmware.table.core.journal import Batch, Entry
from firmware.table.core.state import TableState
from firmware.table.features.tickets import TicketIssued


class MemoryJournal:
    """A journal that lasts as long as the process: for scenarios and tests."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._of_coup: defaultdict[int, list[Event]] = defaultdict(list)
        self._of_command: dict[str, tuple[Event, ...]] = {}
        self._issued: dict[str, int] = {}

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Keep events."""
        del snapshot  # what is never read again after the process needs no shorter way
        for batch in batches:
            if batch.command is not None:
                self._of_command[batch.command] = batch.events
            for event in batch.events:
                self.entries.append(Entry(len(self.entries) + 1, at, batch.by, batch.command, event))
                if isinstance(event, TicketIssued):
                    self._issued[event.number] = event.count
                coup = getattr(event, "coup", None)
                if coup is not None:
                    self._of_coup[coup].append(event)

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup."""
        return tuple(self._of_coup.get(coup, ()))

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a command."""
        return self._of_command.get(command)

    def issued(self, number: str) -> int | None:
        """Return under which count a ticket of this number was issued last."""
        return self._issued.get(number)
