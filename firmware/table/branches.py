"""What becomes of a table's state when its journal was put together again from a copy."""

from msgspec.structs import replace

from firmware.table.head import JournalRestored
from firmware.table.opening import OpenedOnWord
from firmware.table.state import Branch, TableState


def restored(state: TableState, event: JournalRestored) -> TableState:
    """Remember where the journal leaves the one that was lost."""
    # Tickets that were printed after the copy's end are out there: none of ours may have one of their numbers.
    terminals = range(1, state.setup.ats + 1)
    counts = {ats: state.ticket_counts.get(ats, 0) + event.skip for ats in terminals} if event.skip else {}
    return replace(
        state,
        restore_unseen=True,
        compared=frozenset(),
        branches=(*state.branches, Branch(event.era, event.up_to)),
        ticket_counts={**state.ticket_counts, **counts},
    )


def opened_on_word(state: TableState, _: OpenedOnWord) -> TableState:
    """A supervisor knows of it."""
    return replace(state, restore_unseen=False)
