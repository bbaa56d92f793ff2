"""What simulated acceptors have in common: the path, what must last without power, and the tester's commands."""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final

from msgspec import Struct

from hal.bounds import Word
from hal.currency import MINOR, NOTES, known_currency
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.note_path import IN_ACCEPTOR, NotePath, NotePlace

# As long as any acceptor can say a barcode.
MOST_DIGITS: Final = 28
# The currency of an acceptor of which nobody says anything else.
USUAL: Final = "USD"


class AcceptorSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be said of a simulated acceptor: whose notes it knows."""

    currency: Word = USUAL

    def __post_init__(self) -> None:
        known_currency(self.currency)


class NoteModel(Model):
    """An acceptor. `owed`: a note past recall, or a ticket, that the host has not acknowledged; it lasts without power.

    `currency`: whose notes its data set knows. `values`: what they are worth in whole units, in its own order.
    """

    # By what numbers it says why it gives a note back; none where it does not say.
    reasons: ClassVar[Collection[int]] = ()
    # The ways in which a note can be held, each of which a host can forbid; none where it cannot.
    ways: ClassVar[str] = ""

    def __init__(self, tell: Tell = lambda _: None, *, currency: str = USUAL) -> None:
        super().__init__(tell)
        # Why the next forged note is no good: 0 is the usual reason.
        self.forged_how = 0
        # Which way the note was put in: its place in `ways`.
        self.way = 0
        self.currency: Final = currency
        self.values: Final = NOTES[currency]
        self.path = NotePath(self, self._moved, self._takes)
        self.owed: int | str = 0
        self.cheated = False

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "insert": (f"insert AMOUNT | ticket NUMBER | {self._forms_of_forged}{self._forms_of_way}", self._insert),
            "jam": ("jam", self._jam),
            "cheat": ("cheat", self._cheat),
            "clear": ("clear", self._clear),
            "cashbox out": ("cashbox out", self._box_out),
            "cashbox in": ("cashbox in", self._box_in),
            "stacker full": ("stacker full", self._full),
            **super().commands(),
        }

    def holds(self) -> str:
        """Return what lies in its cash box, and in it."""
        path = self.path
        box = ", ".join(f"{count} × {value}" for value, count in sorted(path.in_this_box.items())) or "empty"
        what = f"ticket {path.ticket}" if path.ticket else f"a note of {path.value}"
        note = "" if path.place is NotePlace.NOWHERE else f"; {what}: {path.place.value}"
        tickets = f", {len(path.tickets)} tickets" if path.tickets else ""
        return f"cash box: {box if path.box_in else 'out'}{tickets}{note}"

    def takes_notes(self) -> bool:
        """Whether the mouth takes a note in now."""
        return False

    def _moved(self, before: NotePlace, place: NotePlace) -> None:
        self.tell({"event": "note", "place": place, **self._in_words(self.path.value, self.path.ticket)})
        self.moved(before, place)

    def _takes(self, value: int) -> bool:
        """Whether what was examined is a note or a ticket that the host has not switched off."""
        if self.path.ticket:
            return self.reads_tickets()
        return value in self.values and self.switched_on(self.values.index(value))

    def reads_tickets(self) -> bool:
        """Whether the host lets it read tickets."""
        return False

    def _in_words(self, value: int, ticket: str) -> dict[str, object]:
        return {"ticket": ticket} if ticket else {"amount": value * MINOR, "currency": self.currency}

    @property
    def worth(self) -> int | str:
        """What is on its way: the value of a note, or the barcode of a ticket."""
        return self.path.ticket or self.path.value

    def switched_on(self, place: int) -> bool:
        """Whether the host lets it take the note at this place of its order."""
        raise AssertionError(f"{type(self).__name__} does not say whether note {place} is switched on")

    def moved(self, before: NotePlace, place: NotePlace) -> None:
        """The note moved."""

    def disturbed(self) -> None:
        """Something about the mechanics changed: a jam, the box, full."""

    def _insert(self, words: list[str]) -> None:
        words, self.way = self._held_as(words)
        ticket = self._ticket(words)
        value = 0 if ticket else self._value(words)
        if not self.on or not self.takes_notes():
            self.tell({"event": "not_taken", **self._in_words(value, ticket)})
            return
        self.path.insert(value, ticket)

    def _held_as(self, words: list[str]) -> tuple[list[str], int]:
        """Return the words before the way in which a note is held, and that."""
        if not self.ways or words[1:2] != ["way"]:
            return words, 0
        way = words[-1].upper()
        if len(words) != 3 or way not in tuple(self.ways):
            raise NoCommand(f"a way reads `insert 20 way {self.ways[-1]}`; they are {', '.join(self.ways)}")
        return words[:1], self.ways.index(way)

    @property
    def _forms_of_way(self) -> str:
        return f" | AMOUNT way {'|'.join(self.ways)}" if self.ways else ""

    def _ticket(self, words: list[str]) -> str:
        if words[:1] != ["ticket"]:
            return ""
        if len(words) != 2 or not (words[1].isascii() and words[1].isdigit() and len(words[1]) <= MOST_DIGITS):
            raise NoCommand("insert ticket reads `insert ticket 006429188185446104`, as its barcode does")
        return words[1]

    def _value(self, words: list[str]) -> int:
        if words[:1] == ["forged"] and len(words) <= 1 + bool(self.reasons):
            self.forged_how = self._reason(words[1]) if words[1:] else 0
            return 0
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit():
            raise NoCommand(f"insert reads `insert 20` or `{self._forms_of_forged}`")
        value = int(words[0][:9])
        if value not in self.values:
            there = ", ".join(map(str, self.values))
            raise NoCommand(f"{self.currency} has no note of {words[0]}: its notes are {there}")
        return value

    @property
    def _forms_of_forged(self) -> str:
        return "insert forged [REASON]" if self.reasons else "insert forged"

    def _reason(self, word: str) -> int:
        named = {f"{reason:02X}": reason for reason in self.reasons}
        if word.upper() not in named:
            raise NoCommand(f"{word!r} is no reason; they are {', '.join(named)}")
        return named[word.upper()]

    def _jam(self, _: list[str]) -> None:
        self.path.jam()
        self.disturbed()

    def _cheat(self, _: list[str]) -> None:
        self.cheated = True
        self.path.pull_out()
        self.disturbed()

    def _clear(self, _: list[str]) -> None:
        self.path.make_room()
        self.cheated = False
        if self.path.jammed:
            self.path.free()
        self.disturbed()

    def _box_out(self, _: list[str]) -> None:
        self.path.take_box()
        self.disturbed()

    def _box_in(self, _: list[str]) -> None:
        self.path.put_box()
        self.disturbed()

    def _full(self, _: list[str]) -> None:
        self.path.fill()
        self.disturbed()

    def back_to_work(self) -> None:
        """What a reset does with a note: one in the acceptor goes back, one past the lever is stored."""
        if self.path.place is NotePlace.PAST_LEVER:
            self.path.store()
        elif self.path.place in IN_ACCEPTOR:
            self.path.give_back()
