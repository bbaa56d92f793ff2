"""`rapid-table rules --standard`: what laboratories ask, and how each demand is met."""

import argparse
from collections import Counter

from msgspec import to_builtins

from firmware.cli.errors import BadInput
from firmware.cli.say import say, say_json
from firmware.rules.standard import DemandReport, report_standard


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit status 1 when a demand is not accounted for."""
    whole = report_standard()
    chosen = [one for one in whole.demands if arguments.rule in (None, str(one.demand.number))]
    if not chosen:
        raise BadInput(f"--rule: no demand {arguments.rule!r}; there are 1 to {len(whole.demands)}")
    if arguments.json:
        rows = [{**to_builtins(one.demand), "tests": list(one.tests), "breaks": list(one.breaks)} for one in chosen]
        say_json({"rows": rows, "problems": list(whole.problems), "tests_found": whole.tests_found})
        return 1 if whole.problems else 0
    for one in () if arguments.check else chosen:
        _print(one)
    for problem in whole.problems:
        say(problem)
    counted = Counter(one.demand.state for one in whole.demands)
    figures = ", ".join(f"{count} {state}" for state, count in sorted(counted.items()))
    proven = sum(bool(one.breaks) for one in whole.demands)
    where = f"; {proven} with a break under which a test named for it fails" if whole.tests_found else ""
    say(f"{len(whole.demands)} demands: {figures}{where}; {len(whole.problems)} problems")
    return 1 if whole.problems else 0


def _print(one: DemandReport) -> None:
    say(f"{one.demand.number} {one.demand.state}: {one.demand.demanded} ({one.demand.source})")
    say(f"    {one.demand.where}")
    for test in one.tests:
        say(f"    test {test}")
    for change in one.breaks:
        say(f"    break {change}")
