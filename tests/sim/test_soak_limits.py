"""The soak reckons limits for itself: it finds a wager against them, and a minimum that is raised without its sign."""

import pytest

from firmware.game.wagers import Limit
from firmware.table.features import limits, wagers
from firmware.table.features.limits import LimitSet
from firmware.table.features.wagers import WagerSet
from sim.soak import dealer, run
from sim.soak.dealer import Dealer
from sim.soak.limits import SIGN_MS, LimitsSeen
from sim.soak.mistakes import _another_limit
from sim.soak.run import soak

# In which of them somebody wagers just where it shows is chance.
SEEDS = range(1, 5)
HOURS = 0.05


class Changeable(Dealer):
    """Changes a limit before each coup, so that a few show what is wrong; and errs in nothing else."""

    def _errs(self, share: float = 1.0) -> bool:
        return share > 1

    @staticmethod
    def always(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(run, "Dealer", Changeable)
        patch.setattr(dealer, "BETWEEN_COUPS", (_another_limit,))


def seen(*said: LimitSet, at: int = 0) -> LimitsSeen:
    found = LimitsSeen()
    for one in said:
        assert list(found.said(one, at, 1, playing=True)) == []
    return found


@pytest.mark.parametrize(
    ("asked", "accepted"),
    # crown 5.3.1, 5.3.2: 10, 20, 30 … up to 55, so 50 is the highest.
    [(4_99, 0), (9_99, 0), (10_00, 10_00), (29_99, 20_00), (54_00, 50_00), (60_00, 50_00)],
)
def test_a_wager_is_the_next_lowest_permitted_one(asked: int, accepted: int) -> None:
    table = seen(LimitSet(Limit("tie", 1_00, 55_00, 10_00)), LimitSet(Limit("tie", 10_00, 55_00, 10_00, SIGN_MS)))
    assert list(table.wagered(WagerSet(1, "tie", asked, accepted, None), SIGN_MS, 2)) == []
    assert list(table.wagered(WagerSet(1, "tie", asked, accepted + 10_00, None), SIGN_MS, 2)) != []


def test_before_its_time_a_higher_minimum_holds_nobody_up() -> None:
    table = seen(LimitSet(Limit("*", 10_00, 50_00, 10_00, SIGN_MS)))
    for at, accepted in ((SIGN_MS - 1, 5_00), (SIGN_MS, 0)):
        assert list(table.wagered(WagerSet(1, "player", 5_00, accepted, None), at, 2)) == []


def test_a_minimum_that_is_raised_without_twenty_minutes_on_the_sign_is_found() -> None:
    table = seen()
    assert list(table.said(LimitSet(Limit("*", 5_01, 50_00, 1, SIGN_MS - 1)), 0, 1, playing=True))
    assert not list(table.said(LimitSet(Limit("*", 9_00, 50_00, 1, 0)), 0, 1, playing=False))


def test_a_table_that_forgets_its_limits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    Changeable.always(monkeypatch)
    assert not soak(1, HOURS, 2, ()).wrong
    monkeypatch.setattr(wagers, "limit_held", lambda *_: Limit("*", 5_00, 5000_00, 5_00))
    assert any("permits" in wrong for seed in SEEDS for wrong in soak(seed, HOURS, 2, ()).wrong)


def test_a_table_that_raises_a_minimum_at_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    Changeable.always(monkeypatch)
    monkeypatch.setattr(limits, "NOTICE", 0)
    assert any("without twenty minutes" in wrong for seed in SEEDS for wrong in soak(seed, HOURS, 2, ()).wrong)
