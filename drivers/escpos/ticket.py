"""A ticket's bytes, by python-escpos. It takes 0.1 s and 25 MB to load, so it is loaded with the first ticket."""

import os
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal

from hal.ticket_printer import Bitmap, Ticket, TicketLine
from hal.visible import visible

if TYPE_CHECKING:
    from escpos.printer import Dummy

ITF: Final = 0x46
# Dots: 60 high to leave room for the hand that holds the ticket, narrow bars 2 wide.
BARCODE_HEIGHT: Final = 100
BARCODE_WIDTH: Final = 2
# So many bytes go out before the printer is asked whether it is still there: they take less time than its start does.
PIECE: Final = 256
# DLE EOT, DLE ENQ, DLE DC4.
REAL_TIME: Final = (b"\x10\x04", b"\x10\x05", b"\x10\x14")
# A character of the printer's own, in dots; a large one is twice as wide.
CHARACTER: Final = 12
# Where python-escpos looks for what it knew of printers the last time, pickled.
REMEMBERED_IN: Final = "ESCPOS_CAPABILITIES_PICKLE_DIR"

Barcode = Literal["command", "raster"]


def encode(ticket: Ticket, barcode: Barcode = "command", dots: int = 576) -> bytes:
    """Return the bytes that print a ticket and cut it."""
    return b"".join(pieces(ticket, barcode, dots))


def pieces(ticket: Ticket, barcode: Barcode, dots: int) -> list[bytes]:
    """Return the bytes that print a ticket and cut it, in pieces between which the printer may be asked something.

    A number of an even count of digits goes into the barcode. `dots`: how wide the paper is, from which the length of a
    line follows. A piece is no longer than PIECE, but for what cannot be cut.
    """
    small: list[bytes] = []
    for part in _parts(ticket, barcode, dots):
        if small and len(small[-1]) + len(part) <= PIECE:
            small[-1] += part
        else:
            small.append(part)
    return small


def _library() -> ModuleType:
    """Load python-escpos, which remembers nothing: what is unpickled runs, and into a shared folder anybody can put it.

    Processes that begin at once would read there, too, what another has written in part.
    """
    if "escpos.printer" not in sys.modules:
        shared = tempfile.tempdir
        with tempfile.TemporaryDirectory() as own:
            os.environ[REMEMBERED_IN] = tempfile.tempdir = own
            try:
                import_module("escpos.printer")
            finally:
                tempfile.tempdir = shared
                del os.environ[REMEMBERED_IN]
    return sys.modules["escpos.printer"]


def _parts(ticket: Ticket, barcode: Barcode, dots: int) -> Iterator[bytes]:
    """Return the parts of a ticket's bytes in order; what is within one part belongs together."""
    paper: Dummy = _library().Dummy()
    paper.hw("INIT")
    yield _taken(paper)
    yield from _line(paper, TicketLine(ticket.title, large=True, bold=True), dots)
    for line in ticket.lines:
        yield from _line(paper, line, dots)
    if ticket.amount:
        yield b"\n"
        yield from _line(paper, TicketLine(ticket.amount, large=True, bold=True), dots)
        yield b"\n"
    if ticket.number:
        paper.set(align="center", bold=False, normal_textsize=True)
        yield _taken(paper)
        yield from _bars(ticket.number, barcode)
        yield f"\n{grouped(ticket.number)}\n".encode()
    for line in ticket.below:
        yield from _line(paper, line, dots)
    paper.cut(mode="PART")
    yield _taken(paper)


def _taken(paper: "Dummy") -> bytes:
    taken: bytes = paper.output
    paper.clear()
    return taken


def _line(paper: "Dummy", said: str | TicketLine, dots: int) -> Iterator[bytes]:
    line = TicketLine(said) if isinstance(said, str) else said
    align = "left" if line.left else "center"
    if line.large:
        paper.set(align=align, bold=line.bold, double_height=True, double_width=True)
    else:
        paper.set(align=align, bold=line.bold, normal_textsize=True)
    yield _taken(paper)
    if line.picture is not None:
        yield from _raster(line.picture)
        return
    # One less than there is room for: some printers end a line that is full by themselves.
    for part in wrapped(_ascii(line.text), dots // (CHARACTER * (2 if line.large else 1)) - 1):
        yield part.encode() + b"\n"


def wrapped(text: str, most: int) -> list[str]:
    """Return a text in lines of so many characters at most, cut between words where that is possible.

    >>> wrapped("one hundred and twenty", 11)
    ['one hundred', 'and twenty']
    """
    return textwrap.wrap(text, most) or [""]


def grouped(number: str) -> str:
    """Return a validation number as people read it out.

    >>> grouped("006429188185446104")
    '00-6429-1881-8544-6104'
    """
    head = len(number) % 4
    groups = [number[:head]] if head else []
    return "-".join(groups + [number[place : place + 4] for place in range(head, len(number), 4)])


def _ascii(text: str) -> str:
    # Anything that is not a character of a line would be a command to the printer.
    return visible(text).encode("ascii", "replace").decode()


def _bars(number: str, barcode: Barcode) -> Iterator[bytes]:
    if not number.isdigit() or len(number) % 2:
        raise ValueError(f"{number!r} is no validation number: it has an even count of digits")
    if barcode == "raster":
        yield from _raster(_drawn(bars_of(number)))
        return
    head = b"\x1dh%c\x1dw%c\x1dH\x00" % (BARCODE_HEIGHT, BARCODE_WIDTH)
    yield head + b"\x1dk%c%c%b" % (ITF, len(number), number.encode())


def bars_of(number: str) -> list[tuple[bool, int]]:
    """Return an Interleaved 2 of 5 barcode: bars (True) and spaces, 1 or 3 modules wide, from the left."""
    wide = dict(zip("0123456789", _WIDE, strict=True))
    bars = [(True, 1), (False, 1), (True, 1), (False, 1)]
    for first, second in zip(number[::2], number[1::2], strict=True):
        for bar, space in zip(wide[first], wide[second], strict=True):
            bars += [(True, 3 if bar == "w" else 1), (False, 3 if space == "w" else 1)]
    return [*bars, (True, 3), (False, 1), (True, 1)]


_WIDE: Final = ("nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn")


def _drawn(bars: list[tuple[bool, int]]) -> Bitmap:
    """Draw a barcode, for printers that draw none."""
    bits = "".join(("1" if bar else "0") * width * BARCODE_WIDTH for bar, width in bars)
    padded = bits + "0" * (-len(bits) % 8)
    row = int(padded, 2).to_bytes(len(padded) // 8, "big")
    return Bitmap(len(bits), BARCODE_HEIGHT, row * BARCODE_HEIGHT)


def _raster(picture: Bitmap) -> Iterator[bytes]:
    """Return what prints a picture, band by band: GS v 0. Bands follow each other without a gap."""
    across = (picture.width + 7) // 8
    most = max(PIECE // across, 1)
    for top in range(0, picture.height, most):
        rows = min(most, picture.height - top)
        data = picture.rows[top * across : (top + rows) * across]
        # A printer obeys real-time commands anywhere, even within a picture: an extra dot breaks them up.
        for command in REAL_TIME:
            data = data.replace(command, bytes((command[0] | 1, command[1])))
        yield b"\x1dv0\x00" + across.to_bytes(2, "little") + rows.to_bytes(2, "little") + data
