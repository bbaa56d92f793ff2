"""Notes of which nobody knows whether they are in a cash box, and terminals that contradict themselves about money."""

from typing import Final

from msgspec.structs import replace

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import pocket_events as p
from firmware.table.buying_in import keep_notice
from firmware.table.codes import TableCode
from firmware.table.faults import malfunction
from firmware.table.left_behind import as_left, found_before
from firmware.table.making_room import make_room
from firmware.table.notes import list_of, need_taken, notes_for
from firmware.table.state import NoteDoubt, fault_name
from firmware.table.turn import TableTurn
from firmware.table.wagering import need_unfrozen
from hal.currency import Note

# A terminal with so many notes in doubt has its further ones in one doubt, of no known amount: then all are counted.
MOST_DOUBTS: Final = 50


def put_in_doubt(turn: TableTurn, doubted: p.NoteDoubted) -> None:
    """Have a note wait for a supervisor; however many a terminal tells of, a bounded number is listed."""
    found_at = found_before(turn.state, doubted)
    if found_at:
        turn.say(p.LeftNoteTold(found_at, doubted.life, doubted.note, doubted.amount, doubted.currency))
        return
    doubted = as_left(turn.state, doubted)
    if doubted.note:
        make_room(turn, doubted.ats, doubted.life)
    open_ones = sum(doubt.ats == doubted.ats for doubt in turn.state.note_doubts.values())
    if open_ones >= MOST_DOUBTS and doubted.doubt not in turn.state.note_doubts:
        doubted = replace(doubted, doubt=f"{doubted.ats}-more")
    turn.say(doubted)


def contradicted(turn: TableTurn, disputed: p.PocketDisputed) -> None:
    """A pocket contradicts itself. If its board is the terminal, the terminal has a malfunction, until staff looked."""
    # crown 11.14
    turn.say(disputed)
    served = turn.state.pocket(disputed.ats).life == disputed.life
    if served and fault_name("ats", disputed.ats) not in turn.state.faults:
        malfunction(turn, c.Malfunction("ats", disputed.ats))


def resolve_note_doubt(turn: TableTurn, command: c.ResolveNoteDoubt) -> None:
    """Staff have looked into the cash box: what was there is credited."""
    doubt = turn.state.note_doubts.get(command.doubt)
    if doubt is None:
        raise Refused(TableCode.NO_NOTE_DOUBT, note=command.doubt)
    if command.amount < 0 or (doubt.amount and command.amount not in (0, doubt.amount)):
        raise Refused(TableCode.NOTE_DOUBT_AMOUNT, note=command.doubt, amount=doubt.amount)
    if command.amount:
        need_unfrozen(turn)  # reading 28
    if command.amount and turn.state.session:
        raise Refused(TableCode.SESSION_CREDIT, name=turn.state.session)
    found = _found_in_box(turn, doubt, command.amount) if command.amount else {}
    left_by = doubt.left_by if command.amount else ""
    turn.say(p.NoteDoubtResolved(doubt.ats, command.doubt, command.amount, left_by))
    if command.amount:
        keep_notice(turn, doubt.ats)
        turn.say(e.BoughtIn(doubt.ats, command.amount, "note", notes=found, at=turn.at))


def _found_in_box(turn: TableTurn, doubt: NoteDoubt, amount: int) -> dict[int, int]:
    """Return the notes that are credited for a doubt: only such as the table takes, and no more than it may be."""
    notes = list_of(turn.state)
    if doubt.notes == 1:
        # In journals of before no doubt names a currency: it was the table's, which knew no other.
        need_taken(turn.state, Note(doubt.currency or notes.currency, amount))
        return {amount: 1}
    found = notes_for(notes, amount)
    if sum(found.values()) > doubt.notes:
        raise Refused(TableCode.NOTE_DOUBT_NOTES, notes=doubt.notes)
    return found
