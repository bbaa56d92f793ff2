"""The table's memory: every event, in order, before anybody sees it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from firmware.game.events import Event


class Entry(Struct, frozen=True):
    """An event, its place in the journal, and when it happened."""

    sequence: int
    at: int
    event: Event


class Journal(Protocol):
    """Keeps events. What `append` has returned from is kept for good."""

    async def append(self, at: int, events: Sequence[Event]) -> None:
        """Keep events that happened at a time, all of them or none."""
        ...

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup, in their order."""
        ...


class MemoryJournal:
    """A journal that lasts as long as the process: for scenarios and tests."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._of_coup: defaultdict[int, list[Event]] = defaultdict(list)

    async def append(self, at: int, events: Sequence[Event]) -> None:
        """Keep events."""
        for event in events:
            self.entries.append(Entry(len(self.entries) + 1, at, event))
            coup = getattr(event, "coup", None)
            if coup is not None:
                self._of_coup[coup].append(event)

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup."""
        return tuple(self._of_coup.get(coup, ()))
