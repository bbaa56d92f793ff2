"""`python -m sim.siege`: besieges a table of real processes on this machine, and says what did not hold."""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

import msgspec

from sim.siege.acts import ACTS, KILLS
from sim.siege.messages import send
from sim.siege.siege import SiegeFound, SiegeWanted, besiege


def main() -> int:
    """Besiege a table in a folder of its own; status 1 when something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m sim.siege", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of everything that is left to chance (default: 1)")
    parser.add_argument("--seconds", type=float, default=600, help="how long it lasts (default: 600)")
    parser.add_argument("--kills", type=int, default=0, help="only kill processes, so many times, and nothing else")
    parser.add_argument("--messages", type=int, default=0, help="send so many requests that no board should, instead")
    parser.add_argument("--acts", default="all", help="which attacks: all, or their names, with commas")
    parser.add_argument("--tournament", action="store_true", help="have a tournament played there first, amid attacks")
    parser.add_argument(
        "--ats", type=int, default=4, help="terminals with a board, beside two of attackers (default: 4)"
    )
    parser.add_argument("--folder", type=Path, help="where its files stay; else in one that is gone afterwards")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report there")
    arguments = parser.parse_args()
    found = send(arguments.messages, arguments.seed) if arguments.messages else _besiege(arguments)
    report = msgspec.to_builtins(found)
    sys.stdout.write(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    if arguments.json is not None:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    return int(bool(found.wrong))


def _besiege(arguments: argparse.Namespace) -> SiegeFound:
    wanted = SiegeWanted(
        arguments.seed, arguments.seconds, arguments.kills, arguments.ats, _acts(arguments), arguments.tournament
    )
    if arguments.folder is not None:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        return asyncio.run(besiege(arguments.folder.resolve(), wanted))
    with tempfile.TemporaryDirectory(prefix="rapid-table-siege-") as folder:
        return asyncio.run(besiege(Path(folder), wanted))


def _acts(arguments: argparse.Namespace) -> tuple[str, ...]:
    if arguments.kills:
        return KILLS
    return tuple(ACTS) if arguments.acts == "all" else tuple(arguments.acts.split(","))


if __name__ == "__main__":
    sys.exit(main())
