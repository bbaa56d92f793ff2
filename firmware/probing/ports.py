"""Which ports a board has, and what answers there to questions that change nothing."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from hal.make import LineMake
from hal.makes import Named, makes
from hal.port import PortError
from hal.registry import NAMES

# So long an answer may take: a sign is the slowest.
ANSWER_S: Final = 0.5
USB_PRINTERS: Final = "lp*"
CHIPS: Final = "gpiochip*"
# Who prints what it does not know is asked first, and nobody else is asked where it answers.
FIRST: Final = "ticket-printer"
KEYS: Final = {kind: name for name, kind in NAMES.items()}


class FoundPort(NamedTuple):
    """A port. `serial`: the number of its adaptor; `socket`: where that is plugged in."""

    path: str
    serial: str = ""
    socket: str = ""
    adaptor: str = ""

    @property
    def name(self) -> str:
        """The name that stays when adaptors are plugged in another order."""
        return f"usb:{self.serial}" if self.serial else self.path


class AtPort(NamedTuple):
    """What answered at a port, and with what; or why nothing can be asked there."""

    port: FoundPort
    named: Named | None = None
    said: str = ""
    why: str = ""


def ports(devices: Path = Path("/dev")) -> Iterator[FoundPort]:
    """Go over the serial ports that have something behind them, and the printers on USB."""
    from serial.tools.list_ports import comports  # noqa: PLC0415 - slow to import, and needed here alone

    for port in sorted(comports()):
        if port.hwid != "n/a":
            yield FoundPort(port.device, port.serial_number or "", port.location or "", port.description or "")
    for path in sorted((devices / "usb").glob(USB_PRINTERS)):
        yield FoundPort(str(path), adaptor="USB printer")


def chips(devices: Path = Path("/dev")) -> list[str]:
    """Return the chips of pins."""
    return sorted(str(path) for path in devices.glob(CHIPS))


class _Listens:
    """Keeps what came in."""

    def __init__(self) -> None:
        self.heard = bytearray()

    def received(self, data: bytes) -> None:
        self.heard += data

    def lost(self, why: PortError) -> None:
        """The port goes: there is no answer then."""


async def asked(port: FoundPort) -> AtPort:
    """Ask at a port, make by make, until something answers."""
    for named in _askable():
        try:
            said = await _answer(named.make, port)
        except PortError as error:
            return AtPort(port, why=f"{error.code}: {error.detail}")
        if said:
            return AtPort(port, named, said)
    return AtPort(port)


def _askable() -> list[Named]:
    found = [named for named in makes() if isinstance(named.make, LineMake) and named.make.question]
    return sorted(found, key=lambda named: named.make.kind != FIRST)


async def _answer(make: object, port: FoundPort) -> str:
    assert isinstance(make, LineMake)
    ear = _Listens()
    open_port = await make.outlet(port.path, make.line).open(ear)
    try:
        await open_port.write(make.question)
        await asyncio.sleep(ANSWER_S)
    finally:
        open_port.close()
    heard = bytes(ear.heard)
    # What comes back as it went out is an echo, not an answer.
    if not heard or heard.startswith(make.question) or not make.codec.reader().feed(heard):
        return ""
    return make.words()(heard, True)  # noqa: FBT003 - it goes to the host


def draft(found: Iterable[AtPort], pins: Iterable[str]) -> Iterator[str]:
    """Return the devices of a profile, as far as they can be told; the rest is for a person to write."""
    yield "# A draft by rapid-table probe --list --profile: what answered. A shoe speaks only when a card is drawn."
    taken: set[str] = set()
    for answer in found:
        port = answer.port
        yield ""
        socket = f"socket {port.socket}" if port.socket else ""
        yield f"# {', '.join(filter(None, (port.path, port.adaptor, socket)))}"
        if answer.named is None:
            yield f'# {answer.why or "nothing answered"}; a shoe here would be port = "{port.name}"'
            continue
        key = KEYS[answer.named.make.kind]
        comment = "# " if key in taken else ""
        taken.add(key)
        yield f"{comment}[devices.{key}]"
        yield f'{comment}driver = "drivers.{answer.named.name}"'
        yield f'{comment}port = "{port.name}"'
    for chip in pins:
        yield ""
        yield f'# [devices.panel]  driver = "drivers.panel", chip = "{chip}": which line is which, the wiring says'
