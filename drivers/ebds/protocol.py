"""What an EBDS acceptor says and is told: frames and their bits. Knows no port and no time."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from drivers.framing import Scanner, xor
from hal.currency import UNKNOWN, Note, scaled

STX, ETX = 0x02, 0x03
SHORTEST, LONGEST = 8, 64
HOST_LENGTH, REPLY_LENGTH, EXTENDED_LENGTH = 3, 6, 18
HOST, REPLY, EXTENDED, TOGGLE = 0x10, 0x20, 0x70, 0x01
# The subtypes of extended messages: about a ticket's barcode, and about a note.
OF_BARCODE: Final = 0x01
OF_NOTE: Final = 0x02
BARCODE_LENGTH: Final = 28
ALL_NOTES: Final = 0x7F
ESCROW_MODE, STACK, RETURN = 0x10, 0x20, 0x40
# A note that was past escrow when the power failed is reported with its value by policy B alone.
POLICY_B: Final = 0x04
POLICIES: Final = 0x0C
BARCODES: Final = 0x02
# Messages of type 6 with these data have an acceptor begin anew; it does not answer them.
AUXILIARY: Final = 0x60
RESET: Final = b"\x7f\x7f\x7f"
EXTENDED_NOTES: Final = 0x10

# d0
IDLING, ACCEPTING, ESCROWED, STACKING, STACKED, RETURNING, RETURNED = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
# d1
CHEATED, REJECTED, JAM, FULL, CASSETTE, PAUSED, CALIBRATING = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
# d2
POWER_UP, INVALID_COMMAND, FAILURE, TRANSPORT_OPEN = 0x01, 0x02, 0x04, 0x40

CODES: Final = range(1, 8)
# For a probe on a desk, which credits nobody: what the positions are where nobody says.
USUAL: Final[Mapping[int, Note]] = {
    code: Note("", value * 100) for code, value in zip(CODES, (1, 2, 5, 10, 20, 50, 100), strict=True)
}
# How an acceptor classes what it took for a note: 0 where it does not, 4 for one that is genuine.
GENUINE: Final = frozenset({0, 4})


class Poll(Struct, frozen=True):
    """What the host says: which notes are taken, and what becomes of the one in escrow."""

    toggle: int
    enabled: int = ALL_NOTES
    mode: int = ESCROW_MODE
    options: int = POLICY_B


class ExtendedNote(Struct, frozen=True):
    """A note in an acceptor's own words: index in its table (0 for one that is on its way), currency, base, power."""

    currency: str
    base: int
    power: int
    index: int = 0
    orientation: int = 0
    letters: bytes = b"AAAA"
    classed: int = 0

    @property
    def note(self) -> Note:
        """The note; an unknown one where it is not genuine, or is worth what no note can be."""
        amount = scaled(self.base, self.power) if self.classed in GENUINE else 0
        return Note(self.currency, amount) if amount else UNKNOWN


class Query(Struct, frozen=True):
    """The host asks for an entry of the acceptor's table of notes, the first being 1; it is a poll as well."""

    poll: Poll
    index: int


class Reply(Struct, frozen=True):
    """What the acceptor answers: three bytes of bits, its model and its revision; perhaps a note in its own words.

    `barcode`: of the ticket that it speaks of.
    """

    toggle: int
    d0: int
    d1: int
    d2: int
    d3: int = 0
    model: int = 1
    revision: int = 1
    extended: ExtendedNote | None = None
    barcode: str = ""

    @property
    def code(self) -> int:
        """The code of the note that it speaks of, 1 to 7; 0 for none."""
        return self.d2 >> 3 & 7


def _frame(control: int, data: bytes) -> bytes:
    body = bytes((len(data) + 5, control)) + data
    return bytes((STX,)) + body + bytes((ETX, xor(body)))


def write_poll(poll: Poll) -> bytes:
    """Return the bytes of a poll.

    >>> write_poll(Poll(0, options=0)).hex(" ")
    '02 08 10 7f 10 00 03 77'
    """
    return _frame(HOST | poll.toggle, bytes((poll.enabled, poll.mode, poll.options)))


def is_reset(frame: bytes) -> bool:
    """Whether a whole frame tells the acceptor to begin anew.

    >>> is_reset(bytes.fromhex("02 08 61 7f 7f 7f 03 16"))
    True
    """
    return frame[2] & ~TOGGLE == AUXILIARY and frame[3:-2] == RESET


def write_query(query: Query) -> bytes:
    """Return the bytes of a question for an entry of the table of notes.

    >>> write_query(Query(Poll(0, 0, 0, 0), 1)).hex(" ")
    '02 0a 70 02 00 00 00 01 03 79'
    """
    poll = query.poll
    return _frame(EXTENDED | poll.toggle, bytes((OF_NOTE, poll.enabled, poll.mode, poll.options, query.index)))


def write_reply(reply: Reply) -> bytes:
    """Return the bytes of a reply."""
    data = bytes((reply.d0, reply.d1, reply.d2, reply.d3, reply.model, reply.revision))
    if reply.barcode:
        barcode = reply.barcode.encode("ascii").ljust(BARCODE_LENGTH)
        return _frame(EXTENDED | reply.toggle, bytes((OF_BARCODE,)) + data + barcode)
    if reply.extended is None:
        return _frame(REPLY | reply.toggle, data)
    return _frame(EXTENDED | reply.toggle, bytes((OF_NOTE,)) + data + _write_extended(reply.extended))


def _write_extended(note: ExtendedNote) -> bytes:
    """Return the 18 bytes of a note; all of them 0 for the end of the table."""
    if not note.currency:
        return bytes(EXTENDED_LENGTH)
    text = f"{note.currency}{note.base:03}{'-' if note.power < 0 else '+'}{abs(note.power):02}"
    rest = bytes((note.orientation, *note.letters, note.classed, 0, 0))
    return bytes((note.index,)) + text.encode() + rest


def _measure(data: bytearray, at: int) -> int | None:
    if len(data) < at + 2:
        return None
    length = data[at + 1]
    if not SHORTEST <= length <= LONGEST:
        return 0
    if len(data) < at + length:
        return None
    frame = data[at : at + length]
    return length if frame[-2] == ETX and frame[-1] == xor(frame[1:-2]) and max(frame) < 0x80 else 0


Said = Poll | Query | Reply


class Reader:
    """Turns what comes in into polls and queries (at the acceptor's end) and replies (at the host's).

    `other` is told of whole frames of kinds that are not ours.
    """

    def __init__(self, other: Callable[[bytes], object] = lambda _: None) -> None:
        self._other = other
        self._scanner = Scanner(_measure, bytes((STX,)), LONGEST)

    @property
    def held(self) -> int:
        """How many bytes of an unfinished message are kept."""
        return self._scanner.held

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was said."""
        found = []
        for frame in self._scanner.feed(data):
            said = _read(frame[2], frame[3:-2])
            if said is None:
                self._other(frame)
            else:
                found.append(said)
        return found


def _read(control: int, data: bytes) -> Said | None:
    kind, toggle = control & 0x70, control & TOGGLE
    if control & 0x0E:
        return None
    if kind == HOST and len(data) == HOST_LENGTH:
        return Poll(toggle, *data)
    if kind == REPLY and len(data) == REPLY_LENGTH:
        return Reply(toggle, *data)
    if kind == EXTENDED and data[:1] == bytes((OF_NOTE,)):
        return _read_extended(toggle, data[1:])
    if kind == EXTENDED and data[:1] == bytes((OF_BARCODE,)):
        return _read_barcode(toggle, data[1:])
    return None


def _read_barcode(toggle: int, data: bytes) -> Said | None:
    barcode = data[REPLY_LENGTH:].decode("ascii").strip("\0 ")
    if not (len(data) <= REPLY_LENGTH + BARCODE_LENGTH and barcode.isalnum()):
        return None
    return replace(Reply(toggle, *data[:REPLY_LENGTH]), barcode=barcode)


def _read_extended(toggle: int, data: bytes) -> Said | None:
    if len(data) == HOST_LENGTH + 1:
        return Query(Poll(toggle, *data[:HOST_LENGTH]), data[HOST_LENGTH])
    if len(data) != REPLY_LENGTH + EXTENDED_LENGTH:
        return None
    return replace(Reply(toggle, *data[:REPLY_LENGTH]), extended=_read_note(data[REPLY_LENGTH:]))


def _read_note(data: bytes) -> ExtendedNote:
    """Read a note: index, currency (3), base (3), sign, power (2), orientation, four letters, class, 2 to spare."""
    currency, base, sign, power = data[1:4], data[4:7], data[7:8], data[8:10]
    whole = currency.isalpha() and currency.isupper() and base.isdigit() and power.isdigit() and sign in (b"+", b"-")
    if not whole:
        return ExtendedNote("", 0, 0, data[0])
    return ExtendedNote(
        currency.decode(), int(base), int(sign + power), data[0], data[10], bytes(data[11:15]), data[15]
    )
