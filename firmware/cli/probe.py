"""`rapid-table probe`: drives one real device on a port and prints what it says."""

import argparse
import asyncio
import importlib
from typing import Final

from firmware.cli.desk import AFTERWARDS_S, lines_of_input, print_line
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import named_make
from firmware.probing.probe import KINDS, Probe, ProbedKind, refused
from hal.life import Stage
from hal.registry import ProfileError

EXAMPLES: Final = """\
  rapid-table probe shoe --port /dev/ttyUSB0
  rapid-table probe note-acceptor --port usb:FT9XK2PA --escrow auto
  rapid-table probe note-acceptor --port /dev/ttyUSB1 --protocol ebds
  echo test-page | rapid-table probe ticket-printer --port /dev/usb/lp0
  rapid-table probe wnd --port /dev/ttyUSB2 --set line.baud=19200

Commands are read from standard input, a line each; `help` lists them. It ends with standard input.
"""
# How long a command waits for a device that is still being opened.
READY_S: Final = 1.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("device", choices=list(KINDS), metavar="DEVICE", help=", ".join(KINDS))
    parser.add_argument(
        "--port", required=True, metavar="PATH", help="a path, a udev name, usb:SERIAL, or tcp:HOST:PORT for printers"
    )
    parser.add_argument("--protocol", metavar="NAME", help="the device's protocol (default: the first of its kind)")
    parser.add_argument("--escrow", choices=["ask", "auto"], default="ask", help="note-acceptor: auto takes every note")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting of the driver, as in a profile, such as line.baud=9600",
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Drive the device until standard input ends."""
    start_log(arguments.log_level)
    kind: ProbedKind = importlib.import_module(KINDS[arguments.device])
    driver = f"drivers.{named_make(arguments.device, arguments.protocol).name}"
    settings = {"port": arguments.port, **_settings(arguments.set)}
    try:
        asyncio.run(_drive(kind, driver, settings, arguments.escrow))
    except ProfileError as error:
        raise BadInput(f"--set: {error}") from None
    return 0


def _settings(words: list[str]) -> dict[str, object]:
    settings: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"--set: {word!r} is not a setting; write KEY=VALUE, such as line.baud=9600")
        *tables, last = key.split(".")
        inner = settings
        for table in tables:
            found = inner.setdefault(table, {})
            if not isinstance(found, dict):
                raise BadInput(
                    f"--set: {word!r} sets a part of {table}, but another --set already sets {table} to {found}"
                )
            inner = found
        inner[last] = _value(value)
    return settings


def _value(text: str) -> bool | float | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


async def _drive(kind: ProbedKind, driver: str, settings: dict[str, object], escrow: str) -> None:
    probe = kind.open_probe(driver, settings, print_line, escrow=escrow)
    life = asyncio.create_task(probe.device.run())
    queue: asyncio.Queue[str] = asyncio.Queue()
    work = asyncio.create_task(_work(probe, queue))
    async for line in lines_of_input():
        queue.put_nowait(line)
    try:
        async with asyncio.timeout(AFTERWARDS_S):
            await queue.join()
    except TimeoutError:
        print_line(refused("", "standard input ended before all was done"))
    for task in (work, life):
        task.cancel()
    await asyncio.gather(work, life, return_exceptions=True)


async def _work(probe: Probe, queue: asyncio.Queue[str]) -> None:
    """Do what is asked, one after the other."""
    while True:
        line = await queue.get()
        await _ready(probe)
        word, *rest = line.split()
        commands = probe.commands()
        if word == "help":
            print_line({"event": "help", "commands": [form for form, _ in commands.values()]})
        elif word in commands:
            await commands[word][1](rest)
        else:
            print_line(refused(line, f"it may be told: {', '.join(commands)}"))
        queue.task_done()


async def _ready(probe: Probe) -> None:
    """Give a device that is being opened a moment."""
    loop = asyncio.get_running_loop()
    until = loop.time() + READY_S
    while probe.device.stage not in (Stage.READY, Stage.SUSPECT) and loop.time() < until:
        await asyncio.sleep(0.02)
