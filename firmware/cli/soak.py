"""`rapid-table soak`: random play with faults, in virtual time, from a seed."""

import argparse
import json
import sys
from typing import Final

from msgspec import to_builtins

from firmware.books import book_ids
from firmware.cli.errors import BadInput
from sim.soak.coverage import coverage
from sim.soak.run import Case, Found, fault_kinds
from sim.soak.shrink import command, repeat, shrink

EXAMPLES: Final = """\
  rapid-table soak --seed 7 --hours 1                 one hour, all faults, as a line to read
  rapid-table soak --seed 1 --seeds 20 --hours 5 --json   twenty seeds, a JSON object each, and what was visited
  rapid-table soak --seed 7 --hours 1 --faults table-power,rough-network
  rapid-table soak --seed 7 --hours 5 --shrink        make a failure small

The same seed gives the same journal, byte for byte. Exit status 1: something did not hold; the command that repeats it
is printed on standard error.
"""
MOST_TERMINALS: Final = 50
MOST_HOURS: Final = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with (default: 1)")
    parser.add_argument("--seeds", type=int, default=1, metavar="COUNT", help="so many seeds, one after the other")
    parser.add_argument("--hours", type=float, default=1.0, metavar="H", help="virtual hours of faults, each")
    parser.add_argument("--faults", default="all", metavar="LIST", help="kinds, comma separated; all, or none")
    parser.add_argument("--ats", type=int, default=2, metavar="N", help="terminals (default: 2)")
    parser.add_argument("--rulebook", default="", metavar="ID", help="else the books take turns by the seed")
    parser.add_argument("--shrink", action="store_true", help="make a failure small, and print its command")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each seed, and one for all")


def run(arguments: argparse.Namespace) -> int:
    """Soak; exit status 1 when something did not hold."""
    first = _case(arguments)
    if arguments.shrink:
        return _shrink(first)
    found: list[Found] = []
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        case = Case(seed, first.hours, first.ats, first.faults, first.rulebook)
        found.append(_told(case))
        _print(found[-1], case, as_json=arguments.json)
    if arguments.seeds > 1:
        _print_all(found, as_json=arguments.json)
    return int(any(one.wrong for one in found))


def _case(arguments: argparse.Namespace) -> Case:
    try:
        faults = fault_kinds(arguments.faults)
    except ValueError as error:
        raise BadInput(f"--faults: {error}") from None
    if not 1 <= arguments.ats <= MOST_TERMINALS:
        raise BadInput(f"--ats: a soak has 1 to {MOST_TERMINALS} terminals, not {arguments.ats}")
    if not 0 < arguments.hours <= MOST_HOURS or arguments.seeds < 1:
        raise BadInput(f"--hours is above 0 and at most {MOST_HOURS:,}, and --seeds at least 1")
    if arguments.rulebook and arguments.rulebook not in book_ids():
        raise BadInput(f"--rulebook: no rule book {arguments.rulebook!r}; there are {', '.join(book_ids())}")
    return Case(arguments.seed, arguments.hours, arguments.ats, faults, arguments.rulebook)


class _Progress:
    """How far a soak is, on one line of a terminal that is written over."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._tenths = -1

    def tell(self, hours: float, coups: int) -> None:
        """Say it, ten times an hour."""
        if int(hours * 10) != self._tenths:
            self._tenths = int(hours * 10)
            sys.stderr.write(f"\rseed {self._case.seed}: {hours:.1f} of {self._case.hours:g} h, {coups} coups")
            sys.stderr.flush()


def _told(case: Case) -> Found:
    """Run a case, and say meanwhile how far it is to whoever looks."""
    if not sys.stderr.isatty():
        return repeat(case)
    found = repeat(case, _Progress(case).tell)
    sys.stderr.write("\r\x1b[K")
    return found


def _print(found: Found, case: Case, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(to_builtins(found)) + "\n")
    else:
        faults, irregular = sum(found.faults.values()), sum(found.kinds.values())
        sys.stdout.write(
            f"seed {found.seed}, {found.rulebook}: {found.virtual_s / 3600:.1f} h, {found.coups} coups, "
            f"{faults} faults, {irregular} irregularities, {found.events} events, journal {found.digest[:12]}: "
            f"{'; '.join(found.wrong) or 'all held'}\n"
        )
    sys.stdout.flush()
    if found.wrong:
        sys.stderr.write(f"did not hold: {found.wrong[0]}\nagain: {command(case)}\n")


def _print_all(found: list[Found], *, as_json: bool) -> None:
    whole = coverage(found)
    if as_json:
        sys.stdout.write(json.dumps({"coverage": to_builtins(whole)}) + "\n")
        return
    sys.stdout.write(f"{whole.soaks} soaks, {whole.hours} h, {whole.coups} coups\n")
    for name, counts in (("faults", whole.faults), ("rulings", whole.rows), ("states", whole.phases)):
        sys.stdout.write(f"{name}: {', '.join(f'{what} {count}' for what, count in counts.items())}\n")
    sys.stdout.write(f"never: {', '.join(whole.never) or 'nothing'}\n")


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _shrink(case: Case) -> int:
    if not repeat(case).wrong:
        sys.stdout.write("all held: there is nothing to make small\n")
        return 0
    small = shrink(case, _tell)
    sys.stdout.write(f"{command(small)}\n")
    return 1
