"""`make deep`: the search of the pure controller in one book of each house, to a depth, or until so many states.

PYTHONPATH=tests/support:tests/oracle:tests/pairs python -m states_deep --depth 3 --json build/deep/states.json
"""

import argparse
import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any

from game_states import MOST, STEPS, Search, roots_of
from pair_table import Broken
from pairs_deep import say

HOUSES = ("crown-baccarat", "mbs-baccarat", "rws-non-commission")


def searched(task: tuple[str, int, int]) -> dict[str, Any]:
    """Search one book."""
    book, depth, most = task
    search, began = Search(book), time.monotonic()
    broken, by_depth = "", ()
    try:
        by_depth = search.run(roots_of(book), depth, most).by_depth
    except Broken as fault:
        broken = str(fault)
    return {
        "book": book, "states": len(search.seen), "steps": search.steps, "refused": search.refused,
        "not_gone_on_from": search.bounded, "new_by_depth": by_depth, "whole_to_depth": len(by_depth) - 1,
        "seconds": round(time.monotonic() - began), "broken": broken,
    }  # fmt: skip


def main() -> int:
    """Run, print, and say by the exit code whether all held."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--depth", type=int, default=3)
    arguments.add_argument("--states", type=int, default=10_000_000, help="of each book, at most")
    arguments.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    arguments.add_argument("--json", type=Path)
    chosen = arguments.parse_args()
    with multiprocessing.Pool(chosen.jobs) as pool:
        found = []
        for one in pool.imap_unordered(searched, [(book, chosen.depth, chosen.states) for book in HOUSES]):
            found.append(one)
            say(", ".join(f"{name} {value}" for name, value in one.items()))
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        about = {"steps_in_each_state": len(STEPS), "bounds": MOST, "books": found}
        chosen.json.write_text(json.dumps(about, indent=1))
    return 1 if any(one["broken"] for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
