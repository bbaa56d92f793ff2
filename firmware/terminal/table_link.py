"""What a terminal needs of the table: to ask, to see, and to hear."""

from typing import Protocol

from firmware.game.events import Event
from firmware.table.commands import Command
from firmware.table.state import TableState


class TableLink(Protocol):
    """The table, in this process or across the network."""

    @property
    def state(self) -> TableState:
        """The table as last heard of."""
        ...

    async def submit(self, command: Command, *, by: str = "", number: str | None = None) -> tuple[Event, ...]:
        """Have a command carried out, and return once it is durable. Raises Refused. A number is carried out once."""
        ...

    def preview(self, command: Command) -> tuple[Event, ...]:
        """Return what a command would do now. Raises Refused."""
        ...
