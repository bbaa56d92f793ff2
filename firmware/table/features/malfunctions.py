"""Malfunctions of a terminal, the system or the display, and lost records."""

from collections.abc import Iterator
from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TECHNICAL, act
from firmware.table.core.bounds import beyond
from firmware.table.core.commands import Command
from firmware.table.core.faults import SYSTEM, Faulty, fault_name
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_terminal, need_unfrozen
from firmware.table.core.reported import fault_began
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.devices import ReportDevice


class MalfunctionsCode(Code):
    """Why it is refused."""

    NO_FAULT = auto()
    RECORDS_PROVE = auto()


class Malfunction(Command, frozen=True):
    """A malfunction begins."""

    what: Faulty
    ats: int = 0


class ClearMalfunction(Command, frozen=True):
    """A malfunction is cleared."""

    what: Faulty
    ats: int = 0


class DoubtRecords(Command, frozen=True):
    """The records of a terminal's wagers of this coup do not verify."""

    ats: int


class ForgetRecords(Command, frozen=True):
    """The dealer cannot confirm a terminal's wagers of this coup, whose records do not verify: they are void (11.16).

    `found`: the same step reports that they do not verify.
    """

    ats: int
    found: bool = False


class MalfunctionBegan(Event, frozen=True, tag="fault_began"):
    """A malfunction began."""

    what: Faulty
    ats: int | None


class MalfunctionCleared(Event, frozen=True, tag="fault_cleared"):
    """A malfunction was cleared."""

    what: Faulty
    ats: int | None


class RecordsLost(Event, frozen=True, tag="records_lost"):
    """The records of a terminal's wagers of this coup are lost."""

    ats: int


def malfunction(turn: TableTurn, command: Malfunction) -> None:
    """A malfunction begins."""
    name = _known(turn, command)
    if name in turn.state.faults:
        # It is a fact, and was already ruled on when it began.
        turn.say(MalfunctionBegan(command.what, command.ats or None))
        return
    _BEGIN[command.what](turn, command.ats)


def put_out_of_service(turn: TableTurn, ats: int) -> None:
    """Give a terminal a malfunction, unless it has one: what it says about its money cannot be right."""
    # crown 11.14
    if fault_name("ats", ats) not in turn.state.faults:
        _terminal(turn, ats)


def clear(turn: TableTurn, command: ClearMalfunction) -> None:
    """A malfunction is cleared."""
    name = _known(turn, command)
    if name not in turn.state.faults:
        raise Refused(MalfunctionsCode.NO_FAULT)
    turn.say(MalfunctionCleared(command.what, command.ats or None))


def _known(turn: TableTurn, command: Malfunction | ClearMalfunction) -> str:
    if command.what == "ats":
        need_terminal(turn, command.ats)
    return fault_name(command.what, command.ats)


def _terminal(turn: TableTurn, ats: int) -> None:
    # crown 11.14, 11.14(a), 11.14(b), 11.16
    coup = turn.state.game.coup
    turn.say(MalfunctionBegan("ats", ats))
    treatment = turn.treatment("ats_before" if coup is None or coup.betting else "ats_after")
    turn.flag("ats_malfunction", treatment.rule)
    if coup is not None and treatment.action == "void":
        turn.give_back(turn.lines_of(ats), treatment.rule, "malfunction")


def _system(turn: TableTurn, _: int) -> None:
    # crown 11.15, 11.15(a), 11.15(b), 11.16
    turn.say(MalfunctionBegan("system", None))
    turn.step(s.SystemFault())


def _display(turn: TableTurn, _: int) -> None:
    # crown 11.13
    treatment = turn.treatment("wnd_mismatch")
    turn.say(MalfunctionBegan("wnd", None))
    turn.flag("wnd_mismatch", treatment.rule)
    turn.say(g.Ruling("wnd_mismatch", treatment.action, treatment.rule or None, "firmware", role="firmware"))


_BEGIN = {"ats": _terminal, "system": _system, "wnd": _display}


def forget(turn: TableTurn, command: ForgetRecords) -> None:
    """Void a terminal's wagers of this coup by the dealer's word: their records do not verify."""
    # crown 11.16; reading 31
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    rule = turn.act("void-unconfirmed").rule
    if turn.state.game.coup is None:
        raise Refused(GameCode.NO_COUP, rule)
    if command.found:
        turn.say(RecordsLost(command.ats))
    elif command.ats not in turn.state.lost:
        raise Refused(MalfunctionsCode.RECORDS_PROVE, rule, ats=command.ats)
    turn.give_back(turn.lines_of(command.ats), rule, "malfunction")


def doubt(turn: TableTurn, command: DoubtRecords) -> None:
    """Record that the records of a terminal's wagers do not verify: the console shows it, and the dealer decides."""
    need_terminal(turn, command.ats)
    if turn.state.game.coup is None:
        raise Refused(GameCode.NO_COUP)
    if command.ats not in turn.state.lost:
        turn.say(RecordsLost(command.ats))


def _fold_fault_began(state: TableState, event: MalfunctionBegan) -> TableState:
    faults = state.faults | {fault_name(event.what, event.ats)}
    coup = state.game.coup
    if event.ats is None or coup is None:
        return replace(state, faults=faults)
    if coup.betting:
        return replace(state, faults=faults, barred=state.barred | {event.ats})
    return replace(state, faults=faults, doubtful=state.doubtful | {event.ats})


def _fold_fault_cleared(state: TableState, event: MalfunctionCleared) -> TableState:
    return replace(state, faults=state.faults - {fault_name(event.what, event.ats)})


def _fold_records_lost(state: TableState, event: RecordsLost) -> TableState:
    return replace(state, lost=state.lost | {event.ats})


def start(state: TableState, _: object) -> Iterator[Command]:
    """Record that a table that comes back has had a malfunction, which is now over (11.15).

    A terminal whose account holds more than money can be is put out of service; the others play.
    """
    # crown 11.15, 11.15(a), 11.15(b)
    if not state.open:
        return
    if SYSTEM not in state.faults:
        yield Malfunction("system")
    yield ClearMalfunction("system")
    for ats in beyond(state):
        yield ReportDevice(f"ats-{ats} account", fault_began("beyond_money"))
        if fault_name("ats", ats) not in state.faults:
            yield Malfunction("ats", ats)


FEATURE: Final = Feature(
    decides={Malfunction: malfunction, ClearMalfunction: clear, ForgetRecords: forget, DoubtRecords: doubt},
    folds={
        MalfunctionBegan: _fold_fault_began,
        MalfunctionCleared: _fold_fault_cleared,
        RecordsLost: _fold_records_lost,
    },
    asked={Malfunction: act("report-fault"), ForgetRecords: act("void-unconfirmed")},
    beside={ClearMalfunction: TECHNICAL},
    facts=(Malfunction,),
    starts=start,
)
