"""A note's way from escrow to credit, with any acceptor: each note is credited once, also across power cuts.

Keeping a note in flight must be durable before it returns, as it happens before the acceptor is told.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from hal.currency import UNKNOWN, Note


class NoteStage(StrEnum):
    """How far a note in flight has come."""

    STACKING = "stacking"
    CREDITED = "credited"
    DOUBTED = "doubted"


class NoteInFlight(Struct, frozen=True):
    """A note on its way. `number` is its own for ever, so that it is credited once however often that is asked.

    0 is no number: such a note can only be in doubt. `mark`: what its driver must know after a restart.
    `ticket`: it is a ticket with this barcode, which is handled alike.
    """

    number: int
    amount: int
    stage: NoteStage = NoteStage.STACKING
    currency: str = ""
    mark: int = 0
    ticket: str = ""

    @property
    def is_note(self) -> Note:
        """Which note it is."""
        return Note(self.currency, self.amount, self.ticket)


class NoteKeeper(Protocol):
    """Remembers the one note in flight, also when the power fails."""

    def in_flight(self) -> NoteInFlight | None:
        """Return it."""
        ...

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember it, or that there is none; durable on return."""
        ...


class MemoryKeeper:
    """Remembers for as long as the process lives: for a probe on a desk."""

    def __init__(self) -> None:
        self._note: NoteInFlight | None = None

    def in_flight(self) -> NoteInFlight | None:
        """Return the note in flight."""
        return self._note

    def keep(self, note: NoteInFlight | None) -> None:
        """Remember it."""
        self._note = note


class Due(NamedTuple):
    """What must be done and durable before the acceptor is told anything more."""

    what: str
    note: NoteInFlight | None
    why: str = ""


CREDIT: Final = "credit"
RETURNED: Final = "returned"
DOUBT: Final = "doubt"


class NoteWay:
    """Follows the one note that an acceptor can hold."""

    def __init__(self, keeper: NoteKeeper, number: Callable[[], int]) -> None:
        self._keeper = keeper
        self._number = number
        # The note credited while this board watched: a note that comes back right after may be that one.
        self._credited = 0

    @property
    def note(self) -> NoteInFlight | None:
        """The note in flight."""
        return self._keeper.in_flight()

    def taking(self, taken: Note) -> None:
        """The acceptor is about to be told to take the note; told again for the same note, its number stays."""
        note = self.note
        if note is None or note.stage is not NoteStage.STACKING:
            number = self._number()
            self._keeper.keep(NoteInFlight(number, taken.amount, currency=taken.currency, ticket=taken.ticket))

    def holds(self, lies: Note) -> bool:
        """Whether a note like this one was told to be taken."""
        return self.note is not None and self.note.stage is NoteStage.STACKING and self.note.is_note == lies

    def mark(self, mark: int) -> None:
        """Remember something with a note that was told to be taken, until that is settled."""
        note = self.note
        if note is not None and note.stage is NoteStage.STACKING and note.mark != mark:
            self._keeper.keep(replace(note, mark=mark))

    def vended(self, said: Note = UNKNOWN) -> Due | None:
        """The acceptor says that the note is past recall, and perhaps which: credit it unless that was done.

        A note other than the one in escrow is never credited as that one.
        """
        note = self.note
        if note is None:
            return Due(DOUBT, None, "the acceptor took a note that it was not told to take")
        if note.stage is not NoteStage.STACKING:
            return None
        if said not in (UNKNOWN, note.is_note):
            # Nobody knows which of the two lies in the box until somebody has looked.
            unnamed = replace(note, amount=0, currency="", ticket="")
            return Due(DOUBT, unnamed, f"the acceptor took {said.in_words}; {note.is_note.in_words} lay in escrow")
        return Due(CREDIT, note)

    def found_in_stacker(self) -> Due | None:
        """After a power cut the note lies in the stacker, where it stays."""
        return self.vended()

    def look_again(self) -> None:
        """The acceptor was unwatched: what it gives back now need not be the last credited note."""
        self._credited = 0

    def another(self) -> None:
        """Another note is being drawn in: a note that was credited or told as in doubt is out of the way."""
        note = self.note
        if note is not None and note.stage is not NoteStage.STACKING:
            self._keeper.keep(None)

    def given_back(self) -> Due | None:
        """The acceptor gives a note back."""
        note = self.note
        if note is None or note.stage is NoteStage.DOUBTED:
            return Due(RETURNED, None)
        if note.stage is NoteStage.STACKING:
            return Due(RETURNED, note)
        if note.number == self._credited:
            return Due(DOUBT, note, "the acceptor gave back a note that was credited")
        # Unwatched since that one was credited: it has arrived, and this is another.
        self._keeper.keep(None)
        return Due(RETURNED, None)

    def at_rest(self) -> Due | None:
        """The acceptor holds nothing: the note in flight has arrived, or is in doubt."""
        note = self.note
        if note is None:
            return None
        if note.stage is NoteStage.STACKING:
            return Due(DOUBT, note, "the acceptor does not say what became of a note that it was told to take")
        self._keeper.keep(None)
        return None

    def done(self, due: Due) -> None:
        """What was due has been done and is durable."""
        match due.what:
            case "credit":
                assert due.note is not None
                self._keeper.keep(replace(due.note, stage=NoteStage.CREDITED))
                self._credited = due.note.number
            case "doubt":
                # It stays in doubt until the acceptor is empty, so that it is told once.
                self._keeper.keep(replace(due.note or NoteInFlight(0, 0), stage=NoteStage.DOUBTED))
            case _:
                if due.note is not None:
                    self._keeper.keep(None)
