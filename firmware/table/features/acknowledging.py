"""Faults that end only by a person's act, if the house wants it so: jams, cheats, cash boxes, printers."""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.standing import Standing
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "acknowledge"
OF_ACCEPTOR: Final = frozenset({"cheated", "jam_acceptor", "jam_stacker", "stacker_open", "stacker_full"})
ENDED_BY_PEOPLE: Final = OF_ACCEPTOR | {"cutter", "unrecoverable"}


class AcknowledgingCode(Code):
    """Why it is refused."""

    NOTHING_TO_ACKNOWLEDGE = auto()
    FAULT_STANDS = auto()


class AcknowledgeFaults(Command, frozen=True):
    """Somebody has seen to what was wrong with a terminal's devices."""

    ats: int


class FaultLatched(Event, frozen=True, tag="fault_latched"):
    """A fault began that lasts until somebody has seen to it, whatever its device says."""

    ats: int
    code: str


class FaultsAcknowledged(Event, frozen=True, tag="faults_acknowledged"):
    """Somebody has seen to these."""

    ats: int
    codes: tuple[str, ...]


def latched(state: TableState, ats: int) -> tuple[str, ...]:
    """Return the faults of a terminal that somebody has to see to."""
    found = kept(state, NAME)
    return tuple(key.partition(" ")[2] for key in found if key.startswith(f"{ats} ")) if found else ()


def latch(turn: TableTurn, ats: int, code: str) -> None:
    """Let a fault last until somebody has seen to it."""
    if turn.state.setup.acknowledge and code in ENDED_BY_PEOPLE and code not in latched(turn.state, ats):
        turn.say(FaultLatched(ats, code))


def need_acknowledged(table: Standing, ats: int) -> None:
    """Refuse a note while nobody has seen to what was wrong with the acceptor."""
    if OF_ACCEPTOR.intersection(latched(table.state, ats)):
        raise Refused(TableCode.FAULT_LATCHED, ats=ats)


def acknowledge(turn: TableTurn, command: AcknowledgeFaults) -> None:
    """Record that somebody has seen to them, once the devices report no fault."""
    need_terminal(turn, command.ats)
    codes = latched(turn.state, command.ats)
    if not codes:
        raise Refused(AcknowledgingCode.NOTHING_TO_ACKNOWLEDGE, ats=command.ats)
    start = f"ats-{command.ats} "
    stands = {code for name, found in turn.state.troubles.items() if name.startswith(start) for code in found}
    if stands.intersection(codes):
        raise Refused(AcknowledgingCode.FAULT_STANDS, ats=command.ats)
    turn.say(FaultsAcknowledged(command.ats, codes))


def _fold_latched(state: TableState, event: FaultLatched) -> TableState:
    return keep(state, NAME, f"{event.ats} {event.code}", 1)


def _fold_acknowledged(state: TableState, event: FaultsAcknowledged) -> TableState:
    for code in event.codes:
        state = keep(state, NAME, f"{event.ats} {code}", None)
    return state


FEATURE: Final = Feature(
    decides={AcknowledgeFaults: acknowledge},
    folds={FaultLatched: _fold_latched, FaultsAcknowledged: _fold_acknowledged},
    beside={AcknowledgeFaults: TECHNICAL},
    while_closed=(AcknowledgeFaults,),
    offers={"acknowledge": AcknowledgeFaults},
)
