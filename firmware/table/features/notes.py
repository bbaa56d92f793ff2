"""Which notes a table takes, and which amounts they can make up. notes_credited.py credits them."""

from collections import Counter
from enum import auto
from math import gcd
from typing import Final

from msgspec.structs import replace

from firmware.amounts import in_units
from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.setup import Caps, NoteList
from firmware.table.core.state import NoteDoubt, TableState
from firmware.table.core.turn import TableTurn
from hal.currency import Note


class NotesCode(Code):
    """Why it is refused."""

    NO_NOTES_MAKE = auto()
    NOTE_NOT_TAKEN = auto()
    CURRENCY_COUNTED = auto()


class SetCash(Command, frozen=True):
    """The table's configuration says which notes it takes, and its operator's caps, from here on."""

    notes: NoteList | None
    caps: Caps = Caps()


class CashSet(Event, frozen=True, tag="cash_set"):
    """Which notes the table takes, and its operator's caps, from here on."""

    notes: NoteList | None
    caps: Caps


def list_of(state: TableState) -> NoteList:
    """Return the notes that a table takes, or refuse."""
    if state.setup.notes is None:
        raise Refused(TableCode.NO_NOTES)
    return state.setup.notes


def is_taken(notes: NoteList | None, note: Note) -> bool:
    """Whether the table takes a note: it is of the table's currency, and its value is in the list."""
    return notes is not None and note.currency == notes.currency and note.amount in notes.values


def need_taken(state: TableState, note: Note) -> None:
    """Refuse a note that the table does not take. One of another currency is never credited by its figure."""
    notes = list_of(state)
    if not is_taken(notes, note):
        values = ", ".join(in_units(value) for value in sorted(notes.values))
        this = " ".join(part for part in (note.currency, in_units(note.amount)) if part)
        raise Refused(NotesCode.NOTE_NOT_TAKEN, note=this, currency=notes.currency, notes=values)


def is_own(state: TableState, doubt: NoteDoubt) -> bool:
    """Whether the table takes a note in doubt whose amount is known."""
    notes = state.setup.notes
    # In older journals no doubt names a currency: it was the table's only one.
    return notes is not None and is_taken(notes, Note(doubt.currency or notes.currency, doubt.amount))


def notes_for(notes: NoteList, amount: int) -> dict[int, int]:
    """Return the fewest of each note that make up an amount; refuse an amount that the table's notes cannot make up."""
    found = fewest(notes.values, amount)
    if found is None:
        raise Refused(NotesCode.NO_NOTES_MAKE, amount=amount)
    return found


def fewest(values: tuple[int, ...], amount: int) -> dict[int, int] | None:
    """Return the fewest of these values that make up an amount, largest first; None if none do."""
    step = gcd(*values)
    if not step or amount % step:
        return None
    # The largest note makes up all but the last part, of which every sum is tried in turn. With 5 and 2, 6 is three of
    # the smaller: that is why the last part has room for more than one of the largest.
    largest = max(values)
    many = max(amount // largest - 2, 0)
    last = _last_notes(values, step, (amount - many * largest) // step)
    if last is None:
        return None
    counts = Counter({largest: many} if many else {})
    counts.update(last)
    return {value: counts[value] for value in sorted(counts, reverse=True)}


def _last_notes(values: tuple[int, ...], step: int, steps: int) -> list[int] | None:
    """Return the fewest values that make up this many steps, from those for each smaller sum."""
    count: list[int | None] = [0] + [None] * steps
    last = [0] * (steps + 1)
    for total in range(1, steps + 1):
        for value in values:
            before = count[total - value // step] if total * step >= value else None
            best = count[total]
            if before is not None and (best is None or before + 1 < best):
                count[total], last[total] = before + 1, value
    if count[steps] is None:
        return None
    found = []
    while steps:
        found.append(last[steps])
        steps -= last[steps] // step
    return found


def cash_of(state: TableState, notes: NoteList | None, caps: Caps) -> SetCash | None:
    """Return what brings a table to its configuration, if anything is needed. Its currency outlasts its notes."""
    held = state.setup
    if notes is None and held.notes is not None:
        notes = NoteList(held.notes.currency, ())
    return SetCash(notes, caps) if (notes, caps) != (held.notes, held.caps) else None


def set_cash(turn: TableTurn, command: SetCash) -> None:
    """Let a table take other notes, or keep other caps. Money of one currency never becomes another's."""
    before, after = turn.state.setup.notes, command.notes
    if before is not None and turn.state.ledger and (after is None or after.currency != before.currency):
        raise Refused(NotesCode.CURRENCY_COUNTED, currency=before.currency)
    turn.say(CashSet(command.notes, command.caps))


def _fold_cash_set(state: TableState, event: CashSet) -> TableState:
    return replace(state, setup=replace(state.setup, notes=event.notes, caps=event.caps))


FEATURE: Final = Feature(
    decides={SetCash: set_cash},
    folds={CashSet: _fold_cash_set},
)
