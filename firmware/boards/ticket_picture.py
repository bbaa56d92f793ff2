"""Draws lines of a ticket in the firmware's own font, so that a printer without Chinese characters prints them too."""

import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hal.ticket_printer import Bitmap, TicketLine

if TYPE_CHECKING:
    import pygame

# Not by importlib.resources: a board that starts would load zip files and more.
FONTS: Final = Path(__file__).parents[1] / "kit/fonts"
FACES: Final = {False: "NotoSansSC-Regular.otf", True: "NotoSansSC-Bold.otf"}
# As high as the printer's own characters of 12 by 24 dots look.
HEIGHT: Final = 24
LARGE: Final = 44
# A dot is burnt if at least this much of it is ink, out of 255.
INK: Final = 110
# What each dot becomes: a bit, as a digit.
BITS: Final = bytes(b"01"[dot >= INK] for dot in range(256))
GAP: Final = 4
# A run of Latin letters and figures, or one other character; then characters that must not begin a line.
PIECE: Final = re.compile(r"(?:[!-~]+|.)[，。：；、！？）」』》 ]*")


def drawn(lines: Iterable[TicketLine], dots: int) -> Iterator[TicketLine]:
    """Draw lines for which a printer may have no letters."""
    for line in lines:
        if line.text.isascii():
            yield line
        else:
            yield from picture_lines(line, dots)


def picture_lines(line: TicketLine, dots: int) -> Iterator[TicketLine]:
    """Return a line as pictures no wider than the paper, one below the other."""
    # Loaded only for a ticket that needs it: a board without a screen may never need it.
    import pygame  # noqa: PLC0415

    pygame.font.init()
    font = pygame.font.Font(str(FONTS / FACES[line.bold]), LARGE if line.large else HEIGHT)
    for text in _broken(line.text, font, dots):
        yield TicketLine(text, line.large, line.bold, _drawn(text, font))


def _broken(text: str, font: "pygame.font.Font", dots: int) -> Iterator[str]:
    """Break a text that is wider than the paper into lines of similar length; words stay whole."""
    pieces = tuple(_pieces(text))
    whole = font.size(text)[0]
    widest = max((font.size(piece)[0] for piece in pieces), default=0)
    room = min(dots, math.ceil(whole / math.ceil(max(whole, 1) / dots)) + widest)
    line = ""
    for piece in pieces:
        if line and font.size(line + piece.rstrip())[0] > room:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """Return unbreakable pieces: a word in Latin letters or one Chinese character, with the punctuation after it."""
    return (found.group() for found in PIECE.finditer(text))


def _drawn(text: str, font: "pygame.font.Font") -> Bitmap:
    import pygame  # noqa: PLC0415

    surface = font.render(text or " ", True, (255, 255, 255), (0, 0, 0))  # noqa: FBT003
    width, height = surface.get_size()
    grey = pygame.image.tobytes(surface, "RGB")[::3]
    rows = [grey[row * width : (row + 1) * width] for row in range(height)]
    inked = [row for row, dots in enumerate(rows) if max(dots) >= INK] or [0]
    kept = rows[inked[0] : inked[-1] + 1 + GAP]
    kept += [bytes(width)] * (inked[-1] + 1 + GAP - inked[0] - len(kept))
    return Bitmap(width, len(kept), b"".join(map(_packed, kept)))


def _packed(row: bytes) -> bytes:
    padded = row.translate(BITS) + b"0" * (-len(row) % 8)
    return int(padded, 2).to_bytes(len(padded) // 8, "big")
