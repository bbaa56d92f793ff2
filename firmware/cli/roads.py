"""`rapid-table roads`: the five roads of a sequence of outcomes."""

import argparse
import sys
from typing import Any, Final

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from firmware.game.roads import ROWS, Road, roads_of

EXAMPLES: Final = """\
  rapid-table roads PPBTBBP            drawn, for people
  rapid-table roads PPBTBBP --json     every cell, for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("outcomes", metavar="OUTCOMES", help="a string of P, B and T, the oldest first")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the roads."""
    try:
        report = roads_report(arguments.outcomes)
    except ValueError as error:
        raise BadInput(f"OUTCOMES: {error}") from None
    if arguments.json:
        say_json(report)
    else:
        sys.stdout.write(_drawn(report))
    return 0


def roads_report(outcomes: str) -> dict[str, Any]:
    """Return the roads as interfaces.md prints them."""
    roads = roads_of(outcomes)
    return {
        "bead_plate": [{"col": cell.col, "row": cell.row, "outcome": cell.mark} for cell in roads.bead_plate],
        "big_road": [cell._asdict() for cell in roads.big_road],
        "big_eye_boy": _derived(roads.big_eye_boy),
        "small_road": _derived(roads.small_road),
        "cockroach_pig": _derived(roads.cockroach_pig),
    }


def _derived(road: Road) -> dict[str, Any]:
    return {"marks": road.marks, "cells": [cell._asdict() for cell in road.cells]}


def _drawn(report: dict[str, Any]) -> str:
    """Draw the roads as letters; a figure behind a side counts its ties."""
    big = [{**cell, "mark": f"{cell['side']}{cell['ties'] or ''}"} for cell in report["big_road"]]
    bead = [{**cell, "mark": cell["outcome"]} for cell in report["bead_plate"]]
    parts = [("bead plate", bead), ("big road", big)]
    parts += [
        (name.replace("_", " "), report[name]["cells"]) for name in ("big_eye_boy", "small_road", "cockroach_pig")
    ]
    return "\n".join(f"{name}\n{_grid(cells)}" for name, cells in parts)


def _grid(cells: list[dict[str, Any]]) -> str:
    marks = {(cell["col"], cell["row"]): cell["mark"] for cell in cells}
    width = max((len(mark) for mark in marks.values()), default=1)
    columns = range(max((col for col, _ in marks), default=-1) + 1)
    rows = (" ".join(marks.get((col, row), "·").ljust(width) for col in columns) for row in range(ROWS))
    return "".join(f"  {row}".rstrip() + "\n" for row in rows)
