"""A table's time is turned back by two people, out of a future that was wrong; rows stay in their order.

Times go on by order alone: what the table remembers of its wrong future lies in the past afterwards, or as far ahead as
it did. A ticket from there has all its days from here on: the journal can justify none that has passed.
"""

from collections.abc import Callable, Sequence
from enum import auto
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.cash_hour import MINUTE_MS, CashMinute, CashTaken
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.hall_page import HALL
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import Desk, Guard, IssuedTicket, StaffMember, TableState, ToldAtDesk
from firmware.table.core.turn import TableTurn
from firmware.table.features.clock import Jump, ahead_by, in_step, jumps, without_jumps
from firmware.table.features.days import NAME as DAYS

NAME: Final = "time back"
# The count is kept, rare as this is, so that code that looks for a time knows whether rows are in order of time.
_COUNT: Final = "count"
_BEFORE: Final = "before"
_AFTER: Final = "after"
# How far ahead of the time of day a table's time must be; a smaller difference is waited out.
LEAST_MS: Final = 60_000
Kind = TypeVar("Kind")


class TimeBackCode(Code):
    """Why it is refused."""

    NOT_AHEAD = auto()


class TurnTimeBack(Command, frozen=True):
    """Two people say that the time of day is right, and that the table's time lies in a future that is not."""


class TimeTurnedBack(Event, frozen=True, tag="time_turned_back"):
    """The table's time was `before`, and goes on from `after`."""

    before: int
    after: int


def last_known(state: TableState, last_at: int) -> int:
    """Return the last time that a journal knows, from its last row, which may be the turning back itself."""
    found = kept(state, NAME)
    return int(found[_AFTER]) if found.get(_BEFORE) == last_at else last_at


def turn_back(turn: TableTurn, _: TurnTimeBack) -> None:
    """Turn the table's time back, while nobody plays or has credit, as guests' limits and pauses run by it."""
    state, ahead = turn.state, ahead_by(turn.state)
    if ahead <= LEAST_MS:
        raise Refused(TimeBackCode.NOT_AHEAD)
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if state.accounts:
        raise Refused(TableCode.ACCOUNTS_OPEN)
    turn.say(TimeTurnedBack(turn.at, turn.at - ahead))


class WrongJump(NamedTuple):
    """The table's time went wrongly forward here, by so much."""

    before: int
    by: int


def wrong_jumps(event: TimeTurnedBack, known: Sequence[Jump]) -> tuple[tuple[WrongJump, ...], int]:
    """Return where the table's time went wrongly forward, in order, as far as the state can tell; and the rest.

    Only jumps beyond the right time can have been wrong; the largest first, as a table in a wrong future is off at
    night, too. What they do not account for went wrong unseen, after the right time.
    """
    left, found = event.before - event.after, []
    for jump in sorted(known, key=lambda one: one.before - one.after):
        by = min(left, jump.after - jump.before)
        if jump.after > event.after and by > 0:
            found.append(WrongJump(jump.before, by))
            left -= by
    return tuple(sorted(found)), left


class _Turning:
    """How times carry over: what came after a wrong jump moves back by it, and so lies where it was."""

    def __init__(self, event: TimeTurnedBack, known: Sequence[Jump]) -> None:
        self._after = event.after
        self._wrong, self._unseen = wrong_jumps(event, known)

    def time(self, at: int) -> int:
        back = 0
        for jump in self._wrong:
            # A time within a jump was never reached otherwise than by it.
            back += min(jump.by, max(at - jump.before, 0))
        at -= back
        return at - min(self._unseen, max(at - self._after, 0))

    def maybe(self, at: int | None) -> int | None:
        return None if at is None else self.time(at)

    def ticket(self, ticket: IssuedTicket) -> IssuedTicket:
        issued = self.time(ticket.issued_at)
        if issued == ticket.issued_at:
            return ticket  # its days were counted by the right time
        days = ticket.expires_at - ticket.issued_at
        return replace(ticket, issued_at=issued, expires_at=self._after + days)

    def cash(self, taken: CashTaken) -> CashTaken:
        return tuple(CashMinute(self.time(one.minute * MINUTE_MS) // MINUTE_MS, one.amount) for one in taken)

    def member(self, member: StaffMember) -> StaffMember:
        return replace(member, enrolled_at=self.time(member.enrolled_at))

    def guard(self, guard: Guard) -> Guard:
        return replace(guard, last=self.time(guard.last), until=self.time(guard.until))

    def told(self, told: ToldAtDesk | None) -> ToldAtDesk | None:
        return None if told is None else replace(told, at=self.time(told.at))

    def desk(self, desk: Desk) -> Desk:
        locked = self.time(desk.locked_until)
        return replace(desk, locked_until=locked, last=self.told(desk.last), paid=self.told(desk.paid))


def carried_over(event: TimeTurnedBack, known: Sequence[Jump]) -> Callable[[int], int]:
    """Return what says where a time lies afterwards that was remembered before."""
    return _Turning(event, known).time


def _fold_turned(state: TableState, event: TimeTurnedBack) -> TableState:
    back = _Turning(event, jumps(state))
    state = replace(
        state,
        limits=tuple(replace(limit, effective_at=back.time(limit.effective_at)) for limit in state.limits),
        closes_at=back.maybe(state.closes_at),
        announced_at=back.maybe(state.announced_at),
        staff={number: back.member(one) for number, one in state.staff.items()},
        guards={console: back.guard(one) for console, one in state.guards.items()},
        alone={way: {ats: back.cash(one) for ats, one in of.items()} for way, of in state.alone.items()},
        cash_taken={ats: back.cash(one) for ats, one in state.cash_taken.items()},
        tickets={number: back.ticket(one) for number, one in state.tickets.items()},
        desks={name: back.desk(one) for name, one in state.desks.items()},
    )
    if "began" in kept(state, DAYS):
        state = keep(state, DAYS, "began", back.time(int(kept(state, DAYS)["began"])))
    # What a tournament's Director asked here waits for a minute at most.
    state = keep(state, HALL, "wish", None) if "wish" in kept(state, HALL) else state
    state = without_jumps(in_step(state))
    count = int(kept(state, NAME).get(_COUNT, 0)) + 1
    for key, value in ((_COUNT, count), (_BEFORE, event.before), (_AFTER, event.after)):
        state = keep(state, NAME, key, value)
    return state


FEATURE: Final = Feature(
    decides={TurnTimeBack: turn_back},
    folds={TimeTurnedBack: _fold_turned},
    beside={TurnTimeBack: CASINO},
    by_two=(TurnTimeBack,),
    while_closed=(TurnTimeBack,),
    ends_commit=(TurnTimeBack,),
    offers={"time-back": TurnTimeBack},
)
