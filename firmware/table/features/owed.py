"""Debts that a correction leaves: paid by the house, collected from the player, or waived."""

from collections.abc import Iterator
from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import MONEY, POINTS, Movement
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found


class OwedCode(Code):
    """Why it is refused."""

    NOTHING_OWED = auto()
    OWED_TO_PLAYER = auto()
    OWED_BY_PLAYER = auto()


Resolution = Literal["paid", "collected", "waived"]


class ResolveOwed(Command, frozen=True):
    """What a correction left owed is paid by the house, collected from the player, or waived."""

    ats: int
    coup: int
    how: Resolution


class Owed(Event, frozen=True, tag="owed"):
    """What a correction could not move: everything that this account and the house now owe each other for this coup.

    `points`: it is owed in points of the running session, and ends with it (reading 33).
    """

    coup: int
    ats: int
    amount: int
    by: Literal["player", "house"]
    points: bool = False


class OwedResolved(Event, frozen=True, tag="owed_resolved"):
    """What was owed is settled; `amount`: above zero the house's debt, below zero the player's."""

    coup: int
    ats: int
    amount: int
    how: Resolution


class WaiverCancelled(Event, frozen=True, tag="waiver_cancelled"):
    """A recalculation removed a waived debt, in whole or in part, and with it the waiver.

    `amount`: above zero the house's debt, below zero the player's.
    """

    coup: int
    ats: int
    amount: int


def resolve_owed(turn: TableTurn, command: ResolveOwed) -> None:
    """Pay, collect or waive what a correction left owed, by a supervisor's word (reading 13)."""
    amount = turn.state.owed_for(command.ats, command.coup)
    if not amount:
        raise Refused(OwedCode.NOTHING_OWED, coup=command.coup, ats=command.ats)
    if turn.state.frozen:
        raise Refused(TableCode.FROZEN, turn.treatment("wrong_outcome").rule)  # reading 28
    wrong = "collected" if amount > 0 else "paid"
    if command.how == wrong:
        raise Refused(OwedCode.OWED_TO_PLAYER if amount > 0 else OwedCode.OWED_BY_PLAYER)
    turn.say(OwedResolved(command.coup, command.ats, amount, command.how))


def _fold_owed_resolved(state: TableState, event: OwedResolved) -> TableState:
    left = {coup: rest for coup, rest in state.owed[event.ats].items() if coup != event.coup}
    return replace(state, owed={**state.owed, event.ats: left})


def _fold_owed(state: TableState, event: Owed) -> TableState:
    if event.points:
        in_points = {**state.owed_points.get(event.ats, {}), event.coup: signed(event)}
        left = {coup: rest for coup, rest in in_points.items() if rest}
        return replace(state, owed_points={**state.owed_points, event.ats: left})
    of_account = {**state.owed.get(event.ats, {}), event.coup: signed(event)}
    return replace(state, owed={**state.owed, event.ats: {coup: rest for coup, rest in of_account.items() if rest}})


def _post_owed(state: TableState, event: Owed) -> Iterator[Movement]:
    names = POINTS if event.points else MONEY
    known = state.owed_in_points if event.points else state.owed_for
    before, after = known(event.ats, event.coup), signed(event)
    yield event.ats, names.adjusted, names.owed_to, max(after, 0) - max(before, 0)
    yield event.ats, names.adjusted, names.owed_by, min(after, 0) - min(before, 0)


def signed(event: Owed) -> int:
    """Return what is owed as one figure: above zero by the house, below zero by the player."""
    return event.amount if event.by == "house" else -event.amount


def _post_owed_resolved(_: TableState, event: OwedResolved) -> Iterator[Movement]:
    target = {"paid": "out/chips", "collected": "in/cash", "waived": "waived"}[event.how]
    yield event.ats, "owed-to" if event.amount > 0 else "owed-by", target, event.amount


def _post_waiver_cancelled(_: TableState, event: WaiverCancelled) -> Iterator[Movement]:
    yield event.ats, "waived", MONEY.adjusted, event.amount


def _way_owed(_: TableState, event: OwedResolved) -> Found:
    return "owed", event.ats, abs(event.amount)


FEATURE: Final = Feature(
    decides={ResolveOwed: resolve_owed},
    folds={OwedResolved: _fold_owed_resolved, Owed: _fold_owed},
    moves={Owed: _post_owed, OwedResolved: _post_owed_resolved, WaiverCancelled: _post_waiver_cancelled},
    ways={OwedResolved: _way_owed},
    asked={ResolveOwed: act("limits")},
    signed_soon=(Owed, OwedResolved),
)
