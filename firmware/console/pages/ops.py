"""Buttons of pages: each for an operation that the person at the console may ask for."""

from firmware.console.known import Known
from firmware.console.view import Choice
from firmware.game.steps import Step
from firmware.table.core.commands import Command


def ask_for(
    known: Known, operation: str, command: Command | Step, *given: str, look: str = "plain", on: bool = True
) -> Choice:
    """Return the button of an operation; it is off for whoever may not, and says who has to come."""
    missing = known.missing(command) if on else ""
    note = known.words(f"need.{missing}") if missing else ""
    return Choice(("op", operation, *given), known.words(f"op.{operation}"), look, note, on=on and known.may(command))
