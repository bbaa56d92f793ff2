"""What happened to terminals' pockets and to notes in doubt: which pocket is in use, and what one told of."""

from firmware.game.events import Event
from firmware.table.pocket_commands import PrintedTicket
from firmware.table.pockets import Told


class PocketBegan(Event, frozen=True, tag="pocket_began"):
    """From here on a terminal is the board with this pocket, and no other."""

    ats: int
    life: str


class PocketWaits(Event, frozen=True, tag="pocket_waits"):
    """A board with another pocket is there: it waits for a supervisor. `life` empty: it does not any more."""

    ats: int
    life: str


class PocketCompared(Event, frozen=True, tag="pocket_compared"):
    """A table that was restored, or set back, held a terminal's pocket against what it knows of it.

    `shown`: the last number there that it was told, and the last one `known`.

    What was told under the numbers between is lost. `tickets`: those printed there that the table does not know.
    """

    ats: int
    life: str
    shown: int
    known: int
    tickets: tuple[PrintedTicket, ...] = ()


class LostTicketSettled(Event, frozen=True, tag="lost_ticket_settled"):
    """A supervisor has seen to a ticket that the restored table did not know. `at`: when; none in older journals."""

    ats: int
    number: str
    amount: int
    at: int | None = None


class PocketDisputed(Event, frozen=True, tag="pocket_disputed"):
    """A pocket told of something against what was known of it; `name` is that, so that it is said once."""

    ats: int
    life: str
    number: int
    name: str
    why: str


class LifeKept(Event, frozen=True, tag="life_kept"):
    """The last numbers of a pocket that others take the place of: what was told under them is known for ever."""

    ats: int
    life: str
    last: int
    told: dict[int, Told]
    before: int = 0


class LifeForgotten(Event, frozen=True, tag="life_forgotten"):
    """A pocket that was never a terminal's is let go of; no unknown pocket's numbers up to its last one are new."""

    ats: int
    life: str
    last: int


class NoteQuestioned(Event, frozen=True, tag="note_questioned"):
    """A terminal is not sure of a note that was credited; for the record: nothing more can be credited for it."""

    ats: int
    life: str
    note: int
    name: str
    why: str


class NoteDoubted(Event, frozen=True, tag="note_doubted"):
    """Nobody knows whether a note is in a cash box; `doubt` is how staff name it.

    `life`, `note`: the pocket that told of it, and its number there; 0 for what that number does not stand for.
    `notes`: how many it may be, at most. `left_by`: the pocket whose board left it behind, if it did.
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


class NoteDoubtResolved(Event, frozen=True, tag="note_doubt_resolved"):
    """Staff have looked: what was there is credited with it. `left_by`: whose note, left behind, was found there."""

    ats: int
    doubt: str
    amount: int
    left_by: str = ""


class LeftNoteTold(Event, frozen=True, tag="left_note_told"):
    """A board that was taken out tells of the note that it left; staff had found and credited it: nothing more is."""

    ats: int
    life: str
    note: int
    amount: int
    currency: str = ""
