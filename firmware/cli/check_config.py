"""`rapid-table check-config`: says whether a configuration is sound."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.books import rules_of
from firmware.cli.arguments import path
from firmware.cli.configurations import TOURNAMENT, reader_of, role_in
from firmware.cli.errors import BadInput
from firmware.cli.packages import lacking
from firmware.cli.say import say, say_json
from firmware.config import Board, ConfigError
from firmware.game.offer_number import offer_numbers
from firmware.several_boards import problems

if TYPE_CHECKING:
    from firmware.tournament_board.settings import TournamentSetup

EXAMPLES: Final = """\
  rapid-table check-config deploy/table.toml
  rapid-table check-config deploy/table.toml deploy/ats.toml deploy/wnd.toml --json
  rapid-table check-config deploy/tournament.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "files", nargs="+", type=path, metavar="FILE", help="the configuration of a board or of a tournament, in TOML"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")


def run(arguments: argparse.Namespace) -> int:
    """Check each file, then all together; the first that is not sound is said, with exit status 2."""
    boards: dict[Path, Board] = {}
    for file in arguments.files:
        try:
            found = reader_of(role_in(file))(file)
        except ConfigError as error:
            raise BadInput(str(error)) from None
        if isinstance(found, Board):
            boards[file] = found
            say_json(_report(file, found)) if arguments.json else _print(file, found)
        else:
            say_json(_of_cup(file, found)) if arguments.json else _print_cup(file, found)
    for problem in problems(boards):
        raise BadInput(problem)
    return 0


def _report(file: Path, board: Board) -> dict[str, object]:
    return {
        "file": str(file),
        "sound": True,
        "role": board.config.role,
        "rulebook": board.setup.rulebook if board.setup else None,
        "odds": odds_numbers(board),
        "devices": {name: chosen.driver for name, chosen in board.devices.items()},
        "warnings": _warnings(board),
    }


def _of_cup(file: Path, setup: "TournamentSetup") -> dict[str, object]:
    return {
        "file": str(file),
        "sound": True,
        "role": TOURNAMENT,
        "conditions": setup.conditions.name,
        "digest": setup.conditions.digest(),
        "tables": {str(number): network.server for number, network in setup.tables.items()},
        "warnings": (),
    }


def _print_cup(file: Path, setup: "TournamentSetup") -> None:
    say(f"{file}: sound: role {TOURNAMENT}, {setup.conditions.name} at {len(setup.tables)} tables")
    say(f"  digest of the conditions: {setup.conditions.digest()}")
    for number, network in setup.tables.items():
        say(f"  table {number}: {network.server}")


def _warnings(board: Board) -> tuple[str, ...]:
    """Return what deserves a second look, a package that this machine lacks last: the board may be another."""
    return (*board.warnings, *lacking(board.config.role, screen=board.config.screen is not None))


def odds_numbers(board: Board) -> dict[str, str]:
    """Return the numbers of a table's odds: tables that offer the same odds have the same (crown 10.1)."""
    setup = board.setup
    return offer_numbers(rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer) if setup else {}


def _print(file: Path, board: Board) -> None:
    setup = board.setup
    what = f", {setup.rulebook} with {setup.ats} terminals and {setup.decks} decks" if setup else ""
    say(f"{file}: sound: role {board.config.role}{what}")
    for side, number in odds_numbers(board).items():
        say(f"  odds of {side}: {number}")
    for name, chosen in board.devices.items():
        say(f"  {name}: {chosen.driver}")
    for warning in _warnings(board):
        say(f"  warning: {warning}")
