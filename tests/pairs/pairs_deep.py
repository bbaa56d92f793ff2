"""`make deep`: every case of the pairs, in every book, on as many processes as are wanted; progress, and a report.

`--share N` plays one case in N, from all books, instants and kinds: the whole in little, where there is not the time.

PYTHONPATH=tests/support:tests/oracle:tests/pairs python -m pairs_deep --seed 1 --jobs 2 --json build/deep/pairs.json
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from pair_cases import BOOKS, GAPS, Case, Prefixes, end
from pair_instants import INSTANTS
from pair_kinds import KINDS, missing
from pair_shrink import scenario, shrink
from pair_stories import story
from pair_table import Broken

MOST_BROKEN = 3
# In one part.
STORIES = 5_000


class Part(NamedTuple):
    """What was found at one instant of one book."""

    book: str
    instant: str
    played: int
    left_out: Counter[str]
    pairs: set[tuple[str, str]]
    no_pairs: dict[tuple[str, str], str]
    broken: list[tuple[str, str]]


class Task(NamedTuple):
    """One part of the work: an instant of a book, one case in so many; or, with no book, stories from a seed on."""

    book: str
    instant: str
    seed: int
    share: int = 1


def is_drawn(task: Task, *case: str) -> bool:
    """Say whether a case is played: one in `share`, the same ones for a seed."""
    return crc32(" ".join((str(task.seed), task.book, task.instant, *case)).encode()) % task.share == 0


def part(task: Task) -> Part:
    """Play the cases at one instant of one book."""
    book, instant, seed, _ = task
    prefixes = Prefixes(seed)
    left_out: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    no_pairs: dict[tuple[str, str], str] = {}
    broken: dict[str, Broken] = {}
    played = 0
    for first in KINDS:
        for gap, prefix in prefixes.all_of(book, instant, first).items():
            if prefix.table is None:
                left_out[prefix.why] += len(KINDS)
                no_pairs |= {(first, second): prefix.why for second in KINDS}
                continue
            for second in KINDS:
                why = "" if prefix.broken else missing(prefix.table, second)
                if why:
                    left_out[why] += 1
                    no_pairs[first, second] = why
                    continue
                if not is_drawn(task, first, gap, second):
                    continue
                played += 1
                pairs.add((first, second))
                try:
                    end(prefix, Case(book, instant, first, gap, second, seed))
                except Broken as fault:
                    broken.setdefault(fault.what, fault)
    shown = [(what, scenario(shrink(fault))) for what, fault in list(broken.items())[:MOST_BROKEN]]
    return Part(book, instant, played, left_out, pairs, no_pairs, shown)


def stories(first: int) -> Part:
    """Play so many stories of many irregularities."""
    prefixes = Prefixes(0)
    broken: dict[str, Broken] = {}
    for seed in range(first, first + STORIES):
        try:
            story(seed, prefixes)
        except Broken as fault:
            broken.setdefault(fault.what, fault)
    shown = [(what, scenario(shrink(fault))) for what, fault in list(broken.items())[:MOST_BROKEN]]
    return Part("stories", f"from seed {first}", STORIES, Counter(), set(), {}, shown)


def run(task: Task) -> Part:
    """Do one part of the work."""
    return part(task) if task.book else stories(task.seed)


def report(parts: list[Part], seconds: float, seed: int, share: int) -> dict[str, Any]:
    """Sum up what all parts found."""
    left_out: Counter[str] = Counter()
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    whys: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for one in parts:
        left_out += one.left_out
        pairs[one.book] |= one.pairs
        whys[one.book] |= one.no_pairs
    return {
        "seed": seed, "share": share, "seconds": round(seconds), "kinds": len(KINDS), "instants": len(INSTANTS),
        "between": len(GAPS),
        "played": sum(one.played for one in parts if one.book in BOOKS),
        "stories": sum(one.played for one in parts if one.book not in BOOKS),
        "parts": len(parts),
        "left_out": dict(left_out.most_common()),
        "pairs": {book: len(pairs[book]) for book in BOOKS},
        "no_such_pair": {
            book: {f"{a} · {b}": why for (a, b), why in sorted(whys[book].items()) if (a, b) not in pairs[book]}
            for book in BOOKS
        },
        "broken": dict(fault for one in parts for fault in one.broken),
    }  # fmt: skip


def main() -> int:
    """Run, print, and say by the exit code whether all held."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    arguments.add_argument("--books", nargs="*", default=BOOKS)
    arguments.add_argument("--stories", type=int, default=100_000)
    arguments.add_argument("--share", type=int, default=1, help="play one case in so many")
    arguments.add_argument("--minutes", type=float, default=0, help="stop after so many; 0: play all")
    arguments.add_argument("--json", type=Path)
    chosen = arguments.parse_args()
    tasks = [Task(book, instant, chosen.seed, chosen.share) for book in chosen.books for instant in INSTANTS]
    tasks += [Task("", "", first) for first in range(chosen.seed, chosen.seed + chosen.stories, STORIES)]
    random.Random(chosen.seed).shuffle(tasks)  # so that a run that is stopped has been everywhere
    began, parts = time.monotonic(), []
    with multiprocessing.Pool(chosen.jobs) as pool:
        for done, one in enumerate(pool.imap_unordered(run, tasks), 1):
            parts.append(one)
            say(f"{done}/{len(tasks)} {one.book}, {one.instant}: {one.played} cases, {len(one.broken)} broken")
            for _, shown in one.broken:
                say(shown)
            if chosen.minutes and time.monotonic() - began > chosen.minutes * 60:
                say(f"stopped after {chosen.minutes} minutes: {done} of {len(tasks)} parts were played")
                pool.terminate()
                break
    found = report(parts, time.monotonic() - began, chosen.seed, chosen.share)
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps(found, indent=1, ensure_ascii=False))
    played = f"{found['played']} cases and {found['stories']} stories in {found['seconds']} s, seed {chosen.seed}"
    say(f"{played}; ordered pairs by book: {found['pairs']}")
    for why, count in found["left_out"].items():
        say(f"  left out {count:>8}: {why}")
    return 1 if found["broken"] else 0


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
