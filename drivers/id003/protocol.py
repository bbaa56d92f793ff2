"""What an ID-003 acceptor says and is told: frames, states, settings. Knows no port and no time."""

from typing import Final

from msgspec import Struct

from drivers.framing import Scanner
from hal.crc import crc_kermit

SYNC: Final = 0xFC
SHORTEST, LONGEST = 5, 255

# What the host says.
STATUS, RESET, STACK_1, STACK_2, RETURN, HOLD, WAIT, ACK = 0x11, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x50
SET_DENOMINATIONS, SET_SECURITY, SET_MODE, SET_INHIBIT, SET_DIRECTION = 0xC0, 0xC1, 0xC2, 0xC3, 0xC4
SET_OPTIONS, SET_BARCODE, SET_BARCODE_INHIBIT = 0xC5, 0xC6, 0xC7
GET_VERSION, GET_BOOT_VERSION, GET_CURRENCY = 0x88, 0x89, 0x8A
INHIBIT_ON, INHIBIT_OFF = b"\x01", b"\x00"
# Bits of C2 and C5: the acceptor says unasked what has changed; after a power-up with a note in the stacker it says
# vend valid again.
INTERRUPTS, RECOVERS = 0x01, 0x02

# What the acceptor says: by code, in words that people are shown.
STATES: Final = {
    0x11: "idle", 0x12: "accepting", 0x13: "escrow", 0x14: "stacking", 0x15: "vend_valid", 0x16: "stacked",
    0x17: "rejecting", 0x18: "returning", 0x19: "holding", 0x1A: "inhibited", 0x1B: "initialising",
    0x40: "power_up", 0x41: "power_up_note_in_acceptor", 0x42: "power_up_note_in_stacker",
}  # fmt: skip
CODES: Final = {state: code for code, state in STATES.items()}
FAULTS: Final = {
    0x43: "stacker_full", 0x44: "stacker_open", 0x45: "jam_acceptor", 0x46: "jam_stacker", 0x47: "paused",
    0x48: "cheated", 0x49: "failure", 0x4A: "communication", 0x4B: "invalid_command",
}  # fmt: skip
FAULT_CODES: Final = {fault: code for code, fault in FAULTS.items()}
TICKET: Final = 0x6F
REASONS: Final = {
    0x71: "inserted askew", 0x72: "magnetic pattern", 0x73: "a note was still in the head", 0x74: "gain of the sensor",
    0x75: "could not be transported", 0x76: "not a known note", 0x77: "colour pattern", 0x78: "this note is not taken",
    0x79: "notes are not taken now", 0x7A: "the head reports an error", 0x7B: "taken from the wrong side",
    0x7C: "length of the note", 0x7D: "colour pattern", 0x7E: "a true note's pattern is missing",
    0x7F: "the barcode could not be read",
}  # fmt: skip
FORGED: Final = 0x76
NOT_TAKEN: Final = 0x78


class Frame(Struct, frozen=True):
    """A command or a status, and its data."""

    code: int
    data: bytes = b""


def write_frame(code: int, data: bytes = b"") -> bytes:
    """Return a frame's bytes.

    >>> write_frame(STATUS).hex(" ")
    'fc 05 11 27 56'
    """
    head = bytes((SYNC, SHORTEST + len(data), code)) + data
    return head + crc_kermit(head).to_bytes(2, "little")


def _measure(data: bytearray, at: int) -> int | None:
    if len(data) < at + 2:
        return None
    length = data[at + 1]
    if length < SHORTEST:
        return 0
    if len(data) < at + length:
        return None
    sound = crc_kermit(data[at : at + length - 2]) == int.from_bytes(data[at + length - 2 : at + length], "little")
    return length if sound else 0


class Reader:
    """Turns what comes in into frames."""

    def __init__(self) -> None:
        self._scanner = Scanner(_measure, bytes((SYNC,)), LONGEST)

    @property
    def held(self) -> int:
        """How many bytes of an unfinished message are kept."""
        return self._scanner.held

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Frame]:
        """Take what came in, and return the whole frames."""
        return [Frame(frame[2], frame[3:-2]) for frame in self._scanner.feed(data)]
