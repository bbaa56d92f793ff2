"""`rapid-table replay-wire`: plays a recorded conversation to a real device, and names each answer that differs."""

import argparse
import asyncio
from pathlib import Path
from typing import Any, Final

from firmware.cli.arguments import path
from firmware.cli.desk import print_line
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.makes import ON_DESK
from firmware.cli.say import warn
from firmware.files import NotReadable, read_text
from firmware.probing.replay import replay
from hal.make import LineMake
from hal.makes import makes_of
from hal.port import PortError
from hal.recording import DEVICE, NoRecording, Recording, read_recording

EXAMPLES: Final = """\
  rapid-table probe note-acceptor --port /dev/ttyUSB1 --record talk.txt
  rapid-table replay-wire talk.txt --port /dev/ttyUSB1

The host's bytes go out as they did in the recording; what a person did to the device is asked for (`please`).
Exit status 0: every answer was as recorded; 1: some differed, and are printed with what was recorded.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("file", type=path, metavar="FILE", help="the recording, of probe or emulate --record")
    parser.add_argument("--port", required=True, metavar="PATH", help="the device's port, as of probe")
    parser.add_argument("--protocol", metavar="NAME", help="its protocol, if the recording does not say")
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play it."""
    start_log(arguments.log_level)
    recording = _read(arguments.file)
    protocol = arguments.protocol or recording.protocol
    make = _line_make(protocol)
    try:
        outlet = make.outlet(arguments.port, make.options(arguments.port).line)
        different = asyncio.run(replay(outlet, recording.said, print_line))
    except (PortError, ValueError) as error:
        raise BadInput(f"--port: {error}") from None
    answers = sum(spoken.by == DEVICE for spoken in recording.said)
    if not answers:
        warn(f"{arguments.file}: no device says anything in it, so nothing was compared")
    print_line({"event": "replayed", "protocol": protocol, "answers": answers, "different": different})
    return 1 if different else 0


def _read(file: Path) -> Recording:
    try:
        return read_recording(read_text(file, "a recording"))
    except NotReadable as why:
        raise BadInput(str(why)) from None
    except NoRecording as error:
        raise BadInput(f"{file}: {error}") from None


def _line_make(protocol: str) -> LineMake[Any]:
    known = {name: named.make for kind in ON_DESK for name, named in makes_of(kind).items()}
    make = known.get(protocol)
    if not isinstance(make, LineMake):
        raise BadInput(f"--protocol: {protocol!r} is no protocol; there are {', '.join(known)}")
    return make
