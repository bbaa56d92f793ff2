"""A table at one instant. It answers what may be done there, within a decision or outside one."""

from typing import NamedTuple, Protocol

from firmware.books import TableRules
from firmware.table.core.state import TableState


class Standing(Protocol):
    """What a predicate needs of a table. A decision that is being taken is one too, as far as it has got."""

    @property
    def rules(self) -> TableRules:
        """The table's rules."""
        ...

    @property
    def state(self) -> TableState:
        """What the table knows."""
        ...

    @property
    def at(self) -> int:
        """The time."""
        ...


class Stands(NamedTuple):
    """A table of which something is asked, and where nothing is decided."""

    rules: TableRules
    state: TableState
    at: int
