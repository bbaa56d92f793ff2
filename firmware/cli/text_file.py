"""A text file that is named on a command line; `-` is standard input."""

import argparse
import sys

from firmware.cli.arguments import path
from firmware.cli.errors import BadInput
from firmware.files import MOST, NotReadable, read_file, text_of, within


def read_text(where: str, what: str) -> str:
    """Return what stands in it; `what` says to people what it should have been. Raises BadInput."""
    try:
        found = within(sys.stdin.buffer.read(MOST + 1), where) if where == "-" else read_file(path(where))
        return text_of(found, where, what)
    except (NotReadable, argparse.ArgumentTypeError) as error:
        raise BadInput(str(error)) from None
