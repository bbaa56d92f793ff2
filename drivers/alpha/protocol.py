"""The Alpha sign protocol: text files written to a sign, and read back. Knows no port and no time."""

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from drivers.framing import Scanner

NUL, SOH, STX, ETX, EOT, ESC = 0x00, 0x01, 0x02, 0x03, 0x04, 0x1B
WAKE: Final = bytes(5)
ANY_SIGN, ANSWER, ALL = b"Z", b"0", b"00"
WRITE_TEXT, READ_TEXT = b"A", b"B"
WRITE_SPECIAL, READ_SPECIAL, WRITE_STRING, READ_STRING = b"E", b"F", b"G", b"H"
# What a sign says of itself: its software's part number and letter, month and year of that, and its settings.
INFORMATION: Final = b'"'
_INFORMATION: Final = re.compile(rb'"([!-~][ -~]{7})([A-Z ])([0-9]{2})([0-9]{2})[ -~]*')
# A text is shown still, in the middle of the line.
STILL: Final = b"\x1b b"
LONGEST: Final = 2048
LABEL: Final = b"A"
# Shown in place of all others while it has text.
PRIORITY: Final = b"0"
# What stands in a text and is not seen: where and how it is shown, its colour (by a digit, or by six of red, green and
# blue), font, width, speed, flashing; and what a sign puts there itself: a picture, its temperature, date and time.
_UNSEEN: Final = re.compile(
    rb"\x1b.(?:n.|[^n])|\x1c[YZ][0-9A-Fa-f]{6}|\x1d..|[\x07\x08\x0b\x14\x1a\x1c\x1e].|[\x05\x06\x09\x11-\x13\x15-\x19]",
    re.DOTALL,
)
_BREAKS: Final = re.compile(rb"[\x0c\x0d]")
_COMMAND: Final = re.compile(rb"\x02([A-Z])([^\x02-\x04]*)(\x03([0-9A-Fa-f]{4})?)?")
_FRAME: Final = re.compile(rb"\x01[!-~][0-9A-Fa-f?]{2}((?:%s)+)\x04" % _COMMAND.pattern)
_PLAIN: Final = re.compile(rb"[^\x20-\x7e]")


class Packet(Struct, frozen=True):
    """A packet: what it asks, and about what.

    A line has one sign, so its address says nothing; the check does not cover it either.
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


def read_information() -> Packet:
    """Return the packet that asks a sign what it is."""
    return Packet(READ_SPECIAL, INFORMATION)


def software_of(packet: Packet) -> str:
    """Return which software a sign says that it has; nothing if a packet does not say that.

    >>> software_of(Packet(b"E", b'"44011010C03061234M007F00,1E00'))
    '44011010C of 03/06'
    """
    found = _INFORMATION.fullmatch(packet.data) if packet.command in (WRITE_SPECIAL, READ_SPECIAL) else None
    if found is None:
        return ""
    number, letter, month, year = (part.decode().strip() for part in found.groups())
    return f"{number}{letter} of {month}/{year}"


def plain(text: str) -> str:
    """Return a text as a sign can show it."""
    return _PLAIN.sub(b"?", text.encode("ascii", "replace")).decode()


def text_of(packet: Packet, label: bytes = LABEL) -> str | None:
    """Return the text that a packet carries; None when it carries none, or another file's."""
    if packet.command != WRITE_TEXT or packet.data[:1] != label:
        return None
    return seen(packet.data[1:])


def seen(text: bytes) -> str:
    r"""Return what people see of a text.

    >>> seen(b"\x1b b\x1c1BANKER \x1c29")
    'BANKER 9'
    """
    return _BREAKS.sub(b" ", _UNSEEN.sub(b"", text)).decode("ascii", "replace")


def _agrees(command: re.Match[bytes]) -> bool:
    if command[4] is None:
        return True
    return int(command[4], 16) == sum(command[0][:-4]) & 0xFFFF


class Reader:
    """Turns what comes in into packets. A frame holds one command or several, each with a check or without.

    Who has sent a check once is held to it, where the reader `learns`: what comes without is damaged then. `other` is
    told of whole frames that hold no command that is known here.
    """

    def __init__(
        self, *, learns: bool = True, longest: int = LONGEST, other: Callable[[bytes], object] = lambda _: None
    ) -> None:
        self._scanner = Scanner(self._measure, bytes((SOH,)), longest)
        self._learns = learns
        self._longest = longest
        self._other = other
        self._checks = False

    @property
    def held(self) -> int:
        """How many bytes of an unfinished message are kept."""
        return self._scanner.held

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._scanner.reset()

    def feed(self, data: bytes) -> list[Packet]:
        """Take what came in, and return the whole packets."""
        packets: list[Packet] = []
        for frame in self._scanner.feed(data.replace(b"\0", b"")):
            commands = list(_COMMAND.finditer(frame))
            checked = all(command[4] is not None for command in commands)
            if checked or not self._checks:
                packets += [Packet(command[1], command[2]) for command in commands]
            self._checks = self._checks or (checked and self._learns)
        return packets

    def _measure(self, data: bytearray, at: int) -> int | None:
        end = data.find(EOT, at, at + self._longest)
        again = data.find(SOH, at + 1, end if end >= 0 else at + self._longest)
        if again >= 0:
            return 0
        if end < 0:
            return None
        return end + 1 - at if self._sound(bytes(data[at : end + 1])) else at - end - 1

    def _sound(self, frame: bytes) -> bool:
        """Whether a frame is whole; what it says of itself is true, and it may say nothing."""
        found = _FRAME.fullmatch(frame)
        if found is None:
            self._other(frame)
        return found is not None and all(_agrees(command) for command in _COMMAND.finditer(found[1]))
