"""A ticket's bytes, by python-escpos. It costs a tenth of a second and 25 MB to load, and is loaded for the first."""

import os
import tempfile
from typing import Final, Literal

from hal.ticket_printer import Ticket
from hal.visible import visible

ITF: Final = 0x46
# Dots: 60 high to leave room for the hand that holds the ticket, narrow bars 2 wide.
BARCODE_HEIGHT: Final = 100
BARCODE_WIDTH: Final = 2
CHARACTERS: Final = 42
# Nobody wants a library's cache in their home folder.
os.environ.setdefault("ESCPOS_CAPABILITIES_PICKLE_DIR", tempfile.gettempdir())


def encode(ticket: Ticket, barcode: Literal["command", "raster"] = "command") -> bytes:
    """Return the bytes that print a ticket and cut it. A number of an even count of digits goes into the barcode."""
    from escpos.printer import Dummy  # noqa: PLC0415 - see above

    paper = Dummy()
    paper.hw("INIT")
    paper.set(align="center", bold=True, double_height=True, double_width=True)
    paper.text(_ascii(ticket.title) + "\n")
    paper.set(align="center", bold=False, normal_textsize=True)
    for line in ticket.lines:
        paper.text(_ascii(line)[:CHARACTERS] + "\n")
    if ticket.amount:
        paper.set(align="center", bold=True, double_height=True, double_width=True)
        paper.text("\n" + _ascii(ticket.amount) + "\n\n")
        paper.set(align="center", bold=False, normal_textsize=True)
    if ticket.number:
        paper._raw(_bars(ticket.number, barcode))  # noqa: SLF001 - its own barcode() prints on stdout
        paper.text("\n" + grouped(ticket.number) + "\n")
    paper.cut(mode="PART")
    encoded: bytes = paper.output
    return encoded


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
        return _raster(bars_of(number))
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


def _raster(bars: list[tuple[bool, int]]) -> bytes:
    """Return the barcode as a picture, for printers that draw none: GS v 0."""
    bits = "".join(("1" if bar else "0") * width * BARCODE_WIDTH for bar, width in bars)
    bits += "0" * (-len(bits) % 8)
    row = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return b"\x1dv0\x00" + len(row).to_bytes(2, "little") + BARCODE_HEIGHT.to_bytes(2, "little") + row * BARCODE_HEIGHT
