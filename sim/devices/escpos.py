"""A simulated ESC/POS ticket printer: it takes time, runs out of paper, sticks, and draws what it prints."""

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from drivers.escpos.commands import CLEAR_BUFFER, CR, HT, LF, REAL_TIME, StreamPiece, bytes_of, next_said
from hal.bounds import ONE_LINE, Word
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.paper import CELL, DOTS_PER_MM, LINE_GAP, WIDTH, Paper, Style, save
from sim.devices.printed_pictures import Drawn, KeptPictures, of_columns, of_rows
from sim.devices.printed_symbols import NoSymbol, bars
from sim.devices.printer_condition import LOW_MM, QUESTIONS, ROLL_MM, Condition
from sim.devices.printer_styles import STYLES
from sim.devices.printer_words import CODE_PAGES, identity
from sim.devices.simulation import Simulation

BOOT_S: Final = 0.5
MM_PER_S: Final = 150
CUT_S: Final = 0.1
# What it takes of a command that is not whole yet: a picture, say.
BUFFER: Final = 1_048_576
NUL: Final = 0
# What is known, and changes nothing on this paper: buttons, the drawer, a barcode's letters, one ink, one direction.
_NO_EFFECT: Final = frozenset({"ESC =", "ESC c", "ESC p", "ESC r", "ESC U", "FS .", "GS f"})


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be said of a simulated printer: where its pages are written, how many dots it has, who it is."""

    pages: Annotated[str, Meta(max_length=4095, pattern=ONE_LINE)] = ""
    maker: Word = "RAPID TABLE"
    model: Word = "SIM-80"
    dots: Annotated[int, Meta(ge=8, le=4096)] = WIDTH


class EscposModel(Model):
    """The printer. `pages`: where its pages are written. `dots`: how many it prints side by side.

    `named`: its maker and its model, as it says them itself.
    """

    def __init__(
        self,
        tell: Tell = lambda _: None,
        pages: Path | None = None,
        dots: int = WIDTH,
        named: tuple[str, str] = ("RAPID TABLE", "SIM-80"),
    ) -> None:
        super().__init__(tell)
        self._named = named
        self._code = "cp437"
        self._spacing = CELL[1] + LINE_GAP
        self._kept = KeptPictures()
        self._reports = 0
        self._reported = b""
        self._columns = dots // CELL[0]
        self.pages = 0
        self.condition = Condition()
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
        self._initialise(b"")
        self._reports, self._reported = 0, b""
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
        self._perhaps_report()

    def _answer(self, said: StreamPiece) -> None:
        asked = said.data[0]
        self._perhaps_report()
        if said.name == REAL_TIME[0] and asked in QUESTIONS:
            self.send(self.condition.answer(asked))
        elif said.name == REAL_TIME[1] and asked in (1, 2):
            self.condition.cutter_stuck = False
            self._go_on()
        elif said.name == REAL_TIME[2] and asked == CLEAR_BUFFER:
            self._queue.clear()
            self._line.clear()
        elif said.name != REAL_TIME[2]:  # its other use is a pulse for a drawer that is not there
            self.unknown(bytes_of(said))

    @property
    def stopped(self) -> bool:
        """Whether something keeps it from printing."""
        return self.condition.stopped

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
        if said.name in STYLES:
            STYLES[said.name](self._style, said.data[0])
            return 0.0
        doer = self._DOERS.get(said.name)
        if doer is None and said.name not in _NO_EFFECT:
            self.unknown(bytes_of(said))
        return 0.0 if doer is None else self._took(doer(self, said.data) or 0)

    def _took(self, dots: int) -> float:
        self.condition.paper_mm -= dots / DOTS_PER_MM
        return dots / DOTS_PER_MM / MM_PER_S

    def _character(self, byte: int) -> float:
        if byte == LF:
            return self._took(self._flush())
        if byte == HT:
            for _ in range(8 - len(self._line) % 8):
                self._line.append((" ", copy(self._style)))
        elif byte >= 0x20 and byte != CR:
            self._line.append((bytes((byte,)).decode(self._code, "replace"), copy(self._style)))
            if sum(style.wide for _, style in self._line) >= self._columns:
                return self._took(self._flush())
        elif byte not in (CR, NUL):
            self.unknown(bytes((byte,)))
        return 0.0

    def _flush(self) -> int:
        band = self._kept.line(self._spacing)
        if band is not None:
            return self._paper.picture(band, self._style.align)
        line, self._line = self._line, []
        self._written.append("".join(character for character, _ in line))
        return self._paper.text(line or [(" ", copy(self._style))])

    def _initialise(self, _: bytes) -> None:
        self._style = Style()
        self._line.clear()
        self._kept.line(0)
        self._code, self._spacing = "cp437", CELL[1] + LINE_GAP

    def _code_page(self, data: bytes) -> None:
        if data[0] in CODE_PAGES:
            self._code = CODE_PAGES[data[0]]
        else:
            self.unknown(b"\x1bt" + data)

    def _space(self, data: bytes) -> None:
        self._spacing = data[0] if data else CELL[1] + LINE_GAP

    def _band(self, data: bytes) -> None:
        self._kept.add(of_columns(data[0], data[3:]))

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
        text = data[2:] if by_length else data[1:-1]
        try:
            drawn = bars(kind, text)
        except NoSymbol:
            self.unknown(b"\x1dk" + data)
            return 0
        self._barred.append(text.decode("ascii", "replace"))
        dots = self._paper.bars(drawn, self._bar["width"], self._bar["height"], self._style.align)
        if self._bar["text"] & 2:
            dots += self._paper.text([(chr(byte), copy(self._style)) for byte in text])
        return dots

    def _raster(self, data: bytes) -> int:
        across, rows = int.from_bytes(data[2:4], "little"), int.from_bytes(data[4:6], "little")
        scale = 1 + (data[1] & 1), 1 + (data[1] >> 1 & 1)
        return self._paper.picture(of_rows(across, rows, data[6:], scale), self._style.align) if across and rows else 0

    def _queued_status(self, data: bytes) -> None:
        if data[0] in (1, 49):
            self.send(bytes((self.condition.paper,)))
        elif data[0] in (2, 50):
            self.send(b"\0")

    def _sized(self, data: bytes) -> int:
        """GS ( and a letter."""
        doer = self._SIZED.get(data[:1])
        dots = None if doer is None else doer(self, data[3:])
        if dots is None:
            self.unknown(b"\x1d(" + data)
        return dots or 0

    def _process_id(self, data: bytes) -> int | None:
        """Say when all that came before has been printed."""
        if data[:2] not in (b"\x30\x30", b"0\0") or len(data) < 6:
            return None
        self.send(b"\x37\x22" + data[2:6] + b"\0")
        return 0

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

    def _long(self, data: bytes) -> int:
        """GS 8 L: graphics that are longer."""
        dots = self._graphics(data[5:]) if data[:1] == b"L" else None
        if dots is None:
            self.unknown(b"\x1d8" + data)
        return dots or 0

    # Who and how it is, when it is asked in the stream, or whenever that changes.

    def _identity(self, data: bytes) -> None:
        answer = identity(data[0], *self._named)
        if answer:
            self.send(answer)
        else:
            self.unknown(b"\x1dI" + data)

    def _automatic(self, data: bytes) -> None:
        """GS a: from here on say by itself how it is, whenever that changes; 0 ends it."""
        self._reports, self._reported = data[0], b""
        self._perhaps_report()

    def _perhaps_report(self) -> None:
        status = self.condition.report()
        if self._reports and self.on and status != self._reported:
            self._reported = status
            self.send(status)

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
        "GS h": lambda self, data: self._set_bar("height", data),
        "GS w": lambda self, data: self._set_bar("width", data),
        "GS H": lambda self, data: self._set_bar("text", data),
        "GS k": _barcode,
        "GS v": _raster,
        "GS r": _queued_status,
        "GS (": _sized,
        "GS 8": _long,
        "GS I": _identity,
        "GS a": _automatic,
        "ESC v": lambda self, _: self.send(bytes((self.condition.paper,))),
        "ESC u": lambda self, _: self.send(b"\0"),
        "ESC t": _code_page,
        "ESC 2": _space,
        "ESC 3": _space,
        "ESC *": _band,
        "ESC d": _feed_lines,
        "ESC J": _feed_dots,
        "GS V": _cut,
        "ESC i": lambda self, _: self._cut(b"\0"),
        "ESC m": lambda self, _: self._cut(b"\1"),
    }

    _SIZED: Final[dict[bytes, Callable[["EscposModel", bytes], int | None]]] = {
        b"H": _process_id,
        b"L": _graphics,
        b"k": _symbol,
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

    def do(self, line: str) -> None:
        """Do what a tester says."""
        super().do(line)
        self._perhaps_report()

    def _paper_left(self, millimetres: float, rest: list[str]) -> None:
        if rest:
            raise NoCommand("paper is low, out or in")
        self.condition.paper_mm = float(millimetres)
        self._go_on()

    def _cover(self, is_open: bool, _: list[str]) -> None:  # noqa: FBT001
        self.condition.cover_open = is_open
        self._go_on()

    def _jam(self, _: list[str]) -> None:
        self.condition.cutter_stuck = True

    def _clear(self, _: list[str]) -> None:
        self.condition.cutter_stuck = False
        self._go_on()


def _new(tell: Tell, settings: Settings) -> EscposModel:
    pages = Path(settings.pages) if settings.pages else None
    return EscposModel(tell, pages, settings.dots, (settings.maker, settings.model))


MODEL: Final = Simulation(_new, Settings)
