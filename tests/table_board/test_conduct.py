"""How much of what a device asks is heard: an honest board all, a flooding one next to nothing, and ever less."""

from collections import Counter

import pytest

from firmware.link import messages as m
from firmware.link import quota as q
from firmware.link.message import Asked, Rate
from firmware.link.quota import Bucket
from firmware.link.report_messages import TellFault
from firmware.link.wager_messages import SetWager, ShownAtClose
from firmware.table_board.conduct import Conduct, Reception

HEAR, REFUSE, MUTE, IGNORE = Reception.HEAR, Reception.REFUSE, Reception.MUTE, Reception.IGNORE


def ask(conduct: Conduct, now: float, size: int = 100, waiting: int = 0) -> Reception:
    return conduct.request(now, size, waiting, to_itself=True)


def flood(conduct: Conduct, start: float, seconds: float, per_second: int = 1000) -> Counter[Reception]:
    return Counter(ask(conduct, start + n / per_second) for n in range(round(seconds * per_second)))


def test_every_kind_of_request_has_its_rate() -> None:
    assert set(q.BY_KIND) == set(m.Request.__args__)  # type: ignore[attr-defined]


def test_a_rate_gives_a_burst_and_then_so_many_a_second() -> None:
    bucket = Bucket(Rate(3, 2))
    assert [bucket.take(10) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(10.5) for _ in range(2)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("kind", "per_second"),
    [(SetWager, 2), (m.GetSnapshot, 2), (TellFault, 0.4), (m.CreditNote, 0.5), (ShownAtClose, 0.1)],
)
def test_an_honest_boards_pace_is_heard_for_an_hour(kind: type[Asked], per_second: float) -> None:
    conduct = Conduct()
    for number in range(round(3600 * per_second)):
        assert ask(conduct, number / per_second) is HEAR
        assert conduct.kind(number / per_second, kind) is HEAR
    assert conduct.row_due(3600) == 0


def test_all_bets_taken_off_and_put_anew_in_the_last_second_are_heard() -> None:
    conduct = Conduct()
    assert {conduct.kind(100 + n / 40, SetWager) for n in range(2 * 10)} == {HEAR}


def test_a_flood_is_refused_then_unheard_and_then_it_loses_its_connection_for_longer_each_time() -> None:
    conduct = Conduct()
    first = flood(conduct, 100, 1)
    # 40 at once, and what 20 a second give in the first tenth; 60 may be over, and 20 of them are told so.
    assert first[HEAR] <= 45
    assert first[REFUSE] <= 25
    assert first[MUTE] == 1
    assert not conduct.flooding
    assert conduct.barred_until == 0
    for time, seconds in ((102, 10), (113, 20), (134, 40), (175, 80)):
        again = flood(conduct, time, 1)
        assert again[HEAR] <= 25  # what 20 a second gave since it was heard again
        assert again[MUTE] == 1
        assert conduct.flooding
        assert conduct.barred_until == pytest.approx(time + seconds, abs=0.1)


def test_what_waited_when_a_device_was_muted_is_no_going_on() -> None:
    conduct = Conduct()
    now = 100.0
    while ask(conduct, now) is not MUTE:
        now += 0.001
    # Eight of its requests were taken before that, and are carried out now: each is over the rate of its kind.
    for _ in range(8):
        assert conduct.over(now + 0.01) is IGNORE
    assert not conduct.flooding
    assert conduct.barred_until == 0


def test_it_is_never_barred_for_longer_than_an_hour_and_after_a_calm_hour_briefly_again() -> None:
    conduct = Conduct()
    now = 100.0
    for _ in range(20):
        flood(conduct, now, 0.2)
        now = conduct.muted_until + 1
    assert now < conduct.barred_until + 2
    flood(conduct, now, 0.2)
    assert 3590 < conduct.barred_until - now <= 3601
    later = conduct.barred_until + 3700
    flood(conduct, later, 0.2)
    flood(conduct, conduct.muted_until + 1, 0.2)
    assert conduct.barred_until - conduct.muted_until == 0
    assert conduct.barred_until - later < 20


def test_a_board_that_is_heard_again_may_ask_at_its_pace() -> None:
    conduct = Conduct()
    flood(conduct, 100, 1)
    assert [ask(conduct, 101.2 + n * 0.1) for n in range(20)] == [HEAR] * 20
    assert not conduct.flooding


def test_one_that_flooded_is_in_order_after_half_a_minute_of_calm() -> None:
    conduct = Conduct()
    flood(conduct, 100, 3)
    assert conduct.flooding
    until = conduct.muted_until
    assert not conduct.calms_down(until + 29)
    assert conduct.calms_down(until + 31)
    assert not conduct.flooding
    assert not conduct.calms_down(until + 32)


def test_what_was_refused_goes_on_record_at_once_and_then_once_a_minute() -> None:
    conduct = Conduct()
    assert conduct.row_due(100) == 0
    flood(conduct, 100, 1)
    assert conduct.row_due(101) > 900
    flood(conduct, 101, 30)
    assert conduct.row_due(131) == 0
    assert conduct.row_due(161.5) > 20_000
    assert conduct.row_due(300) == 0


def test_what_is_too_long_or_waits_or_is_answered_elsewhere_is_not_heard() -> None:
    conduct = Conduct()
    assert ask(conduct, 100, size=1024) is HEAR
    assert ask(conduct, 100, size=1025) is REFUSE
    assert ask(conduct, 100, waiting=q.WAITING - 1) is HEAR
    assert ask(conduct, 100, waiting=q.WAITING) is REFUSE
    assert conduct.request(100, 10, 0, to_itself=False) is REFUSE
    assert conduct.row_due(100) == 3


def test_beats_have_a_pace_and_must_be_readable() -> None:
    conduct = Conduct()
    assert [conduct.beat(100 + second, readable=True) for second in range(60)] == [HEAR] * 60
    assert conduct.beat(161, readable=False) is REFUSE
    found = Counter(conduct.beat(200, readable=True) for _ in range(1000))
    assert found[HEAR] == 4
    assert found[MUTE] == 1
    assert conduct.beat(200.1, readable=True) is IGNORE
