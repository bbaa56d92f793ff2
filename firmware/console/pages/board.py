"""Which board is this terminal: one that waits to be let in, and what the previous one left."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.core.faults import fault_name
from firmware.table.core.pockets import short
from firmware.table.features.pocket_numbers import knowing

# How many of the old board's last notes are shown: enough to compare with what is in its acceptor.
TOLD: Final = 3


def rows(known: Known) -> Iterator[Row]:
    """Return what a supervisor checks before letting a board in; or that the present board contradicts itself."""
    words, pocket = known.words, known.state.pocket(known.ats)
    if pocket.waiting:
        choice = ask_for(known, "board", str(known.ats), pocket.waiting, look="main")
        yield Row(words("sgc.board"), _waits(known), "", "alarm", (choice,))
        yield from _left(known)
    elif pocket.disputed and fault_name("ats", known.ats) in known.state.faults:
        yield Row(words("sgc.board"), words("sgc.board_disputed"), look="alarm")


def _waits(known: Known) -> str:
    """Return which board waits, and which one it would replace; if there was none, which terminal knows it."""
    words, pocket, board = known.words, known.state.pocket(known.ats), short(known.state.pocket(known.ats).waiting)
    others = knowing(known.state, known.ats, pocket.waiting)
    if pocket.life or not others:
        return words("sgc.board_waits", board=board, before=short(pocket.life))
    return words("sgc.board_moved", board=board, others=", ".join(map(str, others)))


def _left(known: Known) -> Iterator[Row]:
    """Return what the old board last reported; what it was printing is among the tickets."""
    words, pocket = known.words, known.state.pocket(known.ats)
    notes = [told for _, told in sorted(pocket.of(pocket.life).told.items()) if told.kind == "note"]
    for told in reversed(notes[-TOLD:]):
        yield Row(words("sgc.last_note"), words(f"note.{told.fate}"), words.money(told.amount))
