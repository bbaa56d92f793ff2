"""`rapid-table rules`: how every numbered rule is met."""

import argparse
import sys
from collections import Counter
from typing import Final

from msgspec import to_builtins

from firmware.cli import rules_standard
from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from firmware.rules import AllRules, RuleReport, load_books, report

EXAMPLES: Final = """\
  rapid-table rules                      every rule, with what meets it
  rapid-table rules --book crown --rule 11.7
  rapid-table rules --check              exit status 1 if a rule is not accounted for
  rapid-table rules --standard           what laboratories ask, row by row; exit status 1 if one is not accounted for
  rapid-table rules --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--book", metavar="NAME", help=f"only this book: {', '.join(load_books())}")
    parser.add_argument("--rule", metavar="NUMBER", help="only this rule and those below it")
    parser.add_argument("--standard", action="store_true", help="the ninety demands of docs/laboratory.md instead")
    parser.add_argument("--check", action="store_true", help="print only what does not hold")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; exit status 1 when a rule is not accounted for."""
    if arguments.standard:
        return rules_standard.run(arguments)
    if arguments.book is not None and arguments.book not in load_books():
        raise BadInput(f"--book: no book {arguments.book!r}; there are {', '.join(load_books())}")
    whole = report()
    chosen = [rule for rule in whole.rules if _chosen(rule, arguments)]
    if not chosen:
        raise BadInput(f"--rule: no rule {arguments.rule!r} in {arguments.book or 'any book'}")
    if arguments.json:
        found = {"rules": to_builtins(chosen), "problems": list(whole.problems), "tests_found": whole.tests_found}
        say_json(found)
    elif not arguments.check:
        sys.stdout.writelines(_lines(rule) for rule in chosen)
    if not arguments.json:
        sys.stdout.write(_summary(whole))
    return 1 if whole.problems else 0


def _chosen(rule: RuleReport, arguments: argparse.Namespace) -> bool:
    under = (
        arguments.rule is None
        or rule.rule == arguments.rule
        or rule.rule.startswith((f"{arguments.rule}.", f"{arguments.rule}("))
    )
    return under and arguments.book in (None, rule.book)


def _lines(rule: RuleReport) -> str:
    lines = [f"{rule.book} {rule.rule}: {rule.status}: {rule.how}"]
    lines += [f"    code {place}" for place in rule.code]
    lines += [f"    test {place}" for place in rule.tests]
    lines += [f"    break {mutant.change}" for mutant in rule.mutants]
    return "\n".join(lines) + "\n"


def _summary(whole: AllRules) -> str:
    counted = Counter(rule.status for rule in whole.rules)
    figures = ", ".join(f"{count} {status}" for status, count in sorted(counted.items()))
    where = " (the tests are not installed here: not looked at)"
    if whole.tests_found:
        proven = sum(bool(rule.mutants) for rule in whole.rules)
        where = f"; {proven} with a break under which a test named for it fails"
    problems = "".join(f"{problem}\n" for problem in whole.problems)
    return f"{problems}{len(whole.rules)} rules: {figures}{where}; {len(whole.problems)} problems\n"
