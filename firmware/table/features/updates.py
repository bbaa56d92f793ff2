"""Updates of boards' software: a supervisor allows one restart of a board."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import GAME
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.needs import need_terminal
from firmware.table.core.reported import fault_ended
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.updates import NAME, READY, TABLE, allowed, board_of, waits_at

# A terminal says that software waits, not which: its own board starts the one that is ready.
ANY: Final = "any"
_LONGEST: Final = 32


class UpdatesCode(Code):
    """Why it is refused."""

    NO_UPDATE_READY = auto()


class AllowRestart(Command, frozen=True):
    """The table's board may restart with this version, as soon as nothing is under way."""

    version: str


class AllowTerminalRestart(Command, frozen=True):
    """A terminal may restart with the software that waits there, as soon as nobody plays at it."""

    ats: int


class UseUpWord(Command, frozen=True):
    """The table's board has restarted."""


class RestartAllowed(Event, frozen=True, tag="restart_allowed"):
    """A board may restart with a version; `any`: with the one that waits there."""

    board: str
    version: str


class RestartWordUsed(Event, frozen=True, tag="restart_word_used"):
    """A board has restarted, or should not any more: its permission is used up."""

    board: str
    version: str


def allow(turn: TableTurn, command: AllowRestart) -> None:
    """Allow it for the table's board."""
    if not 0 < len(command.version) <= _LONGEST or not command.version.isascii():
        raise Refused(UpdatesCode.NO_UPDATE_READY)
    turn.say(RestartAllowed(TABLE, command.version))


def allow_terminal(turn: TableTurn, command: AllowTerminalRestart) -> None:
    """Allow it for a terminal."""
    need_terminal(turn, command.ats)
    if not waits_at(turn.state, command.ats):
        raise Refused(UpdatesCode.NO_UPDATE_READY)
    turn.say(RestartAllowed(f"ats-{command.ats}", ANY))


def follow(turn: TableTurn, device: str, what: str) -> None:
    """Use a permission up: what was ready no longer is, as its board restarts, or it was cancelled."""
    board = board_of(device)
    if board and what == fault_ended(READY) and (version := allowed(turn.state, board)):
        turn.say(RestartWordUsed(board, version))


def use_up(turn: TableTurn, _: UseUpWord) -> None:
    """Use up the permission for the table's restart."""
    if version := allowed(turn.state, TABLE):
        turn.say(RestartWordUsed(TABLE, version))


def start(state: TableState, _: object) -> Iterator[Command]:
    """Use permissions up at a start: another restart needs another one."""
    if allowed(state, TABLE):
        yield UseUpWord()


def _fold_allowed(state: TableState, event: RestartAllowed) -> TableState:
    return keep(state, NAME, event.board, event.version)


def _fold_used(state: TableState, event: RestartWordUsed) -> TableState:
    return keep(state, NAME, event.board, None)


FEATURE: Final = Feature(
    decides={AllowRestart: allow, AllowTerminalRestart: allow_terminal, UseUpWord: use_up},
    folds={RestartAllowed: _fold_allowed, RestartWordUsed: _fold_used},
    beside={AllowRestart: GAME, AllowTerminalRestart: GAME},
    while_closed=(AllowRestart, AllowTerminalRestart, UseUpWord),
    starts=start,
)
