"""The table's fold: a state and an event that happened, to the state after it."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.game.evolve import evolve as evolve_game
from firmware.table import branches, ledger, troubles
from firmware.table import events as e
from firmware.table.cash_folds import CASH
from firmware.table.commands import Version
from firmware.table.head import JournalRestored
from firmware.table.marks import mark_of
from firmware.table.opening import OpenedOnWord
from firmware.table.state import (
    RECALLED,
    Account,
    CoupRecord,
    NoteDoubt,
    StaffMember,
    TableState,
    fault_name,
)
from firmware.table.ticket_folds import TICKETS, with_account, with_machine


def evolve(state: TableState, event: g.Event) -> TableState:
    """Return the state after an event: the game's, the ledger's, and the table's own part in it."""
    game = evolve_game(state.game, event)
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
    return replace(with_machine(state, event.setup.machine), setup=event.setup, open=True)


def _cashed_out(state: TableState, event: e.CashedOut) -> TableState:
    state = with_account(state, event.ats, None)
    if event.by != "hand-pay":
        return state
    return replace(state, hand_pays={**state.hand_pays, event.ats: state.hand_pays.get(event.ats, 0) + 1})


def _note_doubted(state: TableState, event: e.NoteDoubted) -> TableState:
    doubt = NoteDoubt(event.ats, event.amount, event.why, event.currency)
    return replace(state, note_doubts={**state.note_doubts, event.doubt: doubt})


def _note_doubt_resolved(state: TableState, event: e.NoteDoubtResolved) -> TableState:
    return replace(state, note_doubts={doubt: n for doubt, n in state.note_doubts.items() if doubt != event.doubt})


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


def _wager(state: TableState, event: e.WagerSet) -> TableState:
    account = state.accounts[event.ats]
    wagers = dict(account.wagers)
    if event.accepted:
        wagers[event.bet] = event.accepted
    else:
        wagers.pop(event.bet, None)
    return with_account(state, event.ats, replace(account, wagers=wagers))


def _returned(state: TableState, event: e.WagersReturned) -> TableState:
    accounts = dict(state.accounts)
    for line in event.lines:
        wagers = {bet: stake for bet, stake in accounts[line.ats].wagers.items() if bet != line.bet}
        accounts[line.ats] = replace(accounts[line.ats], wagers=wagers)
    state = replace(state, accounts=accounts)
    last = state.recent[-1] if state.recent else None
    if last is not None and last.result.coup == event.coup:
        return _recall(state, replace(last, returned=(*last.returned, event)))
    return replace(state, returned=(*state.returned, event))


def _settled(state: TableState, event: e.WagersSettled) -> TableState:
    if event.corrected:
        return _restated(state, event)
    accounts = {ats: replace(account, wagers={}) for ats, account in state.accounts.items()}
    state = replace(state, accounts=accounts)
    return _recall(state, replace(state.recent[-1], settled=event))


def _restated(state: TableState, event: e.WagersSettled) -> TableState:
    recent = tuple(
        replace(record, settled=event) if record.result.coup == event.coup else record for record in state.recent
    )
    return replace(state, recent=recent)


def _recall(state: TableState, record: CoupRecord) -> TableState:
    balances = {ats: state.balance(ats) for ats in state.accounts}
    return replace(state, recent=(*state.recent[:-1], replace(record, balances=balances)))


def _result(state: TableState, event: g.CoupResult) -> TableState:
    recent = (*state.recent, CoupRecord(event, state.returned))[-RECALLED:]
    nobody: frozenset[int] = frozenset()
    state = replace(
        state,
        recent=recent,
        returned=(),
        barred=nobody,
        doubtful=nobody,
        lost=nobody,
        voids=state.voids + (event.winner == "void"),
        dummies=state.dummies + event.dummy,
    )
    if not event.dummy and event.winner != "void":  # reading 12
        state = _with_outcome(state, event)
    # Where wagers lie, what happens to them follows, and their balances with it.
    return state if any(account.wagers for account in state.accounts.values()) else _recall(state, recent[-1])


def _with_outcome(state: TableState, event: g.CoupResult | e.OutcomeCorrected) -> TableState:
    mark = mark_of(event.winner, event.player.cards, event.banker.cards)
    return replace(state, outcomes={**state.outcomes, event.coup: mark})


def _corrected(state: TableState, event: e.OutcomeCorrected) -> TableState:
    def actual(record: CoupRecord) -> CoupRecord:
        if record.result.coup != event.coup:
            return record
        hands = {"winner": event.winner, "player": event.player, "banker": event.banker, "natural": event.natural}
        return replace(record, result=replace(record.result, **hands))

    state = replace(state, recent=tuple(actual(record) for record in state.recent))
    # A coup of a shoe that is over is on no road any more.
    return _with_outcome(state, event) if event.coup in state.outcomes else state


def _invalidated(state: TableState, event: e.CoupInvalidated) -> TableState:
    return replace(state, outcomes={coup: mark for coup, mark in state.outcomes.items() if coup != event.coup})


def _shoe_started(state: TableState, _: g.ShoeStarted) -> TableState:
    return replace(state, outcomes={})


def _coup_opened(state: TableState, event: g.CoupOpened) -> TableState:
    faulty = frozenset(int(name.removeprefix("ats ")) for name in state.faults if name.startswith("ats "))
    return replace(state, barred=faulty, started=state.started or not event.dummy)


def _bets_closed(state: TableState, _: g.BetsClosed) -> TableState:
    # crown 13.8: it counts only while all other seats are in use
    full = len(state.accounts) == state.setup.ats
    accounts = {
        ats: replace(account, abstained=account.abstained + 1 if full and not account.wagers else 0)
        for ats, account in state.accounts.items()
    }
    return replace(state, accounts=accounts)


def _staff_enrolled(state: TableState, event: e.StaffEnrolled) -> TableState:
    member = StaffMember(event.name, event.role, event.pin_hash, event.card)
    return replace(state, staff={**state.staff, event.staff: member})


def _signed_on(state: TableState, event: e.StaffSignedOn) -> TableState:
    member = replace(state.staff[event.staff], failures=0, locked_until=0)
    staff = {**state.staff, event.staff: member}
    return replace(state, staff=staff, consoles={**state.consoles, event.console: event.staff})


def _signed_off(state: TableState, event: e.StaffSignedOff) -> TableState:
    return replace(
        state, consoles={console: who for console, who in state.consoles.items() if console != event.console}
    )


def _sign_on_failed(state: TableState, event: e.SignOnFailed) -> TableState:
    member = replace(state.staff[event.staff], failures=event.failures, locked_until=event.locked_until)
    return replace(state, staff={**state.staff, event.staff: member})


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
    of_account = {**state.owed.get(event.ats, {}), event.coup: ledger.signed(event)}
    return replace(state, owed={**state.owed, event.ats: {coup: rest for coup, rest in of_account.items() if rest}})


def _limit_set(state: TableState, event: e.LimitSet) -> TableState:
    return replace(state, limits=(*state.limits, event.limit))


def _period_set(state: TableState, event: e.PeriodSet) -> TableState:
    return replace(state, setup=replace(state.setup, period=event.period))


def _excluded(state: TableState, event: e.PlayerExcluded) -> TableState:
    return with_account(state, event.ats, replace(state.accounts[event.ats], excluded=True))


def _closing(state: TableState, event: e.ClosingAnnounced) -> TableState:
    return replace(state, closes_at=event.closes_at)


def _closed(state: TableState, _: e.TableClosed) -> TableState:
    return replace(state, open=False)


def _session_started(state: TableState, event: e.SessionStarted) -> TableState:
    accounts = dict.fromkeys(event.terminals, Account())
    return replace(state, session=event.name, accounts=accounts)


def _session_ended(state: TableState, event: e.SessionEnded) -> TableState:
    return replace(state, session="", accounts=state.accounts if event.cash else {})


_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    g.BetsClosed: _bets_closed,
    g.CoupOpened: _coup_opened,
    g.CoupResult: _result,
    g.ShoeStarted: _shoe_started,
    e.OutcomeCorrected: _corrected,
    e.CoupInvalidated: _invalidated,
    e.TableOpened: _opened,
    **CASH,
    JournalRestored: branches.restored,
    OpenedOnWord: branches.opened_on_word,
    e.StaffEnrolled: _staff_enrolled,
    e.StaffSignedOn: _signed_on,
    e.StaffSignedOff: _signed_off,
    e.SignOnFailed: _sign_on_failed,
    e.CashedOut: _cashed_out,
    **TICKETS,
    e.NoteDoubted: _note_doubted,
    e.NoteDoubtResolved: _note_doubt_resolved,
    e.AccountsFrozen: _frozen,
    e.AccountsUnfrozen: _unfrozen,
    e.OwedResolved: _owed_resolved,
    e.GameChangeDue: _game_change_due,
    e.GameChanged: _game_changed,
    e.WagerSet: _wager,
    e.WagersReturned: _returned,
    e.WagersSettled: _settled,
    e.Owed: _owed,
    e.FaultBegan: _fault_began,
    e.FaultCleared: _fault_cleared,
    e.DeviceReported: _device_reported,
    e.RecordsLost: _records_lost,
    e.LimitSet: _limit_set,
    e.PeriodSet: _period_set,
    e.PlayerExcluded: _excluded,
    e.ClosingAnnounced: _closing,
    e.TableClosed: _closed,
    e.SessionStarted: _session_started,
    e.SessionEnded: _session_ended,
}
