"""Hours of it, by hand and on all cores: coups of the plain engines, then stories; rates and differences are printed.

PYTHONPATH=tests/oracle:. python tests/oracle/hours.py --coups 10000000 --stories 100000
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pool

from beside import difference
from chance import story_from
from plain import unlike
from shrink import shrink

COUPS_A_PIECE, STORIES_A_PIECE = 50_000, 200
Piece = tuple[str, int]


def coups(piece: Piece) -> list[str]:
    """Return where coups differ."""
    return list(unlike(*piece))


def stories(piece: Piece) -> list[str]:
    """Return the stories that differ, each in as few lines as show it."""
    seed, many = piece
    wrong = []
    for number in range(many):
        lines = story_from(f"{seed}/{number}")
        if difference(lines):
            short = shrink(lines)
            wrong.append("\n".join((*short, f"# {difference(short)}")))
    return wrong


def pieces(seed: str, many: int, each: int) -> Iterator[Piece]:
    """Return the pieces that so many are done in."""
    for at in range(0, many, each):
        yield f"{seed}/{at}", min(each, many - at)


def run(what: str, work: Callable[[Piece], list[str]], plan: list[Piece], processes: int) -> dict[str, object]:
    """Do it, saying how far it is now and then, and return what it came to."""
    done, wrong, began = 0, list[str](), time.monotonic()
    with Pool(processes) as pool:
        for (_, many), found in zip(plan, pool.imap(work, plan), strict=True):
            done += many
            wrong += found
            for difference_ in found:
                sys.stdout.write(difference_ + "\n\n")
            sys.stdout.flush()
            sys.stderr.write(f"\r{what}: {done}, {len(wrong)} differ, {done / (time.monotonic() - began):.0f}/s ")
    sys.stderr.write("\n")
    seconds = time.monotonic() - began
    return {what: done, "differ": len(wrong), "seconds": round(seconds), "per_second": round(done / max(seconds, 1e-9))}


def main() -> int:
    """Run it; exit status 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=10_000_000)
    parser.add_argument("--stories", type=int, default=100_000)
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(10**9)))
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    found = [
        run("coups", coups, list(pieces(asked.seed, asked.coups, COUPS_A_PIECE)), asked.processes),
        run("stories", stories, list(pieces(asked.seed, asked.stories, STORIES_A_PIECE)), asked.processes),
    ]
    sys.stdout.write(json.dumps({"seed": asked.seed, "found": found}) + "\n")
    return int(any(one["differ"] for one in found))


if __name__ == "__main__":
    sys.exit(main())
