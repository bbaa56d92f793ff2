"""A table at one instant, for questions about what may be done there, within a decision or outside one."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

from firmware.books import TableRules

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState


class Standing(Protocol):
    """What a predicate needs of a table. A decision that is being taken is one, too, as far as it has got."""

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
    """A table about which something is asked, and nothing decided."""

    rules: TableRules
    state: "TableState"
    at: int
