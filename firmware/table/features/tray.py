"""The dealer's tray: fills and credits of chips, and counts of it and of the box under the table: by two people."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.day_figures import TrayDay
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "tray"


class TrayCode(Code):
    """Why it is refused."""

    NOT_ABOVE_ZERO = auto()
    TRAY_BELOW_ZERO = auto()


class FillTray(Command, frozen=True):
    """Chips were brought from the cage and put into the tray."""

    amount: int


class CreditTray(Command, frozen=True):
    """Chips were taken out of the tray and brought to the cage."""

    amount: int


class CountTray(Command, frozen=True):
    """The tray was counted."""

    amount: int


class CountDrop(Command, frozen=True):
    """The box under the table, with what was tendered to the dealer, was counted."""

    amount: int


class TrayFilled(Event, frozen=True, tag="tray_filled"):
    """Chips came into the tray."""

    amount: int


class TrayCredited(Event, frozen=True, tag="tray_credited"):
    """Chips left the tray."""

    amount: int


class TrayCounted(Event, frozen=True, tag="tray_counted"):
    """The tray held this much."""

    amount: int


class DropCounted(Event, frozen=True, tag="drop_counted"):
    """The box under the table held this much."""

    amount: int


def tray_today(state: TableState) -> TrayDay:
    """Return the tray since the last day was closed, except what the ledger knows."""
    found = kept(state, NAME)
    counted, drop = found.get("counted"), found.get("drop")
    return TrayDay(
        opening=int(found.get("opening", 0)),
        fills=int(found.get("fills", 0)),
        credits=int(found.get("credits", 0)),
        counted=None if counted is None else int(counted),
        drop=None if drop is None else int(drop),
    )


def fill(turn: TableTurn, command: FillTray) -> None:
    """Record chips that came."""
    _need_above_zero(command.amount)
    turn.say(TrayFilled(command.amount))


def credit(turn: TableTurn, command: CreditTray) -> None:
    """Record chips that went."""
    _need_above_zero(command.amount)
    turn.say(TrayCredited(command.amount))


def count_tray(turn: TableTurn, command: CountTray) -> None:
    """Record the tray's count; of several in a day the last one counts."""
    _need_not_below_zero(command.amount)
    turn.say(TrayCounted(command.amount))


def count_drop(turn: TableTurn, command: CountDrop) -> None:
    """Record the count of the box under the table; several boxes in a day are added up."""
    _need_not_below_zero(command.amount)
    turn.say(DropCounted(command.amount))


def _need_above_zero(amount: int) -> None:
    if amount <= 0:
        raise Refused(TrayCode.NOT_ABOVE_ZERO)


def _need_not_below_zero(amount: int) -> None:
    if amount < 0:
        raise Refused(TrayCode.TRAY_BELOW_ZERO)


def _added(state: TableState, key: str, amount: int) -> TableState:
    return keep(state, NAME, key, int(kept(state, NAME).get(key, 0)) + amount)


def _fold_filled(state: TableState, event: TrayFilled) -> TableState:
    return _added(state, "fills", event.amount)


def _fold_credited(state: TableState, event: TrayCredited) -> TableState:
    return _added(state, "credits", event.amount)


def _fold_tray(state: TableState, event: TrayCounted) -> TableState:
    return keep(state, NAME, "counted", event.amount)


def _fold_drop(state: TableState, event: DropCounted) -> TableState:
    return _added(state, "drop", event.amount)


_ALL: Final = (FillTray, CreditTray, CountTray, CountDrop)

FEATURE: Final = Feature(
    decides={FillTray: fill, CreditTray: credit, CountTray: count_tray, CountDrop: count_drop},
    folds={TrayFilled: _fold_filled, TrayCredited: _fold_credited, TrayCounted: _fold_tray, DropCounted: _fold_drop},
    beside=dict.fromkeys(_ALL, GAME),
    by_two=_ALL,
    while_closed=_ALL,
    signed_soon=(TrayFilled, TrayCredited, TrayCounted, DropCounted),
)
