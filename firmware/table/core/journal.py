"""The table's memory: every event, in order, before anybody sees it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from firmware.game.events import Event

if TYPE_CHECKING:  # so that code that only reports an unusable journal does not load the table's state
    from firmware.table.core.state import TableState


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
    """Keeps events. Once `append` has returned, they are kept for good."""

    async def append(self, at: int, batches: Sequence[Batch], snapshot: "TableState | None" = None) -> None:
        """Keep the events of some commands, all of them or none; with the state after them, if one is given."""
        ...

    def of_coup(self, coup: int) -> Sequence[Event]:
        """Return the events that name a coup, in their order."""
        ...

    def of_command(self, command: str) -> Sequence[Event] | None:
        """Return the events of a recent command, or None: a repeat is answered, not done again."""
        ...

    def issued(self, number: str) -> int | None:
        """Return the count under which its terminal last issued a ticket of this number; None: never."""
        ...
