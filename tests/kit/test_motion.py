"""The language of motion: each movement is short, of one family, and nothing waits for one."""

import pytest

from firmware.kit.motion import LONG_AGO, TIMES, between, eased, share


@pytest.mark.parametrize("kind", TIMES)
def test_each_movement_takes_a_sixth_to_a_third_of_a_second(kind: str) -> None:
    assert 150 <= TIMES[kind] <= 350


@pytest.mark.parametrize("kind", TIMES)
def test_a_movement_begins_at_once_and_ends(kind: str) -> None:
    assert share(kind, 1000, 1000) == 0
    assert share(kind, 1000, 999) is None
    assert share(kind, 1000, 1000 + TIMES[kind]) is None
    assert share(kind, LONG_AGO, 0) is None
    steps = [share(kind, 0, ms) for ms in range(0, TIMES[kind], 10)]
    shares = [step for step in steps if step is not None]
    assert len(shares) == len(steps)
    assert shares == sorted(shares)


def test_all_ease_out() -> None:
    assert (eased(0), eased(1)) == (0, 1)
    gains = [eased((n + 1) / 10) - eased(n / 10) for n in range(10)]
    assert gains == sorted(gains, reverse=True)
    assert (between(10, 20, 0), between(10, 20, 1)) == (10, 20)
