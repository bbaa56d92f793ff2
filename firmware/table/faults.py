"""Malfunctions: a terminal's, the system's, the display's; and records that are lost."""

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.state import fault_name
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_terminal, need_unfrozen


def malfunction(turn: TableTurn, command: c.Malfunction) -> None:
    """A malfunction begins."""
    name = _known(turn, command)
    if name in turn.state.faults:
        # It is a fact, and was ruled on when it began.
        turn.say(e.FaultBegan(command.what, command.ats or None))
        return
    _BEGIN[command.what](turn, command.ats)


def clear(turn: TableTurn, command: c.ClearMalfunction) -> None:
    """A malfunction is cleared."""
    name = _known(turn, command)
    if name not in turn.state.faults:
        raise Refused(TableCode.NO_FAULT)
    turn.say(e.FaultCleared(command.what, command.ats or None))


def _known(turn: TableTurn, command: c.Malfunction | c.ClearMalfunction) -> str:
    if command.what == "ats":
        need_terminal(turn, command.ats)
    return fault_name(command.what, command.ats)


def _terminal(turn: TableTurn, ats: int) -> None:
    # crown 11.14, 11.14(a), 11.14(b), 11.16
    coup = turn.state.game.coup
    turn.say(e.FaultBegan("ats", ats))
    treatment = turn.treatment("ats_before" if coup is None or coup.betting else "ats_after")
    turn.flag("ats_malfunction", treatment.rule)
    if coup is not None and treatment.action == "void":
        turn.give_back(turn.lines_of(ats), treatment.rule, "malfunction")


def _system(turn: TableTurn, _: int) -> None:
    # crown 11.15, 11.15(a), 11.15(b), 11.16
    turn.say(e.FaultBegan("system", None))
    turn.step(s.SystemFault())


def _display(turn: TableTurn, _: int) -> None:
    # crown 11.13
    treatment = turn.treatment("wnd_mismatch")
    turn.say(e.FaultBegan("wnd", None))
    turn.flag("wnd_mismatch", treatment.rule)
    turn.say(g.Ruling("wnd_mismatch", treatment.action, treatment.rule or None, "firmware", role="firmware"))


_BEGIN = {"ats": _terminal, "system": _system, "wnd": _display}


def forget(turn: TableTurn, command: c.ForgetRecords) -> None:
    """The records of a terminal's wagers of this coup do not verify: by the dealer's word they are void."""
    # crown 11.16; reading 31
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    rule = turn.act("void-unconfirmed").rule
    if turn.state.game.coup is None:
        raise Refused(GameCode.NO_COUP, rule)
    if command.found:
        turn.say(e.RecordsLost(command.ats))
    elif command.ats not in turn.state.lost:
        raise Refused(TableCode.RECORDS_PROVE, rule, ats=command.ats)
    turn.give_back(turn.lines_of(command.ats), rule, "malfunction")


def doubt(turn: TableTurn, command: c.DoubtRecords) -> None:
    """The records of a terminal's wagers do not verify: the console shows it, and the dealer says what follows."""
    need_terminal(turn, command.ats)
    if turn.state.game.coup is None:
        raise Refused(GameCode.NO_COUP)
    if command.ats not in turn.state.lost:
        turn.say(e.RecordsLost(command.ats))
