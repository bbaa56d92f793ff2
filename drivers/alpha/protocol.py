"""The Alpha sign protocol: text files written to a sign, and read back. Knows no port and no time."""

import re
from typing import Final

from msgspec import Struct

from drivers.framing import Scanner

NUL, SOH, STX, ETX, EOT, ESC = 0x00, 0x01, 0x02, 0x03, 0x04, 0x1B
WAKE: Final = bytes(5)
ANY_SIGN, ANSWER, ALL = b"Z", b"0", b"00"
WRITE_TEXT, READ_TEXT = b"A", b"B"
# A text is shown still, in the middle of the line.
STILL: Final = b"\x1b b"
LONGEST: Final = 512
LABEL: Final = b"A"
_PLAIN: Final = re.compile(rb"[^\x20-\x7e]")


class Packet(Struct, frozen=True):
    """A packet: what it asks, and about what.

    There is one sign on a line, so that its address says nothing; the check does not cover it either.
    """

    command: bytes
    data: bytes


def write_packet(packet: Packet, kind: bytes = ANY_SIGN) -> bytes:
    """Return a packet's bytes, with the check of STX to ETX."""
    body = b"\x02" + packet.command + packet.data + b"\x03"
    head = WAKE + b"\x01" + kind + ALL
    return head + body + b"%04X" % (sum(body) & 0xFFFF) + b"\x04"


def write_text(text: str, label: bytes = LABEL) -> Packet:
    """Return the packet that shows a text; what a sign has no letters for becomes a question mark."""
    return Packet(WRITE_TEXT, label + STILL + plain(text).encode())


def read_text(label: bytes = LABEL) -> Packet:
    """Return the packet that asks for a text."""
    return Packet(READ_TEXT, label)


def plain(text: str) -> str:
    """Return a text as a sign can show it."""
    return _PLAIN.sub(b"?", text.encode("ascii", "replace")).decode()


def text_of(packet: Packet, label: bytes = LABEL) -> str | None:
    """Return the text that a packet carries; None when it carries none, or another file's."""
    if packet.command != WRITE_TEXT or packet.data[:1] != label:
        return None
    text = packet.data[1:]
    if text[:1] == bytes((ESC,)):
        text = text[3:]
    return text.decode("ascii", "replace")


def _measure(data: bytearray, at: int) -> int | None:
    end = data.find(EOT, at, at + LONGEST)
    again = data.find(SOH, at + 1, end if end >= 0 else at + LONGEST)
    if again >= 0:
        return 0
    if end < 0:
        return None
    return end + 1 - at if _sound(bytes(data[at : end + 1])) else at - end - 1


def _sound(frame: bytes) -> bool:
    found = re.fullmatch(rb"\x01[!-~][0-9A-F?]{2}(\x02[A-Z][^\x02\x03]*\x03)([0-9A-F]{4})\x04", frame)
    return found is not None and int(found[2], 16) == sum(found[1]) & 0xFFFF


class Reader:
    """Turns what comes in into packets."""

    def __init__(self) -> None:
        self._scanner = Scanner(_measure, bytes((SOH,)), LONGEST)

    @property
    def held(self) -> int:
        """How many bytes are kept that may yet become something."""
        return self._scanner.held

    def reset(self) -> None:
        """Forget what was begun."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Packet]:
        """Take what came in, and return the whole packets."""
        return [Packet(frame[5:6], frame[6:-6]) for frame in self._scanner.feed(data.replace(b"\0", b""))]
