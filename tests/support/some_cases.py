"""`@pytest.mark.some(N)`: of this test's cases a run of the whole suite takes one in N, drawn anew each time.

All are taken where files alone are named, where branches are counted, and by `make deep`.
"""

import os
from collections.abc import Sequence
from random import Random, randrange
from typing import TypeVar

import pytest

T = TypeVar("T")

SEED = "SOME_CASES"
# Workers are started with what stands here, and so draw the same.
os.environ.setdefault(SEED, str(randrange(10**9)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say by which seed cases were drawn, where some were."""
    if not takes_all(config):
        terminalreporter.write_line(f"{SEED}={os.environ[SEED]} draws the same cases again")


def takes_all(config: pytest.Config) -> bool:
    """Whether a run is of named files, or is to leave nothing out."""
    named = all("::" in word or word.endswith(".py") for word in config.args)
    return named or bool(os.environ.get("COVERED")) or os.environ.get("PROPERTIES") == "deep"


def some_of(cases: Sequence[T], one_in: int, of: str, config: pytest.Config) -> Sequence[T]:
    """Return the cases that a test goes through by itself: all, or one in so many. `of`: what it draws them for."""
    if takes_all(config):
        return cases
    return cases[Random(f"{os.environ[SEED]} {of}").randrange(one_in) :: one_in]


def chosen(cases: list[pytest.Item], one_in: int, seed: str) -> list[pytest.Item]:
    """Return one of each so many of a test's cases that stand together: of whatever they go through some each time."""
    chance = Random(f"{seed} {cases[0].nodeid}")
    return [chance.choice(cases[place : place + one_in]) for place in range(0, len(cases), one_in)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that this run does not take."""
    if takes_all(config):
        return
    many: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("some"):
            assert not item.get_closest_marker("rule"), f"{item.nodeid}: what proves a rule is always tried"
            many.setdefault((str(item.path), item.name.split("[")[0]), []).append(item)
    taken = set()
    for cases in many.values():
        mark = cases[0].get_closest_marker("some")
        assert mark is not None
        taken.update(chosen(cases, mark.args[0], os.environ[SEED]))
    left_out = [item for cases in many.values() for item in cases if item not in taken]
    config.hook.pytest_deselected(items=left_out)
    out = set(left_out)
    items[:] = [item for item in items if item not in out]
