"""What laboratories ask: each demand is accounted for, and what is met names where, and by which test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/laboratory.md").read_text()
LINES = re.findall(r"^\| \d+ \|.*\|$", PAGE, re.MULTILINE)
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in LINES]
STATES = {"met", "partly", "not met", "n.a."}
DEMANDS = 90


def test_each_demand_is_accounted_for_once() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, DEMANDS + 1))
    for number, demanded, source, state, where, _ in ROWS:
        assert demanded, number
        assert source, number
        assert state in STATES, (number, state)
        # What is not there says what is instead, or why it is not asked for.
        assert state == "met" or where not in ("", "–"), number


def test_a_test_that_a_demand_names_is_there() -> None:
    named = {path for row in ROWS for path in re.findall(r"`(tests/[a-z_/]+\.py)`", row[5])}
    assert named
    assert [path for path in named if not (ROOT / path).is_file()] == []
