"""`rapid-table tournament`: checks a tournament's conditions, and prints the paper that players sign."""

import argparse
from typing import Final

from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json
from firmware.cli.text_file import read_text
from firmware.conditions_file import ConditionsError, read_conditions
from firmware.tournament.conditions import Conditions
from firmware.tournament.paper import paper

EXAMPLES: Final = """\
  rapid-table tournament check deploy/tournaments/spring-cup.toml
  rapid-table tournament check deploy/tournaments/spring-cup.toml --print
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", choices=["check"], metavar="check", help="check the conditions")
    parser.add_argument("file", metavar="FILE", help="a tournament's conditions, in TOML, or - for standard input")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--print", action="store_true", dest="paper", help="print the paper that players sign")
    shown.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Check the conditions, and print what was asked for."""
    text = read_text(arguments.file, "conditions are a TOML file")
    try:
        conditions = read_conditions(text)
    except ConditionsError as error:
        raise BadInput(f"{arguments.file}:{error}") from None
    if arguments.paper:
        for line in paper(conditions).splitlines():
            say(line)
    elif arguments.json:
        say_json(_report(arguments.file, conditions))
    else:
        say(f"{arguments.file}: sound: {conditions.name}, {len(conditions.rounds)} rounds")
        say(f"  digest: {conditions.digest()}")
    return 0


def _report(file: str, conditions: Conditions) -> dict[str, object]:
    return {
        "file": file,
        "sound": True,
        "name": conditions.name,
        "rounds": [one.name for one in conditions.rounds],
        "digest": conditions.digest(),
    }
