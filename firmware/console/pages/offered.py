"""The rows of what features offer."""

from collections.abc import Iterator

from firmware.console.known import Known
from firmware.console.offered import at_terminal
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.core.feature import FEATURES


def offered_rows(known: Known, ats: int = 0) -> Iterator[Row]:
    """Return what features offer for a terminal, or (0) for the table."""
    given = (str(ats),) if ats else ()
    here = {key: command for key, command in FEATURES.offers.items() if at_terminal(command) == bool(ats)}
    choices = tuple(ask_for(known, key, *given) for key, command in here.items())
    if choices:
        yield Row(known.words("sgc.more"), choices=choices)
