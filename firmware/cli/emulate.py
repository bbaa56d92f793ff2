"""`rapid-table emulate`: pretends to be one device, byte for byte, on a pseudo-terminal or a TCP port."""

import argparse
import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final, Protocol, TextIO

import msgspec

from firmware.cli.arguments import decimal, path
from firmware.cli.desk import lines_of_input, print_line, to_write
from firmware.cli.driver_settings import add_set_argument, settings_of
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import ON_DESK, ListMakes, named_make
from hal.currency import NOTES
from hal.make import LineMake
from hal.makes import Named, NoMake
from hal.recording import LineRecorder
from hal.registry import keyed
from sim.devices.model import Model, NoCommand
from sim.devices.network_port import NetworkPort
from sim.devices.paper import NARROW, WIDTH
from sim.devices.pseudo_terminal import NoLink, PseudoTerminal
from sim.devices.simulation import simulation_of

EXAMPLES: Final = """\
  rapid-table emulate note-acceptor --link /tmp/acceptor
  rapid-table emulate note-acceptor --link /tmp/acceptor --protocol ebds --currency AUD
  rapid-table emulate shoe --link /tmp/shoe
  rapid-table emulate ticket-printer --link /tmp/printer --pages tickets
  rapid-table emulate ticket-printer --link /tmp/printer --set maker=EPSON --set model=TM-T88V --set dots=512
  rapid-table emulate note-acceptor --tcp 7001
  rapid-table emulate --list

What happens to the device is read from standard input, one a line, such as `insert 20`, `card 7C player 1`,
`paper out`, `unplug`, `power-cycle`; `help` lists them. It ends when standard input does, and removes the link.
In another terminal: rapid-table probe note-acceptor --port /tmp/acceptor --escrow auto
A host reaches --tcp by pyserial's rfc2217://127.0.0.1:7001, with parity, RTS and DTR, or with plain bytes.
"""
LAST_PORT: Final = 65_535
# How many dots a printer prints side by side, by the width of its paper in millimetres.
PAPERS: Final = {"80": WIDTH, "58": NARROW}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("device", choices=ON_DESK, metavar="DEVICE", help=", ".join(ON_DESK))
    parser.add_argument("--list", action=ListMakes, nargs=0, help="list the makes of device that can be emulated")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--link", type=path, metavar="PATH", help="where to put the link to its pseudo-terminal")
    where.add_argument(
        "--tcp", type=_port, metavar="PORT", help="the port on loopback at which it is (RFC 2217, or bytes)"
    )
    parser.add_argument("--protocol", metavar="NAME", help="its protocol (default: the first of its kind)")
    parser.add_argument(
        "--pages", type=path, metavar="DIR", help="ticket-printer: the folder in which each page is saved as a picture"
    )
    parser.add_argument(
        "--paper", choices=list(PAPERS), metavar="MM", help="ticket-printer: the paper's width, 80 or 58"
    )
    parser.add_argument(
        "--pace",
        type=decimal(10),
        default=1.0,
        metavar="FACTOR",
        help="how long its mechanics take; 1 is as long as on the real device",
    )
    known = ", ".join(NOTES)
    parser.add_argument(
        "--currency", choices=list(NOTES), metavar="CODE", help=f"note-acceptor: the currency of its notes: {known}"
    )
    add_set_argument(parser, of="device")
    parser.add_argument("--record", type=path, metavar="FILE", help="write down what crosses its line, both ways")
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Be the device until standard input ends."""
    start_log(arguments.log_level)
    named = named_make(arguments.device, arguments.protocol)
    settings = _settings(arguments)
    try:
        simulation = simulation_of(named.name)
    except NoMake:
        raise BadInput(f"--protocol: {named.protocol} cannot be emulated here; it has a driver but no model") from None
    for option, (word, _) in settings.items():
        if not simulation.takes(word):
            raise BadInput(f"{option}: the model of {named.protocol} has no such setting")
    try:
        msgspec.convert(dict(settings.values()), simulation.settings)
    except msgspec.ValidationError as error:
        word, _, why = keyed("", str(error)).partition(":")
        (option,) = [option for option, (set_word, _) in settings.items() if set_word == word.partition(".")[0]]
        raise BadInput(f"{option}:{why}") from None
    make = partial(simulation.model, print_line, dict(settings.values()))
    with ExitStack() as stack:
        record = None if arguments.record is None else stack.enter_context(to_write(arguments.record))
        asyncio.run(_be(make, arguments, named, record))
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 (any that is free) to {LAST_PORT}")
    return int(text)


def _settings(arguments: argparse.Namespace) -> dict[str, tuple[str, object]]:
    """Return what the model is told, by the options that say so."""
    settings: dict[str, tuple[str, object]] = {}
    if arguments.pages is not None:
        if arguments.device != "ticket-printer":
            raise BadInput("--pages: only a ticket-printer has pages")
        try:
            arguments.pages.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--pages: {arguments.pages} cannot be made: {error.strerror}") from None
        settings["--pages"] = "pages", str(arguments.pages)
    if arguments.paper is not None:
        if arguments.device != "ticket-printer":
            raise BadInput("--paper: only a ticket-printer has paper")
        settings["--paper"] = "dots", PAPERS[arguments.paper]
    if arguments.currency is not None:
        if arguments.device != "note-acceptor":
            raise BadInput("--currency: only a note-acceptor has notes")
        settings["--currency"] = "currency", arguments.currency
    return settings | {
        f"--set {word}": (word, value) for word, value in settings_of(arguments.set, of="device").items()
    }


class Face(Protocol):
    """Where hosts find a device."""

    def plug(self) -> None:
        """Be there. Raises NoLink."""
        ...

    def unplug(self) -> None:
        """Be there no more."""
        ...


async def _be(make: Callable[[], Model], arguments: argparse.Namespace, named: Named, record: TextIO | None) -> None:
    model = make()
    model.run_at(arguments.pace)
    recorder = None if record is None else LineRecorder(record, named.protocol, asyncio.get_running_loop().time)
    if recorder is not None:
        model.overhear(recorder.heard)
    assert isinstance(named.make, LineMake)
    face: Face
    try:
        if arguments.tcp is None:
            face = PseudoTerminal(model, arguments.link, named.make.line)
            face.plug()
            where: dict[str, object] = {"link": str(arguments.link)}
        else:
            face = at_port = NetworkPort(model, arguments.tcp, named.make.line, print_line)
            face.plug()
            where = {"tcp": at_port.port}
    except NoLink as error:
        raise BadInput(f"--{'link' if arguments.tcp is None else 'tcp'}: {error}") from None
    print_line({"event": "device", **where, "protocol": named.protocol})
    try:
        async for line in lines_of_input():
            _do(model, face, recorder, line)
    finally:
        face.unplug()


def _do(model: Model, face: Face, recorder: LineRecorder | None, line: str) -> None:
    words = " ".join(line.split())
    try:
        if words == "help":
            forms = [form for form, _ in model.commands().values()]
            print_line({"event": "help", "commands": [*forms, "unplug", "plug"]})
        elif words == "unplug":
            face.unplug()
        elif words == "plug":
            face.plug()
        else:
            # Before what it brings about is said on the line.
            if recorder is not None:
                recorder.done(words)
            model.do(words)
    except (NoCommand, NoLink) as no:
        print_line({"event": "refused", "command": words, "reason": str(no)})
        return
    print_line({"event": "done", "command": words})
