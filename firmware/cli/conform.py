"""`rapid-table conform`: the project's own conformance suites, against a device or a terminal on the desk."""

import argparse
import asyncio
import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any, Final

import firmware.conform
from firmware.cli.arguments import decimal, path, short, whole
from firmware.cli.conform_report import Report
from firmware.cli.conform_terminal import terminal
from firmware.cli.driver_settings import add_set_argument, settings_of
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import ON_DESK, named_make
from firmware.conform import terminal_money
from firmware.conform.check import Check, CheckResult, named, tried_on_device
from firmware.conform.desk import OnDesk
from firmware.conform.opened import Opened, opened
from firmware.conform.terminal_desk import USUAL
from hal.currency import NOTES
from hal.device import Device
from hal.port import PortError
from hal.registry import ProfileError

EXAMPLES: Final = """\
  rapid-table conform note-acceptor --port /dev/ttyUSB1
  rapid-table conform note-acceptor --port /dev/ttyUSB1 --protocol ebds --only credited-once,power
  rapid-table conform shoe --port usb:FT9XK2PA --json
  rapid-table conform ticket-printer --port tcp:192.0.2.7:9100
  rapid-table conform terminal                  with a server of its own, on loopback
  rapid-table conform terminal --server tls://10.0.7.1:4222 --certificates made --ats 3
  rapid-table conform terminal --money --currency EUR   one that takes notes and prints tickets
  rapid-table conform wnd --list                what is demanded of it

It says what to do, and checks what the device makes of it. Exit status 0: all passed; 1: something failed.
Nothing credited here is anybody's money.
"""
PATIENCE_S: Final = 60.0
TERMINAL: Final = "terminal"
# What has checks, by the files that there are.
MODULES: Final = {
    kind: f"firmware.conform.{kind.replace('-', '_')}"
    for kind in (*ON_DESK, TERMINAL)
    if kind.replace("-", "_") in {file.name for file in pkgutil.iter_modules(firmware.conform.__path__)}
}
# So many may be at a table.
MOST: Final = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("device", choices=list(MODULES), metavar="DEVICE", help=", ".join(MODULES))
    parser.add_argument("--list", action="store_true", help="print what is demanded, and try nothing")
    parser.add_argument("--port", metavar="PATH", help="a path, a udev name, usb:SERIAL, or tcp:HOST:PORT for printers")
    parser.add_argument("--protocol", metavar="NAME", help="the device's protocol (default: the first of its kind)")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help="try these checks alone")
    parser.add_argument(
        "--patience",
        type=decimal(3600),
        default=PATIENCE_S,
        metavar="SECONDS",
        help=f"how long what was asked for may take (default: {PATIENCE_S:g})",
    )
    add_set_argument(parser)
    parser.add_argument(
        "--server", metavar="URL", help="terminal: a table's server (default: one of its own, on loopback)"
    )
    parser.add_argument(
        "--certificates", type=path, metavar="DIR", help="terminal: the folder of the table's certificate"
    )
    parser.add_argument("--ats", type=whole(1, MOST), default=1, metavar="N", help="terminal: which one it is")
    parser.add_argument(
        "--money", action="store_true", help="terminal: it takes notes and prints tickets: try that, too"
    )
    parser.add_argument(
        "--currency", choices=sorted(NOTES), default=USUAL, help=f"terminal: of its notes (default: {USUAL})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Try the checks, and say what became of each."""
    start_log(arguments.log_level)
    checks = _wanted(arguments.device, arguments.only, money=arguments.money)
    out = Report(as_json=arguments.json)
    if arguments.list:
        for check in checks:
            out.listed(check)
        return 0
    if arguments.device == TERMINAL:
        return terminal(arguments, checks, out)
    if arguments.port is None:
        raise BadInput("--port: is missing; rapid-table probe --list shows what there is")
    make = named_make(arguments.device, arguments.protocol)
    settings = {"port": arguments.port, **settings_of(arguments.set)}
    try:
        device = opened(arguments.device, f"drivers.{make.name}", settings)
        asyncio.run(device.there())
    except ProfileError as error:
        raise BadInput(f"--set: {error}") from None
    except PortError as error:
        raise BadInput(f"--port: {arguments.port}: {error}") from None
    except OSError as error:
        raise BadInput(f"--port: {short(arguments.port)}: cannot be looked for: {error.strerror}") from None
    found = asyncio.run(_tried(device, checks, out, arguments.patience))
    return out.ended(arguments.device, make.protocol, found)


def _wanted(device: str, only: str, *, money: bool) -> list[Check[Any]]:
    known: Sequence[Check[Any]] = importlib.import_module(MODULES[device]).CHECKS
    if device == TERMINAL and money:
        known = (*known, *terminal_money.CHECKS)
    try:
        return named(known, [name for name in only.split(",") if name])
    except KeyError as error:
        names = ", ".join(check.name for check in known)
        raise BadInput(f"--only: there is no check {error.args[0]!r}; there are {names}") from None


async def _tried(
    device: Opened, checks: Sequence[Check[OnDesk[Device]]], out: Report, patience: float
) -> list[CheckResult]:
    found = []
    for check in checks:
        desk: OnDesk[Device] = OnDesk(device.driven, out.please, patience)
        found.append(await tried_on_device(check, desk))
        out.found(found[-1])
    return found
