"""The part of the table's fold that is about a tournament's sessions."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table.state import Account, TableState


def _started(state: TableState, event: e.SessionStarted) -> TableState:
    accounts = dict.fromkeys(event.terminals, Account(points=event.points))
    return replace(state, session=event.name, sessions=state.sessions + 1, accounts=accounts)


def _ended(state: TableState, event: e.SessionEnded) -> TableState:
    if not event.points:
        return replace(state, session="", accounts=state.accounts if event.cash else {})
    if not event.cash:
        return replace(state, session="", accounts={}, owed_points={})
    # What they have is money now, and is paid out: nobody goes on playing with it.
    accounts = dict.fromkeys(state.accounts, Account(only_paid=True))
    owed = {ats: {**state.owed.get(ats, {}), **coups} for ats, coups in state.owed_points.items()}
    return replace(
        state,
        session="",
        accounts=accounts,
        cashed=state.cashed | {state.sessions},
        owed={**state.owed, **owed},
        owed_points={},
    )


SESSION_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    e.SessionStarted: _started,
    e.SessionEnded: _ended,
}
