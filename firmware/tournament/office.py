"""Before and around play: the conditions' approval, the Director, and their signature at the end."""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.report import report
from firmware.tournament.soundness import problems
from firmware.tournament.turn import Turn


def decide_office(turn: Turn, command: c.OfficeCommand) -> None:
    """Decide on approval and the Director."""
    match command:
        case c.ApproveConditions():
            _approve(turn, command)
        case c.AppointDirector():
            # crown 12.1.2: one Director at a time
            turn.rules()
            turn.say(e.DirectorAppointed(command.name, command.by))
        case c.SignOn():
            _need_name(turn, command.name)
            turn.say(e.DirectorPresent(command.name))
        case c.SignOff():
            _need_name(turn, command.name)
            turn.say(e.DirectorLeft(command.name))
        case c.SignReport():
            if turn.state.over != "awarded":
                raise Refused(TournamentCode.NOT_OVER)
            turn.need_no_question()
            turn.say(e.ReportSigned(command.by, report(turn.state).digest()))
        case _:
            assert_never(command)


def _approve(turn: Turn, command: c.ApproveConditions) -> None:
    # crown 12.1.3: changed conditions need a new approval, before anybody enters under the old ones
    if turn.state.entry:
        raise Refused(TournamentCode.CONDITIONS_FIXED, "12.1.3")
    conditions = command.conditions
    # Their file was checked when read; conditions from anywhere else are held to the same.
    for key, _ in problems(conditions):
        raise Refused(TournamentCode.CONDITIONS_UNSOUND, "12.2.1", key=key)
    approved = (conditions, conditions.digest(), command.by, command.reference, command.date)
    turn.say(e.ConditionsApproved(*approved, life=f"{turn.now:x}"))


def _need_name(turn: Turn, name: str) -> None:
    if not turn.state.director:
        raise Refused(TournamentCode.DIRECTOR_MISSING, "12.1.2")
    if name != turn.state.director:
        raise Refused(TournamentCode.NOT_THE_DIRECTOR, "12.1.2", name=turn.state.director)
