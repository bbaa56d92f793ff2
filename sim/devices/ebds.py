"""A simulated acceptor that speaks EBDS."""

from typing import Final

from msgspec.structs import replace

from drivers.ebds import protocol as p
from hal.currency import in_powers
from sim.devices.model import Tell
from sim.devices.note_model import USUAL, AcceptorSettings, NoteModel
from sim.devices.note_path import TO_BOX_S, NotePlace
from sim.devices.simulation import Simulation

BOOT_S: Final = 0.3
START_S: Final = 1.0
_PLACES: Final = {
    NotePlace.NOWHERE: p.IDLING,
    NotePlace.TAKING_IN: p.ACCEPTING,
    NotePlace.ESCROW: p.ESCROWED,
    NotePlace.TO_STACKER: p.STACKING,
    NotePlace.PAST_LEVER: p.STACKING,
    NotePlace.GOING_BACK: p.RETURNING,
    NotePlace.REFUSED: p.RETURNING,
}


class EbdsModel(NoteModel):
    """The acceptor. What happened is told in one reply, again and again until a poll acknowledges it.

    `extended`: it names its notes itself, where the host asks for that.
    """

    def __init__(self, tell: Tell = lambda _: None, *, currency: str = USUAL, extended: bool = True) -> None:
        super().__init__(tell, currency=currency)
        self._can_extend = extended
        self._extends = False
        self._reader = p.Reader(self._of_another_kind)
        self._toggle: int | None = None
        self._reply = b""
        self._told = (0, 0)
        self._news = (0, 0)
        self._starting = False
        self._booting = self._unasked = False
        self._enabled = 0
        self._escrows = True
        self._reads = False
        self.power(on=False)
        self.power(on=True)

    def powered(self) -> None:
        """It comes up; a note past escrow goes on into the box, one that lay in escrow goes back."""
        if not self.on:
            return
        self._reader = p.Reader(self._of_another_kind)
        self._toggle, self._news, self._told, self._enabled = None, (0, 0), (0, 0), 0
        self._starting = self._booting = self._unasked = True
        self.after(BOOT_S, "boot", self._booted)
        self.after(BOOT_S + START_S, "start", self._started)

    def _booted(self) -> None:
        self._booting = False
        if self.path.place is NotePlace.TO_STACKER:
            self.owed = self.worth
            self.path.store()
        self.back_to_work()

    def _started(self) -> None:
        self._starting = False

    def received(self, data: bytes) -> None:
        """Answer each poll; one that is said again gets the same answer, and is not done again."""
        if self._booting:
            return
        for said in self._reader.feed(data):
            if isinstance(said, p.Reply):
                self.unknown(p.write_reply(said))
                continue
            poll = said.poll if isinstance(said, p.Query) else said
            self.path.asked()
            if poll.toggle != self._toggle:
                self._toggle = poll.toggle
                self._fresh(poll)
                reply = self._state(poll.toggle)
                if isinstance(said, p.Query):
                    reply = replace(reply, extended=self._entry(said.index))
                self._reply = p.write_reply(reply)
            self.send(self._reply)

    def _of_another_kind(self, frame: bytes) -> None:
        """Begin anew where it is told to: as after a power failure, without an answer."""
        if p.is_reset(frame):
            self.power(on=False)
            self.power(on=True)
        else:
            self.unknown(frame)

    def _fresh(self, poll: p.Poll) -> None:
        """Take a poll that says by its toggle that the last reply arrived."""
        if self._told[0] & p.STACKED:
            self.owed = 0
        self._news = self._news[0] & ~self._told[0], self._news[1] & ~self._told[1]
        self._enabled, self._extends = poll.enabled, self._can_extend and bool(poll.options & p.EXTENDED_NOTES)
        self._reads = bool(poll.options & p.BARCODES)
        self._escrows = bool(poll.mode & p.ESCROW_MODE)
        if self._unasked:
            self._unasked = False
            self._tell_of_before(poll)
        if self.path.place is NotePlace.ESCROW and not self.path.jammed:
            if poll.mode & p.STACK or not self._escrows:
                self.path.stack()
            elif poll.mode & p.RETURN:
                self.path.give_back()
        self._told = self._news

    def _tell_of_before(self, poll: p.Poll) -> None:
        """Tell of a note that was past escrow when the power failed; but under policy B nobody hears of it."""
        if poll.options & p.POLICIES == p.POLICY_B and self.owed:
            self._tell_of(p.STACKED)
        else:
            self.owed = 0

    def _state(self, toggle: int) -> p.Reply:
        path = self.path
        d0 = _PLACES[path.place] | self._news[0]
        d1 = self._news[1]
        d1 |= p.JAM if path.jammed else 0
        d1 |= p.CHEATED if self.cheated else 0
        d1 |= p.FULL if path.full else 0
        d1 |= p.CASSETTE if path.box_in else 0
        d2 = p.POWER_UP if self._starting else 0
        value = self.worth if path.place is NotePlace.ESCROW else self.owed if self._news[0] & p.STACKED else 0
        if isinstance(value, str):
            return p.Reply(toggle, d0, d1, d2, barcode=value)
        if self._extends and value:
            return p.Reply(toggle, d0, d1, d2, extended=self._note(value))
        position = self.values.index(value) + 1 if value else 0
        return p.Reply(toggle, d0, d1, d2 | position << 3)

    def _note(self, value: int, index: int = 0) -> p.ExtendedNote:
        return p.ExtendedNote(self.currency, *in_powers(value), index)

    def _entry(self, index: int) -> p.ExtendedNote:
        """Return an entry of its table of notes; past the last there is nothing but zeros."""
        if 1 <= index <= len(self.values):
            return self._note(self.values[index - 1], index)
        return p.ExtendedNote("", 0, 0)

    def switched_on(self, place: int) -> bool:
        """Whether the host lets it take the note at this place: a bit of the enable mask for each."""
        return bool(self._enabled >> place & 1)

    def reads_tickets(self) -> bool:
        """Whether the host lets it read tickets."""
        return self._reads

    def _tell_of(self, d0: int = 0, d1: int = 0) -> None:
        self._news = self._news[0] | d0, self._news[1] | d1

    def takes_notes(self) -> bool:
        """Whether the mouth takes a note in now."""
        path = self.path
        well = path.box_in and not path.jammed and not path.full and not self.owed and not self.cheated
        return well and bool(self._enabled) and not self._starting and path.place is NotePlace.NOWHERE

    def moved(self, before: NotePlace, place: NotePlace) -> None:
        """The note moved."""
        if place is NotePlace.ESCROW and not self._escrows:
            self.path.stack()
        elif place is NotePlace.PAST_LEVER:
            self.owed = self.worth
        elif place is NotePlace.REFUSED:
            self._tell_of(d1=p.REJECTED)
        elif place is NotePlace.NOWHERE and before is NotePlace.GOING_BACK:
            self._tell_of(p.RETURNED)
        elif place is NotePlace.NOWHERE and before is NotePlace.PAST_LEVER and not self._booting:
            self._tell_of(p.STACKED)

    def disturbed(self) -> None:
        """Once people have put it right, a note past the lever goes on into the box."""
        path = self.path
        well = self.on and path.box_in and not (path.jammed or path.full or self.cheated)
        if well and path.place is NotePlace.PAST_LEVER:
            self.after(TO_BOX_S, "note", path.store)


def _new(tell: Tell, settings: AcceptorSettings) -> EbdsModel:
    return EbdsModel(tell, currency=settings.currency)


MODEL: Final = Simulation(_new, AcceptorSettings)
