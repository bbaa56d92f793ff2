"""What may be wagered, and for how long: limits and the wagering period."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.books import every_bet_name
from firmware.game.events import Event
from firmware.game.wagers import ANY, Limit, announced, limit_of
from firmware.refusal import Code, Refused, Unsound
from firmware.table.core.authority import act
from firmware.table.core.bounds import LONGEST_PERIOD
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import Notice
from firmware.table.core.feature import Feature
from firmware.table.core.needs import NOTICE, need_answered
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class LimitsCode(Code):
    """Why it is refused."""

    PERIOD_LENGTH = auto()


class SetLimit(Command, frozen=True):
    """Change what may be wagered, from the next coup on or at once; parts left out stay as they are."""

    bet: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    next_coup: bool = True


def setting(limit: Limit, *, next_coup: bool = True) -> SetLimit:
    """Return the command that sets a configured limit."""
    return SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup)


class SetPeriod(Command, frozen=True):
    """Change the wagering period, from the next coup on."""

    period: int


def limit_from(command: SetLimit, held: Limit, effective_at: int) -> Limit:
    """Return the present limit with a change applied."""

    def choose(new: int | None, old: int) -> int:
        return old if new is None else new

    return Limit(
        command.bet,
        choose(command.minimum, held.minimum),
        choose(command.maximum, held.maximum),
        choose(command.step, held.step),
        effective_at,
    )


class LimitSet(Event, frozen=True, tag="limit_set"):
    """A limit holds, from `effective_at` on."""

    limit: Limit


class PeriodSet(Event, frozen=True, tag="period_set"):
    """The wagering period of the coups that follow."""

    period: int


def set_limit(turn: TableTurn, command: SetLimit) -> None:
    """Change a limit; after play has begun, a higher minimum is shown for twenty minutes before it holds."""
    # crown 5.1, 5.2
    need_answered(turn)
    if command.bet != ANY and command.bet not in every_bet_name():
        raise Refused(TableCode.BET_NOT_OFFERED, bet=command.bet)
    try:
        limits = _changed(turn, command)
    except Unsound as unsound:
        raise unsound.refusal from None
    rule = turn.rules.book.numbers.raised_minimum or None
    for limit in limits:
        said = replace(limit, from_coup=turn.state.game.coups + 1) if command.next_coup else limit
        turn.say(LimitSet(said))
        turn.say(Notice("limit", _limit_text(said), rule, said.effective_at))


def _changed(turn: TableTurn, command: SetLimit) -> tuple[Limit, ...]:
    """Return what holds from now on, and what holds later; the last change to this bet counts."""
    at, coup = turn.at, turn.state.game.coups + 1
    held, coming = (limit_of(turn.state.limits, command.bet, when, coup) for when in (at, at + NOTICE))
    if coming.effective_at > at and command.minimum in (None, coming.minimum):
        # The announced minimum keeps its time; other changes do not wait for it.
        beside = replace(command, minimum=None)
        return limit_from(beside, held, at), limit_from(beside, coming, coming.effective_at)
    if not turn.state.started or command.minimum is None or command.minimum <= held.minimum:
        return (limit_from(command, held, at),)
    raised = limit_from(command, coming, at + NOTICE)
    if held.bet == command.bet and command.bet not in announced(turn.state.limits, at):
        return (raised,)
    # Until then this bet, which is now named, stays as it is, whatever was announced before or changes for all (5.1).
    return replace(held, bet=command.bet, effective_at=at), raised


def _limit_text(limit: Limit) -> str:
    bet = "all bets" if limit.bet == ANY else limit.bet
    return f"{bet}: minimum {limit.minimum}, maximum {limit.maximum}, step {limit.step}"


def set_period(turn: TableTurn, command: SetPeriod) -> None:
    """Change the wagering period of the coups that follow."""
    # crown 8.1(a)
    need_answered(turn)
    if not 0 < command.period <= LONGEST_PERIOD:
        raise Refused(LimitsCode.PERIOD_LENGTH)
    turn.say(PeriodSet(command.period))
    turn.say(Notice("period", f"Wagering period: {command.period / 1000:g} seconds", None, turn.at))


def _fold_limit_set(state: TableState, event: LimitSet) -> TableState:
    return replace(state, limits=(*state.limits, event.limit))


def _fold_period_set(state: TableState, event: PeriodSet) -> TableState:
    return replace(state, setup=replace(state.setup, period=event.period))


FEATURE: Final = Feature(
    decides={SetLimit: set_limit, SetPeriod: set_period},
    folds={LimitSet: _fold_limit_set, PeriodSet: _fold_period_set},
    asked=dict.fromkeys((SetLimit, SetPeriod), act("limits")),
)
