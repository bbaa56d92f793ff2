"""Whoever is not out can be disqualified, wherever they are; the conditions say what follows and what is refunded."""

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, MINUTE, Held, conditions
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament import events as e

ONE = replace(HEATS, tables=1, coups=1, best_of_table=2, best_overall=0)
TEN = {"disqualified_refund_percent": 10}


def held_cup(players: int, *, most: int = 3, grace: int = 10) -> Held:
    """Entry is open, and so many have come."""
    held = Held(conditions(ONE, FINAL, entry={"most": most}, departures=TEN, attendance={"grace_minutes": grace}))
    held.enter(players)
    return held


def out(held: Held, player: int) -> e.Refund:
    """Disqualify a player, and return the refund; they are in nothing any more."""
    followed = held.tell(c.Disqualify(DIRECTOR, player, 2))
    (gone,) = [event for event in followed if isinstance(event, e.PlayerOut)]
    assert (gone.player, gone.why, gone.ground) == (player, "disqualified", 2)
    assert held.refused(c.Disqualify(DIRECTOR, player, 2)) == "player_out"
    assert sum(held.state.money.values()) == sum(held.state.points.values()) == 0
    return gone.refund


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_has_entered_makes_room_for_who_waits() -> None:
    held = held_cup(4)
    assert [player.status for player in held.state.players.values()] == ["in", "in", "in", "waiting"]
    # A tenth of a fee of 100, of which the pool had 90.
    assert out(held, 2) == e.Refund(2, 10_00, 9_00)
    assert [player.status for player in held.state.players.values()] == ["in", "out", "in", "in"]
    assert held.of(e.PlayerPromoted) == [e.PlayerPromoted(4)]
    # The same where somebody retires.
    held.tell(c.Enter("M5", "Player 5", entitled=True, form=True, paid=100_00))
    held.tell(c.Retire(1))
    assert held.of(e.PlayerPromoted)[1:] == [e.PlayerPromoted(5)]


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_waits_for_a_place() -> None:
    held = held_cup(5)
    assert out(held, 4) == e.Refund(4, 10_00, 9_00)
    assert held.of(e.PlayerPromoted) == []
    held.tell(c.Disqualify(DIRECTOR, 1, 1))
    assert held.of(e.PlayerPromoted) == [e.PlayerPromoted(5)]


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_has_a_seat_before_the_session_plays_nothing_and_holds_up_nobody() -> None:
    held = held_cup(3)
    held.seat(1)
    gone = held.at(1)[0]
    out(held, gone)
    held.start()
    assert gone not in held.of(e.SessionStarted)[0].players


@pytest.mark.rule("crown 12.2.1(h)")
@pytest.mark.parametrize("ruled", [False, True])
def test_who_is_late_or_absent(*, ruled: bool) -> None:
    held = held_cup(3)
    held.seat(1)
    held.start(2)
    held.now += 10 * MINUTE
    if ruled:
        held.tell(c.RuleAbsence(DIRECTOR, 2))
    out(held, 2)
    assert held.refused(c.RuleAbsence(DIRECTOR, 2)) == "player_out"
    held.play(1, 0, 0, 0)
    held.progress()
    assert 2 not in held.of(e.ProgressionAnnounced)[0].through


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_waits_between_rounds_to_go_on_and_who_was_eliminated() -> None:
    held = held_cup(3)
    held.seat(1)
    held.start()
    held.play(1, 30_00, 20_00, 10_00)
    first, second, third = held.at(1)
    held.progress()
    assert held.state.rounds["heats"].through == (first, second)
    out(held, first)
    out(held, third)
    held.seat(1)
    assert held.at(1) == [second]


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_plays_after_the_last_round_has_no_prize_and_after_the_prizes_nobody_goes() -> None:
    held = held_cup(3)
    for _ in range(2):
        held.seat(1)
        held.start()
        held.play(1, 30_00, 20_00, 10_00)
        held.progress()
    winner = held.of(e.ProgressionAnnounced)[-1].ranking[0][0]
    out(held, winner)
    (awarded,) = held.tell(c.AwardPrizes(DIRECTOR, 1))
    assert isinstance(awarded, e.PrizesAwarded)
    assert winner not in {award.player for award in awarded.awards}
    second = awarded.awards[0].player
    assert held.refused(c.Disqualify(DIRECTOR, second, 1)) == "tournament_over"


@pytest.mark.rule("crown 12.2.1(h)")
def test_who_was_to_play_a_play_off_coup_is_waited_for_no_longer() -> None:
    held = Held(conditions(replace(ONE, best_of_table=1), FINAL, standing={"tie_breaks": ("play-off", "lot")}))
    held.enter(3)
    held.seat(1)
    held.start()
    held.play(1, 10_00, 10_00, 0)
    first, second, _ = held.at(1)
    assert isinstance(held.progress()[0], e.PlayOffCalled)
    assert held.refused(c.Progress(DIRECTOR, 7)) == "play_off_due"
    held.tell(c.Disqualify(DIRECTOR, first, 1))
    (announced,) = held.progress()
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.through == (second,)
