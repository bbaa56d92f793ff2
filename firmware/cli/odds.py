"""`rapid-table odds`: the PAR sheet of a rule book."""

import argparse
import sys
from typing import Any, Final

from firmware.books import BookError, load_book
from firmware.cli.arguments import whole
from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from firmware.game.hands import Winner
from firmware.game.odds import Odds, odds_of
from firmware.game.offer import check_decks

EXAMPLES: Final = """\
  rapid-table odds crown-baccarat              a table for people
  rapid-table odds mbs-baccarat --decks 6 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("rulebook", metavar="RULEBOOK", help="the id of a rule book, such as crown-baccarat")
    parser.add_argument("--decks", type=whole(1, 99), default=8, metavar="N", help="number of decks (8)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the odds."""
    try:
        book = load_book(arguments.rulebook)
    except BookError as error:
        raise BadInput(f"RULEBOOK: {error}") from None
    try:
        check_decks(book, arguments.decks)
    except ValueError as error:
        raise BadInput(f"--decks: {error}") from None
    report = odds_report(book.id, odds_of(book, arguments.decks))
    if arguments.json:
        say_json(report)
    else:
        sys.stdout.write(_sheet(report))
    return 0


def odds_report(rulebook: str, odds: Odds) -> dict[str, Any]:
    """Return the odds as interfaces.md prints them."""
    combinations = {str(winner): str(odds.winners[winner]) for winner in (Winner.PLAYER, Winner.BANKER, Winner.TIE)}
    bets = [
        {
            "bet": row.bet,
            "option": row.option,
            "win": row.win / odds.total,
            "push": row.push / odds.total,
            "lose": row.lose / odds.total,
            "house_edge": f"{row.house_edge.numerator}/{row.house_edge.denominator}",
            "house_edge_percent": float(row.house_edge * 100),
        }
        for row in odds.bets
    ]
    return {
        "rulebook": rulebook,
        "decks": odds.decks,
        "combinations": {**combinations, "total": str(odds.total)},
        "bets": bets,
    }


def _sheet(report: dict[str, Any]) -> str:
    lines = [f"{report['rulebook']}, {report['decks']} decks: six-card sequences"]
    lines += [f"  {name:8}{int(ways):>28,}" for name, ways in report["combinations"].items()]
    lines += ["", f"{'bet':16}{'option':>7}{'win':>11}{'push':>11}{'lose':>11}{'house edge':>12}"]
    for row in report["bets"]:
        chances = "".join(f"{row[name]:11.6f}" for name in ("win", "push", "lose"))
        lines.append(f"{row['bet']:16}{row['option'] or '':>7}{chances}{row['house_edge_percent']:11.4f}%")
    return "\n".join(lines) + "\n"
