"""The mechanics of a note acceptor: where the note is between mouth and cash box, whatever the acceptor says of it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar, Final

from sim.devices.model import Model, NoCommand

TAKING_IN_S: Final = 0.8
TO_LEVER_S: Final = 0.4
TO_BOX_S: Final = 0.4
GOING_BACK_S: Final = 0.6
# A note waits so long in escrow for what the host says; and only so long when nobody asks about it.
ESCROW_S: Final = 10.0
UNASKED_S: Final = 3.0


class NotePlace(StrEnum):
    """Where a note is."""

    NOWHERE = "nowhere"
    TAKING_IN = "taken in"
    ESCROW = "escrow"
    TO_STACKER = "to the stacker"
    PAST_LEVER = "past the lever"
    GOING_BACK = "going back"
    REFUSED = "refused"


# Where a note can be got back by its player, and where not any more.
IN_ACCEPTOR: Final = (
    NotePlace.TAKING_IN,
    NotePlace.ESCROW,
    NotePlace.TO_STACKER,
    NotePlace.GOING_BACK,
    NotePlace.REFUSED,
)


class NotePath:
    """Moves a note, for a model that says how it is moved, and `takes` what it examined, or does not.

    Values in whole units; 0 stands for a forged note. `ticket`: the barcode of what is no note. `moves` counts how
    often any note has moved, in any acceptor: whoever keeps watch over all of them looks when one has.
    """

    moves: ClassVar[int] = 0

    def __init__(
        self, model: Model, changed: Callable[[NotePlace, NotePlace], None], takes: Callable[[int], bool]
    ) -> None:
        self.place = NotePlace.NOWHERE
        self.value = 0
        self.ticket = ""
        self.tickets: list[str] = []
        self.cash_box: Counter[int] = Counter()
        self.in_this_box: Counter[int] = Counter()
        self.given_back: Counter[int] = Counter()
        self.jammed = False
        self.box_in = True
        self.full = False
        self._until = 0.0
        self._model = model
        self._changed = changed
        self._takes = takes

    def fill(self) -> None:
        """The cash box takes no more."""
        self.full = True

    def make_room(self) -> None:
        """The cash box takes notes again."""
        self.full = False

    def insert(self, value: int, ticket: str = "") -> None:
        """Somebody puts a note into the mouth, or a ticket."""
        if self.place is not NotePlace.NOWHERE:
            raise NoCommand("a note is in the acceptor: it takes one at a time")
        self.value, self.ticket = value, ticket
        self._to(NotePlace.TAKING_IN)
        self._model.after(TAKING_IN_S, "note", self._examined)

    def _examined(self) -> None:
        if self._takes(self.value):
            # First its time, then the news: who hears of it may move the note on at once.
            self.hold()
            self._to(NotePlace.ESCROW)
        else:
            self.refuse()

    def refuse(self) -> None:
        """Give back what is no good."""
        self._to(NotePlace.REFUSED)
        self._model.after(GOING_BACK_S, "note", self._out)

    def stack(self) -> None:
        """Move the note from escrow to the cash box."""
        self._to(NotePlace.TO_STACKER)
        self._model.after(TO_LEVER_S, "note", self._past_lever)

    def hold(self) -> None:
        """Keep it in escrow for longer."""
        self._until = asyncio.get_running_loop().time() + ESCROW_S
        self._wait()

    def asked(self) -> None:
        """The host asks still: it is given the rest of the time for its decision."""
        if self.place is NotePlace.ESCROW and not self.jammed:
            self._wait()

    def _wait(self) -> None:
        rest = min(max(self._until - asyncio.get_running_loop().time(), 0.0), UNASKED_S)
        # This is time for the host, and no shorter where the mechanics are faster.
        self._model.after(rest / self._model.pace, "note", self.give_back)

    def _past_lever(self) -> None:
        self._to(NotePlace.PAST_LEVER)
        self._model.after(TO_BOX_S, "note", self.store)

    def store(self) -> None:
        """The note falls into the cash box: once, though a reset moves it before its time."""
        self._model.cancel("note")
        if self.ticket:
            self.tickets.append(self.ticket)
        else:
            self.cash_box[self.value] += 1
            self.in_this_box[self.value] += 1
        self._to(NotePlace.NOWHERE)

    def give_back(self) -> None:
        """Move the note back to the mouth."""
        self._to(NotePlace.GOING_BACK)
        self._model.after(GOING_BACK_S, "note", self._out)

    def _out(self) -> None:
        if not self.ticket:
            self.given_back[self.value] += 1
        self._to(NotePlace.NOWHERE)

    def jam(self) -> None:
        """The note sticks where it is, or something else does."""
        self.jammed = True
        self._model.cancel("note")

    def free(self) -> None:
        """A person frees it: a note before the lever is handed back, one past it stays where it is."""
        self.jammed = False
        if self.place in IN_ACCEPTOR:
            self._out()

    def pull_out(self) -> None:
        """Somebody pulls the note out on a string; one past the lever is beyond that."""
        if self.place in IN_ACCEPTOR:
            self._model.cancel("note")
            self._out()

    def take_box(self) -> None:
        """Take the cash box out."""
        self.box_in = False

    def put_box(self) -> None:
        """Put an empty one in; what was in the other is counted elsewhere, and in `cash_box` still."""
        if not self.box_in:
            self.in_this_box.clear()
        self.box_in, self.full = True, False

    def _to(self, place: NotePlace) -> None:
        before, self.place = self.place, place
        NotePath.moves += 1
        self._changed(before, place)
