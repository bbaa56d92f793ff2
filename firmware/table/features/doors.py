"""Doors of terminals: an open one takes the terminal out of play; after the logic area two people clear it."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.commands import Command
from firmware.table.core.doors import NAME, OPEN, SHUT, STOPS, key_of
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

_ON: Final = "on"
_OFF: Final = "off"
LOGIC: Final = "logic_door"


class DoorsCode(Code):
    """Why it is refused."""

    DOOR_NOT_SHUT = auto()
    NOTHING_TO_CLEAR = auto()


class ClearAccess(Command, frozen=True):
    """The logic area of a terminal was opened, and has been looked at: the terminal may play again."""

    ats: int


class DoorOpened(Event, frozen=True, tag="door_opened"):
    """A door of a terminal is open: it is out of play."""

    ats: int
    door: str


class DoorClosed(Event, frozen=True, tag="door_closed"):
    """A door of a terminal is shut again."""

    ats: int
    door: str


class AccessCleared(Event, frozen=True, tag="access_cleared"):
    """The logic area of a terminal has been looked at: the terminal is in play again."""

    ats: int


def is_known(state: TableState, ats: int, what: str) -> bool:
    """Whether a terminal's report of a stopping door tells nothing new."""
    door, _, how = what.partition(" ")
    if door not in STOPS:
        return False
    stands_open = kept(state, NAME).get(key_of(ats, door)) == OPEN
    return (how == _ON and stands_open) or (how == _OFF and not stands_open)


def follow(turn: TableTurn, ats: int, what: str) -> None:
    """Take a terminal out of play, or back, by what its panel reports about its doors."""
    door, _, how = what.partition(" ")
    if door in STOPS and how == _ON:
        turn.say(DoorOpened(ats, door))
    elif door in STOPS and how == _OFF:
        turn.say(DoorClosed(ats, door))


def clear_access(turn: TableTurn, command: ClearAccess) -> None:
    """Let a terminal play again whose logic area was opened."""
    need_terminal(turn, command.ats)
    stands = kept(turn.state, NAME).get(key_of(command.ats, LOGIC))
    if stands is None:
        raise Refused(DoorsCode.NOTHING_TO_CLEAR, ats=command.ats)
    if stands == OPEN:
        raise Refused(DoorsCode.DOOR_NOT_SHUT, ats=command.ats)
    turn.say(AccessCleared(command.ats))


def _fold_opened(state: TableState, event: DoorOpened) -> TableState:
    return keep(state, NAME, key_of(event.ats, event.door), OPEN)


def _fold_closed(state: TableState, event: DoorClosed) -> TableState:
    return keep(state, NAME, key_of(event.ats, event.door), SHUT if STOPS[event.door] else None)


def _fold_cleared(state: TableState, event: AccessCleared) -> TableState:
    return keep(state, NAME, key_of(event.ats, LOGIC), None)


FEATURE: Final = Feature(
    decides={ClearAccess: clear_access},
    folds={DoorOpened: _fold_opened, DoorClosed: _fold_closed, AccessCleared: _fold_cleared},
    beside={ClearAccess: TECHNICAL},
    by_two=(ClearAccess,),
    offers={"clear-access": ClearAccess},
)
