"""The part of the table's fold that is about a coup's wagers, and what is recalled of it."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import events as e
from firmware.table.marks import mark_of
from firmware.table.state import RECALLED, Account, CoupRecord, TableState
from firmware.table.ticket_folds import with_account


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
    won = Counter[int]()
    for line in event.lines:
        won[line.ats] += max(line.returned - line.stake, 0)
    accounts = {ats: replace(account, wagers={}, won=account.won + won[ats]) for ats, account in state.accounts.items()}
    state = replace(state, accounts=accounts)
    return _recall(state, replace(state.recent[-1], settled=event))


def _restated(state: TableState, event: e.WagersSettled) -> TableState:
    """A correction says anew what became of the wagers that it names; the others stay as they are."""
    again = {(line.ats, line.bet): line for line in event.lines}

    def restate(record: CoupRecord) -> CoupRecord:
        if record.result.coup != event.coup or record.settled is None:
            return record
        lines = tuple(again.get((line.ats, line.bet), line) for line in record.settled.lines)
        return replace(record, settled=replace(event, lines=lines))

    return replace(state, recent=tuple(restate(record) for record in state.recent))


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


def _bets_closed(state: TableState, event: g.BetsClosed) -> TableState:
    # crown 13.8: it counts only while all other seats are in use; reading 29: by coup, however often betting opened
    full = len(state.accounts) == state.setup.ats

    def counted(account: Account) -> Account:
        if not full or account.wagers:
            return replace(account, abstained=0, abstained_in=event.coup)
        if account.abstained_in == event.coup:
            return account
        return replace(account, abstained=account.abstained + 1, abstained_in=event.coup)

    return replace(state, accounts={ats: counted(account) for ats, account in state.accounts.items()})


COUP_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {
    g.BetsClosed: _bets_closed,
    g.CoupOpened: _coup_opened,
    g.CoupResult: _result,
    g.ShoeStarted: _shoe_started,
    e.OutcomeCorrected: _corrected,
    e.CoupInvalidated: _invalidated,
    e.WagerSet: _wager,
    e.WagersReturned: _returned,
    e.WagersSettled: _settled,
}
