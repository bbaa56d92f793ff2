"""`rapid-table calibrate`: three marks to touch, and the settings for a panel that is not aligned with its screen."""

import argparse
import importlib
from typing import Final

from firmware.cli.arguments import path
from firmware.cli.configurations import loaded
from firmware.cli.errors import BadInput
from firmware.cli.say import say, warn
from hal.make import TouchMake

EXAMPLES: Final = """\
  rapid-table calibrate --config deploy/ats.toml

Touch each mark as it appears. The line that it prints goes into [devices.touch] of the profile.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--config", required=True, type=path, metavar="FILE", help="the board's configuration, in TOML")


def run(arguments: argparse.Namespace) -> int:
    """Show the marks, and print what comes of them."""
    board = loaded(arguments.config)
    if board.config.screen is None or "touch" not in board.devices:
        raise BadInput(
            f"{arguments.config}: screen: a board without a screen and devices.touch has nothing to calibrate"
        )
    marks = importlib.import_module("firmware.kit.marks")
    touch = board.devices["touch"].of(TouchMake)
    # The panel as it is, without what its profile corrects so far.
    found = marks.touched_marks(board.config.screen, touch.plain())
    if found is None:
        warn("the window was closed: nothing is calibrated")
        return 1
    try:
        calibration = touch.calibrate(*found)
    except ValueError as error:
        warn(str(error))
        return 1
    values = ", ".join(f"{name} = {getattr(calibration, name):.5f}" for name in calibration.__struct_fields__)
    say(f"calibration = {{ {values} }}")
    return 0
