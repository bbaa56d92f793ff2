"""`rapid-table unprovisioned`: what a board shows before it has a board file."""

import argparse
import asyncio
import logging
from typing import Final

from firmware.boards.unprovisioned import show
from firmware.cli.log import add_log_argument, start_log
from firmware.provisioned.take_in import serial_number

EXAMPLES: Final = """\
  rapid-table unprovisioned --role ats

It shows what is missing, why a board file was refused, and the board's serial number as text and as a QR code, and runs
until it is told to stop. Its unit starts it where no board file was taken in.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--role", required=True, choices=("table", "ats", "wnd"), help="what this board's software is")
    add_log_argument(parser, "info")


def run(arguments: argparse.Namespace) -> int:
    """Show it."""
    start_log(arguments.log_level, {"role": arguments.role})
    asyncio.run(show(arguments.role, serial_number(), logging.getLogger(__name__).info))
    return 0
