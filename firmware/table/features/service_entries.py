"""A technician at work: who, why, what was opened, and what the meters read before and after."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.readings import take_reading

NAME: Final = "service"
# The table's own board, in place of a terminal's number.
OWN_BOARD: Final = 0


class ServiceEntriesCode(Code):
    """Why it is refused."""

    SERVICE_UNDER_WAY = auto()
    NO_SERVICE = auto()
    SERVICE_WHY = auto()


class BeginService(Command, frozen=True):
    """Work on a terminal, or (0) on the table's own board, begins: why, and what is opened for it."""

    ats: int
    why: str
    opened: str


class EndService(Command, frozen=True):
    """The work is done."""

    ats: int


class ServiceBegan(Event, frozen=True, tag="service_began"):
    """Work began; the reading before it is the meters then."""

    ats: int
    why: str
    opened: str


class ServiceEnded(Event, frozen=True, tag="service_ended"):
    """Work ended; the reading before it is the meters then."""

    ats: int


def under_way(state: TableState, ats: int) -> str:
    """Return why somebody works on a terminal, or (0) on the table's own board; nothing if nobody does."""
    return str(kept(state, NAME).get(str(ats), ""))


def begin_service(turn: TableTurn, command: BeginService) -> None:
    """Read the meters, and record that work begins."""
    _need_board(turn, command.ats)
    if not command.why.strip():
        raise Refused(ServiceEntriesCode.SERVICE_WHY)
    if under_way(turn.state, command.ats):
        raise Refused(ServiceEntriesCode.SERVICE_UNDER_WAY, ats=command.ats)
    take_reading(turn, f"before service {command.ats}", "before service")
    turn.say(ServiceBegan(command.ats, command.why.strip(), command.opened.strip()))


def end_service(turn: TableTurn, command: EndService) -> None:
    """Read the meters, and record that the work is done."""
    _need_board(turn, command.ats)
    if not under_way(turn.state, command.ats):
        raise Refused(ServiceEntriesCode.NO_SERVICE, ats=command.ats)
    take_reading(turn, f"after service {command.ats}", "after service")
    turn.say(ServiceEnded(command.ats))


def _need_board(turn: TableTurn, ats: int) -> None:
    if ats != OWN_BOARD:
        need_terminal(turn, ats)


def _fold_began(state: TableState, event: ServiceBegan) -> TableState:
    return keep(state, NAME, str(event.ats), event.why)


def _fold_ended(state: TableState, event: ServiceEnded) -> TableState:
    return keep(state, NAME, str(event.ats), None)


FEATURE: Final = Feature(
    decides={BeginService: begin_service, EndService: end_service},
    folds={ServiceBegan: _fold_began, ServiceEnded: _fold_ended},
    beside={BeginService: TECHNICAL, EndService: TECHNICAL},
    while_closed=(BeginService, EndService),
)
