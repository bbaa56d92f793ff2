"""A tournament's sessions: credit is points, not money, until a session's end turns it into money (reading 33)."""

from collections.abc import Iterator
from enum import auto
from functools import reduce
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Account
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.bounds import MOST_BALANCE, MOST_STAKE
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.ledger import BALANCE, MONEY, POINTS, Movement
from firmware.table.core.needs import need_terminal, need_unfrozen
from firmware.table.core.session_bounds import ANNOUNCED, AnnouncedBounds, RoundBounds, written_announcement
from firmware.table.core.session_terms import NO_TERMS, SESSION, SessionTerms, kept_terms, reserved_for, seat_of
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import TABLE, Found
from firmware.table.features.session_notices import need_shown
from firmware.table.features.winnings import departed

# What is kept of a tournament after its session.
_STAYS: Final = frozenset({"reserved", "of", "since", ANNOUNCED})


class SessionsCode(Code):
    """Why it is refused."""

    SESSION_TERMINALS = auto()
    SESSION_OF_TOURNAMENT = auto()
    SESSION_AMOUNT = auto()
    NO_SESSION = auto()
    SESSION_DOUBTS = auto()


class SessionSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament player at a terminal, with all points: those carried in, and the session's credit."""

    ats: int
    player: int
    points: int


class StartSession(Command, frozen=True):
    """A tournament director starts a session: each named terminal gets the same credit, and no other money counts.

    `seats`: a tournament's players, each with their points, at a table that is the tournament's; then `credit` is 0.
    """

    name: str
    terminals: tuple[int, ...]
    credit: int
    seats: tuple[SessionSeat, ...] = ()
    terms: SessionTerms = NO_TERMS


class EndSession(Command, frozen=True):
    """The session ends: its balances are taken off, or players can cash them.

    `name`: which session; only the tournament ends its own, by name.
    """

    cash: bool
    name: str = ""


class SessionStarted(Event, frozen=True, tag="session_started"):
    """A tournament session started with the same credit on each terminal named.

    `points`: the credit is no money; in older journals it stood among it. `seats`, `terms`: of a tournament's session.
    """

    name: str
    terminals: tuple[int, ...]
    credit: int
    points: bool = False
    seats: tuple[SessionSeat, ...] = ()
    terms: SessionTerms = NO_TERMS


class SessionEnded(Event, frozen=True, tag="session_ended"):
    """A tournament session ended with these balances, now taken off or turned into money, which is paid out.

    `next_coup`: the first that can be of whoever plays next where they were taken off; 0 in journals of before.
    """

    name: str
    balances: dict[int, int]
    cash: bool
    points: bool = False
    next_coup: int = 0


def start_session(turn: TableTurn, command: StartSession) -> None:
    """Start a tournament session: the table is the tournament's alone, and each terminal has the same credit."""
    # crown 12.1, 12.1.1, 12.2.1(b), 12.2.1(c), 12.2.2, 12.3.1, 12.3.2
    for ats in command.terminals:
        need_terminal(turn, ats)
    need_unfrozen(turn)
    _need_quiet_table(turn.state)
    _need_its_own(turn.state, command)
    if not command.terminals or len(set(command.terminals)) != len(command.terminals):
        raise Refused(SessionsCode.SESSION_TERMINALS)
    if not command.seats and not 0 < command.credit <= MOST_STAKE:
        raise Refused(SessionsCode.SESSION_AMOUNT, amount=MOST_STAKE)
    need_shown(turn, command.terms)
    turn.say(
        SessionStarted(
            command.name, command.terminals, command.credit, points=True, seats=command.seats, terms=command.terms
        )
    )


def _need_its_own(state: TableState, command: StartSession) -> None:
    """Refuse a session of a tournament at a table that is not reserved for it, and any other session at one that is."""
    # crown 12.3.1, 12.3.2
    if bool(command.seats) != bool(reserved_for(state)):
        raise Refused(SessionsCode.SESSION_OF_TOURNAMENT, "12.3.1")
    if not command.seats:
        return
    named = tuple(seat.ats for seat in command.seats) == command.terminals
    players = {seat.player for seat in command.seats}
    if not named or len(players) != len(command.seats) or command.credit:
        raise Refused(SessionsCode.SESSION_TERMINALS)
    if not all(0 <= seat.points <= MOST_BALANCE for seat in command.seats):
        raise Refused(SessionsCode.SESSION_AMOUNT, amount=MOST_BALANCE)


def _need_quiet_table(state: TableState) -> None:
    """Refuse to start a session while another, a coup, or somebody's money is under way."""
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN)
    if state.unsettled or state.note_doubts:
        raise Refused(SessionsCode.SESSION_DOUBTS)


def end_session(turn: TableTurn, command: EndSession) -> None:
    """End a tournament session, before its scheduled end as well, between coups."""
    # crown 12.2.1(b), 12.3, 12.3.5, 12.3.5(a), 12.3.5(b)
    state = turn.state
    if not state.session:
        raise Refused(SessionsCode.NO_SESSION)
    if reserved_for(state) and command.name != state.session:
        # crown 12.3.5: when a tournament's session is concluded early, its Director says at the tournament
        raise Refused(SessionsCode.SESSION_OF_TOURNAMENT, "12.3.5")
    need_unfrozen(turn)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    balances = {ats: state.balance(ats) for ats in sorted(state.accounts)}
    # In a session that earlier firmware began, credit stood among the money: it ends as it began.
    points = all(account.points for account in state.accounts.values())
    turn.say(SessionEnded(state.session, balances, command.cash, points, state.next_coup))


def _fold_started(state: TableState, event: SessionStarted) -> TableState:
    accounts = dict.fromkeys(event.terminals, Account(points=event.points))
    state = replace(state, session=event.name, sessions=state.sessions + 1, accounts=accounts)
    if not event.seats:
        return state
    values: dict[str, int | str] = {seat_of(seat.ats): seat.player for seat in event.seats}
    values |= kept_terms(event.terms)
    # A minimum of one session of a round is not a raised one in the next.
    bounds = RoundBounds(event.terms.minimum, event.terms.limits)
    values[ANNOUNCED] = written_announcement(AnnouncedBounds(bounds, 0))
    return reduce(lambda before, one: keep(before, SESSION, *one), values.items(), state)


def _fold_ended(state: TableState, event: SessionEnded) -> TableState:
    if not event.cash:
        state = reduce(lambda before, ats: departed(before, ats, event.next_coup), state.accounts, state)
    return _without_terms(_fold_balances(state, event))


def _without_terms(state: TableState) -> TableState:
    """Keep only whose table it is: who sat where, and what held the session, ends with it."""
    stays = {key: value for key, value in kept(state, SESSION).items() if key in _STAYS}
    return replace(state, kept={**state.kept, SESSION: stays}) if SESSION in state.kept else state


def _fold_balances(state: TableState, event: SessionEnded) -> TableState:
    if not event.points:
        return replace(state, session="", accounts=state.accounts if event.cash else {})
    if not event.cash:
        return replace(state, session="", accounts={}, owed_points={})
    # Their balances are money now, and are only paid out.
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


def _post_session_started(_: TableState, event: SessionStarted) -> Iterator[Movement]:
    source, target = ("points/granted", POINTS.balance) if event.points else ("tournament", BALANCE)
    carried = {seat.ats: seat.points for seat in event.seats}
    for ats in event.terminals:
        yield ats, source, target, carried.get(ats, event.credit)


def _post_session_ended(state: TableState, event: SessionEnded) -> Iterator[Movement]:
    if not event.points:
        for ats, balance in event.balances.items():
            if not event.cash:
                yield ats, BALANCE, "tournament", balance
        return
    for ats in sorted(event.balances.keys() | state.owed_points.keys()):
        yield from _post_points_gone(state, event, ats)


def _post_points_gone(state: TableState, event: SessionEnded, ats: int) -> Iterator[Movement]:
    """Take a terminal's points off, also those that are owed; if they are cashed, put as much money in their place."""
    taken = "points/cashed" if event.cash else "points/granted"
    balance, owed = event.balances.get(ats, 0), sum(state.owed_points.get(ats, {}).values())
    in_points = {POINTS.balance: balance}
    for amount in state.owed_points.get(ats, {}).values():
        name = POINTS.owed_to if amount > 0 else POINTS.owed_by
        in_points[name] = in_points.get(name, 0) + amount
    for name, amount in in_points.items():
        yield ats, name, taken, amount
    if event.cash and (balance or owed):
        yield ats, "tournament", BALANCE, balance
        for amount in state.owed_points.get(ats, {}).values():
            yield ats, "tournament", MONEY.owed_to if amount > 0 else MONEY.owed_by, amount


def _way_session(state: TableState, event: SessionEnded) -> Found:
    """Return the points that become money, including owed ones."""
    owed = (abs(amount) for coups in state.owed_points.values() for amount in coups.values())
    return "session", TABLE, sum(event.balances.values()) + sum(owed) if event.cash else 0


FEATURE: Final = Feature(
    decides={StartSession: start_session, EndSession: end_session},
    folds={SessionStarted: _fold_started, SessionEnded: _fold_ended},
    moves={SessionStarted: _post_session_started, SessionEnded: _post_session_ended},
    ways={SessionEnded: _way_session},
    beside={StartSession: TOURNAMENT, EndSession: TOURNAMENT},
    witnessed=(EndSession,),
    signed_soon=(SessionEnded, SessionStarted),
)
