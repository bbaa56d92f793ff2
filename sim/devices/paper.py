"""A strip of thermal paper: what is printed on it, drawn, and cut off as pages."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from sim.devices.printer_styles import CELL, Style

WIDTH: Final = 576  # dots: 72 mm at 8 dots per mm, on paper of 80 mm
NARROW: Final = 384  # 48 mm, on paper of 58 mm
DOTS_PER_MM: Final = 8
LINE_GAP: Final = 6
MARGIN: Final = 24
# What the usual font draws.
_USUAL_LETTERS: Final = frozenset(map(chr, range(0x20, 0x7F)))


class Paper:
    """The strip, from the last cut to the head."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width: Final = width
        self._pieces: list[Image.Image] = []

    @property
    def length(self) -> int:
        """How many dots long it is."""
        return sum(piece.height for piece in self._pieces)

    def feed(self, dots: int) -> None:
        """Move the paper on."""
        if dots > 0:
            self._pieces.append(Image.new("L", (self.width, dots), 255))

    def text(self, line: list[tuple[str, Style]]) -> int:
        """Print a line, and return how many dots it took."""
        height = max((style.cell[1] for _, style in line), default=CELL[1])
        piece = Image.new("L", (self.width, height + LINE_GAP), 255)
        width = sum(style.cell[0] for _, style in line)
        x = self._start(width, line[0][1].align if line else 0)
        for character, style in line:
            # A barcode's text and some code pages have characters that are no letters: nothing is printed for them.
            letter = character if character.isprintable() else " "
            glyph = _glyph(letter, style.cell, small=style.small, bold=style.bold, marks=_marks(style))
            piece.paste(glyph, (x, height - style.cell[1]))
            x += style.cell[0]
        self._pieces.append(piece)
        return piece.height

    def _start(self, width: int, align: int) -> int:
        return max((0, (self.width - width) // 2, self.width - width)[align], 0)

    def bars(self, bars: list[tuple[bool, int]], module: int, height: int, align: int) -> int:
        """Print a barcode, and return how many dots it took."""
        width = sum(count for _, count in bars) * module
        piece = Image.new("L", (self.width, height), 255)
        draw = ImageDraw.Draw(piece)
        x = self._start(width, align)
        for black, count in bars:
            if black:
                draw.rectangle((x, 0, x + count * module - 1, height - 1), fill=0)
            x += count * module
        self._pieces.append(piece)
        return height

    def picture(self, picture: Image.Image, align: int) -> int:
        """Print a picture, and return how many dots it took."""
        piece = Image.new("L", (self.width, picture.height), 255)
        piece.paste(picture, (self._start(picture.width, align), 0))
        self._pieces.append(piece)
        return picture.height

    def cut(self) -> Image.Image:
        """Cut the page off, and return it."""
        page = Image.new("L", (self.width, self.length + 2 * MARGIN), 255)
        y = MARGIN
        for piece in self._pieces:
            page.paste(piece, (0, y))
            y += piece.height
        self._pieces.clear()
        return page


def save(page: Image.Image, folder: Path, number: int) -> Path:
    """Write a page as a picture, and return where."""
    path = folder / f"page-{number:04}.png"
    page.save(path)
    return path


def _marks(style: Style) -> tuple[bool, bool]:
    return style.inverse, style.underline


# A till prints the same few characters, set the same few ways.
@lru_cache(maxsize=2_000)
def _glyph(character: str, cell: tuple[int, int], *, small: bool, bold: bool, marks: tuple[bool, bool]) -> Image.Image:
    (width, height), (inverse, underline) = (9, 17) if small else CELL, marks
    glyph = Image.new("L", (width, height), 0 if inverse else 255)
    draw = ImageDraw.Draw(glyph)
    ink = 255 if inverse else 0
    font = _font(height) if character in _USUAL_LETTERS else _wide_font(height)
    draw.text((width / 2, height * 0.8), character, fill=ink, font=font, anchor="ms", stroke_width=int(bold))
    if underline:
        draw.line((0, height - 2, width, height - 2), fill=ink)
    return glyph.resize(cell, Image.Resampling.NEAREST)


@cache
def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=height * 3 // 4)


@cache
def _wide_font(height: int) -> ImageFont.FreeTypeFont:
    """Letters of other code pages: the usual font has none of them, and would draw a box for each."""
    import barcode  # type: ignore[import-untyped] # noqa: PLC0415 - a heavy import, for the few who print such letters

    font = Path(barcode.__file__).with_name("fonts") / "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(font), size=height * 3 // 4)
