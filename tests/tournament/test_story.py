"""A tournament from approval to the signed report, by hand: every figure is reckoned in the comments."""

from itertools import product
from random import Random

import pytest
from held_tournament import DIRECTOR, EXAMPLE, FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.evolve import fold
from firmware.tournament.report import report
from firmware.tournament.state import Tournament


@pytest.mark.rule("crown 12.1.1, 12.2.1(d), 12.2.1(j), 12.3, 12.3.1")
def test_from_entry_to_prizes() -> None:
    held = Held(conditions())
    held.enter(6)
    held.seat(3, 5)
    one, two = held.at(3), held.at(5)
    assert sorted(one + two) == [1, 2, 3, 4, 5, 6]
    held.start()
    assert {held.state.balance(player) for player in one + two} == {1000_00}
    held.play(3, 50_00, 20_00, -10_00)
    held.play(3, 50_00, 20_00, -10_00)
    held.play(5, 60_00, 30_00, -10_00)
    ended = held.play(5, 60_00, 30_00, -10_00)
    # 1,100 and 1,040 and 980 at table 3; 1,120 and 1,060 and 980 at table 5
    assert isinstance(ended[-1], e.SessionEnded)
    points = {balance.player: balance.points for balance in ended[-1].balances}
    assert [points[player] for player in one] == [1100_00, 1040_00, 980_00]
    assert not any(held.state.balance(player) for player in one + two)
    [announced] = held.progress()
    # The best of each table, then the best of the others: 1,060 before 1,040.
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.through == (one[0], two[0], two[1])
    assert announced.ranking[:4] == ((two[0],), (one[0],), (two[1],), (one[1],))
    assert set(announced.ranking[4]) == {one[2], two[2]}
    held.seat(3)
    last = held.at(3)
    held.start()
    held.play(3, 5_00, 100_00, -10_00)
    held.progress()
    held.tell(c.AwardPrizes(DIRECTOR, 1))
    # Six fees of 100, of which 90 percent are the pool: 540; 60 percent are 324, 40 percent 216.
    assert held.state.awards == (e.Award(last[1], 1, 324_00), e.Award(last[0], 2, 216_00))
    assert held.state.money == {"paid": -600_00, "pool": 0, "house": 60_00, "prizes": 540_00}
    held.tell(c.SignReport(DIRECTOR))
    again = fold(Tournament(), held.events)
    assert again == held.state
    assert held.of(e.ReportSigned)[0].digest == report(again).digest()
    assert len(report(again).coups) == 5


@pytest.mark.rule("crown 12.2.1(b)")
@pytest.mark.parametrize(("balances", "left", "cash"), [("carried", 1010_00, 0), ("cash", 0, 2020_00), ("void", 0, 0)])
def test_balances_are_disposed_of_as_the_conditions_say(balances: str, left: int, cash: int) -> None:
    rounds = (replace(HEATS, balances=balances, tables=1, best_overall=0, best_of_table=2), FINAL)
    held = Held(conditions(*rounds))
    held.enter(2)
    held.seat(1)
    held.start()
    held.play(1, 5_00, 5_00)
    held.play(1, 5_00, 5_00)
    assert [held.state.balance(player) for player in (1, 2)] == [left, left]
    assert held.state.money.get("cash", 0) == cash
    held.progress()
    held.seat(1)
    held.start()
    # What is carried is there beside the credit of 1,000.
    assert held.state.balance(1) == left + 1000_00


def announce(held: Held) -> None:
    """End a round, with as many play-offs as it takes."""
    for event in held.progress():
        if isinstance(event, e.PlayOffCalled):
            held.tell(c.ReportPlayOff(DIRECTOR, tuple(e.Line(player, 0, 0) for player in event.players)))
            announce(held)


def test_two_hundred_players_at_four_tables_of_fifty() -> None:
    chance, held = Random(3), Held(EXAMPLE)
    held.enter(200)
    for number in range(1, 201):
        held.tell(c.Sign(number, "paper"))
    for terms in EXAMPLE.rounds:
        held.seat(*range(1, terms.tables + 1), seed=5)
        there = held.state.rounds[terms.name]
        for number in there.players if terms.buy_in else ():
            held.tell(c.PayBuyIn(number, terms.buy_in))
        tables = sorted({seat.table for seat in held.state.rounds[terms.name].seats.values()})
        for _ in range(terms.sessions):
            held.start()
            for _, table in product(range(terms.coups), tables):
                held.play(table, *(chance.choice([-10_00, 10_00]) for _ in held.at(table)), wagered=25_00)
        announce(held)
    # The best 8 of each of four tables and 8 more; of the 160 others 2 of each table and 2 more; then 2 times 2 and 4.
    rounds = held.state.rounds
    assert [len(one.players) for one in rounds.values()] == [200, 160, 50, 8]
    assert [len(one.through) for one in rounds.values()] == [40, 10, 8, 0]
    held.tell(c.AwardPrizes(DIRECTOR, 1))
    # 200 fees of 100 and 160 buy-ins of 20 are 23,200; 90 percent of it the pool.
    assert sum(award.amount for award in held.state.awards) == held.state.money["prizes"] == 20_880_00
    assert held.state.money["house"] == 2_320_00
    assert fold(Tournament(), held.events) == held.state


def test_a_tournament_that_is_over_only_takes_facts() -> None:
    held = Held(conditions())
    held.enter(2)
    held.tell(c.CallOff("storm"))
    assert held.state.money == {"paid": -200_00, "pool": 0, "house": 0, "refunds": 200_00}
    assert held.refused(c.OpenEntry()) == "tournament_over"
    assert held.tell(c.ReportCoup(1, 1, "played", ())) == [e.CoupUnfit(1, 1, "no-session")]
