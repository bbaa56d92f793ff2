"""What a ticket printer prints: a line that grows, pictures and bars, on a strip until it is cut off."""

from collections.abc import Callable
from copy import copy
from typing import Final

from PIL import Image

from drivers.escpos.commands import CR, HT, LF, StreamPiece
from sim.devices.paper import LINE_GAP, Paper
from sim.devices.printed_pictures import COLUMNS, Drawn, KeptPictures, of_columns, of_rows
from sim.devices.printed_symbols import NoSymbol, bars, readable
from sim.devices.printer_styles import CELL, STYLES, Style
from sim.devices.printer_words import CODE_PAGES

NUL: Final = 0
# What is known, and changes nothing on this paper: buttons, the drawer, a barcode's letters, one ink, one direction.
_NO_EFFECT: Final = frozenset({"ESC =", "ESC c", "ESC p", "ESC r", "ESC U", "FS .", "GS f"})
_FIRST_CODE: Final = "cp437"
_USUAL_SPACING: Final = CELL[1] + LINE_GAP


class Sheet:
    """What has been printed since the last cut, and the line that is being written. `dots`: how many side by side."""

    def __init__(self, dots: int) -> None:
        self._columns = dots // CELL[0]
        self._paper = Paper(dots)
        self._kept = KeptPictures()
        self._bar = {"height": 162, "width": 3, "text": 0}
        self._line: list[tuple[str, Style]] = []
        self._written: list[str] = []
        self._barred: list[str] = []
        self.initialise()

    def initialise(self) -> None:
        """Forget how letters are set, and what was not printed yet; what is on the paper stays on it."""
        self._style = Style()
        self._line.clear()
        self._kept.line(0)
        self._code, self._spacing = _FIRST_CODE, _USUAL_SPACING

    def clear(self) -> None:
        """Forget the line that is being written."""
        self._line.clear()

    def do(self, said: StreamPiece) -> int | None:
        """Do one thing, and return how many dots of paper it took; None for what is not known."""
        if said.name == "text":
            return self._character(said.data[0])
        if said.name in STYLES:
            STYLES[said.name](self._style, said.data[0])
            return 0
        doer = self._DOERS.get(said.name)
        if doer is None:
            return 0 if said.name in _NO_EFFECT else None
        return doer(self, said.data)

    def end(self, feed: int) -> int:
        """End the line, move the paper on, and return how many dots both took."""
        dots = self._flush() if self._line else 0
        self._paper.feed(feed)
        return dots + feed

    def cut(self) -> Image.Image:
        """Cut off what is printed, and return it."""
        page = self._paper.cut()
        # What a reader would find on it: some pages are torn, and hold two tickets.
        page.info = {"text": "\n".join(self._written), "numbers": tuple(self._barred)}
        self._written, self._barred = [], []
        return page

    def _character(self, byte: int) -> int | None:
        if byte == LF:
            return self._flush()
        if byte == HT:
            for _ in range(8 - len(self._line) % 8):
                self._line.append((" ", copy(self._style)))
        elif byte >= 0x20 and byte != CR:
            self._line.append((bytes((byte,)).decode(self._code, "replace"), copy(self._style)))
            if sum(style.wide for _, style in self._line) >= self._columns:
                return self._flush()
        elif byte not in (CR, NUL):
            return None
        return 0

    def _flush(self) -> int:
        band = self._kept.line(self._spacing)
        if band is not None:
            return self._paper.picture(band, self._style.align)
        line, self._line = self._line, []
        self._written.append("".join(character for character, _ in line))
        return self._paper.text(line or [(" ", copy(self._style))])

    def _code_page(self, data: bytes) -> int | None:
        if data[0] not in CODE_PAGES:
            return None
        self._code = CODE_PAGES[data[0]]
        return 0

    def _space(self, data: bytes) -> int:
        self._spacing = data[0] if data else _USUAL_SPACING
        return 0

    def _band(self, data: bytes) -> int | None:
        if data[0] not in COLUMNS:
            return None
        self._kept.add(of_columns(data[0], data[3:]))
        return 0

    def _set_bar(self, name: str, data: bytes) -> int | None:
        if name != "text" and not data[0]:
            return None  # there are no bars without height or width: it stays as it was
        self._bar[name] = data[0]
        return 0

    def _feed_lines(self, data: bytes) -> int:
        dots = self._flush() if self._line else 0
        rest = data[0] * (24 + LINE_GAP) - dots
        self._paper.feed(rest)
        return dots + max(rest, 0)

    def _feed_dots(self, data: bytes) -> int:
        return self.end(data[0])

    def _barcode(self, data: bytes) -> int | None:
        by_length = data[0] >= 0x41
        kind = data[0] - 0x41 if by_length else data[0]
        said = data[2:] if by_length else data[1:-1]
        try:
            drawn, text = bars(kind, said), readable(kind, said)
        except NoSymbol:
            return None
        self._barred.append(text)
        dots = self._paper.bars(drawn, self._bar["width"], self._bar["height"], self._style.align)
        if self._bar["text"] & 2:
            dots += self._paper.text([(character, copy(self._style)) for character in text])
        return dots

    def _raster(self, data: bytes) -> int | None:
        if data[:1] != b"0":
            return None
        across, rows = int.from_bytes(data[2:4], "little"), int.from_bytes(data[4:6], "little")
        scale = 1 + (data[1] & 1), 1 + (data[1] >> 1 & 1)
        return self._paper.picture(of_rows(across, rows, data[6:], scale), self._style.align) if across and rows else 0

    def _sized(self, data: bytes) -> int | None:
        """GS ( and a letter."""
        doer = {b"L": self._graphics, b"k": self._symbol}.get(data[:1])
        return None if doer is None else doer(data[3:])

    def _symbol(self, data: bytes) -> int | None:
        drawn = self._kept.symbol(data)
        if drawn is not None and drawn.text:
            self._barred.append(drawn.text)
        return self._drawn(drawn)

    def _graphics(self, data: bytes) -> int | None:
        return self._drawn(self._kept.graphics(data))

    def _drawn(self, drawn: Drawn | None) -> int | None:
        """Print what comes of a command: a picture, nothing yet, or None for one that is not known."""
        if drawn is None or drawn.picture is None:
            return None if drawn is None else 0
        return self._paper.picture(drawn.picture, self._style.align)

    def _long(self, data: bytes) -> int | None:
        """GS 8 L: graphics that are longer."""
        return self._graphics(data[5:]) if data[:1] == b"L" else None

    _DOERS: Final[dict[str, Callable[["Sheet", bytes], int | None]]] = {
        "GS h": lambda self, data: self._set_bar("height", data),
        "GS w": lambda self, data: self._set_bar("width", data),
        "GS H": lambda self, data: self._set_bar("text", data),
        "GS k": _barcode,
        "GS v": _raster,
        "GS (": _sized,
        "GS 8": _long,
        "ESC t": _code_page,
        "ESC 2": _space,
        "ESC 3": _space,
        "ESC *": _band,
        "ESC d": _feed_lines,
        "ESC J": _feed_dots,
    }
