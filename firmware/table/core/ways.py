"""Ways in which money came or went at somebody's request: at which terminal, and how much."""

from collections.abc import Iterable
from typing import Final

from firmware.game import events as g
from firmware.table.core.feature import FEATURES
from firmware.table.core.setup import Way
from firmware.table.core.state import TableState

# The amount that an act moves in this way at this terminal; at TABLE, on many accounts at once.
Moved = dict[tuple[Way, int], int]
TABLE: Final = 0


def moved(state: TableState, happened: Iterable[g.Event]) -> Moved:
    """Return how much money came or went, in minor units, however it was asked for. `state`: before it happened."""
    sums: Moved = {}
    for event in happened:
        of_kind = FEATURES.ways.get(type(event))
        way, ats, amount = of_kind(state, event) if of_kind is not None else (None, TABLE, 0)
        if way is not None:
            sums[way, ats] = sums.get((way, ats), 0) + amount
    if ("invalidation", TABLE) in sums:
        # The correction moves the accounts of a coup that is made void.
        sums["invalidation", TABLE] += sums.pop(("correction", TABLE), 0)
    return sums


Found = tuple[Way | None, int, int]
