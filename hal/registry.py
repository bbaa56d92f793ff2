"""Opens the devices that a profile names; never another in place of one that fails.

A profile is a TOML file. Each device of it names the make that it is, and that make says what may be set:

    [devices.shoe]
    driver = "drivers.angel_eye"
    port = "usb:FT9XK2PA"

`sim.angel_eye` is the same make with a simulated device at the other end (sim.simulated).
"""

import importlib
from collections.abc import Mapping
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from hal.bounds import in_words
from hal.device import Device, Hear
from hal.display import Display
from hal.make import (
    AcceptorMake,
    DisplayMake,
    DrivenMake,
    LineMake,
    Make,
    PanelMake,
    PrinterMake,
    ScannerMake,
    ShoeMake,
    TouchMake,
    kinds,
)
from hal.makes import NoMake, make_named
from hal.note_acceptor import AcceptorOptions, NoteAcceptor, NoteBook
from hal.note_way import NoteWay
from hal.overheard import Listen, Overheard
from hal.panel import Panel
from hal.pins import OpenPins
from hal.port import LineOptions, Outlet
from hal.shoe import CardShoe
from hal.ticket_printer import TicketPrinter
from hal.ticket_scanner import TicketScanner
from hal.touch import TouchScreen

# The kind of device under each name in a profile.
NAMES: Final = {kind.replace("-", "_"): kind for kind in kinds()}
REAL: Final = "drivers"
SIMULATED: Final = "sim"
M = TypeVar("M", bound=Make[Struct])
D = TypeVar("D", bound=Device)
OnLine = TypeVar("OnLine", bound=LineOptions)


class ProfileError(ValueError):
    """A profile cannot be used: says which key, what is wrong, and what would be right."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}" if key else problem)


class Chosen:
    """A profile's device with its settings. Each kind has a method of its own, so that its type is known."""

    def __init__(
        self, name: str, driver: str, make: Make[Struct], options: Struct, listen: Listen | None = None
    ) -> None:
        self.name: Final = name
        self._listen = listen
        self.driver: Final = driver
        self.make: Final = make
        self.options: Final = options

    def of(self, kind: type[M]) -> M:
        """Return its make as one of a kind; `choose` has seen to it that the profile names no other."""
        assert isinstance(self.make, kind), f"{self.name} is {self.driver}"
        return self.make

    # Where it is plugged in.

    def outlet(self) -> Outlet:
        """Return the outlet at which it hangs, with whoever listens."""
        outlet = self.of(LineMake).plugged(self.options)
        return outlet if self._listen is None else Overheard(outlet, self._listen)

    def pins(self) -> OpenPins:
        """Return what opens its pins."""
        make = self.of(PanelMake)
        return make.pins(make.own(self.options))

    def opened(self, device: D) -> D:
        """Return a device that has just been opened. Whoever keeps devices keeps it here."""
        return device

    # What it is.

    def driven(self, kind: type[DrivenMake[OnLine, D]], hear: Hear) -> D:
        """Open it as a device of a kind that needs nothing beside its line."""
        make = self.make
        assert isinstance(make, kind), f"{self.name} is {self.driver}"
        return self.opened(make.drive(self.name, self.outlet(), hear, make.own(self.options)))

    def shoe(self, hear: Hear) -> CardShoe:
        """Open it as the shoe that it is."""
        return self.driven(ShoeMake, hear)

    def note_acceptor(self, hear: Hear, way: NoteWay, book: NoteBook) -> NoteAcceptor:
        """Open it as the acceptor that it is: `book` answers for its money, `way` follows its note."""
        make = self.of(AcceptorMake)
        return self.opened(make.drive(self.name, self.outlet(), hear, make.own(self.options), way=way, book=book))

    @property
    def notes(self) -> AcceptorOptions:
        """What a profile says of an acceptor's notes."""
        own: AcceptorOptions = self.of(AcceptorMake).own(self.options)
        return own

    def ticket_printer(self, hear: Hear) -> TicketPrinter:
        """Open it as the printer that it is."""
        return self.driven(PrinterMake, hear)

    def display(self, hear: Hear) -> Display:
        """Open it as the winning number display that it is."""
        return self.driven(DisplayMake, hear)

    def ticket_scanner(self, hear: Hear) -> TicketScanner:
        """Open it as the barcode scanner that it is."""
        return self.driven(ScannerMake, hear)

    def panel(self, hear: Hear) -> Panel:
        """Open it as the panel that it is."""
        make = self.of(PanelMake)
        return self.opened(make.drive(self.name, self.pins(), hear, make.own(self.options)))

    def touch_screen(self) -> TouchScreen:
        """Open it as the touch screen that it is."""
        make = self.of(TouchMake)
        return make.drive(make.own(self.options))


class Simulate(Protocol):
    """Chooses a device whose make is real and whose other end is a model: `simulate` of sim.simulated."""

    def __call__(self, name: str, driver: str, make: Make[Struct], settings: Mapping[str, object]) -> Chosen:
        """Return it. Raises NoMake when there is no model of this make, and ValidationError."""
        ...


def choose(devices: Mapping[str, Mapping[str, object]], listen: Listen | None = None) -> dict[str, Chosen]:
    """Return the devices that a profile names; `listen` hears what crosses real ones' lines. Raises ProfileError."""
    return {name: _choose(name, settings, listen) for name, settings in devices.items()}


def _choose(name: str, settings: Mapping[str, object], listen: Listen | None) -> Chosen:
    key = f"devices.{name}"
    kind = NAMES.get(name)
    if kind is None:
        raise ProfileError(key, f"there is no such device; there are {', '.join(NAMES)}")
    if not isinstance(settings, Mapping):
        raise ProfileError(key, 'is a table of settings, with driver = "drivers.…"')
    driver = settings.get("driver", "")
    if not isinstance(driver, str) or driver.partition(".")[0] not in (REAL, SIMULATED):
        raise ProfileError(f"{key}.driver", f"{driver!r} is no driver; one reads drivers.NAME")
    where, _, of = driver.partition(".")
    rest = {word: value for word, value in settings.items() if word != "driver"}
    try:
        make = make_named(of)
        if kind != make.kind:
            raise ProfileError(f"{key}.driver", f"{driver} drives a {make.kind}, and here stands a {kind}")
        if where == SIMULATED:
            return _simulated(name, driver, make, rest)
        return Chosen(name, driver, make, msgspec.convert(rest, make.options), listen)
    except NoMake as why:
        raise ProfileError(f"{key}.driver", str(why).replace(f"drivers.{of}", driver)) from None
    except msgspec.ValidationError as error:
        raise ProfileError("", keyed(key, str(error))) from None


def _simulated(name: str, driver: str, make: Make[Struct], settings: Mapping[str, object]) -> Chosen:
    try:
        simulate: Simulate = importlib.import_module("sim.simulated").simulate
    except ModuleNotFoundError as missing:
        if missing.name != SIMULATED:
            raise
        raise NoMake(f"there is no driver {driver} on this board") from None
    return simulate(name, driver, make, settings)


def keyed(key: str, problem: str) -> str:
    """Turn msgspec's sentence around, so that it begins with the key."""
    what, _, where = problem.partition(" - at `$")
    full = ".".join(part for part in (key, where.strip(".`")) if part)
    what = in_words(what.replace("Object contains unknown field", "there is no setting"))
    return f"{full}: {what}" if full else what
