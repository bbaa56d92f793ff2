"""A simulated ESC/POS ticket printer: it takes time, runs out of paper, sticks, and draws what it prints."""

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from drivers.escpos.commands import CLEAR_BUFFER, REAL_TIME, StreamPiece, bytes_of, next_said
from hal.bounds import ONE_LINE, Word
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.paper import DOTS_PER_MM, WIDTH, save
from sim.devices.printer_condition import LOW_MM, QUESTIONS, ROLL_MM, Condition
from sim.devices.printer_sheet import Sheet
from sim.devices.printer_words import identity
from sim.devices.simulation import Simulation

BOOT_S: Final = 0.5
MM_PER_S: Final = 150
CUT_S: Final = 0.1
# GS V: a cut here, or after some feeding; each whole or in part.
CUTS: Final = (0, 1, 48, 49, 65, 66, 97, 98, 103, 104)
# What it takes of a command that is not whole yet: a picture, say.
BUFFER: Final = 1_048_576


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
        self._reports = 0
        self._reported = b""
        self.pages = 0
        self.condition = Condition()
        self.on_page: Callable[[Any], None] = lambda _: None
        self._folder = pages
        self._sheet = Sheet(dots)
        self._stream = b""
        self._queue: deque[StreamPiece] = deque()
        self._booting = False

    def show_pages(self, on_page: Callable[[Any], None]) -> None:
        """Have somebody shown each page that is cut off."""
        self.on_page = on_page

    def powered(self) -> None:
        """What was not printed yet is forgotten; what is on the paper stays on it."""
        self._stream = b""
        self._queue.clear()
        self._sheet.initialise()
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
            self.condition.cutter(stuck=False)
            self._go_on()
        elif said.name == REAL_TIME[2] and asked == CLEAR_BUFFER:
            self._queue.clear()
            self._sheet.clear()
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
        doer = self._DOERS.get(_name(said))
        if doer is not None:
            doer(self, said.data)
            return 0.0
        dots = self._sheet.do(said)
        if dots is None:
            self.unknown(bytes_of(said))
        return self._took(dots or 0)

    def _took(self, dots: int) -> float:
        self.condition.use(dots / DOTS_PER_MM)
        return dots / DOTS_PER_MM / MM_PER_S

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

    def _queued_status(self, data: bytes) -> None:
        if data[0] in (1, 49):
            self.send(bytes((self.condition.paper,)))
        elif data[0] in (2, 50):
            self.send(b"\0")
        else:
            self.unknown(b"\x1dr" + data)

    def _process_id(self, data: bytes) -> None:
        """Say when all that came before has been printed."""
        asked = data[3:]
        if asked[:2] not in (b"\x30\x30", b"0\0") or len(asked) < 6:
            self.unknown(b"\x1d(" + data)
        else:
            self.send(b"\x37\x22" + asked[2:6] + b"\0")

    # What it cuts off.

    def _cut(self, data: bytes) -> None:
        if data[0] not in CUTS:
            self.unknown(b"\x1dV" + data)
            return
        dots = self._sheet.end(data[1] if len(data) > 1 else 0)
        self.after(CUT_S + self._took(dots), "busy", self._cut_off)

    def _cut_off(self) -> None:
        if self.stopped:
            # The page hangs there uncut, until somebody has put things right.
            self._queue.appendleft(StreamPiece("GS V", b"\0"))
            return
        page = self._sheet.cut()
        self.pages += 1
        if self._folder is not None:
            try:
                said = {"file": str(save(page, self._folder, self.pages))}
            except OSError as error:  # the printer has printed it all the same
                said = {"file": "", "reason": f"{self._folder}: the picture cannot be kept: {error.strerror}"}
            self.tell({"event": "page", **said})
        self.on_page(page)
        self._go_on()

    _DOERS: Final[dict[str, Callable[["EscposModel", bytes], None]]] = {
        "ESC @": lambda self, _: self._sheet.initialise(),
        "GS r": _queued_status,
        "GS ( H": _process_id,
        "GS I": _identity,
        "GS a": _automatic,
        "ESC v": lambda self, _: self.send(bytes((self.condition.paper,))),
        "ESC u": lambda self, _: self.send(b"\0"),
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

    def do(self, line: str) -> None:
        """Do what a tester says."""
        super().do(line)
        self._perhaps_report()

    def _paper_left(self, millimetres: float, rest: list[str]) -> None:
        if rest:
            raise NoCommand("paper is low, out or in")
        self.condition.load(millimetres)
        self._go_on()

    def _cover(self, is_open: bool, _: list[str]) -> None:  # noqa: FBT001
        self.condition.cover(is_open=is_open)
        self._go_on()

    def _jam(self, _: list[str]) -> None:
        self.condition.cutter(stuck=True)

    def _clear(self, _: list[str]) -> None:
        self.condition.cutter(stuck=False)
        self._go_on()


def _name(said: StreamPiece) -> str:
    """Return a command's name; one that asks how far printing has got is told from pictures by its first letter."""
    return "GS ( H" if said.name == "GS (" and said.data[:1] == b"H" else said.name


def _new(tell: Tell, settings: Settings) -> EscposModel:
    pages = Path(settings.pages) if settings.pages else None
    return EscposModel(tell, pages, settings.dots, (settings.maker, settings.model))


MODEL: Final = Simulation(_new, Settings)
