"""Who is at a cash desk: by staff number and PIN, typed without echo, or read from a file or standard input."""

import argparse
import getpass
import re
import sys
from typing import Final

from firmware.cli.errors import BadInput
from firmware.files import NotReadable, read_text
from firmware.link.cash_desk import NOBODY_NAMED, Cashier

PIN: Final = re.compile(r"[0-9]{4,12}")


def cashier_of(arguments: argparse.Namespace) -> Cashier:
    """Return who pays, if that was said. Raises BadInput."""
    if arguments.staff is None:
        if arguments.pin_file is not None:
            raise BadInput("--pin-file: say whose PIN it is: --staff NUMBER")
        return NOBODY_NAMED
    if arguments.what != "pay":
        raise BadInput(f"--staff: {arguments.what} pays nothing, and asks nobody who they are")
    pin = _pin(arguments)
    if PIN.fullmatch(pin) is None:
        raise BadInput("--staff: no PIN was given; one has 4 to 12 figures")
    return Cashier(arguments.staff, pin)


def _pin(arguments: argparse.Namespace) -> str:
    if arguments.pin_file is None:
        return getpass.getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        return read_text(arguments.pin_file, "a PIN file has one line").strip()
    except NotReadable as error:
        raise BadInput(f"--pin-file: {error}") from None
