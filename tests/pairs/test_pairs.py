"""Every two kinds of irregularities, one on top of the other: a sample from a new seed, repeated by PAIRS_SEED."""

import os
import random
from collections import Counter

import pytest
from pair_cases import BOOKS, Case, Prefix, end, sample
from pair_kinds import KINDS, NEEDS
from pair_shrink import scenario, shrink
from pair_table import Broken, family

SEED = int(os.environ.get("PAIRS_SEED") or random.SystemRandom().randrange(10**9))
LEAST = 10_000
# Kinds of which a house knows nothing: Crown refuses a miscount (11.9), the others have no 11.1.1 and no reopening.
UNKNOWN = {
    "crown": {"miscount", "miscount, void"},
    "mbs": {"betting reopened", "first coup reconstructed"},
    "rws": {"betting reopened", "first coup reconstructed"},
}
MOST_SHOWN = 5


def test_each_ordered_pair_keeps_what_must_always_hold_in_each_book() -> None:
    """Where this fails: PAIRS_SEED=… repeats it, and each scenario that is printed shows one fault."""
    found: dict[str, Broken] = {}
    had: Counter[tuple[str, str, str]] = Counter()
    for case, prefix in sample(SEED, LEAST):
        had[case.book, case.first, case.second] += 1
        broken = _break(case, prefix)
        if broken is not None:
            found.setdefault(broken.what, broken)
        if len(found) == MOST_SHOWN:
            break
    print(f"PAIRS_SEED={SEED}: {sum(had.values())} cases, {len(had)} ordered pairs")  # noqa: T201 - shown where it fails
    assert not found, f"PAIRS_SEED={SEED}\n" + "\n".join(scenario(shrink(broken)) for broken in found.values())
    assert sum(had.values()) >= LEAST
    for book in BOOKS:
        firsts = {first for of, first, _ in had if of == book}
        seconds = {second for of, _, second in had if of == book}
        assert firsts == seconds == KINDS.keys() - UNKNOWN[family(book)]


def _break(case: Case, prefix: Prefix) -> Broken | None:
    try:
        assert end(prefix, case) == ""
    except Broken as broken:
        return broken
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_says_what_it_needs_and_why(kind: str) -> None:
    assert all(NEEDS[need][0] for need in KINDS[kind].needs)
