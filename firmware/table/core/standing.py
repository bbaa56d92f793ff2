"""A table at one instant. It answers what may be done there, within a decision or outside one."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

from firmware.books import TableRules

if TYPE_CHECKING:  # a terminal that reads what it is shown knows no table's state
    from firmware.table.core.state import TableState


class Standing(Protocol):
    """What a predicate needs of a table. A decision that is being taken is one too, as far as it has got."""

    @property
    def rules(self) -> TableRules:
        """The table's rules."""
        ...

    @property
    def state(self) -> "TableState":
        """What the table knows."""
        ...

    @property
    def at(self) -> int:
        """The time."""
        ...


class Stands(NamedTuple):
    """A table of which something is asked, and where nothing is decided."""

    rules: TableRules
    state: "TableState"
    at: int
