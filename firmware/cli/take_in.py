"""`rapid-table take-in`: sets a board up from its board file, at its first start."""

import argparse
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path
from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json, warn
from firmware.provisioned.board_file import WORDS, NotTakenIn
from firmware.provisioned.said import TakeInSaid, say_at
from firmware.provisioned.take_in import Me, serial_number, take_in
from firmware.software.manifest import NoManifest, read_pinned
from hal.clock import wall_s

DATA: Final = Path("/var/lib/rapid-table")
EXAMPLES: Final = """\
  rapid-table take-in --role ats --media /boot/firmware --media /media/stick

rapid-table provision board makes the file. It is taken in wholly or not at all, then overwritten and removed.
Exit status 0: the board is provisioned; 1, with a code: it is not, or the file was refused.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "--role", required=True, choices=("table", "ats", "wnd", "tournament"), help="what this board's software is"
    )
    parser.add_argument(
        "--media", action="append", required=True, type=path, metavar="DIR", help="where a board file may lie"
    )
    parser.add_argument("--into", type=path, default=DATA, metavar="DIR", help=f"the board's data (default: {DATA})")
    parser.add_argument("--key", type=path, metavar="FILE", help="the public key that this software trusts")
    parser.add_argument("--said", type=path, metavar="FILE", help="write the outcome there, for the screen")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Take it in."""
    try:
        pinned = None if arguments.key is None else read_pinned(arguments.key)
        me = Me(arguments.role, serial_number(), round(wall_s()))
        done, code = take_in(arguments.media, arguments.into, me, pinned), ""
    except NoManifest as why:
        raise BadInput(str(why)) from None
    except NotTakenIn as why:
        done, code = WORDS[why.why], str(why.why)
        warn(str(why))
    except OSError as error:
        raise BadInput(f"{error.filename}: cannot be used: {error.strerror}") from None
    if arguments.said is not None:
        _leave(arguments.said, TakeInSaid(code, done))
    if arguments.json:
        say_json({"taken_in": not code, "code": code, "said": done, "serial": serial_number()})
    elif not code:
        say(done)
    return 1 if code else 0


def _leave(place: Path, said: TakeInSaid) -> None:
    """Leave it for the screen: a board that cannot is provisioned all the same."""
    try:
        say_at(place, said)
    except OSError as error:
        warn(f"{place}: cannot be written: {error.strerror}")
