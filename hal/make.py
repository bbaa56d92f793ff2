"""A make of device's manifest: `MAKE` in `drivers/NAME/make.py`, one type for each kind of device.

Code that opens, probes, emulates, shows or fuzzes devices goes over these manifests (hal.makes) and names no make.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from hal.device import Device, Hear
from hal.display import Display
from hal.note_acceptor import AcceptorOptions, NoteAcceptor, NoteBook
from hal.note_way import NoteWay
from hal.panel import Panel
from hal.pins import OpenPins
from hal.port import LineOptions, LineSettings, Outlet
from hal.shoe import CardShoe
from hal.ticket_printer import TicketPrinter
from hal.ticket_scanner import TicketScanner
from hal.touch import PlainTouch, Point, TouchScreen

Options = TypeVar("Options", bound=Struct)
OnLine = TypeVar("OnLine", bound=LineOptions)
Driven = TypeVar("Driven", bound=Device)
Notes = TypeVar("Notes", bound=AcceptorOptions)
Told_contra = TypeVar("Told_contra", bound=AcceptorOptions, contravariant=True)
# This many bytes are shown as they are.
LONGEST: Final = 48
# Describes what crossed a line, given the bytes and whether they go to the host.
Decode = Callable[[bytes, bool], str]


class Reader(Protocol):
    """Turns bytes into what was said."""

    @property
    def held(self) -> int:
        """How many bytes it keeps."""
        ...

    def feed(self, data: bytes) -> Sequence[object]:
        """Take what came in, and return what it says."""
        ...


class Codec(Struct, frozen=True):
    """How a make speaks. `golden`: good frames; the first carries one message and is read whole.

    `use` does everything that the driver does with a message before knowing that it is sound.
    """

    reader: Callable[[], Reader]
    golden: tuple[bytes, ...]
    use: Callable[[object], object] = repr


def plain_words() -> Decode:
    """Return a description of raw bytes, for a make without words of its own."""
    return _as_they_are


def _as_they_are(data: bytes, _: bool) -> str:  # noqa: FBT001
    return "".join(chr(b) if 32 <= b < 127 else "·" for b in data[:LONGEST])


class Make(Struct, Generic[Options], frozen=True, kw_only=True):
    """A make of device. `options`: what a profile may set. `usual`: the default of its kind.

    `packages`: what it needs besides what its `make.py` loads.
    """

    kind: ClassVar[str] = ""

    options: type[Options]
    usual: bool = False
    packages: tuple[str, ...] = ()

    def own(self, options: Struct) -> Options:
        """Return options that were read for this make as what they are."""
        assert isinstance(options, self.options)
        return options


class LineMake(Make[OnLine], Generic[OnLine], frozen=True, kw_only=True):
    """A make that is attached to a line. `outlet`: where its port leads. `words`: describes its line's traffic.

    `question`: a harmless question it answers, by which it is found at a port; None if it cannot be asked.
    """

    outlet: Callable[[str, LineSettings], Outlet]
    codec: Codec
    words: Callable[[], Decode] = plain_words
    question: bytes = b""

    @property
    def line(self) -> LineSettings:
        """The line's settings unless a profile says otherwise."""
        return self.options("").line

    def plugged(self, options: Struct) -> Outlet:
        """Return the outlet that a profile names."""
        own = self.own(options)
        return self.outlet(own.port, own.line)


class DrivenMake(LineMake[OnLine], Generic[OnLine, Driven], frozen=True, kw_only=True):
    """A make on a line whose driver needs only its outlet, a listener and its options."""

    drive: Callable[[str, Outlet, Hear, OnLine], Driven]


class ShoeMake(DrivenMake[OnLine, CardShoe], Generic[OnLine], frozen=True, kw_only=True):
    """A make of card shoe."""

    kind: ClassVar[str] = "shoe"


class DriveAcceptor(Protocol[Told_contra]):
    """Drives an acceptor at an outlet; `book` answers for its money, `way` follows its note."""

    def __call__(
        self, name: str, outlet: Outlet, hear: Hear, options: Told_contra, *, way: NoteWay, book: NoteBook
    ) -> NoteAcceptor:
        """Return the acceptor."""
        ...


class AcceptorMake(LineMake[Notes], Generic[Notes], frozen=True, kw_only=True):
    """A make of note acceptor."""

    kind: ClassVar[str] = "note-acceptor"

    drive: DriveAcceptor[Notes]


class PrinterMake(DrivenMake[OnLine, TicketPrinter], Generic[OnLine], frozen=True, kw_only=True):
    """A make of ticket printer."""

    kind: ClassVar[str] = "ticket-printer"


class DisplayMake(DrivenMake[OnLine, Display], Generic[OnLine], frozen=True, kw_only=True):
    """A make of winning number display."""

    kind: ClassVar[str] = "wnd"


class ScannerMake(DrivenMake[OnLine, TicketScanner], Generic[OnLine], frozen=True, kw_only=True):
    """A make of barcode scanner at the dealer."""

    kind: ClassVar[str] = "ticket-scanner"


class PanelMake(Make[Options], Generic[Options], frozen=True, kw_only=True):
    """A make of panel. `pins`: what opens the pins that a profile names."""

    kind: ClassVar[str] = "panel"

    pins: Callable[[Options], OpenPins]
    drive: Callable[[str, OpenPins, Hear, Options], Panel]


class TouchMake(Make[Options], Generic[Options], frozen=True, kw_only=True):
    """A make of touch screen. `plain`: as it is, to be calibrated; `calibrate`: from three touches and their marks."""

    kind: ClassVar[str] = "touch"

    drive: Callable[[Options], TouchScreen]
    plain: Callable[[], PlainTouch]
    calibrate: Callable[[tuple[Point, Point, Point], tuple[Point, Point, Point]], Struct]


def kinds(of: type[Make[Struct]] = Make) -> tuple[str, ...]:
    """Return the kinds of device, in the order of the classes above."""
    return tuple(one.kind for one in globals().values() if isinstance(one, type) and issubclass(one, of) and one.kind)
