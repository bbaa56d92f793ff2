"""`rapid-table update`: puts signed software into the other slot of the card while the table plays."""

import argparse
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.arguments import path, short, whole
from firmware.cli.errors import BadInput
from firmware.cli.healthy import VITALS
from firmware.cli.say import say, say_json, warn
from firmware.cli.verify_software import private_key
from firmware.software.manifest import PINNED, NoManifest, read_pinned
from firmware.table.journal.shape import OURS, JournalShape
from firmware.updating.bundle import Bundle, NotUpdated, WhyNotUpdated, packed, write_bundle
from firmware.updating.floor import order
from firmware.updating.install import RATE, Updated, UpdateState, activate, cancel, install, state_of
from firmware.updating.outcome import FOLDER
from firmware.updating.slots import PROGRAM, SlotError, Slots
from firmware.version import VERSION
from hal.clock import pause

ROLE: Final = Path("/etc/rapid-table.role")
# No card takes a gigabyte a second.
MOST_RATE: Final = 10**9
EXAMPLES: Final = """\
  rapid-table update /media/rapid-table              the one bundle on the stick
  rapid-table update status
  rapid-table update cancel
  rapid-table update table-0.5.0.rtbundle --make 0.5.0 --role table \\
      --part boot=build/boot.img --part root=build/root.img --sign software.key

It is written slowly, during play. It starts when a supervisor allows it at the console, no coup is open, and no note
or ticket is in an acceptor or printer. Exit status 0: done; 1, with a code: refused.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", metavar="FILE|status|cancel", help="a bundle, or the folder that holds one")
    parser.add_argument(
        "--rate",
        type=whole(1, MOST_RATE),
        default=RATE,
        metavar="BYTES",
        help=f"at most so many a second (default: {RATE})",
    )
    parser.add_argument("--no-way-back", action="store_true", help="even if this software could not go on after it")
    parser.add_argument(
        "--key", type=path, default=PINNED, metavar="FILE", help=f"whom this board trusts (default: {PINNED})"
    )
    parser.add_argument("--folder", type=path, default=FOLDER, metavar="DIR", help=f"default: {FOLDER}")
    parser.add_argument("--slot", type=path, default=PROGRAM, metavar="PROGRAM", help=f"default: {PROGRAM}")
    parser.add_argument("--role", metavar="ROLE", help=f"default: as {ROLE} says")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--make", metavar="VERSION", help="make a bundle")
    parser.add_argument("--part", action="append", default=[], metavar="NAME=FILE", help="with --make: part of a slot")
    parser.add_argument("--sign", type=path, metavar="FILE", help="with --make: the private key")


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    if arguments.make is not None:
        return _make(arguments)
    folder: Path = arguments.folder
    does = {"status": _status, "cancel": _cancel, "activate": _activate}.get(arguments.what, _install)
    try:
        does(arguments)
    except NotUpdated as why:
        return _said(arguments, UpdateState("refused", "", str(why.why), str(why)), 1)
    except SlotError as error:
        return _said(arguments, UpdateState("refused", "", str(WhyNotUpdated.NO_SLOT), str(error)), 1)
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: cannot be used: {error.strerror}") from None
    state = state_of(folder)
    if state is None:
        raise BadInput(f"{folder}: says nothing of an update")
    return _said(arguments, state, 0)


def _said(arguments: argparse.Namespace, state: UpdateState, status: int) -> int:
    if arguments.json:
        say_json(msgspec.to_builtins(state))
    elif status:
        warn(state.said)
    else:
        figure = f", {100 * state.done // state.of} %" if state.of else ""
        say(
            f"{state.phase}{f' {state.version}' if state.version else ''}{figure}{f': {state.said}' * bool(state.said)}"
        )
    return status


def _status(arguments: argparse.Namespace) -> None:
    if state_of(arguments.folder) is None:
        raise NotUpdated(WhyNotUpdated.NOT_READY)


def _cancel(arguments: argparse.Namespace) -> None:
    cancel(arguments.folder)


def _activate(arguments: argparse.Namespace) -> None:
    activate(_board(arguments), VITALS, _restart)


def _restart() -> None:
    subprocess.run(["systemctl", "reboot"], check=False)


def _install(arguments: argparse.Namespace) -> None:
    try:
        bundle = path(arguments.what)
    except argparse.ArgumentTypeError as error:
        raise BadInput(f"FILE: {error}") from None
    with _left_off_when_told():
        install(bundle, _board(arguments), slowly(arguments.rate))


@contextmanager
def _left_off_when_told() -> Iterator[None]:
    """Have a SIGTERM cancel the update: its unit is stopped when the stick is taken out."""

    def told(_: int, __: object) -> None:
        raise NotUpdated(WhyNotUpdated.CANCELLED, "the stick was taken out, or the board stops")

    before = signal.signal(signal.SIGTERM, told)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def slowly(rate: int, wait: Callable[[float], None] = pause) -> Callable[[int], None]:
    """Return what waits for as long as so many bytes may take."""
    return lambda written: wait(written / rate)


def _board(arguments: argparse.Namespace) -> Updated:
    role = arguments.role or _role()
    try:
        pinned = read_pinned(arguments.key)
    except NoManifest as why:
        raise BadInput(str(why)) from None
    fits = _journals if role == "table" else lambda _: None
    return Updated(role, VERSION, pinned, arguments.folder, Slots(arguments.slot), fits, arguments.no_way_back)


def _role() -> str:
    try:
        return ROLE.read_text().strip().removeprefix("ROLE=")
    except OSError as error:
        raise BadInput(f"{ROLE}: cannot be read: {error.strerror}; --role says which role this board has") from None


def _journals(said: bytes) -> WhyNotUpdated | None:
    """Return why journals do not fit, this software's and the new one's."""
    try:
        theirs = msgspec.json.decode(said, type=JournalShape)
    except msgspec.MsgspecError:
        return WhyNotUpdated.JOURNAL
    if not theirs.reads(OURS):
        return WhyNotUpdated.JOURNAL
    return None if OURS.reads(theirs) else WhyNotUpdated.NO_WAY_BACK


def _make(arguments: argparse.Namespace) -> int:
    if arguments.sign is None or not arguments.part or not arguments.role:
        raise BadInput("--make: needs --role, --sign FILE and at least one --part NAME=FILE")
    files = {}
    for word in arguments.part:
        name, equals, file = word.partition("=")
        if not (name.isascii() and name.isalpha() and name.islower() and equals and file):
            raise BadInput(f"--part: {short(word)!r} is none; write NAME=FILE, NAME of small letters")
        files[name] = Path(file)
    try:
        order(arguments.make)
    except ValueError as error:
        raise BadInput(f"--make: {error}") from None
    seed = private_key(arguments.sign)
    shape = msgspec.Raw(msgspec.json.encode(OURS if arguments.role == "table" else None))
    try:
        parts = tuple(packed(name, file) for name, file in files.items())
        bundle = Bundle(arguments.make, arguments.role, parts, shape)
        write_bundle(Path(arguments.what), bundle, files, seed)
    except OSError as error:
        raise BadInput(f"{error.filename}: cannot be used: {error.strerror}") from None
    say(f"{arguments.what}: {arguments.role} {arguments.make}, {sum(part.size for part in parts):,} bytes")
    return 0
