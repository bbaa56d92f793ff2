"""What an Angel Eye II-EX says and is told: bytes to reports and back. Knows no port and no time.

The shoe sends each telegram three times, since nobody asks for a lost one again. What is damaged in one copy is whole
in another; copies of one telegram are reported once. The check is one byte, and two damaged bits can agree with it. So
a telegram with the last one's number and other contents, or one that differs from it by no more than two bits, is a
damaged copy of it. Unless the first version came twice, nobody knows which one is true, and that is reported.
"""

import re
from typing import Final

from msgspec import Struct

from drivers.framing import Scanner, xor
from hal.cards import Card

ENQ, STX, ETX, ACK, NAK = 0x05, 0x02, 0x03, 0x06, 0x15
LONGEST: Final = 16
COPIES: Final = 3
# This many damaged bits can agree with a check.
UNSEEN_BITS: Final = 2
# b2, bits 6-4 and 3-0.
SUITS: Final = "?DCSH"
RANKS: Final = "?A23456789TJQK"
KINDS: Final = "SPDdRGEeLCM"

LOCK, UNLOCK = b"LK02", b"LK01"
CLEAR_ERROR, CONFIRM_GAME = b"EC00", b"GP00"

REFUSALS: Final = {
    0x01: "UART", 0x02: "BCC", 0x03: "no ETX", 0x11: "format", 0x12: "address", 0x13: "command", 0x14: "type",
    0x21: "busy", 0x22: "writing", 0xFF: "other",
}  # fmt: skip
BAD_BCC: Final = 0x02


class Report(Struct, frozen=True):
    """A telegram of the shoe, once: its number, its kind (a letter) and its bytes."""

    sequence: int
    kind: str
    data: bytes = b""


class Obeyed(Struct, frozen=True):
    """The shoe took what it was told."""


class NotObeyed(Struct, frozen=True):
    """The shoe did not take it, and why (REFUSALS)."""

    code: int


class Gap(Struct, frozen=True):
    """Reports are missing between this number and the last."""

    expected: int
    found: int


class Differing(Struct, frozen=True):
    """The first copy of a report was believed, and the next says something else."""

    believed: Report
    other: Report


Said = Report | Obeyed | NotObeyed | Gap | Differing


def _measure(data: bytearray, at: int) -> int | None:
    match data[at]:
        case 0x06:
            return 1
        case 0x15:
            return _refusal_length(data, at)
    return _telegram_length(data, at)


def _refusal_length(data: bytearray, at: int) -> int | None:
    """NAK and its code, which comes as a byte or as two digits."""
    if len(data) < at + 2:
        return None
    if data[at + 1] in REFUSALS:
        return 2
    if chr(data[at + 1]) not in "0123456789ABCDEF":
        return 0
    if len(data) < at + 3:
        return None
    return 3 if _hex(bytes(data[at + 1 : at + 3])) in REFUSALS else 0


def _telegram_length(data: bytearray, at: int) -> int | None:
    for place in range(at + 1, min(len(data), at + LONGEST)):
        if data[place] == ENQ:
            return 0
        if data[place] == ETX:
            if len(data) < place + 3:
                return None
            length = place + 3 - at
            return length if _sound(data[at : place + 3]) else -length
    return None if len(data) < at + LONGEST else 0


def _hex(text: bytes) -> int | None:
    return int(text, 16) if re.fullmatch(rb"[0-9A-F]{2}", text) else None


def _sound(frame: bytearray) -> bool:
    known = len(frame) >= 6 and 0x30 <= frame[1] <= 0x39 and chr(frame[2]) in KINDS
    return known and _hex(bytes(frame[-2:])) == xor(frame[1:-2])


class Reader:
    """Turns what comes in into what the shoe said."""

    def __init__(self) -> None:
        self._scanner = Scanner(_measure, bytes((ENQ, ACK, NAK)), LONGEST, waits=True)
        self._last: Report | None = None
        self._before: Report | None = None
        self._copies = 0
        self._zero = False

    @property
    def held(self) -> int:
        """How many bytes of an unfinished message are kept."""
        return self._scanner.held

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was said."""
        said: list[Said] = []
        for frame in self._scanner.feed(data):
            if frame[0] == ACK:
                said.append(Obeyed())
            elif frame[0] == NAK:
                code = frame[1] if len(frame) == 2 else _hex(frame[1:3])
                assert code is not None
                said.append(NotObeyed(code))
            else:
                said += self._telegram(Report(frame[1] - 0x30, chr(frame[2]), frame[3:-3]))
        return said

    def _telegram(self, report: Report) -> list[Said]:
        last = self._last
        if last is not None and self._is_copy(last, report):
            return self._copy(last, report)
        self._last, self._before, self._copies = report, last, 1
        self._zero = self._zero or report.sequence == 0
        # A starting shoe may count from any number.
        if last is None or report.kind == "S" or self._follows(last.sequence, report.sequence):
            return [report]
        return [Gap((last.sequence + 1) % 10, report.sequence), report]

    def _is_copy(self, last: Report, report: Report) -> bool:
        # A restarting shoe may begin with the number it used last.
        starts = report.kind == "S" and report != last
        same = report.sequence == last.sequence or _damaged_bits(report, last) <= UNSEEN_BITS
        return self._copies < COPIES and same and not starts

    def _copy(self, last: Report, copy: Report) -> list[Said]:
        self._copies += 1
        if self._before is not None and self._follows(self._before.sequence, copy.sequence):
            self._last = Report(copy.sequence, last.kind, last.data)  # it was the number of the first that was damaged
        alike = (copy.kind, copy.data) == (last.kind, last.data)
        return [Differing(last, copy)] if self._copies == 2 and not alike else []

    def _follows(self, last: int, now: int) -> bool:
        # Some count 0 to 9 and some 1 to 9; a 0 tells which.
        return now == (last + 1) % 10 or (last == 9 and now == 1 and not self._zero)


def _damaged_bits(one: Report, other: Report) -> int:
    """Return in how many bits two telegrams differ."""
    ours, theirs = (int.from_bytes(telegram(report)) for report in (one, other))
    return (ours ^ theirs).bit_count()


def telegram(report: Report) -> bytes:
    """Return a report as one telegram."""
    body = b"%d%c%b\x03" % (report.sequence, ord(report.kind), report.data)
    return b"\x05%b%02X" % (body, xor(body))


def order(what: bytes, *, count_stx: bool = True) -> bytes:
    """Return what the shoe is told. Sites differ on whether the check counts the STX."""
    frame = b"\x02OP%b\x03" % what
    return frame + b"%02X" % xor(frame if count_stx else frame[1:])


def read_card_code(code: int) -> Card | None:
    """Return the card of a second byte; None when it names none."""
    suit, rank = code >> 4 & 7, code & 15
    if not (code & 0x80 and 1 <= suit < len(SUITS) and 1 <= rank < len(RANKS)):
        return None
    return Card(RANKS[rank] + SUITS[suit])


def card_code(card: Card) -> int:
    """Return the second byte of a card.

    >>> hex(card_code(Card("8S"))), hex(card_code(Card("5C")))
    ('0xb8', '0xa5')
    """
    return 0x80 | SUITS.index(card.suit) << 4 | RANKS.index(card.rank)
