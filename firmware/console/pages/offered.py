"""The rows of what features offer."""

from collections.abc import Iterator

from msgspec.structs import fields

from firmware.console.known import Known
from firmware.console.offered import TERMINAL, at_terminal
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.refusal import Refused
from firmware.table.core.commands import Command
from firmware.table.core.decide import decide
from firmware.table.core.feature import FEATURES
from firmware.table.core.group import rules_at


def offered_rows(known: Known, ats: int = 0) -> Iterator[Row]:
    """Return what features offer for a terminal, or (0) for the table."""
    given = (str(ats),) if ats else ()
    here = {key: command for key, command in FEATURES.offers.items() if at_terminal(command) == bool(ats)}
    choices = tuple(ask_for(known, key, *given, on=_does(known, command, ats)) for key, command in here.items())
    if choices:
        yield Row(known.words("sgc.more"), choices=choices)


def _does(known: Known, command: type[Command], ats: int) -> bool:
    """Whether it would do anything now. What asks for more is always offered: that depends on the answers."""
    named = [field.name for field in fields(command)]
    if [name for name in named if name != TERMINAL]:
        return True
    asked = command(**({TERMINAL: ats} if named else {}))
    try:
        decide(rules_at(known.state), known.state, asked, known.now, lambda _: ())
    except Refused:
        return False
    return True
