"""Pictures as hosts send them to a printer: in rows, in columns, and kept first and printed then."""

from typing import Final

from msgspec import Struct
from PIL import Image

from sim.devices.printed_symbols import qr

_GRAPHICS_HEAD: Final = 10
# How ESC * may draw: 8 dots or 24, at single density or double.
COLUMNS: Final = (0, 1, 32, 33)


class Drawn(Struct, frozen=True):
    """What comes of a command that is known: a picture, perhaps with what a reader finds in it; or nothing yet."""

    picture: Image.Image | None = None
    text: str = ""


class KeptPictures:
    """What a printer keeps until it is told to print it: bands on the line, a picture, a QR code."""

    def __init__(self) -> None:
        self._bands: list[Image.Image] = []
        self._stored: Image.Image | None = None
        self._size, self._correction = 3, 0
        self._data = b""

    def add(self, band: Image.Image) -> None:
        """Put a band on the line, right of what is there (ESC *)."""
        self._bands.append(band)

    def line(self, spacing: int) -> Image.Image | None:
        """Take the bands off the line: so high that the next line begins where the spacing says."""
        bands, self._bands = self._bands, []
        if not bands:
            return None
        high = max(spacing, *(band.height for band in bands))
        whole = Image.new("L", (sum(band.width for band in bands), high), 255)
        x = 0
        for band in bands:
            whole.paste(band, (x, 0))
            x += band.width
        return whole

    def symbol(self, data: bytes) -> Drawn | None:
        """Set up, keep or print a QR code (GS ( k); None for what is not known."""
        kind, what, rest = data[:1], data[1:2], data[2:]
        if kind != b"1" or what not in (b"A", b"C", b"E", b"P", b"Q") or not rest:
            return None
        if what == b"C":
            self._size = min(max(rest[0], 1), 16)
        elif what == b"E":
            self._correction = (rest[0] - 48) & 3
        elif what == b"P":
            self._data = rest[1:]
        elif what == b"Q" and self._data:
            return Drawn(
                of_modules(qr(self._data, self._correction), self._size), self._data.decode("utf-8", "replace")
            )
        return Drawn()

    def graphics(self, data: bytes) -> Drawn | None:
        """Keep a picture of rows (112), or print it (50): GS ( L; None for what is not known."""
        what = data[1:2]
        if what in (b"2", b"\2"):
            stored, self._stored = self._stored, None
            return Drawn(stored)
        if what != b"p" or len(data) < _GRAPHICS_HEAD:
            return None
        wide, high = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
        across = (wide + 7) // 8
        rows = data[_GRAPHICS_HEAD : _GRAPHICS_HEAD + across * high]
        if not wide or not high or len(rows) != across * high:
            return None
        self._stored = of_rows(across, high, rows, (min(data[3], 2) or 1, min(data[4], 2) or 1))
        return Drawn()


def of_rows(across: int, rows: int, data: bytes, scale: tuple[int, int] = (1, 1)) -> Image.Image:
    """Return a picture of rows of whole bytes (GS v 0, GS ( L 112)."""
    bits = Image.frombytes("1", (across * 8, rows), bytes(byte ^ 0xFF for byte in data)).convert("L")
    return enlarged(bits, scale)


def of_columns(mode: int, data: bytes) -> Image.Image:
    """Return a band of columns of one byte or three, the topmost dot in the highest bit (ESC *)."""
    tall = 3 if mode & 32 else 1
    columns = len(data) // tall
    band = Image.new("L", (max(columns, 1), tall * 8), 255)
    for x in range(columns):
        column = int.from_bytes(data[x * tall : x * tall + tall], "big")
        for y in range(tall * 8):
            if column >> (tall * 8 - 1 - y) & 1:
                band.putpixel((x, y), 0)
    # Single density is twice as wide, and eight dots are as high as twenty-four.
    return enlarged(band, (1 if mode & 1 else 2, 1 if mode & 32 else 3))


def of_modules(modules: list[list[bool]], size: int) -> Image.Image:
    """Return a QR code, each module so many dots wide."""
    picture = Image.new("L", (len(modules), len(modules)), 255)
    for y, row in enumerate(modules):
        for x, black in enumerate(row):
            if black:
                picture.putpixel((x, y), 0)
    return enlarged(picture, (size, size))


def enlarged(picture: Image.Image, scale: tuple[int, int]) -> Image.Image:
    """Return a picture with each dot repeated."""
    size = picture.width * scale[0], picture.height * scale[1]
    return picture if scale == (1, 1) else picture.resize(size, Image.Resampling.NEAREST)
