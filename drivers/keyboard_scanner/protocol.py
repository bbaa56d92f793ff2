"""What a scanner says that types: the kernel's records of keys. Figures and letters count, and Enter ends a barcode.

A record is the kernel's `struct input_event`: when (two longs), type, code, value.
"""

from struct import Struct as Layout
from typing import Final, NamedTuple

from drivers.scanner_driver import BarcodeDamaged, BarcodeRead, Said
from hal.ticket_scanner import LONGEST

RECORD: Final = Layout("@llHHi")
KEY: Final = 1
SYNCHRONISED: Final = 0
SCAN_CODE: Final = 4
UP: Final = 0
DOWN: Final = 1
REPEATED: Final = 2
# The values that a kind of record can have; none: any.
_VALUES: Final = {KEY: (UP, DOWN, REPEATED), SYNCHRONISED: (0, 1), SCAN_CODE: ()}
MOST_SECONDS: Final = 2**33
MICRO: Final = 1_000_000
MOST_CODE: Final = 0x300
# When an emulated scanner types.
_WHEN: Final = (1_763_600_001, 250_000)
ENTER: Final = 28
# Enter, that of the number pad, and Tab: whatever a scanner is set to press last.
ENDS: Final = frozenset({ENTER, 96, 15})
# Control, Shift and Alt, left and right: they stand for no character of their own.
BESIDE: Final = frozenset({29, 97, 42, 54, 56, 100})
# The row of figures, and those of the number pad.
FIGURES: Final = {
    **dict(zip(range(2, 12), "1234567890", strict=True)),
    71: "7", 72: "8", 73: "9", 75: "4", 76: "5", 77: "6", 79: "1", 80: "2", 81: "3", 82: "0",
}  # fmt: skip
# The letters of a keyboard of the United States, which is what scanners come set to; all are read as capitals.
LETTERS: Final = {
    **dict(zip(range(16, 26), "QWERTYUIOP", strict=True)),
    **dict(zip(range(30, 39), "ASDFGHJKL", strict=True)),
    **dict(zip(range(44, 51), "ZXCVBNM", strict=True)),
}
CHARACTERS: Final = FIGURES | LETTERS
# Replaces anything else that is typed, so that it cannot become a ticket's number.
OTHER: Final = "?"
_KEYS: Final = {character: code for code, character in reversed(CHARACTERS.items())}


class Record(NamedTuple):
    """A record of the kernel: when, what kind of news, of which key, and what it did."""

    seconds: int
    microseconds: int
    kind: int
    code: int
    value: int

    @property
    def is_one(self) -> bool:
        """Whether it can be a record: where bytes were lost, the next whole one is found so."""
        is_time = 0 <= self.seconds < MOST_SECONDS and 0 <= self.microseconds < MICRO
        known = _VALUES.get(self.kind)
        return is_time and known is not None and self.code < MOST_CODE and (not known or self.value in known)


class Reader:
    """Turns records into what was typed."""

    def __init__(self) -> None:
        self._buffer = b""
        self._typed = ""

    @property
    def held(self) -> int:
        """How much is kept that may yet become something."""
        return len(self._buffer) + len(self._typed)

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was typed."""
        self._buffer += data
        said: list[Said] = []
        at = 0
        while len(self._buffer) - at >= RECORD.size:
            record = Record(*RECORD.unpack_from(self._buffer, at))
            if not record.is_one:
                at += 1
                continue
            at += RECORD.size
            if record.kind == KEY and record.value == DOWN and record.code not in BESIDE:
                said += self._pressed(record.code)
        self._buffer = self._buffer[at:]
        return said

    def _pressed(self, code: int) -> list[Said]:
        if code not in ENDS:
            # One character too many is kept, so that it is known.
            self._typed = (self._typed + CHARACTERS.get(code, OTHER))[: LONGEST + 1]
            return []
        typed, self._typed = self._typed, ""
        if not typed:
            return []
        return [BarcodeRead(typed) if len(typed) <= LONGEST else BarcodeDamaged()]


def typed(text: str) -> bytes:
    """Return the records of figures and capitals, and Enter, as a scanner has them typed."""
    return b"".join(_press(_KEYS[character]) for character in text) + _press(ENTER)


def _press(code: int) -> bytes:
    both = ((KEY, code, DOWN), (SYNCHRONISED, 0, 0), (KEY, code, UP), (SYNCHRONISED, 0, 0))
    return b"".join(RECORD.pack(*_WHEN, *record) for record in both)
