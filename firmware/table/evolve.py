"""The table's fold: a state and an event that happened, to the state after it."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.game.evolve import evolve as evolve_game
from firmware.game.state import Game
from firmware.table import branches, ledger, pocket_folds, troubles, winnings
from firmware.table import events as e
from firmware.table.card_folds import CARD_FOLDS
from firmware.table.cash_folds import CASH
from firmware.table.commands import Version
from firmware.table.evolve_coups import COUP_FOLDS
from firmware.table.evolve_players import PLAYER_FOLDS
from firmware.table.head import JournalRestored
from firmware.table.opening import OpenedOnWord
from firmware.table.pocket_folds import told
from firmware.table.pockets import Told
from firmware.table.session_folds import SESSION_FOLDS
from firmware.table.staff_folds import STAFF
from firmware.table.state import (
    TableState,
    fault_name,
)
from firmware.table.ticket_folds import TICKETS, with_account, with_machine


def evolve(state: TableState, event: g.Event) -> TableState:
    """Return the state after an event: the game's, the ledger's, and the table's own part in it."""
    return evolve_with(state, event, evolve_game(state.game, event))


def evolve_with(state: TableState, event: g.Event, game: Game) -> TableState:
    """Return the state after an event of which the game's part is known: who decided it has folded that already."""
    if game is not state.game:
        state = replace(state, game=game)
    after = ledger.post(state.ledger, ledger.movements(state, event))
    if after is not state.ledger:
        state = replace(state, ledger=after)
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def fold(state: TableState, happened: Iterable[g.Event]) -> TableState:
    """Return the state after events, in their order."""
    for event in happened:
        state = evolve(state, event)
    return state


def _opened(state: TableState, event: e.TableOpened) -> TableState:
    # What was announced before it closed is over.
    return replace(with_machine(state, event.setup.machine), setup=event.setup, open=True, closes_at=None)


def _cashed_out(state: TableState, event: e.CashedOut) -> TableState:
    state = with_account(winnings.departed(state, event.ats, event.next_coup), event.ats, None)
    if event.ats in state.holds:
        state = replace(state, holds={**state.holds, event.ats: replace(state.holds[event.ats], left=True)})
    state = told(state, event, event.cash_out, Told("cash-out", event.amount, "", "paid"))
    if event.by != "hand-pay":
        return state
    return replace(state, hand_pays={**state.hand_pays, event.ats: state.hand_pays.get(event.ats, 0) + 1})


def _frozen(state: TableState, _: e.AccountsFrozen) -> TableState:
    return replace(state, frozen=True)


def _unfrozen(state: TableState, _: e.AccountsUnfrozen) -> TableState:
    return replace(state, frozen=False)


def _owed_resolved(state: TableState, event: e.OwedResolved) -> TableState:
    left = {coup: rest for coup, rest in state.owed[event.ats].items() if coup != event.coup}
    return replace(state, owed={**state.owed, event.ats: left})


def _game_change_due(state: TableState, event: e.GameChangeDue) -> TableState:
    return replace(state, change_due=Version(event.rulebook, event.side_wagers))


def _game_changed(state: TableState, event: e.GameChanged) -> TableState:
    setup = replace(state.setup, rulebook=event.rulebook, side_wagers=event.side_wagers)
    return replace(state, setup=setup, change_due=None)


def _fault_began(state: TableState, event: e.FaultBegan) -> TableState:
    faults = state.faults | {fault_name(event.what, event.ats)}
    coup = state.game.coup
    if event.ats is None or coup is None:
        return replace(state, faults=faults)
    if coup.betting:
        return replace(state, faults=faults, barred=state.barred | {event.ats})
    return replace(state, faults=faults, doubtful=state.doubtful | {event.ats})


def _fault_cleared(state: TableState, event: e.FaultCleared) -> TableState:
    return replace(state, faults=state.faults - {fault_name(event.what, event.ats)})


def _device_reported(state: TableState, event: e.DeviceReported) -> TableState:
    standing = troubles.after(state.troubles, event)
    return state if standing is state.troubles else replace(state, troubles=standing)


def _records_lost(state: TableState, event: e.RecordsLost) -> TableState:
    return replace(state, lost=state.lost | {event.ats})


def _owed(state: TableState, event: e.Owed) -> TableState:
    if event.points:
        in_points = {**state.owed_points.get(event.ats, {}), event.coup: ledger.signed(event)}
        left = {coup: rest for coup, rest in in_points.items() if rest}
        return replace(state, owed_points={**state.owed_points, event.ats: left})
    of_account = {**state.owed.get(event.ats, {}), event.coup: ledger.signed(event)}
    return replace(state, owed={**state.owed, event.ats: {coup: rest for coup, rest in of_account.items() if rest}})


def _limit_set(state: TableState, event: e.LimitSet) -> TableState:
    return replace(state, limits=(*state.limits, event.limit))


def _period_set(state: TableState, event: e.PeriodSet) -> TableState:
    return replace(state, setup=replace(state.setup, period=event.period))


def _excluded(state: TableState, event: e.PlayerExcluded) -> TableState:
    account = replace(state.accounts[event.ats], excluded=True, excluded_by=event.rule or "")
    return with_account(state, event.ats, account)


def _closing(state: TableState, event: e.ClosingAnnounced) -> TableState:
    return replace(state, closes_at=event.closes_at, announced_at=event.announced_at)


def _closed(state: TableState, _: e.TableClosed) -> TableState:
    return replace(state, open=False)


_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    **pocket_folds.FOLDS,
    e.TableOpened: _opened,
    **CASH,
    JournalRestored: branches.restored,
    OpenedOnWord: branches.opened_on_word,
    **STAFF,
    e.CashedOut: _cashed_out,
    **TICKETS,
    e.AccountsFrozen: _frozen,
    e.AccountsUnfrozen: _unfrozen,
    e.OwedResolved: _owed_resolved,
    e.GameChangeDue: _game_change_due,
    e.GameChanged: _game_changed,
    e.Owed: _owed,
    e.FaultBegan: _fault_began,
    e.FaultCleared: _fault_cleared,
    e.DeviceReported: _device_reported,
    e.RecordsLost: _records_lost,
    e.LimitSet: _limit_set,
    e.PeriodSet: _period_set,
    e.PlayerExcluded: _excluded,
    **COUP_FOLDS,
    **PLAYER_FOLDS,
    **CARD_FOLDS,
    e.ClosingAnnounced: _closing,
    e.TableClosed: _closed,
    **SESSION_FOLDS,
}
