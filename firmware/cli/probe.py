"""`rapid-table probe`: drives one real device on a port and prints what it says."""

import argparse
import asyncio
import importlib
from contextlib import ExitStack
from typing import Final, TextIO

from firmware.cli.arguments import path
from firmware.cli.desk import AFTERWARDS_S, lines_of_input, print_line, to_write
from firmware.cli.driver_settings import add_set_argument, settings_of
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import named_make
from firmware.cli.say import say
from firmware.probing.ports import AtPort, FoundPort, asked, chips, draft, ports
from firmware.probing.probe import KINDS, Probe, ProbedKind, ToProbe, refused
from hal.life import Stage
from hal.recording import LineRecorder
from hal.registry import ProfileError

EXAMPLES: Final = """\
  rapid-table probe shoe --port /dev/ttyUSB0
  rapid-table probe note-acceptor --port usb:FT9XK2PA --escrow auto
  rapid-table probe note-acceptor --port /dev/ttyUSB1 --protocol ebds
  echo test-page | rapid-table probe ticket-printer --port /dev/usb/lp0
  rapid-table probe wnd --port /dev/ttyUSB2 --set line.baud=19200
  rapid-table probe note-acceptor --port /dev/ttyUSB1 --record talk.txt
  rapid-table probe --list                       which ports there are, and what answers there
  rapid-table probe --list --profile             the same as a draft of a board's profile
  rapid-table probe --list --port /dev/ttyUSB0   one port alone

Commands are read from standard input, one a line; `help` lists them. It ends when standard input does.
"""
# How long a command waits for a device that is still being opened.
READY_S: Final = 1.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("device", nargs="?", choices=list(KINDS), metavar="DEVICE", help=", ".join(KINDS))
    parser.add_argument("--list", action="store_true", help="list the ports, and what answers there; changes nothing")
    parser.add_argument("--profile", action="store_true", help="with --list: print it as a draft of a profile")
    parser.add_argument("--port", metavar="PATH", help="a path, a udev name, usb:SERIAL, or tcp:HOST:PORT for printers")
    parser.add_argument("--protocol", metavar="NAME", help="the device's protocol (default: the first of its kind)")
    parser.add_argument("--escrow", choices=["ask", "auto"], default="ask", help="note-acceptor: auto takes every note")
    add_set_argument(parser)
    parser.add_argument("--record", type=path, metavar="FILE", help="write down what crosses the line, both ways")
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Drive the device until standard input ends."""
    start_log(arguments.log_level)
    if arguments.list:
        if arguments.device is not None:
            raise BadInput("--list: asks of every kind of device; leave DEVICE out")
        _list([FoundPort(arguments.port)] if arguments.port else list(ports()), as_profile=arguments.profile)
        return 0
    for given, what in ((arguments.device, "DEVICE"), (arguments.port, "--port")):
        if given is None:
            raise BadInput(f"{what}: is missing; rapid-table probe --list shows what there is")
    if arguments.profile:
        raise BadInput("--profile: goes with --list")
    kind: ProbedKind = importlib.import_module(KINDS[arguments.device])
    driver = f"drivers.{named_make(arguments.device, arguments.protocol).name}"
    settings = {"port": arguments.port, **settings_of(arguments.set)}
    try:
        with ExitStack() as stack:
            record = None if arguments.record is None else stack.enter_context(to_write(arguments.record))
            asyncio.run(_drive(kind, driver, settings, arguments, record))
    except ProfileError as error:
        raise BadInput(f"--set: {error}") from None
    return 0


def _list(found: list[FoundPort], *, as_profile: bool) -> None:
    """Print what is at each port."""

    async def all_asked() -> list[AtPort]:
        return [await asked(port) for port in found]

    answers = asyncio.run(all_asked())
    if as_profile:
        for line in draft(answers, chips()):
            say(line)
        return
    for answer in answers:
        port = answer.port
        print_line({
            "event": "port", "path": port.path, "name": port.name, "serial": port.serial, "socket": port.socket,
            "adaptor": port.adaptor, **_answer(answer),
        })  # fmt: skip
    for chip in chips():
        print_line({"event": "chip", "path": chip})
    print_line({"event": "listed", "ports": len(answers)})


def _answer(answer: AtPort) -> dict[str, object]:
    if answer.named is None:
        return {
            "device": None,
            "protocol": None,
            "why": answer.why or "no answer; a shoe speaks only when a card is drawn",
        }
    return {"device": answer.named.make.kind, "protocol": answer.named.protocol, "said": answer.said}


async def _drive(
    kind: ProbedKind, driver: str, settings: dict[str, object], arguments: argparse.Namespace, record: TextIO | None
) -> None:
    listen = None
    if record is not None:
        protocol = named_make(arguments.device, arguments.protocol).protocol
        listen = LineRecorder(record, protocol, asyncio.get_running_loop().time).heard
    probe = kind.open_probe(ToProbe(driver, settings, print_line, arguments.escrow == "auto", listen))
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
