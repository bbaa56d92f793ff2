"""The ledger: every movement of money goes from one named account to another, so the sum of all is always zero.

Above zero stands what the house owes or has won (`ats/3`, `in-play/3`, `tickets`, `owed-to/3`, `house`); below zero
what it holds or is owed (`tray`, `notes/3`, `owed-by/3`, `tournament`).
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from firmware.game.events import Event
from firmware.table import events as e
from firmware.table.state import TableState

HOUSE: Final = "house"
TRAY: Final = "tray"
TICKETS: Final = "tickets"
TOURNAMENT: Final = "tournament"


class Movement(NamedTuple):
    """An amount, above zero or not, from one account to another."""

    source: str
    target: str
    amount: int


def ats(number: int) -> str:
    """Name the balance of a terminal's account."""
    return f"ats/{number}"


def in_play(number: int) -> str:
    """Name what a terminal's account has on the layout."""
    return f"in-play/{number}"


def movements(state: TableState, event: Event) -> Iterator[Movement]:
    """Return what an event moves; most move nothing."""
    of_kind = _MOVEMENTS.get(type(event))
    return iter(()) if of_kind is None else of_kind(state, event)


def post(ledger: dict[str, int], moved: Iterator[Movement]) -> dict[str, int]:
    """Return the ledger after movements; its sum is asserted to be zero, and no player's account below it."""
    after = dict(ledger)
    for source, target, amount in moved:
        after[source] = after.get(source, 0) - amount
        after[target] = after.get(target, 0) + amount
        assert after[source] >= 0 or not source.startswith(("ats/", "in-play/")), f"{source} would be below zero"
        assert after[target] >= 0 or not target.startswith(("ats/", "in-play/")), f"{target} would be below zero"
    assert sum(after.values()) == 0, "the ledger's sum is not zero"
    return after


def _bought_in(_: TableState, event: e.BoughtIn) -> Iterator[Movement]:
    yield Movement(TRAY if event.by == "dealer" else f"notes/{event.ats}", ats(event.ats), event.amount)


def _cashed_out(_: TableState, event: e.CashedOut) -> Iterator[Movement]:
    yield Movement(ats(event.ats), TRAY if event.by == "dealer" else TICKETS, event.amount)


def _wager(state: TableState, event: e.WagerSet) -> Iterator[Movement]:
    before = state.accounts[event.ats].wagers.get(event.bet, 0)
    yield Movement(ats(event.ats), in_play(event.ats), event.accepted - before)


def _returned(_: TableState, event: e.WagersReturned) -> Iterator[Movement]:
    for line in event.lines:
        yield Movement(in_play(line.ats), ats(line.ats), line.amount)


def _settled(_: TableState, event: e.WagersSettled) -> Iterator[Movement]:
    if event.corrected:
        return
    for line in event.lines:
        yield Movement(in_play(line.ats), HOUSE, line.stake)
        yield Movement(HOUSE, ats(line.ats), line.returned)


def _adjusted(_: TableState, event: e.Adjusted) -> Iterator[Movement]:
    yield Movement(HOUSE, ats(event.ats), event.amount)


def _owed(state: TableState, event: e.Owed) -> Iterator[Movement]:
    before = state.owed_for(event.ats, event.coup)
    after = signed(event)
    yield Movement(HOUSE, f"owed-to/{event.ats}", max(after, 0) - max(before, 0))
    yield Movement(HOUSE, f"owed-by/{event.ats}", min(after, 0) - min(before, 0))


def signed(event: e.Owed) -> int:
    """Return what is owed as one figure: above zero by the house, below by the player."""
    return event.amount if event.by == "house" else -event.amount


def _session_started(_: TableState, event: e.SessionStarted) -> Iterator[Movement]:
    for number in event.terminals:
        yield Movement(TOURNAMENT, ats(number), event.credit)


def _session_ended(_: TableState, event: e.SessionEnded) -> Iterator[Movement]:
    for number, balance in event.balances.items():
        if not event.cash:
            yield Movement(ats(number), TOURNAMENT, balance)


_MOVEMENTS: Final[dict[type[Event], Callable[[TableState, Any], Iterator[Movement]]]] = {
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.WagerSet: _wager,
    e.WagersReturned: _returned,
    e.WagersSettled: _settled,
    e.Adjusted: _adjusted,
    e.Owed: _owed,
    e.SessionStarted: _session_started,
    e.SessionEnded: _session_ended,
}
