"""`rapid-table check-config`: says whether a configuration is sound."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from firmware.cli.errors import BadInput
from firmware.config import Board, ConfigError, load_board

EXAMPLES: Final = """\
  rapid-table check-config deploy/table.toml
  rapid-table check-config deploy/table.toml deploy/ats.toml deploy/wnd.toml --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a board's configuration, in TOML")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")


def run(arguments: argparse.Namespace) -> int:
    """Check each file; the first that is not sound is said, with exit status 2."""
    for path in arguments.files:
        try:
            board = load_board(path)
        except ConfigError as error:
            raise BadInput(str(error)) from None
        sys.stdout.write(_json(path, board) if arguments.json else _text(path, board))
    return 0


def _json(path: Path, board: Board) -> str:
    report = {
        "file": str(path),
        "sound": True,
        "role": board.config.role,
        "rulebook": board.setup.rulebook if board.setup else None,
        "devices": {name: chosen.driver for name, chosen in board.devices.items()},
        "warnings": board.warnings,
    }
    return json.dumps(report) + "\n"


def _text(path: Path, board: Board) -> str:
    setup = board.setup
    what = f", {setup.rulebook} with {setup.ats} terminals and {setup.decks} decks" if setup else ""
    lines = [f"{path}: sound: role {board.config.role}{what}"]
    lines += [f"  {name}: {chosen.driver}" for name, chosen in board.devices.items()]
    lines += [f"  warning: {warning}" for warning in board.warnings]
    return "\n".join(lines) + "\n"
