"""An early end's proof is sound: whatever the coups that are left bring, those who it says go on do, and no others."""

from itertools import product
from random import Random

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, MINUTE, Held, conditions
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament.events import Reach, TableFinished
from firmware.tournament.proof import at_least, at_most, surely_in, surely_out

ends = st.tuples(st.integers(0, 6), st.integers(0, 4))
players = st.lists(st.tuples(st.integers(1, 2), ends), min_size=1, max_size=6)


def go_on(points: dict[int, int], tables: dict[int, int], order: list[int], per_table: int, overall: int) -> set[int]:
    """Who goes on, by the plainest reading of 12.2.1(d); `order` breaks ties."""
    ranked = sorted(points, key=lambda player: (-points[player], order.index(player)))
    through: set[int] = set()
    for table in set(tables.values()):
        through |= set([player for player in ranked if tables[player] == table][:per_table])
    return through | set([player for player in ranked if player not in through][:overall])


@given(found=players, per_table=st.integers(0, 2), overall=st.integers(0, 2), chance=st.randoms(use_true_random=False))
def test_what_is_sure_holds_whatever_comes(
    found: list[tuple[int, tuple[int, int]]], per_table: int, overall: int, chance: Random
) -> None:
    terms = replace(HEATS, best_of_table=per_table, best_overall=overall)
    reaches = [Reach(number, table, least, least + more) for number, (table, (least, more)) in enumerate(found)]
    tables = {one.player: one.table for one in reaches}
    sure = {one.player for one in reaches if surely_in(one, reaches, terms)}
    never = {one.player for one in reaches if surely_out(one, reaches, terms)}
    assert not sure & never
    for points in product(*((one.least, one.most) for one in reaches)):
        order = list(tables)
        chance.shuffle(order)
        through = go_on(dict(enumerate(points)), tables, order, per_table, overall)
        assert sure <= through
        assert not never & through


def test_whoever_can_only_draw_level_may_still_win_the_tie_break() -> None:
    terms = replace(HEATS, best_of_table=1, best_overall=0)
    leader, other = Reach(1, 1, 100, 200), Reach(2, 1, 0, 100)
    assert not surely_in(leader, (leader, other), terms)
    assert not surely_out(other, (leader, other), terms)
    behind = Reach(2, 1, 0, 99)
    assert surely_in(leader, (leader, behind), terms)
    assert surely_out(behind, (leader, behind), terms)


def test_a_balance_grows_by_no_more_than_it_has() -> None:
    # 10 at 8 to 1 become 90, then 20 of them at most may be wagered: 250.
    assert at_most(10, 2, 20, 8) == 250
    assert at_most(-10, 5, 20, 8) == -10
    # What is owed is not lost again.
    assert (at_least(50, 2, 20), at_least(50, 3, 20), at_least(50, 2, 20, 5)) == (10, 0, 0)
    assert at_least(-10, 3, 20) == -10


@pytest.mark.rule("crown 12.3.5(a)")
def test_in_a_session_by_minutes_the_slower_tables_end_early_by_proof_once_the_minutes_are_over() -> None:
    held = Held(conditions(replace(HEATS, coups=0, minutes=30, best_overall=0), FINAL))
    held.enter(6)
    held.seat(7, 8)
    held.start()
    for _ in range(2):
        held.play(7, 0, 0, 0)
    # One of table 8 has 9,900 after its one coup, the others 20: what these can win, on one coup with eleven to one, is
    # less than what separates them from the first, who loses 500 at most.
    held.play(8, 8900_00, -980_00, -980_00, wagered=980_00)
    ends_early = c.ConcludeTable(DIRECTOR, 8, "determined")
    # While the minutes run any number of coups may follow.
    assert held.refused(ends_early) == "not_determined 12.3.5(a)"
    held.now += 30 * MINUTE
    held.tell(c.CheckTime())
    (finished, *_) = held.tell(ends_early)
    assert isinstance(finished, TableFinished)
    leader = held.at(8)[0]
    (lead,) = (reach for reach in finished.proof if reach.player == leader)
    # 12.1.1: table 8 has one coup left, as table 7 played two; on it 500 win 11 times as much, or lose and cost 10.
    assert (lead.least, lead.most) == (9900_00 - 510_00, 9900_00 + 11 * 500_00)
    assert [reach.player for reach in finished.proof if reach.through and reach.table == 8] == [leader]
