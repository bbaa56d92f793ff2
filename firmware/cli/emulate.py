"""`rapid-table emulate`: pretends to be one device, byte for byte, on a pseudo-terminal."""

import argparse
import asyncio
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware.cli.arguments import decimal, path
from firmware.cli.desk import lines_of_input, print_line
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.probe import chosen_protocol
from hal.currency import NOTES
from sim.devices.alpha_sign import AlphaModel
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel
from sim.devices.ebds import EbdsModel
from sim.devices.escpos_printer import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.lines import LINES
from sim.devices.model import Model, NoCommand
from sim.devices.paper import NARROW, WIDTH
from sim.devices.pseudo_terminal import NoLink, PseudoTerminal

EXAMPLES: Final = """\
  rapid-table emulate note-acceptor --link /tmp/acceptor
  rapid-table emulate note-acceptor --link /tmp/acceptor --protocol ebds --currency AUD
  rapid-table emulate shoe --link /tmp/shoe
  rapid-table emulate ticket-printer --link /tmp/printer --pages tickets

What happens to the device is read from standard input, a line each, such as `insert 20`, `card 7C player 1`,
`paper out`, `unplug`, `power-cycle`; `help` lists it. It ends with standard input, and the link is gone.
In another terminal: rapid-table probe note-acceptor --port /tmp/acceptor --escrow auto
"""
MODELS: Final[dict[str, dict[str, Any]]] = {
    "shoe": {"angel-eye": AngelEyeModel, "bee-tek": BeeTekModel},
    "note-acceptor": {"id003": Id003Model, "ebds": EbdsModel},
    "ticket-printer": {"escpos": EscposModel},
    "wnd": {"alpha": AlphaModel},
}

# How many dots a printer prints side by side, by the width of its paper in millimetres.
PAPERS: Final = {"80": WIDTH, "58": NARROW}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("device", choices=list(MODELS), metavar="DEVICE", help=", ".join(MODELS))
    parser.add_argument("--link", required=True, type=path, metavar="PATH", help="where the link to its port is put")
    parser.add_argument("--protocol", metavar="NAME", help="what it speaks; by default the first of its kind")
    parser.add_argument(
        "--pages", type=path, metavar="DIR", help="ticket-printer: where each page is written as a picture"
    )
    parser.add_argument("--paper", choices=list(PAPERS), metavar="MM", help="ticket-printer: its paper, 80 or 58 wide")
    parser.add_argument(
        "--pace",
        type=decimal(10),
        default=1.0,
        metavar="FACTOR",
        help="how long its mechanics take, 1 being as in life",
    )
    known = ", ".join(NOTES)
    parser.add_argument("--currency", choices=list(NOTES), metavar="CODE", help=f"note-acceptor: its notes, of {known}")
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Be the device until standard input ends."""
    start_log(arguments.log_level)
    protocols = MODELS[arguments.device]
    protocol = chosen_protocol(protocols, arguments.protocol)
    make = partial(protocols[protocol], print_line)
    if arguments.pages is not None:
        if arguments.device != "ticket-printer":
            raise BadInput("--pages: only a ticket-printer has pages")
        try:
            arguments.pages.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--pages: {arguments.pages} cannot be made: {error.strerror}") from None
        make = partial(make, pages=arguments.pages)
    if arguments.paper is not None:
        if arguments.device != "ticket-printer":
            raise BadInput("--paper: only a ticket-printer has paper")
        make = partial(make, dots=PAPERS[arguments.paper])
    if arguments.currency is not None:
        if arguments.device != "note-acceptor":
            raise BadInput("--currency: only a note-acceptor has notes")
        make = partial(make, currency=arguments.currency)
    asyncio.run(_be(make, arguments.link, protocol, arguments.pace))
    return 0


async def _be(make: Any, link: Path, protocol: str, pace: float) -> None:
    model: Model = make()
    model.pace = pace
    face = PseudoTerminal(model, link, LINES[protocol])
    try:
        face.plug()
    except NoLink as error:
        raise BadInput(f"--link: {error}") from None
    print_line({"event": "device", "link": str(link), "protocol": protocol})
    try:
        async for line in lines_of_input():
            _do(model, face, line)
    finally:
        face.unplug()


def _do(model: Model, face: PseudoTerminal, line: str) -> None:
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
            model.do(words)
    except (NoCommand, NoLink) as no:
        print_line({"event": "refused", "command": words, "reason": str(no)})
        return
    print_line({"event": "done", "command": words})
