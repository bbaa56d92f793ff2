"""`rapid-table`: finds the sub-command, runs it, and turns bad input into one line and exit status 2."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Final, Protocol

from firmware.cli.errors import BadInput, Parser
from firmware.cli.packages import missing_package
from firmware.cli.say import say, warn
from firmware.cli.standard_streams import OutputGone, OutputLost, let_go_of_error, standard
from firmware.stop_signal import kept_until_heard, nothing_begun
from firmware.version import version_lines

# A sub-command's module is loaded when it is asked for: `odds` need not wait for asyncio.
SUMMARIES: Final = {
    "run": "runs a role of a real table from its configuration",
    "bench": "runs a whole table on simulated devices in one process, with a web page for the tester",
    "play": "plays a scenario on the real controller in virtual time",
    "soak": "plays at random with faults, in virtual time, from a seed",
    "odds": "prints the exact probabilities and house edge of every bet of a rule book",
    "roads": "draws the five roads of a sequence of outcomes",
    "rules": "lists every numbered rule of every rule book: how it is met, by which code, proven by which tests",
    "probe": "drives one real device on a port and prints what it says",
    "emulate": "emulates one device, byte for byte, on a pseudo-terminal or a TCP port",
    "replay-wire": "plays a recorded conversation to a real device, and names each answer that differs",
    "conform": "tries whether a device, or a terminal of your own, does all that is demanded of its kind",
    "journal": "shows, verifies, replays and exports a table's journal, and restores it from its copies",
    "trace": "prints one coup with the times of all its steps, from journal and log",
    "cage": "says what a ticket is worth, and redeems it once",
    "retire": "ends a table's journal or a terminal's pocket by two people, exports it, and begins the next",
    "submission": "makes a folder for a laboratory: rules, mathematics, versions, digests, configuration, papers",
    "tournament": "checks a tournament's conditions, shows its standings, and reports how it went",
    "provision": "makes a table's certificates, and its server's users and permissions",
    "self-test": "tests a board: storage, clock, temperature, certificate, devices; changes nothing",
    "unprovisioned": "shows what a board without a board file needs, and its serial number",
    "take-in": "takes in the file that makes a board what it is, at its first start",
    "update": "writes signed software to the other slot of the card, says how far it is, or cancels it",
    "healthy": "marks the slot that runs as good once its software is healthy; nothing else marks it",
    "calibrate": "calibrates a touch panel: touch three marks",
    "check-config": "checks a board's configuration, and names the key that is wrong",
    "verify-software": "checks every installed file, or a card, against the signed manifest",
    "benchmark": "measures performance on this machine",
}


# These run until they are told to stop, which may be before they have loaded what they run.
UNTIL_TOLD: Final = ("run", "bench", "unprovisioned")
ROLES: Final = ("table", "ats", "wnd")


class SubCommand(Protocol):
    """What the module of a sub-command holds."""

    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Name the arguments."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it, and return the exit status."""
        ...


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    try:
        return _status(list(sys.argv[1:] if words is None else words))
    finally:
        let_go_of_error()


def _status(words: list[str]) -> int:
    try:
        with kept_until_heard() if _chosen(words) in UNTIL_TOLD else nullcontext(), standard():
            return _version() if words == ["--version"] else _run(words)
    except BadInput as bad:
        warn(str(bad))
        return 2
    except ModuleNotFoundError as missing:
        problem = _not_here(missing.name, words)
        if problem is None:
            raise
        warn(f"{_chosen(words)}: {problem}")
        return 2
    except OutputGone:
        return 0
    except OutputLost as why:
        warn(f"standard output: cannot be written: {why}")
        return 2


def _run(words: list[str]) -> int:
    chosen = _chosen(words)
    parser = Parser(
        prog="rapid-table",
        description="Firmware of a live-dealer electronic baccarat table.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Each sub-command has its own --help, with examples.",
    )
    parser.add_argument("--version", action="store_true", help="print the version, its commit and the rule books")
    commands = parser.add_subparsers(title="sub-commands", metavar="COMMAND", required=True)
    # The others matter to the help that lists them, and to a word that is none. Their parsers take longer to make than
    # most commands take.
    alone = {name: summary for name, summary in SUMMARIES.items() if [name] == words[:1]}
    for name, summary in (alone or SUMMARIES).items():
        sub = commands.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == chosen:
            module = _load(name)
            sub.epilog = "examples:\n" + module.EXAMPLES
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    arguments = parser.parse_args(words)
    if arguments.version:
        raise BadInput("--version: takes no sub-command; type rapid-table --version alone")
    status: int = arguments.run(arguments)
    return status


def _not_here(module: str | None, words: list[str]) -> str | None:
    """Return what to say of a module that this board does not have; None when every board has it."""
    if module is not None and module.partition(".")[0] == "sim":
        return "simulated devices are not installed on this board; use a checkout"
    return missing_package(module, next((word for word in words if word in ROLES), ""))


def _version() -> int:
    """Print which software this is, without the parsers of all commands."""
    for line in version_lines():
        say(line)
    return 0


def _chosen(words: list[str]) -> str | None:
    return next((word for word in words if not word.startswith("-")), None)


def _load(name: str) -> SubCommand:
    with nothing_begun():
        module: SubCommand = importlib.import_module(f"firmware.cli.{name.replace('-', '_')}")
    return module


if __name__ == "__main__":
    sys.exit(main())
