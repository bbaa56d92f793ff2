"""A ticket's bytes, by python-escpos. It costs a tenth of a second and 25 MB to load, and is loaded for the first."""

import os
import tempfile
import textwrap
from typing import TYPE_CHECKING, Final, Literal

from hal.ticket_printer import Line, Picture, Ticket
from hal.visible import visible

if TYPE_CHECKING:
    from escpos.printer import Dummy

ITF: Final = 0x46
# Dots: 60 high to leave room for the hand that holds the ticket, narrow bars 2 wide.
BARCODE_HEIGHT: Final = 100
BARCODE_WIDTH: Final = 2
# A character of the printer's own, in dots; a large one is twice as wide.
CHARACTER: Final = 12
# Nobody wants a library's cache in their home folder.
os.environ.setdefault("ESCPOS_CAPABILITIES_PICKLE_DIR", tempfile.gettempdir())


def encode(ticket: Ticket, barcode: Literal["command", "raster"] = "command", dots: int = 576) -> bytes:
    """Return the bytes that print a ticket and cut it. A number of an even count of digits goes into the barcode.

    `dots`: how wide the paper is, from which the length of a line follows.
    """
    from escpos.printer import Dummy  # noqa: PLC0415 - see above

    paper = Dummy()
    paper.hw("INIT")
    _put(paper, Line(ticket.title, large=True, bold=True), dots)
    for line in ticket.lines:
        _put(paper, line, dots)
    if ticket.amount:
        paper.text("\n")
        _put(paper, Line(ticket.amount, large=True, bold=True), dots)
        paper.text("\n")
    if ticket.number:
        paper._raw(_bars(ticket.number, barcode))  # noqa: SLF001 - its own barcode() prints on stdout
        paper.text("\n" + grouped(ticket.number) + "\n")
    for line in ticket.below:
        _put(paper, line, dots)
    paper.cut(mode="PART")
    encoded: bytes = paper.output
    return encoded


def _put(paper: "Dummy", said: str | Line, dots: int) -> None:
    line = Line(said) if isinstance(said, str) else said
    if line.large:
        paper.set(align="center", bold=line.bold, double_height=True, double_width=True)
    else:
        paper.set(align="center", bold=line.bold, normal_textsize=True)
    if line.picture is not None:
        paper._raw(_raster(line.picture))  # noqa: SLF001 - its own image() wants Pillow and a file
        return
    # One less than there is room for: some printers end a line that is full by themselves.
    for part in wrapped(_ascii(line.text), dots // (CHARACTER * (2 if line.large else 1)) - 1):
        paper.text(part + "\n")


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
    # What is no character of a line would be a command to the printer.
    return visible(text).encode("ascii", "replace").decode()


def _bars(number: str, barcode: str) -> bytes:
    if not number.isdigit() or len(number) % 2:
        raise ValueError(f"{number!r} is no validation number: it has an even count of digits")
    if barcode == "raster":
        return _raster(_drawn(bars_of(number)))
    head = b"\x1dh%c\x1dw%c\x1dH\x00" % (BARCODE_HEIGHT, BARCODE_WIDTH)
    return head + b"\x1dk%c%c%b" % (ITF, len(number), number.encode())


def bars_of(number: str) -> list[tuple[bool, int]]:
    """Return an Interleaved 2 of 5 barcode: bars (True) and spaces, 1 or 3 modules wide, from the left."""
    wide = dict(zip("0123456789", _WIDE, strict=True))
    bars = [(True, 1), (False, 1), (True, 1), (False, 1)]
    for first, second in zip(number[::2], number[1::2], strict=True):
        for bar, space in zip(wide[first], wide[second], strict=True):
            bars += [(True, 3 if bar == "w" else 1), (False, 3 if space == "w" else 1)]
    return [*bars, (True, 3), (False, 1), (True, 1)]


_WIDE: Final = ("nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn")


def _drawn(bars: list[tuple[bool, int]]) -> Picture:
    """Draw a barcode, for printers that draw none."""
    bits = "".join(("1" if bar else "0") * width * BARCODE_WIDTH for bar, width in bars)
    padded = bits + "0" * (-len(bits) % 8)
    row = int(padded, 2).to_bytes(len(padded) // 8, "big")
    return Picture(len(bits), BARCODE_HEIGHT, row * BARCODE_HEIGHT)


def _raster(picture: Picture) -> bytes:
    """Return what prints a picture: GS v 0."""
    across = (picture.width + 7) // 8
    return b"\x1dv0\x00" + across.to_bytes(2, "little") + picture.height.to_bytes(2, "little") + picture.rows
