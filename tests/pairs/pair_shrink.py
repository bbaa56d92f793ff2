"""A story that broke something, made as short as it can be: a scenario that `rapid-table play` plays."""

import random
from collections.abc import Sequence

from pair_cases import finish
from pair_table import Broken, Table

# `rulebook` and `table` stand first, and stay.
HEAD = 2


def replay(lines: Sequence[str]) -> Broken | None:
    """Play a scenario, bring it to its end, and return what does not hold."""
    table = Table(lines[0].removeprefix("rulebook "), 0 if "ats=0" in lines[1] else 2)
    try:
        for line in lines[HEAD:]:
            table.tell(line)
        finish(table, random.Random(0))
    except Broken as broken:
        return broken
    return None


def shrink(broken: Broken) -> Broken:
    """Return what is broken alike, in as few lines as can be found by leaving lines out."""
    best = replay(broken.lines)
    if best is None or best.what != broken.what:
        return broken  # it needs people who answer as they did
    lines = list(broken.lines)
    size = len(lines) // 2
    while size:
        at = len(lines) - size
        while at >= HEAD:
            fewer = lines[:at] + lines[at + size :]
            seen = replay(fewer)
            if seen is not None and seen.what == broken.what:
                lines, best = fewer, seen
            at -= size
        size = size // 2 if size > 1 else 0
    best.lines = tuple(lines)
    return best


def scenario(broken: Broken) -> str:
    """Write what broke, and the scenario in which anybody can see it."""
    return f"# {broken}\n# rapid-table play FILE:\n" + "\n".join(broken.lines) + "\n"
