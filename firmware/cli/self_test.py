"""`rapid-table self-test`: how a board stands, before it is used."""

import argparse
from typing import Final

from firmware.boards.self_test import PartTested, self_test
from firmware.cli.arguments import path
from firmware.cli.configurations import loaded
from firmware.cli.say import say, say_json

EXAMPLES: Final = """\
  rapid-table self-test --config /var/lib/rapid-table/board/ats.toml
  rapid-table self-test --config /var/lib/rapid-table/board/table.toml --json

It moves no note, prints no ticket and changes no money; devices are only asked what they are. Stop the board's own
program first, as it holds the ports.
Exit status 0: nothing failed; 1: something did.
"""
MARKS: Final = {"good": "good", "failed": "FAILED", "unknown": "not known here"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--config", required=True, type=path, metavar="FILE", help="the board's configuration, in TOML")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Test it."""
    board = loaded(arguments.config)
    found = self_test(board)
    failed = any(one.state == "failed" for one in found)
    if arguments.json:
        say_json({"sound": not failed, "checks": [_in_json(one) for one in found]})
    else:
        for one in found:
            say(f"{one.name}: {MARKS[one.state]}{f': {one.said}' if one.said else ''}")
    return 1 if failed else 0


def _in_json(one: PartTested) -> dict[str, object]:
    figure = {} if one.value is None else {"value": one.value}
    return {"check": one.name, "state": one.state, "said": one.said, **figure}
