"""By which way money came or went when somebody asked for it, at which terminal, and how much."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from firmware.game import events as g
from firmware.table import events as e
from firmware.table.approval_rules import Way
from firmware.table.player_events import WinningsKept
from firmware.table.state import TableState

# An act moves so much in this way at this terminal; at TABLE, what it moves on many accounts at once.
Moved = dict[tuple[Way, int], int]
TABLE: Final = 0


def moved(state: TableState, happened: Iterable[g.Event]) -> Moved:
    """Return how much money came or went, in minor units, however it was asked for. `state`: before it happened."""
    sums: Moved = {}
    for event in happened:
        of_kind = MOVED.get(type(event))
        way, ats, amount = of_kind(state, event) if of_kind is not None else (None, TABLE, 0)
        if way is not None:
            sums[way, ats] = sums.get((way, ats), 0) + amount
    if ("invalidation", TABLE) in sums:
        # The accounts of a coup that is made void are moved by its correction.
        sums["invalidation", TABLE] += sums.pop(("correction", TABLE), 0)
    return sums


Found = tuple[Way | None, int, int]


def _bought_in(_: TableState, event: e.BoughtIn) -> Found:
    # A note's own credit is the terminal's affair, or follows from a doubt.
    return ("buy_in" if event.by == "dealer" else None), event.ats, event.amount


def _cashed_out(_: TableState, event: e.CashedOut) -> Found:
    way: dict[str, Way] = {"dealer": "payout", "hand-pay": "hand_pay"}
    return way.get(event.by), event.ats, event.amount


def _ticket(_: TableState, event: e.TicketResolved) -> Found:
    return "ticket_doubt", event.ats, event.amount


def _note(_: TableState, event: e.NoteDoubtResolved) -> Found:
    return "note_doubt", event.ats, event.amount


def _owed(_: TableState, event: e.OwedResolved) -> Found:
    return "owed", event.ats, abs(event.amount)


def _kept(_: TableState, event: WinningsKept) -> Found:
    return "kept", event.ats, event.amount


def _corrected(_: TableState, event: e.OutcomeCorrected | e.Owed) -> Found:
    # Points are no money (reading 33).
    return "correction", TABLE, 0 if isinstance(event, e.OutcomeCorrected) or event.points else abs(event.amount)


def _adjusted(_: TableState, event: e.Adjusted) -> Found:
    moved = abs(event.amount) + abs(event.held) + abs(event.kept)
    return "correction", TABLE, 0 if event.points else moved


def _invalidated(_: TableState, __: e.CoupInvalidated) -> Found:
    return "invalidation", TABLE, 0


def _session(state: TableState, event: e.SessionEnded) -> Found:
    """Points that become money, those that are owed too."""
    owed = (abs(amount) for coups in state.owed_points.values() for amount in coups.values())
    return "session", TABLE, sum(event.balances.values()) + sum(owed) if event.cash else 0


MOVED: Final[dict[type[g.Event], Callable[[TableState, Any], Found]]] = {
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.TicketResolved: _ticket,
    e.NoteDoubtResolved: _note,
    e.OwedResolved: _owed,
    WinningsKept: _kept,
    e.OutcomeCorrected: _corrected,
    e.Adjusted: _adjusted,
    e.Owed: _corrected,
    e.CoupInvalidated: _invalidated,
    e.SessionEnded: _session,
}
