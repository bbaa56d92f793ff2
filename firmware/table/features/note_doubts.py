"""Doubts about notes: nobody knows whether they are in a cash box, or a terminal contradicts itself about money."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_unfrozen
from firmware.table.core.pockets import Kind, Told, dispute
from firmware.table.core.setup import Way
from firmware.table.core.state import NoteDoubt, TableState
from firmware.table.core.turn import TableTurn
from firmware.table.core.ways import Found
from firmware.table.features.acceptors import need_answered, next_question
from firmware.table.features.buying_in import keep_notice
from firmware.table.features.found_in_box import found_in_box
from firmware.table.features.lives import make_room
from firmware.table.features.malfunctions import put_out_of_service
from firmware.table.features.notes import need_taken
from firmware.table.features.pocket_numbers import remember, serves, with_pocket
from firmware.table.features.returned_boards import heard_first, is_of_before
from hal.currency import Note


class NoteDoubtsCode(Code):
    """Why it is refused."""

    NO_NOTE_DOUBT = auto()
    NOTE_DOUBT_AMOUNT = auto()


class ReportNoteDoubt(Command, frozen=True):
    """A terminal does not know whether a note is in its cash box. `amount` 0: nor which note."""

    ats: int
    life: str
    note: int
    amount: int
    why: str
    currency: str = ""
    acknowledged: int | None = None
    ticket: str = ""


class ResolveNoteDoubt(Command, frozen=True):
    """A supervisor has looked: a note of this amount was in the cash box, and is credited; 0: there was none."""

    doubt: str
    amount: int


class PocketDisputed(Event, frozen=True, tag="pocket_disputed"):
    """A pocket's report contradicts what was known of it; `name` is the report, so that it is recorded once."""

    ats: int
    life: str
    number: int
    name: str
    why: str


class NoteQuestioned(Event, frozen=True, tag="note_questioned"):
    """A terminal is not sure of a credited note. Only for the record: nothing more can be credited for it."""

    ats: int
    life: str
    note: int
    name: str
    why: str


class NoteDoubted(Event, frozen=True, tag="note_doubted"):
    """Nobody knows whether a note is in a cash box; `doubt` is how staff name it.

    `life`, `note`: the pocket that reported it, and its number there; 0 if the number stands for something else.
    `notes`: how many it may be at most. `left_by`: the pocket whose board left it behind, if it did. `credited`: what
    staff already credited for what the previous board left, which may be this note. `asked`: the question that this
    puts to the terminal's acceptor (acceptors.py); 0 in older journals. `ticket`: it is this ticket, and no note.
    """

    ats: int
    doubt: str
    amount: int
    why: str
    life: str = ""
    note: int = 0
    currency: str = ""
    notes: int = 1
    left_by: str = ""
    credited: int = 0
    asked: int = 0
    ticket: str = ""


class NoteDoubtResolved(Event, frozen=True, tag="note_doubt_resolved"):
    """Staff have looked, and what was there is credited. `left_by`: whose left note was found there."""

    ats: int
    doubt: str
    amount: int
    left_by: str = ""


class LeftNoteTold(Event, frozen=True, tag="left_note_told"):
    """A board that was taken out reports the note that it left. Staff had found and credited it: nothing more is."""

    ats: int
    life: str
    note: int
    amount: int
    currency: str = ""


def as_left(state: TableState, doubted: NoteDoubted) -> NoteDoubted:
    """Return a note in doubt; if it may be what a board left, as part of that doubt."""
    for name, doubt in state.note_doubts.items():
        if _is_of_old_board(state, doubt, doubted) or _is_found_by_new_one(state, doubt, doubted):
            return replace(doubted, doubt=name, ats=doubt.ats)
    return doubted


def _is_of_old_board(state: TableState, doubt: NoteDoubt, told: NoteDoubted) -> bool:
    """Whether the board that was taken out reports what it left."""
    return doubt.left_by == told.life and _is_of_taken_out(state, told)


def _is_of_taken_out(state: TableState, told: NoteDoubted) -> bool:
    """Whether a board reports a note from before it was taken out. Once it is a terminal again, its notes are new."""
    if not (told.note and told.life):
        return False
    return not serves(state, told.ats, told.life) or is_of_before(state, told.life, told.note)


def _is_found_by_new_one(state: TableState, doubt: NoteDoubt, told: NoteDoubted) -> bool:
    """Whether the present board reports a note that it does not know."""
    here = bool(doubt.left_by) and doubt.ats == told.ats and state.pocket(told.ats).life == told.life
    return here and bool(told.note) and not told.amount


def found_before(state: TableState, told: NoteDoubted) -> int:
    """Return the terminal where staff found and credited what this board left, if it reports that now; else 0."""
    if not _is_of_taken_out(state, told):
        return 0
    return next((ats for ats, pocket in sorted(state.pockets.items()) if told.life in pocket.found), 0)


# Staff credited a note that the previous board left here: an unknown one may be the same, or another.
LEFT_CREDITED: Final = "left_credited"


def _perhaps_credited(state: TableState, told: NoteDoubted) -> NoteDoubted:
    """Return an unknown note in doubt; if staff may already have credited it, with that reason and the amount."""
    pocket = state.pocket(told.ats)
    is_unknown = bool(told.note) and not told.amount and pocket.life == told.life
    if not (is_unknown and pocket.found):
        return told
    return replace(told, why=LEFT_CREDITED, credited=sum(pocket.credited.values()))


# Beyond this many notes in doubt a terminal has one doubt for all others, of unknown amount: then all are counted.
MOST_DOUBTS: Final = 50


def put_in_doubt(turn: TableTurn, doubted: NoteDoubted) -> None:
    """Let a note wait for a supervisor; a report of a note that staff had credited only goes on record."""
    _put_in_doubt(turn, doubted)
    if doubted.note:
        heard_first(turn, doubted.ats, doubted.life, doubted.note)


def _put_in_doubt(turn: TableTurn, doubted: NoteDoubted) -> None:
    found_at = found_before(turn.state, doubted)
    if found_at:
        turn.say(LeftNoteTold(found_at, doubted.life, doubted.note, doubted.amount, doubted.currency))
        return
    doubted = as_left(turn.state, _perhaps_credited(turn.state, doubted))
    if doubted.note:
        make_room(turn, doubted.ats, doubted.life)
    open_ones = sum(doubt.ats == doubted.ats for doubt in turn.state.note_doubts.values())
    if open_ones >= MOST_DOUBTS and doubted.doubt not in turn.state.note_doubts:
        doubted = replace(doubted, doubt=f"{doubted.ats}-more")
    turn.say(replace(doubted, asked=next_question(turn.state, doubted.ats)))


def contradicted(turn: TableTurn, disputed: PocketDisputed) -> None:
    """Record that a pocket contradicts itself. If its board is the terminal, it has a malfunction until staff look."""
    # crown 11.14
    turn.say(disputed)
    served = turn.state.pocket(disputed.ats).life == disputed.life
    if served:
        put_out_of_service(turn, disputed.ats)


def resolve_note_doubt(turn: TableTurn, command: ResolveNoteDoubt) -> None:
    """Credit what staff found in the cash box."""
    doubt = turn.state.note_doubts.get(command.doubt)
    if doubt is None:
        raise Refused(NoteDoubtsCode.NO_NOTE_DOUBT, note=command.doubt)
    if command.amount < 0 or (doubt.amount and command.amount not in (0, doubt.amount)):
        if doubt.currency:
            need_taken(turn.state, Note(doubt.currency, doubt.amount))  # its figure is no amount in our currency
        raise Refused(NoteDoubtsCode.NOTE_DOUBT_AMOUNT, note=command.doubt, amount=doubt.amount)
    if command.amount:
        need_unfrozen(turn)  # reading 28
    if command.amount and turn.state.session:
        raise Refused(TableCode.SESSION_CREDIT, name=turn.state.session)
    found = found_in_box(turn, doubt, command.amount) if command.amount else None
    if command.amount:
        need_answered(doubt)
    left_by = doubt.left_by if command.amount else ""
    turn.say(NoteDoubtResolved(doubt.ats, command.doubt, command.amount, left_by))
    if found is not None:
        keep_notice(turn, doubt.ats)
        turn.say(found)


def _fold_disputed(state: TableState, event: PocketDisputed | NoteQuestioned) -> TableState:
    return with_pocket(state, event.ats, dispute(state.pocket(event.ats), event.name))


def _fold_doubted(state: TableState, event: NoteDoubted) -> TableState:
    doubt = replace(_fold_together(state.note_doubts.get(event.doubt), event), asked=event.asked)
    pocket = state.pocket(event.ats)
    state = with_pocket(state, event.ats, replace(pocket, asked=max(pocket.asked, event.asked)))
    kind: Kind = "ticket" if event.ticket else "note"
    told = Told(kind, event.amount, event.currency, "doubted", event.ticket)
    state = remember(state, event, event.note, told)
    return replace(state, note_doubts={**state.note_doubts, event.doubt: doubt})


def _fold_together(before: NoteDoubt | None, event: NoteDoubted) -> NoteDoubt:
    """Return a doubt with one more note in it: of several notes no single amount is known."""
    if before is None:
        doubt = NoteDoubt(
            event.ats, event.amount, event.why, event.currency, event.notes, event.left_by, event.credited
        )
        return replace(doubt, ticket=event.ticket)
    if event.note and before.left_by == event.life != "":
        # The board that was taken out reports what it left: that is no further note.
        amount = event.amount if before.notes == 1 else 0
        return NoteDoubt(event.ats, amount, before.why, event.currency, before.notes)
    why = before.why if before.left_by else event.why
    credited = max(before.credited, event.credited)
    return NoteDoubt(event.ats, 0, why, event.currency, before.notes + event.notes, before.left_by, credited)


def _fold_resolved(state: TableState, event: NoteDoubtResolved) -> TableState:
    if event.left_by:
        pocket = state.pocket(event.ats)
        credited = {**pocket.credited, event.left_by: event.amount}
        state = with_pocket(state, event.ats, replace(pocket, found=(*pocket.found, event.left_by), credited=credited))
    return replace(state, note_doubts={doubt: n for doubt, n in state.note_doubts.items() if doubt != event.doubt})


def _fold_left_told(state: TableState, event: LeftNoteTold) -> TableState:
    state = remember(state, event, event.note, Told("note", event.amount, event.currency, "doubted"))
    pocket = state.pocket(event.ats)
    found = tuple(one for one in pocket.found if one != event.life)
    credited = {life: amount for life, amount in pocket.credited.items() if life != event.life}
    return with_pocket(state, event.ats, replace(pocket, found=found, credited=credited))


def _seen_by_two(state: TableState, command: ResolveNoteDoubt) -> Way | None:
    """Require a second person to credit again what staff may have credited already."""
    doubt = state.note_doubts.get(command.doubt)
    return "note_doubt" if doubt is not None and doubt.why == LEFT_CREDITED and command.amount else None


def _way_note(_: TableState, event: NoteDoubtResolved) -> Found:
    return "note_doubt", event.ats, event.amount


FEATURE: Final = Feature(
    decides={ResolveNoteDoubt: resolve_note_doubt},
    folds={
        PocketDisputed: _fold_disputed,
        NoteQuestioned: _fold_disputed,
        NoteDoubted: _fold_doubted,
        NoteDoubtResolved: _fold_resolved,
        LeftNoteTold: _fold_left_told,
    },
    ways={NoteDoubtResolved: _way_note},
    asked={ResolveNoteDoubt: act("limits")},
    seconds={ResolveNoteDoubt: _seen_by_two},
    signed_soon=(NoteDoubted, NoteDoubtResolved, NoteQuestioned, PocketDisputed),
)
