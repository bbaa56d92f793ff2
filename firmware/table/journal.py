"""The table's memory: every event, in order, before anybody sees it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from firmware.game.events import Event
from firmware.table.events import TicketIssued
from firmware.table.state import TableState


class JournalError(Exception):
    """The journal cannot be used. Says what happened, and what to do."""


class Entry(Struct, frozen=True):
    """An event, its place in the journal, when it happened, who caused it, and by which command; its row's hash."""

    sequence: int
    at: int
    by: str
    command: str | None
    event: Event
    hash: bytes = b""


class Batch(NamedTuple):
    """The events of one command."""

    events: tuple[Event, ...]
    by: str = ""
    command: str | None = None


class Journal(Protocol):
    """Keeps events. What `append` has returned from is kept for good."""

    async def append(self, at: int, batches: Sequence[Batch], snapshot: TableState | None = None) -> None:
        """Keep the events of some commands, all of them or none; with the state after them, if one is given."""
        ...

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup, in their order."""
        ...

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a command that was carried out lately, or None: a repeat is answered, not done again."""
        ...

    def issued(self, number: str) -> int | None:
        """Return under which count of its terminal a ticket of this number was issued last; None: never."""
        ...


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
