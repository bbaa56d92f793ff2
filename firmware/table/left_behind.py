"""The note that a board leaves when another is let in, and what is told of that same note afterwards: one doubt.

Nobody knows what an old board had in its hands: that is a doubt of unknown amount. If that board tells of its note
late, or the new one finds a note in the acceptor that it knows nothing of, it may be the same piece of paper. Two
doubts about it could both be credited.
"""

from msgspec.structs import replace

from firmware.table import pocket_events as p
from firmware.table.one_life import serves
from firmware.table.state import NoteDoubt, TableState


def as_left(state: TableState, doubted: p.NoteDoubted) -> p.NoteDoubted:
    """Return a note in doubt, as part of the doubt about what a board left if it may be that same note."""
    for name, doubt in state.note_doubts.items():
        if _is_of_old_board(state, doubt, doubted) or _is_found_by_new_one(state, doubt, doubted):
            return replace(doubted, doubt=name, ats=doubt.ats)
    return doubted


def _is_of_old_board(state: TableState, doubt: NoteDoubt, told: p.NoteDoubted) -> bool:
    """Whether the board that was taken out tells of what it left. One that is a terminal again has notes anew."""
    return bool(told.note and told.life) and doubt.left_by == told.life and not serves(state, told.ats, told.life)


def _is_found_by_new_one(state: TableState, doubt: NoteDoubt, told: p.NoteDoubted) -> bool:
    """Whether the board that is the terminal now tells of a note there that it does not know."""
    here = bool(doubt.left_by) and doubt.ats == told.ats and state.pocket(told.ats).life == told.life
    return here and bool(told.note) and not told.amount


def found_before(state: TableState, told: p.NoteDoubted) -> int:
    """Return at which terminal staff had found and credited what this board left, if it tells of that now; else 0."""
    if not (told.note and told.life) or serves(state, told.ats, told.life):
        return 0
    return next((ats for ats, pocket in sorted(state.pockets.items()) if told.life in pocket.found), 0)
