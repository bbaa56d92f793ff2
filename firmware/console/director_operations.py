"""The one operation of the Director's page: a step of the tournament, asked of it from this table."""

from typing import Final

from firmware.console.known import Known
from firmware.console.operations import Answers, Operation, nothing
from firmware.table.features.hall_pages import AskHall


def _asked(known: Known, a: Answers) -> AskHall:
    return AskHall(a["do"], a["step"], known.state.staff[known.staff].name)  # type: ignore[arg-type]


OPERATIONS: Final = {"hall": Operation(AskHall("sign-off", "", ""), _asked, nothing, ("do", "step"))}
