"""Buttons of pages: each for an operation that the person at the console may ask for."""

from firmware.console.every_operation import OPERATIONS
from firmware.console.known import Known
from firmware.console.view import Choice
from firmware.game.steps import Step


def ask_for(
    known: Known, operation: str, *given: str, look: str = "plain", on: bool = True, like: Step | None = None
) -> Choice:
    """Return the button of an operation; for a person who may not, it is off and says who must come.

    `like`: an example of the step, if it depends on the coup who may.
    """
    command = like or OPERATIONS[operation].like
    assert command is not None, f"anybody may ask for {operation}: make its button a plain Choice"
    missing = known.missing(command) if on else ""
    note = known.words(f"need.{missing}") if missing else ""
    return Choice(("op", operation, *given), known.words(f"op.{operation}"), look, note, on=on and known.may(command))
