"""What note acceptors have in common: enabling, the note in escrow, and the way of the money."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeVar

from msgspec import Struct

from drivers.driver import PATIENT, Bell, Driver
from hal.bounds import Seconds, Word
from hal.currency import UNKNOWN, Note
from hal.device import Hear
from hal.life import Patience
from hal.note_acceptor import AcceptorOptions, AcceptorState, Credited, Escrowed, InDoubt, NoteBook, Rejected, Returned
from hal.note_way import CREDIT, DOUBT, Due, NoteWay
from hal.port import Outlet

T = TypeVar("T")


class NoteOptions(AcceptorOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile may set of any acceptor, in seconds: `poll`, and within what time an answer is there.

    `notes`: what the acceptor's codes stand for where it does not say so itself, such as 1 = "AUD 5".
    """

    poll: Seconds = 0.2
    answer_within: Seconds = 0.15
    patience: Patience = PATIENT
    notes: dict[str, Word] = {}

    def __post_init__(self) -> None:
        if not 0.1 <= self.poll <= 0.2:
            raise ValueError("poll is 0.1 to 0.2 seconds, as the protocol wants")


def read_map(key: str, named: Mapping[str, str], codes: Mapping[str, int], read: Callable[[str], T]) -> dict[int, T]:
    """Read what a profile says of an acceptor's codes. Raises ValueError."""
    found = {}
    for code, text in named.items():
        if code not in codes:
            raise ValueError(f"{key}: {code!r} is no code; they are {next(iter(codes))} to {list(codes)[-1]}")
        try:
            found[codes[code]] = read(text)
        except ValueError as error:
            raise ValueError(f"{key}.{code}: {error}") from None
    return found


class Wishes(Struct):
    """What an acceptor is to do as soon as it can be told."""

    enabled: bool = False
    decision: str = ""

    def decide(self, decision: str) -> None:
        """Wish this of the note in escrow; nothing when it is told, or the note is gone."""
        self.decision = decision


class NoteDriver(Driver):
    """An acceptor that is asked again and again. `book` answers for the money, `way` follows the note.

    `usual`: what a make's codes are mostly worth, in no currency.
    """

    usual: ClassVar[Mapping[int, Note]]

    def __init__(
        self, name: str, outlet: Outlet, hear: Hear, patience: Patience, *, way: NoteWay, book: NoteBook
    ) -> None:
        super().__init__(name, outlet, hear, patience)
        self._fallback: Mapping[int, Note] = {}
        self._way: Final = way
        self._book: Final = book
        self._wishes = Wishes()
        self._escrow = UNKNOWN
        self._escrowed = False
        self._given_back = False
        self._state = ""
        self._hurry = Bell()

    def enable(self) -> None:
        """Take notes from now on."""
        self._wishes.enabled = True
        self._hurry.ring()

    def disable(self) -> None:
        """Take none."""
        self._wishes.enabled = False
        self._hurry.ring()

    def stack(self) -> bool:
        """Take the note that lies in escrow."""
        return self._decide("stack")

    def give_back(self) -> bool:
        """Give it back."""
        return self._decide("return")

    def hold(self) -> bool:
        """Keep it in escrow for longer."""
        return self._decide("hold")

    def assume_usual_notes(self) -> None:
        """Take codes that nobody names for the usual notes."""
        self._fallback = self.usual

    def _decide(self, decision: str) -> bool:
        if self._escrowed:
            self._wishes.decide(decision)
            self._hurry.ring()
        return self._escrowed

    async def _pause(self, seconds: float) -> None:
        """Wait for the next poll, or for somebody's wish."""
        await self._hurry.wait(seconds)
        self._hurry.clear()

    # What acceptors report.

    def _became(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.say(AcceptorState(state))

    async def _in_escrow(self, lies: Note, *, same: bool = False) -> None:
        """A note lies in escrow; said once for each note.

        One that was told to be taken before this one came, and of which nothing was heard since, is settled first: it
        may have been freed from a jam, or its last word lost with the power. This one is never taken for it, nor for
        one that was credited; unless it is known to be the `same`. Another note than the one that lay there last has
        come in its place, and is said, and decided about, anew.
        """
        if self._escrowed and lies != self._escrow:
            await self._was_exchanged()
        if not self._escrowed:
            if self._way.note is not None and not (same and self._way.holds(lies)):
                await self._settle(self._way.at_rest())
            self._escrowed, self._escrow, self._wishes.decision = True, lies, ""
            self.say(Escrowed(lies.amount, lies.currency, lies.ticket))

    async def _was_exchanged(self) -> None:
        """Another note lies in escrow: nobody looked while the one before went back, as when the board stood still."""
        self._left_escrow()
        if self._way.note is None and self._escrow.is_something:
            await self._goes_back()
        self._given_back = False

    def _left_escrow(self) -> None:
        self._escrowed, self._wishes.decision = False, ""

    def _names_notes(self, *, named: bool, detail: str = "") -> None:
        """The acceptor says, or does not say, which currency its notes are: without that none can be credited."""
        if named or self._fallback:
            self.end("no_currency")
        else:
            self.begin("no_currency", detail)

    def _refused(self, reason: str) -> None:
        self.say(Rejected(reason))

    async def _vended(self, said: Note = UNKNOWN) -> None:
        await self._settle(self._way.vended(said))

    async def _goes_back(self) -> None:
        """The acceptor gives a note back; said once for each."""
        if not self._given_back:
            self._given_back = True
            await self._settle(self._way.given_back())

    async def _empty(self) -> None:
        """The acceptor holds nothing any more."""
        self._left_escrow()
        if self._way.note is not None:
            await self._settle(self._way.at_rest())
        elif self._escrow.is_something:
            # It went back between two polls: what nobody told it to take, it cannot have taken.
            await self._goes_back()
        self._given_back, self._escrow = False, UNKNOWN
        self._book.at_rest()

    async def _settle(self, due: Due | None) -> None:
        """Have what is due done and durable, before the acceptor is told anything more."""
        if due is None:
            return
        self.excused()
        if due.what == CREDIT:
            assert due.note is not None
            if await self._book.credit(due.note):
                self._way.done(due)
                self.say(Credited(due.note))
            else:
                self._way.done(Due(DOUBT, due.note))
                self.say(InDoubt(due.note, "it is past escrow and was not credited"))
        elif due.what == DOUBT:
            await self._book.in_doubt(due.note, due.why)
            self._way.done(due)
            self.say(InDoubt(due.note, due.why))
        else:
            self._way.done(due)
            back = due.note.is_note if due.note else self._escrow
            self.say(Returned(back.amount, back.currency))
