"""`rapid-table play`: a scenario on the real controller, in virtual time."""

import argparse
import sys
from typing import Final

from firmware.books import book_ids
from firmware.cli.arguments import whole
from firmware.cli.errors import BadInput
from firmware.cli.play_log import readable
from firmware.cli.say import say, say_json
from firmware.cli.text_file import read_text
from firmware.table.shown.printed import Fields
from sim.play import choose_book, play, prepare
from sim.random_shoe import shoe_scenario
from sim.scenario import ScenarioError, read_scenario

EXAMPLES: Final = """\
  rapid-table play --rulebook crown-baccarat coup.txt     events as JSON lines
  rapid-table play --rulebook mbs-baccarat --log - < coup.txt
  rapid-table play --rulebook crown-baccarat --shoe 7 --log    a whole shoe, dealt from seed 7
  rapid-table play --rulebook crown-baccarat --shoe 7 --script > shoe.txt    that shoe as a scenario

a scenario of one coup:
  table ats=2
  buyin 1 100
  bets
  wager 1 player 25
  close
  card 8S
  card 5H
  card TD
  card 7C
  confirm
"""
MOST_SEED: Final = 10**18 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the scenario (default or -: standard input)"
    )
    parser.add_argument("--rulebook", metavar="ID", help=f"one of {', '.join(book_ids())}")
    parser.add_argument(
        "--shoe",
        type=whole(-MOST_SEED, MOST_SEED),
        metavar="SEED",
        help="deal a whole shoe to three terminals instead of reading a file",
    )
    parser.add_argument("--log", action="store_true", help="print a log for people instead of JSON lines")
    parser.add_argument("--script", action="store_true", help="with --shoe: print the scenario without playing it")
    parser.add_argument("--json", action="store_true", help="print JSON lines (the default)")


def run(arguments: argparse.Namespace) -> int:
    """Read the whole scenario, then play it."""
    if arguments.rulebook is not None and arguments.rulebook not in book_ids():
        raise BadInput(f"--rulebook: no rule book {arguments.rulebook!r}; there are {', '.join(book_ids())}")
    text, where = _scenario(arguments)
    if arguments.script:
        sys.stdout.write(text)
        return 0
    try:
        lines = read_scenario(text, where)
        rulebook = choose_book(lines, arguments.rulebook)
        if rulebook is None:
            raise BadInput(
                f"{where}: names no rule book; give --rulebook ID or begin with a step `rulebook ID`; "
                f"the IDs are {', '.join(book_ids())}"
            )
        setup = prepare(lines, rulebook, where)
    except ScenarioError as error:
        raise BadInput(str(error)) from None
    play(lines, setup, _log if arguments.log else say_json)
    return 0


def _scenario(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the scenario's text and its name for messages."""
    if arguments.shoe is not None:
        if arguments.rulebook is None:
            raise BadInput("--shoe: needs a rule book; give --rulebook ID")
        return shoe_scenario(arguments.rulebook, arguments.shoe), f"shoe {arguments.shoe}"
    if arguments.script:
        raise BadInput("--script: prints the scenario of a shoe; give --shoe SEED")
    return read_text(arguments.file, "a scenario is a text file, a step per line"), arguments.file


def _log(event: Fields) -> None:
    line = readable(event)
    if line is not None:
        say(line)
