"""A simulated ESC/POS ticket printer: it takes time, runs out of paper, sticks, and draws what it prints."""

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from drivers.escpos.commands import CLEAR_BUFFER, CR, HT, LF, REAL_TIME, StreamPiece, next_said
from drivers.escpos.ticket import bars_of
from hal.bounds import ONE_LINE
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.paper import CELL, DOTS_PER_MM, LINE_GAP, WIDTH, Paper, Style, save
from sim.devices.simulation import Simulation

BOOT_S: Final = 0.5
MM_PER_S: Final = 150
CUT_S: Final = 0.1
BUFFER: Final = 65_536
ROLL_MM: Final = 80_000
LOW_MM: Final = 4_000


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be said of a simulated printer: in which folder its pages are written, and how many dots it prints."""

    pages: Annotated[str, Meta(max_length=4095, pattern=ONE_LINE)] = ""
    dots: Annotated[int, Meta(ge=8, le=4096)] = WIDTH


class EscposModel(Model):
    """The printer. `pages`: where its pages are written. `dots`: how many it prints side by side."""

    def __init__(self, tell: Tell = lambda _: None, pages: Path | None = None, dots: int = WIDTH) -> None:
        super().__init__(tell)
        self._columns = dots // CELL[0]
        self.pages = 0
        self.paper_mm = float(ROLL_MM)
        self.cover_open = False
        self.cutter_stuck = False
        self.broken = False
        self.on_page: Callable[[object], None] = lambda _: None
        self._folder = pages
        self._paper = Paper(dots)
        self._stream = b""
        self._queue: deque[StreamPiece] = deque()
        self._line: list[tuple[str, Style]] = []
        self._style = Style()
        self._bar = {"height": 162, "width": 3, "text": 0}
        self._written: list[str] = []
        self._barred: list[str] = []
        self._booting = False

    def powered(self) -> None:
        """What was not printed yet is forgotten; what is on the paper stays on it."""
        self._stream = b""
        self._queue.clear()
        self._line.clear()
        self._style = Style()
        self._booting = self.on
        if self.on:
            self.after(BOOT_S, "boot", self._booted)

    def _booted(self) -> None:
        self._booting = False

    # What it hears.

    def received(self, data: bytes) -> None:
        """Answer real-time questions at once, and queue the rest."""
        if self._booting:
            return
        self._stream = (self._stream + data)[:BUFFER]
        place = 0
        while place < len(self._stream):
            found = next_said(self._stream, place)
            if found is None:
                break
            said, place = found
            if said.name in REAL_TIME:
                self._answer(said)
            else:
                self._queue.append(said)
        self._stream = self._stream[place:]
        self._go_on()

    def _answer(self, said: StreamPiece) -> None:
        asked = said.data[0]
        if said.name == REAL_TIME[0] and asked in self._STATUS:
            self.send(bytes((0x12 | self._STATUS[asked](self),)))
        elif said.name == REAL_TIME[1] and asked in (1, 2):
            self.cutter_stuck = False
            self._go_on()
        elif said.name == REAL_TIME[2] and asked == CLEAR_BUFFER:
            self._queue.clear()
            self._line.clear()

    @property
    def _out(self) -> bool:
        return self.paper_mm <= 0

    @property
    def stopped(self) -> bool:
        """Whether something keeps it from printing."""
        return self._out or self.cover_open or self.cutter_stuck or self.broken

    _STATUS: Final[dict[int, Callable[["EscposModel"], int]]] = {
        1: lambda self: 0x08 * self.stopped,
        2: lambda self: 0x04 * self.cover_open | 0x20 * self._out | 0x40 * (self.cutter_stuck or self.broken),
        3: lambda self: 0x08 * self.cutter_stuck | 0x20 * self.broken,
        4: lambda self: 0x0C * (self.paper_mm < LOW_MM) | 0x60 * self._out,
    }

    # What it prints.

    def _go_on(self) -> None:
        """Do what is queued, one after the other, each in its time."""
        while self._queue and not self.stopped and "busy" not in self._timers and self.on:
            seconds = self._do(self._queue.popleft())
            if seconds:
                self.after(seconds, "busy", self._go_on)

    def _do(self, said: StreamPiece) -> float:
        """Do one thing, and return how long it takes."""
        if said.name == "text":
            return self._character(said.data[0])
        doer = self._DOERS.get(said.name)
        return 0.0 if doer is None else self._took(doer(self, said.data) or 0)

    def _took(self, dots: int) -> float:
        self.paper_mm -= dots / DOTS_PER_MM
        return dots / DOTS_PER_MM / MM_PER_S

    def _character(self, byte: int) -> float:
        if byte == LF:
            return self._took(self._flush())
        if byte == HT:
            for _ in range(8 - len(self._line) % 8):
                self._line.append((" ", copy(self._style)))
        elif byte >= 0x20 and byte != CR:
            self._line.append((bytes((byte,)).decode("cp437"), copy(self._style)))
            if sum(style.wide for _, style in self._line) >= self._columns:
                return self._took(self._flush())
        return 0.0

    def _flush(self) -> int:
        line, self._line = self._line, []
        self._written.append("".join(character for character, _ in line))
        return self._paper.text(line or [(" ", copy(self._style))])

    def _initialise(self, _: bytes) -> None:
        self._style = Style()
        self._line.clear()

    def _mode(self, data: bytes) -> None:
        style = self._style
        style.small, style.bold, style.underline = bool(data[0] & 1), bool(data[0] & 8), bool(data[0] & 0x80)
        style.high, style.wide = 1 + bool(data[0] & 16), 1 + bool(data[0] & 32)

    def _size(self, data: bytes) -> None:
        self._style.wide, self._style.high = 1 + (data[0] >> 4 & 7), 1 + (data[0] & 7)

    def _set(self, name: str, read: Callable[[int], int | bool], data: bytes) -> None:
        setattr(self._style, name, read(data[0]))

    def _set_bar(self, name: str, data: bytes) -> None:
        self._bar[name] = data[0]

    def _feed_lines(self, data: bytes) -> int:
        dots = self._flush() if self._line else 0
        rest = data[0] * (24 + LINE_GAP) - dots
        self._paper.feed(rest)
        return dots + max(rest, 0)

    def _feed_dots(self, data: bytes) -> int:
        dots = self._flush() if self._line else 0
        self._paper.feed(data[0])
        return dots + data[0]

    def _barcode(self, data: bytes) -> int:
        by_length = data[0] >= 0x41
        kind = data[0] - 0x41 if by_length else data[0]
        digits = (data[2:] if by_length else data[1:-1]).decode("ascii", "replace")
        if kind != 5 or not digits.isdigit() or len(digits) % 2:
            return 0  # this printer knows Interleaved 2 of 5 alone
        self._barred.append(digits)
        dots = self._paper.bars(bars_of(digits), self._bar["width"], self._bar["height"], self._style.align)
        if self._bar["text"] & 2:
            dots += self._paper.text([(digit, copy(self._style)) for digit in digits])
        return dots

    def _raster(self, data: bytes) -> int:
        columns, rows = int.from_bytes(data[2:4], "little"), int.from_bytes(data[4:6], "little")
        return self._paper.raster(columns, rows, data[6:], self._style.align) if columns and rows else 0

    def _queued_status(self, data: bytes) -> None:
        if data[0] in (1, 49):
            low = 0x03 if self.paper_mm < LOW_MM else 0
            self.send(bytes((low | (0x0C if self._out else 0),)))
        elif data[0] in (2, 50):
            self.send(b"\0")

    def _process_id(self, data: bytes) -> None:
        """GS ( H: say when all that came before has been printed."""
        if data[:1] == b"H" and data[3:5] in (b"\x30\x30", b"0\0") and len(data) >= 9:
            self.send(b"\x37\x22" + data[5:9] + b"\0")

    def _cut(self, data: bytes) -> int:
        dots = self._flush() if self._line else 0
        if len(data) > 1:
            self._paper.feed(data[1])
            dots += data[1]
        self.after(CUT_S + self._took(dots), "busy", self._cut_off)
        return 0

    def _cut_off(self) -> None:
        if self.stopped:
            # The page hangs there uncut, until somebody has put things right.
            self._queue.appendleft(StreamPiece("GS V", b"\0"))
            return
        page = self._paper.cut()
        # What a reader would find on it: some pages are torn, and hold two tickets.
        page.info = {"text": "\n".join(self._written), "numbers": tuple(self._barred)}
        self._written, self._barred = [], []
        self.pages += 1
        if self._folder is not None:
            try:
                said = {"file": str(save(page, self._folder, self.pages))}
            except OSError as error:  # the printer has printed it all the same
                said = {"file": "", "reason": f"{self._folder}: the picture cannot be kept: {error.strerror}"}
            self.tell({"event": "page", **said})
        self.on_page(page)
        self._go_on()

    _DOERS: Final[dict[str, Callable[["EscposModel", bytes], int | None]]] = {
        "ESC @": _initialise,
        "ESC !": _mode,
        "GS !": _size,
        "ESC E": lambda self, data: self._set("bold", lambda n: bool(n & 1), data),
        "ESC G": lambda self, data: self._set("bold", lambda n: bool(n & 1), data),
        "ESC -": lambda self, data: self._set("underline", lambda n: n & 3 in (1, 2), data),
        "ESC M": lambda self, data: self._set("small", lambda n: n in (1, 49), data),
        "ESC a": lambda self, data: self._set("align", lambda n: (n & 3) % 3, data),
        "GS B": lambda self, data: self._set("inverse", lambda n: bool(n & 1), data),
        "GS h": lambda self, data: self._set_bar("height", data),
        "GS w": lambda self, data: self._set_bar("width", data),
        "GS H": lambda self, data: self._set_bar("text", data),
        "GS k": _barcode,
        "GS v": _raster,
        "GS r": _queued_status,
        "GS (": _process_id,
        "ESC d": _feed_lines,
        "ESC J": _feed_dots,
        "GS V": _cut,
        "ESC i": lambda self, _: self._cut(b"\0"),
        "ESC m": lambda self, _: self._cut(b"\1"),
    }

    # What happens to it.

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "paper low": ("paper low", partial(self._paper_left, LOW_MM - 1)),
            "paper out": ("paper out", partial(self._paper_left, 0)),
            "paper in": ("paper in", partial(self._paper_left, ROLL_MM)),
            "cover open": ("cover open", partial(self._cover, True)),  # noqa: FBT003
            "cover closed": ("cover closed", partial(self._cover, False)),  # noqa: FBT003
            "cutter jam": ("cutter jam", self._jam),
            "clear": ("clear", self._clear),
            **super().commands(),
        }

    def _paper_left(self, millimetres: float, rest: list[str]) -> None:
        if rest:
            raise NoCommand("paper is low, out or in")
        self.paper_mm = float(millimetres)
        self._go_on()

    def _cover(self, is_open: bool, _: list[str]) -> None:  # noqa: FBT001
        self.cover_open = is_open
        self._go_on()

    def _jam(self, _: list[str]) -> None:
        self.cutter_stuck = True

    def _clear(self, _: list[str]) -> None:
        self.cutter_stuck = False
        self._go_on()


def _new(tell: Tell, settings: Settings) -> EscposModel:
    return EscposModel(tell, Path(settings.pages) if settings.pages else None, settings.dots)


MODEL: Final = Simulation(_new, Settings)
