"""A scenario of twice as many lines takes about twice as long, whatever stands in them."""

from collections.abc import Callable
from time import process_time

import pytest
from floor import STAND, run

from sim.play import play, prepare
from sim.scenario import read_scenario

COUP = f"bets; wager 1 player 5; close; {STAND}; confirm; shoe".replace("; ", "\n")
# Twice is what it should be, fourfold what it is when each line looks at all before it.
MOST = 3


def reading(step: str, lines: int) -> float:
    """Return how long a processor reads so many lines of the same."""
    text = "\n".join([step] * lines)
    start = process_time()
    assert len(read_scenario(text, "script")) == lines
    return process_time() - start


def playing(step: str, lines: int) -> float:
    """Return how long a processor reads and plays them."""
    text = "\n".join(["buyin 1 1000", *[step] * (lines // (step.count("\n") + 1))])
    start = process_time()
    script = read_scenario(text, "script")
    play(script, prepare(script, "crown-baccarat", "script"), lambda _: None)
    return process_time() - start


@pytest.mark.some(9)
@pytest.mark.parametrize(
    "step",
    [
        "confirm",
        "buyin 1 5",
        "cashout 1 by=ticket\nbuyin 1 5",
        "limit player min=5",
        "limit * min=5",
        "bets\nvoid",
        COUP,
    ],
    ids=lambda step: step.split("\n")[0],
)
def test_time_grows_as_the_lines_do(step: str) -> None:
    grows(playing, step, 4_000)


def test_reading_grows_as_the_lines_do() -> None:
    grows(reading, "confirm", 10_000)


def grows(measure: Callable[[str, int], float], step: str, lines: int) -> None:
    for _ in range(4):  # others share this machine: one good measurement shows that it can
        once, twice = measure(step, lines), measure(step, 2 * lines)
        if twice <= MOST * once:
            return
    pytest.fail(f"{once:.2f} s for {lines} lines, {twice:.2f} s for twice as many")


def test_a_long_scenario_need_not_wait() -> None:
    # The loop's own guard against what never waits counts 100,000 turns: a step takes some twenty.
    assert not run("buyin 1 1000; " + "; ".join([COUP.replace("\n", "; ")] * 1_200)).refusals()
