"""`rapid-table soak`: random play with faults, in virtual time, from a seed."""

import argparse
import sys
from typing import Final

from msgspec import to_builtins

from firmware.books import book_ids
from firmware.cli.arguments import decimal, whole
from firmware.cli.errors import BadInput
from firmware.cli.log import add_log_argument, start_log
from firmware.cli.say import say, say_json, warn
from sim.soak.coverage import coverage
from sim.soak.run import Case, SoakFound, fault_kinds
from sim.soak.second import opinion_named
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
MOST_SEEDS: Final = 1_000_000
MOST_SEED: Final = 10**18 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "--seed", type=whole(-MOST_SEED, MOST_SEED), default=1, metavar="N", help="the seed of all chance (default: 1)"
    )
    parser.add_argument(
        "--seeds",
        type=whole(1, MOST_SEEDS),
        default=1,
        metavar="COUNT",
        help="how many seeds to play, one after the other",
    )
    parser.add_argument(
        "--hours", type=decimal(MOST_HOURS), default=1.0, metavar="H", help="virtual hours of faults for each seed"
    )
    parser.add_argument(
        "--faults", default="all", metavar="LIST", help="kinds of fault, separated by commas; or all, or none"
    )
    parser.add_argument("--ats", type=whole(1, MOST_TERMINALS), default=2, metavar="N", help="terminals (default: 2)")
    parser.add_argument("--rulebook", default="", metavar="ID", help="the rule book (default: chosen by the seed)")
    parser.add_argument(
        "--opinion", default="", metavar="MODULE:FUNCTION", help="a second engine that checks each settlement"
    )
    parser.add_argument("--shrink", action="store_true", help="reduce a failure to few steps, and print its command")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each seed, and one for all")
    add_log_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Soak; exit status 1 when something did not hold."""
    start_log(arguments.log_level)
    first = _case(arguments)
    if arguments.shrink:
        return _shrink(first)
    found: list[SoakFound] = []
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        case = first._replace(seed=seed)
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
    if arguments.rulebook and arguments.rulebook not in book_ids():
        raise BadInput(f"--rulebook: no rule book {arguments.rulebook!r}; there are {', '.join(book_ids())}")
    if arguments.opinion:
        try:
            opinion_named(arguments.opinion)
        except ValueError as error:
            raise BadInput(f"--opinion: {error}") from None
    return Case(arguments.seed, arguments.hours, arguments.ats, faults, arguments.rulebook, arguments.opinion)


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


def _told(case: Case) -> SoakFound:
    """Run a case, and say meanwhile how far it is to whoever looks."""
    if not sys.stderr.isatty():
        return repeat(case)
    found = repeat(case, _Progress(case).tell)
    sys.stderr.write("\r\x1b[K")
    return found


def _print(found: SoakFound, case: Case, *, as_json: bool) -> None:
    if as_json:
        say_json(to_builtins(found))
    else:
        faults, irregular = sum(found.faults.values()), sum(found.kinds.values())
        say(
            f"seed {found.seed}, {found.rulebook}: {found.virtual_s / 3600:.2f} h, {found.coups} coups, "
            f"{faults} faults, {irregular} irregularities, {found.events} events, journal {found.digest[:12]}: "
            f"{'; '.join(found.wrong) or 'all held'}"
        )
    sys.stdout.flush()
    if found.wrong:
        warn(f"did not hold: {found.wrong[0]}")
        warn(f"again: {command(case)}")


def _print_all(found: list[SoakFound], *, as_json: bool) -> None:
    whole = coverage(found)
    if as_json:
        say_json({"coverage": to_builtins(whole)})
        return
    say(f"{whole.soaks} soaks, {whole.hours} h, {whole.coups} coups")
    for name, counts in (("faults", whole.faults), ("rulings", whole.rows), ("states", whole.phases)):
        say(f"{name}: {', '.join(f'{what} {count}' for what, count in counts.items())}")
    say(f"never: {', '.join(whole.never) or 'nothing'}")


def _shrink(case: Case) -> int:
    if not repeat(case).wrong:
        say("all held: there is nothing to make small")
        return 0
    small = shrink(case, warn)
    say(command(small))
    return 1
