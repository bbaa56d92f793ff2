"""Recalculation of a settled coup: each account moves as far as its money goes, and the rest is owed (11.11)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import auto
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firmware.game import events as g
from firmware.game.bets import Payout
from firmware.game.events import Event
from firmware.game.hands import Winner
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Hold
from firmware.table.core.codes import TableCode
from firmware.table.core.events import CoupInvalidated, PlayedForPoints, TakePay, WagersDeclaredVoid, WagersSettled
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import HELD, KEPT, MONEY, POINTS, Movement
from firmware.table.core.setup import Version
from firmware.table.core.state import CoupRecord, TableState, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import TABLE, Found
from firmware.table.features.freezing import AccountsFrozen, AccountsUnfrozen
from firmware.table.features.owed import Owed, OwedResolved, WaiverCancelled
from firmware.table.features.winnings import is_of_open_account, recalculated, shares, winnings_of, with_held


class RecalculatingCode(Code):
    """Why it is refused."""

    COUP_WAS_DUMMY = auto()


class Adjusted(Event, frozen=True, tag="adjusted"):
    """A correction moved money to an account, or (below zero) took it back.

    `won`: the change in what its wagers won beyond their stakes (13.2.3). `points`: it moved no money.
    `held`, `kept`: what it moved into the account's held winnings, or into those that the house kept, or (below zero)
    out of them. `left`: these three are of the closed account that had the coup; `amount` is not.
    """

    coup: int
    ats: int
    amount: int
    won: int = 0
    points: bool = False
    held: int = 0
    kept: int = 0
    left: bool = False


class SettledCoup(Struct, frozen=True):
    """A coup as the journal tells it: its stakes, and what each account has had of it so far.

    `won`: what each account's wagers have won beyond their stakes. `waived`: what was waived of what it left owed,
    above zero by the house. `declared`: whose wagers are void (13.2.1).
    `session`: the one whose points it was played for; 0 for money.
    """

    result: g.CoupResult
    stakes: tuple[tuple[int, str, int], ...]
    moved: dict[int, int]
    won: dict[int, int]
    waived: dict[int, int]
    declared: frozenset[int]
    version: Version | None
    invalidated: bool
    session: int = 0

    def of(self, ats: int) -> "SettledCoup":
        """Return one account's part of it."""
        return replace(self, stakes=tuple(stake for stake in self.stakes if stake[0] == ats))


def recalculate(
    turn: TableTurn, coup: int, record: SettledCoup, payouts: dict[str, Payout], rule: str, *,
    frozen_for_it: bool = True,
) -> None:  # fmt: skip
    """Freeze, recalculate, adjust, unfreeze; wagers that were declared void stay void."""
    if not turn.state.frozen:
        turn.say(AccountsFrozen(rule or None))
    version = record.version or turn.state.setup.version
    turn.settle(coup, record.stakes, payouts, version, corrected=True, void=record.declared)
    due, won = Counter[int](), Counter[int]()
    for ats, bet, stake in record.stakes:
        back = stake if ats in record.declared else payouts[bet].returned(stake)
        due[ats] += back
        won[ats] += max(back - stake, 0)
    if _is_gone(turn.state, record.session):
        due.clear()  # reading 33: points that ended with their session no longer move
    points = _is_of_points(turn.state, record.session)
    for ats in sorted(due):
        amount = due[ats] - record.moved.get(ats, 0)
        amount -= _still_waived(turn, coup, ats, amount, record.waived.get(ats, 0))
        _adjust(turn, coup, ats, Difference(amount, won[ats] - record.won.get(ats, 0), points))
    if frozen_for_it:
        turn.say(AccountsUnfrozen())


def settled_in(happened: Sequence[g.Event]) -> SettledCoup | None:
    """Read a coup from its events; None if it has not ended."""
    result, stakes, declared = None, [], set[int]()
    wins: dict[tuple[int, str], int] = {}
    for event in happened:
        if isinstance(event, WagersSettled):
            wins |= {(line.ats, line.bet): max(line.returned - line.stake, 0) for line in event.lines}
        if isinstance(event, g.CoupResult):
            result = event
        elif isinstance(event, WagersSettled) and not event.corrected:
            stakes += [(line.ats, line.bet, line.stake) for line in event.lines]
        elif isinstance(event, WagersDeclaredVoid) and result is not None:
            # Before the result those wagers went back; wagers placed after that were not declared void (13.2.1).
            declared.add(event.ats)
    if result is None:
        return None
    invalidated = any(isinstance(event, CoupInvalidated) for event in happened)
    version = next((event.version for event in happened if isinstance(event, WagersSettled | TakePay)), None)
    won = Counter[int]()
    for (ats, _), win in wins.items():
        won[ats] += win
    session = next((event.session for event in happened if isinstance(event, PlayedForPoints)), 0)
    moved, waived = _moved(happened)
    return SettledCoup(
        result, tuple(stakes), moved, dict(won), waived, frozenset(declared), version, invalidated, session
    )


def _moved(happened: Sequence[g.Event]) -> tuple[dict[int, int], dict[int, int]]:
    """Return what each account has had from a coup, and what was waived of its debts."""
    moved, waived = Counter[int](), Counter[int]()
    for event in happened:
        if isinstance(event, WagersSettled) and not event.corrected:
            for line in event.lines:
                moved[line.ats] += line.returned
        elif isinstance(event, Adjusted):
            moved[event.ats] += event.amount + event.held + event.kept
        elif isinstance(event, OwedResolved):
            # Nobody has paid what was waived.
            (waived if event.how == "waived" else moved)[event.ats] += event.amount
        elif isinstance(event, WaiverCancelled):
            waived[event.ats] -= event.amount
    return dict(moved), dict(waived)


def need_settled(turn: TableTurn, coup: int, rule: str) -> SettledCoup:
    """Return a coup from the journal, or refuse one in which nothing was settled."""
    record = settled_in(turn.history(coup))
    if record is None:
        raise Refused(TableCode.NOT_SETTLED, rule, coup=coup)
    if record.result.dummy or record.result.winner == Winner.VOID or record.invalidated:
        code = RecalculatingCode.COUP_WAS_DUMMY if record.result.dummy else TableCode.COUP_WAS_VOID
        raise Refused(code, rule, coup=coup)
    return record


class Difference(NamedTuple):
    """What an account should have more, or less, of which won beyond its stakes; in money or points."""

    amount: int
    won: int
    points: bool


def _is_of_points(state: TableState, session: int) -> bool:
    """Whether a coup's points are still points: those of the running session."""
    return bool(session) and bool(state.session) and session == state.sessions


def _is_gone(state: TableState, session: int) -> bool:
    """Whether a coup's points are gone: its session ended, and they did not become money."""
    return bool(session) and not _is_of_points(state, session) and session not in state.cashed


def _still_waived(turn: TableTurn, coup: int, ats: int, amount: int, waived: int) -> int:
    """Return how much of an open debt was waived; if the debt is gone, cancel the waiver (reading 13)."""
    still = max(waived, min(amount, 0)) if waived < 0 else min(waived, max(amount, 0))
    if still != waived:
        turn.say(WaiverCancelled(coup, ats, waived - still))
    return still


def _adjust(turn: TableTurn, coup: int, ats: int, more: Difference) -> None:
    """Move the difference as far as possible, in the coup's own currency; the rest is owed (reading 13)."""
    state = turn.state
    account = state.accounts.get(ats)
    if account is not None and account.points is not more.points:
        account = None  # the account there now is of another currency, and not concerned
    own = account is not None and is_of_open_account(state, ats, coup)
    balance = 0 if account is None else state.balance(ats)
    winnings = None if more.points else winnings_of(state, ats, coup)
    held, kept = (0, 0) if winnings is None else shares(winnings, more.won, more.amount + (balance if own else 0))
    rest = more.amount - held - kept
    movable = 0
    if account is not None:
        # From an account that did not exist then, only what this coup brought it is taken back (reading 27).
        movable = max(rest, -(balance if own else min(balance, account.given.get(coup, 0))))
    won = more.won if own or winnings is not None else 0
    if movable or held or kept or won:
        turn.say(Adjusted(coup, ats, movable, won, more.points, held, kept, left=not own))
    rest -= movable
    if rest != (state.owed_in_points if more.points else state.owed_for)(ats, coup):
        turn.say(Owed(coup, ats, abs(rest), "house" if rest > 0 else "player", more.points))


def _fold_sitting(state: TableState, event: Adjusted) -> TableState:
    """Correct what was won and lost since sitting down."""
    account = state.accounts[event.ats]
    sat, less_lost = account.sitting, event.amount + event.held + event.kept - event.won
    sat = replace(sat, gained=max(sat.gained + event.won, 0), lost=max(sat.lost - less_lost, 0))
    return with_account(state, event.ats, replace(account, sitting=sat))


def _fold_adjusted(state: TableState, event: Adjusted) -> TableState:
    return _with_told(_with_winnings(state, event), event)


def _with_told(state: TableState, event: Adjusted) -> TableState:
    """Note for the player whose balance it moved, and in what is recalled of that player's coups from this one on."""
    account = state.accounts.get(event.ats)
    if account is None or not event.amount:
        return state
    corrected = {**account.corrected, event.coup: account.corrected.get(event.coup, 0) + event.amount}
    state = with_account(state, event.ats, replace(account, corrected=corrected))
    since = state.game.coups + 1 if event.left else event.coup  # an earlier player's balances stay as they were
    return replace(state, recent=tuple(_moved_since(record, event, since) for record in state.recent))


def _moved_since(record: CoupRecord, event: Adjusted, since: int) -> CoupRecord:
    if record.result.coup < since or event.ats not in record.balances:
        return record
    moved = record.adjusted.get(event.ats, 0) + event.amount
    return replace(record, adjusted={**record.adjusted, event.ats: moved})


def _with_winnings(state: TableState, event: Adjusted) -> TableState:
    if event.left:
        state = _fold_given(state, event)
        return recalculated(state, event.ats, event.coup, event.won, event.held, event.kept)
    account = state.accounts.get(event.ats)
    if account is None:
        return state
    state = _fold_sitting(state, event)
    account = state.accounts[event.ats]
    if not (event.won or event.held or event.kept):
        return state
    hold = state.holds.get(event.ats)
    before = hold.amount if hold is not None and not hold.left else 0
    orders = account.orders
    to_hold = max(orders.to_hold, before) if event.held else orders.to_hold
    orders = replace(orders, to_hold=to_hold, kept=orders.kept + event.kept)
    won = max(account.won + event.won - event.held - event.kept, 0)
    state = with_account(state, event.ats, replace(account, won=won, orders=orders))
    if not event.held:
        return state
    since = state.first_coups.get(event.ats, 0)
    return with_held(state, event.ats, Hold(before + event.held, since=since))


def _fold_given(state: TableState, event: Adjusted) -> TableState:
    """Remember what an earlier player's coup brought the open account: it can be taken back from it."""
    account = state.accounts.get(event.ats)
    if account is None or not event.amount:
        return state
    given = {**account.given, event.coup: account.given.get(event.coup, 0) + event.amount}
    return with_account(state, event.ats, replace(account, given=given))


def _post_adjusted(_: TableState, event: Adjusted) -> Iterator[Movement]:
    names = POINTS if event.points else MONEY
    yield event.ats, names.adjusted, names.balance, event.amount
    if event.held:
        yield event.ats, names.adjusted, HELD, event.held
    if event.kept:
        yield event.ats, names.adjusted, KEPT, event.kept


def _way_adjusted(_: TableState, event: Adjusted) -> Found:
    moved = abs(event.amount) + abs(event.held) + abs(event.kept)
    return "correction", TABLE, 0 if event.points else moved


FEATURE: Final = Feature(
    folds={Adjusted: _fold_adjusted},
    moves={Adjusted: _post_adjusted},
    ways={Adjusted: _way_adjusted},
    signed_soon=(Adjusted,),
)
