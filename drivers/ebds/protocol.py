"""What an EBDS acceptor says and is told: frames and their bits. Knows no port and no time."""

from typing import Final

from msgspec import Struct

from drivers.framing import Scanner, xor
from hal.note_acceptor import Currency

STX, ETX = 0x02, 0x03
SHORTEST, LONGEST = 8, 64
HOST, REPLY, TOGGLE = 0x10, 0x20, 0x01
ALL_NOTES: Final = 0x7F
ESCROW_MODE, STACK, RETURN = 0x10, 0x20, 0x40
# A note that was past escrow when the power failed is reported with its value by policy B alone.
POLICY_B: Final = 0x04

# d0
IDLING, ACCEPTING, ESCROWED, STACKING, STACKED, RETURNING, RETURNED = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
# d1
CHEATED, REJECTED, JAM, FULL, CASSETTE, PAUSED, CALIBRATING = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
# d2
POWER_UP, INVALID_COMMAND, FAILURE, TRANSPORT_OPEN = 0x01, 0x02, 0x04, 0x40

USUAL: Final = Currency({code: value * 100 for code, value in enumerate((1, 2, 5, 10, 20, 50, 100), 1)})


class Poll(Struct, frozen=True):
    """What the host says: which notes are taken, and what becomes of the one in escrow."""

    toggle: int
    enabled: int = ALL_NOTES
    mode: int = ESCROW_MODE
    options: int = POLICY_B


class Reply(Struct, frozen=True):
    """What the acceptor answers: three bytes of bits, its model and its revision."""

    toggle: int
    d0: int
    d1: int
    d2: int
    d3: int = 0
    model: int = 1
    revision: int = 1

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


def write_reply(reply: Reply) -> bytes:
    """Return the bytes of a reply."""
    data = bytes((reply.d0, reply.d1, reply.d2, reply.d3, reply.model, reply.revision))
    return _frame(REPLY | reply.toggle, data)


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


class Reader:
    """Turns what comes in into polls (at the acceptor's end) and replies (at the host's)."""

    def __init__(self) -> None:
        self._scanner = Scanner(_measure, bytes((STX,)), LONGEST)

    @property
    def held(self) -> int:
        """How many bytes are kept that may yet become something."""
        return self._scanner.held

    def reset(self) -> None:
        """Forget what was begun."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Poll | Reply]:
        """Take what came in, and return what was said; frames of kinds that are not ours are passed over."""
        read = (_read(frame[2], frame[3:-2]) for frame in self._scanner.feed(data))
        return [said for said in read if said is not None]


def _read(control: int, data: bytes) -> Poll | Reply | None:
    kind, toggle = control & 0x70, control & TOGGLE
    if control & 0x0E:
        return None
    if kind == HOST and len(data) == 3:
        return Poll(toggle, *data)
    if kind == REPLY and len(data) == 6:
        return Reply(toggle, *data)
    return None
