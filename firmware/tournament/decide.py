"""What follows from a command: events or a refusal. Pure; time is passed in."""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.asked import ByDirector
from firmware.tournament.changes import decide_change
from firmware.tournament.codes import TournamentCode
from firmware.tournament.coups import decide_coup
from firmware.tournament.entering import decide_entry
from firmware.tournament.office import decide_office
from firmware.tournament.payments import decide_payment
from firmware.tournament.progressing import decide_end
from firmware.tournament.seating import decide_round
from firmware.tournament.state import Tournament
from firmware.tournament.tables import decide_table
from firmware.tournament.turn import Turn

# What a table reports has happened, whatever follows from it.
FACTS = (c.ReportOpened, c.ReportCoup, c.ReportCorrection, c.ReportFailure, c.ReportRestored)


def decide(state: Tournament, command: c.TournamentCommand, now: int) -> tuple[e.TournamentEvent, ...]:
    """Return what follows from a command; `now` in milliseconds since 1970. Raises Refused, never for a fact."""
    turn = Turn(state, now)
    # A correction's question can be answered until the report is signed.
    signing = state.over == "awarded" and isinstance(command, c.OfficeCommand | c.Answer)
    if state.over and not signing and not isinstance(command, FACTS) and not isinstance(command, c.PaymentCommand):
        raise Refused(TournamentCode.TOURNAMENT_OVER)
    if isinstance(command, ByDirector):
        turn.rules()
        turn.need_director(command.by)
    _decide(turn, command)
    return tuple(turn.events)


def _decide(turn: Turn, command: c.TournamentCommand) -> None:
    if isinstance(command, c.OfficeCommand):
        decide_office(turn, command)
    elif isinstance(command, c.EntryCommand):
        decide_entry(turn, command)
    elif isinstance(command, c.RoundCommand):
        decide_round(turn, command)
    elif isinstance(command, c.CoupCommand):
        decide_coup(turn, command)
    elif isinstance(command, c.TableCommand):
        decide_table(turn, command)
    elif isinstance(command, c.ChangeCommand):
        decide_change(turn, command)
    elif isinstance(command, c.EndCommand):
        decide_end(turn, command)
    elif isinstance(command, c.PaymentCommand):
        decide_payment(turn, command)
    else:
        assert_never(command)
