"""Which board a terminal is: one that waits to be it, and what the one before it leaves."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages.ops import ask_for
from firmware.screens.sgc.view import Row
from firmware.table import pocket_commands as t
from firmware.table.pockets import short
from firmware.table.ticketing import UNDER_WAY

# So many of the last notes that the old board told of are shown: enough to compare with what lies in its acceptor.
TOLD: Final = 3


def rows(known: Known) -> Iterator[Row]:
    """Return what a supervisor looks at before a board is let in; and that the one that is there contradicts itself."""
    words, pocket = known.words, known.state.pocket(known.ats)
    if pocket.waiting:
        command = t.ChangeBoard(known.ats, pocket.waiting)
        choice = ask_for(known, "board", command, str(known.ats), pocket.waiting, look="main")
        boards = {"board": short(pocket.waiting), "before": short(pocket.life)}
        yield Row(words("sgc.board"), words("sgc.board_waits", **boards), "", "alarm", (choice,))
        yield from _left(known)
    elif pocket.disputed and f"ats {known.ats}" in known.state.faults:
        yield Row(words("sgc.board"), words("sgc.board_disputed"), look="alarm")


def _left(known: Known) -> Iterator[Row]:
    """Return what the old board has not said yet, and what it said last."""
    words, state = known.words, known.state
    for number, ticket in state.unsettled_of(known.ats).items():
        if ticket.fate in UNDER_WAY:
            yield Row(words("sgc.printing"), number, words.money(ticket.amount), "notice")
    pocket = state.pocket(known.ats)
    notes = [told for _, told in sorted(pocket.of(pocket.life).told.items()) if told.kind == "note"]
    for told in reversed(notes[-TOLD:]):
        yield Row(words("sgc.last_note"), words(f"note.{told.fate}"), words.money(told.amount))
