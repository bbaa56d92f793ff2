"""What simulated acceptors have in common: the path, what must last without power, and the tester's commands."""

from collections.abc import Mapping

from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.note_path import IN_ACCEPTOR, NotePath, Place


class NoteModel(Model):
    """An acceptor. `owed`: a note past recall that the host has not acknowledged; it lasts without power."""

    def __init__(self, tell: Tell = lambda _: None) -> None:
        super().__init__(tell)
        self.path = NotePath(self, self._moved)
        self.owed = 0
        self.cheated = False

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "insert": ("insert AMOUNT | insert forged", self._insert),
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
        note = "" if path.place is Place.NOWHERE else f"; a note of {path.value}: {path.place.value}"
        return f"cash box: {box if path.box_in else 'out'}{note}"

    def takes_notes(self) -> bool:
        """Whether the mouth takes a note in now."""
        return False

    def _moved(self, before: Place, place: Place) -> None:
        self.tell({"event": "note", "place": place, "amount": self.path.value * 100})
        self.moved(before, place)

    def moved(self, before: Place, place: Place) -> None:
        """The note moved."""

    def disturbed(self) -> None:
        """Something about the mechanics changed: a jam, the box, full."""

    def _insert(self, words: list[str]) -> None:
        if words == ["forged"]:
            value = 0
        elif len(words) == 1 and words[0].isdigit() and 0 < int(words[0]) < 10_000:
            value = int(words[0])
        else:
            raise NoCommand("insert reads `insert 20` or `insert forged`")
        if not self.on or not self.takes_notes():
            self.tell({"event": "not_taken", "amount": value * 100})
            return
        self.path.insert(value)

    def _jam(self, _: list[str]) -> None:
        self.path.jam()
        self.disturbed()

    def _cheat(self, _: list[str]) -> None:
        self.cheated = True
        self.path.pull_out()
        self.disturbed()

    def _clear(self, _: list[str]) -> None:
        self.path.full = self.cheated = False
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
        self.path.full = True
        self.disturbed()

    def back_to_work(self) -> None:
        """What a reset does with a note: one in the acceptor goes back, one past the lever is stored."""
        if self.path.place is Place.PAST_LEVER:
            self.path.store()
        elif self.path.place in IN_ACCEPTOR:
            self.path.give_back()
