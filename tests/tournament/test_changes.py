"""Substitutes, players who go, those who buy back, early ends, progression, corrections and prizes."""

import pytest
from held_tournament import DIRECTOR, EXAMPLE, FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.change_folds import change
from firmware.tournament.changes import decide_change
from firmware.tournament.coups import decide_coup
from firmware.tournament.decide import decide
from firmware.tournament.draw import draw_seats, shuffled
from firmware.tournament.entering import decide_entry
from firmware.tournament.evolve import end, entry, evolve, office
from firmware.tournament.office import decide_office
from firmware.tournament.play_folds import coup, table
from firmware.tournament.prizes import prizes_of
from firmware.tournament.progressing import decide_end
from firmware.tournament.proof import proven
from firmware.tournament.round_folds import round_
from firmware.tournament.seating import decide_round
from firmware.tournament.tables import decide_table
from firmware.tournament.turn import Turn

ONE = replace(HEATS, tables=1, best_of_table=2, best_overall=0)
AGAIN = replace(FINAL, name="again", kind="repechage", takes=("heats:eliminated", "heats:absent"), best_of_table=1)
LAST = replace(FINAL, takes=("heats:progressed", "again:progressed"), seats=6)


def playing(*rounds: object, players: int = 3, **parts: dict[str, object]) -> Held:
    """One table is playing its heat."""
    held = Held(conditions(*(rounds or (ONE, FINAL)), **parts))  # type: ignore[arg-type]
    held.enter(players)
    held.seat(1)
    held.start()
    return held


def heat(held: Held, *won: int) -> None:
    """Play a heat of two coups; the second decides."""
    held.play(1, *[0] * len(won))
    held.play(1, *won)


@pytest.mark.rule("crown 12.3.3")
def test_a_substitute_sits_there_when_the_director_approves_and_the_points_go_on() -> None:
    held = playing()
    held.play(1, 70_00, 70_00, 70_00)
    assert held.refused(c.DecideSubstitute(DIRECTOR, 1, approve=True)) == "nobody_nominated 12.3.3"
    assert held.refused(c.Nominate(1, "M2")) == "person_plays"
    held.tell(c.Nominate(1, "S1"))
    assert held.refused(c.Nominate(2, "S1")) == "person_plays"
    seat, points = held.state.rounds["heats"].seats[1], held.state.balance(1)
    held.tell(c.DecideSubstitute(DIRECTOR, 1, approve=False))
    assert held.state.players[1].substitute == ""
    held.tell(c.Nominate(1, "S2"))
    held.tell(c.DecideSubstitute(DIRECTOR, 1, approve=True))
    assert held.state.players[1].substitute == "S2"
    assert (held.state.rounds["heats"].seats[1], held.state.balance(1)) == (seat, points)


@pytest.mark.rule("crown 12.2.1(h)")
def test_what_those_who_go_get_back() -> None:
    held = playing(departures={"retired_refund_percent": 50, "disqualified_refund_percent": 10})
    assert held.refused(c.Disqualify(DIRECTOR, 1, 0)) == "ground_unknown 12.2.1(h)"
    assert held.refused(c.Disqualify(DIRECTOR, 1, 4)) == "ground_unknown 12.2.1(h)"
    # Of a fee of 100 the pool had 90.
    assert held.tell(c.Disqualify(DIRECTOR, 1, 3)) == [e.PlayerOut(1, "disqualified", 3, e.Refund(1, 10_00, 9_00))]
    assert held.tell(c.Retire(2)) == [e.PlayerOut(2, "retired", 0, e.Refund(2, 50_00, 45_00))]
    assert held.state.money == {"paid": -300_00, "pool": 216_00, "house": 24_00, "refunds": 60_00}
    heat(held, 0, 0, 0)
    [announced] = held.progress()
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.ranking == ((3,),)


def test_who_retires_from_the_waiting_list_has_the_whole_fee_back() -> None:
    held = Held(conditions(entry={"most": 2}, departures={"retired_refund_percent": 0}))
    held.enter(3)
    assert held.tell(c.Retire(3)) == [e.PlayerOut(3, "retired", 0, e.Refund(3, 100_00, 90_00))]


@pytest.mark.rule("crown 12.2.1(e)")
def test_who_is_eliminated_buys_back_into_the_rounds_that_the_conditions_name() -> None:
    third = replace(ONE, best_of_table=1)
    held = playing(third, replace(FINAL, seats=2), buy_back={"times": 1, "fee": 50_00, "rounds": ("final",)})
    back = c.BuyBack(held.at(1)[1], "final", 50_00)
    assert held.refused(back) == "no_buying_back 12.2.1(e)"  # nobody knows yet who goes on
    heat(held, 10_00, 0, -10_00)
    held.progress()
    one, two, three = held.at(1)
    assert held.refused(c.BuyBack(two, "heats", 50_00)) == "no_buying_back 12.2.1(e)"
    assert held.refused(c.BuyBack(one, "final", 50_00)) == "not_eliminated 12.2.1(e)"
    assert held.refused(c.BuyBack(two, "final", 49_00)) == "fee_differs 12.2.1(e)"
    assert held.tell(back) == [e.BoughtBack(two, "final", 50_00, 45_00)]
    assert held.refused(back) == "no_buying_back 12.2.1(e)"
    assert held.refused(c.BuyBack(three, "final", 50_00)) == "no_seat_left"
    held.seat(1)
    assert sorted(held.at(1)) == sorted((one, two))


@pytest.mark.rule("crown 12.2.1(d)")
def test_a_repechage_takes_the_eliminated_and_the_absent_and_a_round_nobody_comes_to_is_passed_over() -> None:
    held = playing(ONE, AGAIN, LAST, players=3)
    heat(held, 10_00, 0, -10_00)
    held.progress()
    third = held.at(1)[2]
    held.seat(1)
    assert (held.state.current, held.at(1)) == ("again", [third])
    all_through = playing(replace(ONE, best_of_table=3), AGAIN, LAST)
    heat(all_through, 1, 2, 3)
    all_through.progress()
    all_through.seat(1)
    assert all_through.of(e.RoundOpened)[-1].skipped == ("again",)


@pytest.mark.parametrize("breaks", [("most-wins", "lot"), ("earlier-standing", "most-wins", "lot"), ("lot",)])
def test_equal_points_are_told_apart_in_the_conditions_order(breaks: tuple[str, ...]) -> None:
    held = playing(replace(ONE, best_of_table=1), FINAL, players=2, standing={"tie_breaks": breaks})
    # Both won 20: the second in two coups, the first in one.
    held.play(1, 0, 10_00)
    held.play(1, 20_00, 10_00)
    one, two = held.at(1)
    [announced] = held.progress(seed=11)
    assert isinstance(announced, e.ProgressionAnnounced)
    wanted = two if "most-wins" in breaks else shuffled((one, two), 11, "lot/heats")[0]
    assert announced.through == (wanted,)
    # Who goes on is decided; the standing itself stays equal where nothing hangs on it.
    assert [set(group) for group in announced.ranking] == [{one, two}]


def test_a_win_that_a_correction_takes_away_counts_no_more() -> None:
    held = playing(replace(ONE, best_of_table=1), FINAL, players=2, standing={"tie_breaks": ("most-wins", "lot")})
    held.play(1, 10_00, 10_00)
    one, two = held.at(1)
    held.tell(c.ReportCorrection(1, 1, "played", (e.Line(one, 10_00, -10_00), e.Line(two, 10_00, 10_00))))
    held.play(1, 20_00, 0)
    # Both have won 10, in one coup each; lot alone tells them apart.
    assert [held.state.rounds["heats"].scores[player].wins for player in (one, two)] == [1, 1]
    [announced] = held.progress(seed=11)
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.through == shuffled((one, two), 11, "lot/heats")[:1]


def test_an_earlier_standing_tells_apart_and_who_has_none_comes_last() -> None:
    semi = replace(ONE, name="semi", takes=("heats:progressed",), best_of_table=1)
    held = playing(replace(ONE, best_of_table=2), semi, replace(FINAL, takes=("semi:progressed",)),
                   standing={"tie_breaks": ("earlier-standing", "lot")})  # fmt: skip
    heat(held, 0, 30_00, 20_00)
    _, best, second = held.at(1)
    held.progress()
    held.seat(1)
    held.start()
    heat(held, 0, 0)
    [announced] = held.progress()
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.through == (best,)
    assert second not in announced.through


def test_a_play_off_is_called_where_not_all_equal_players_go_on() -> None:
    held = playing(replace(ONE, best_of_table=1), FINAL, players=2, standing={"tie_breaks": ("play-off", "lot")})
    heat(held, 5_00, 5_00)
    one, two = held.at(1)
    assert held.refused(c.ReportPlayOff(DIRECTOR, ())) == "no_play_off"
    [called] = held.progress()
    assert isinstance(called, e.PlayOffCalled)
    assert set(called.players) == {one, two}
    assert held.refused(c.Progress(DIRECTOR, 1)) == "play_off_due"
    assert held.refused(c.ReportPlayOff(DIRECTOR, (e.Line(one, 5_00, 5_00),))) == "play_off_due"
    held.tell(c.ReportPlayOff(DIRECTOR, (e.Line(one, 5_00, -5_00), e.Line(two, 5_00, 5_00))))
    [announced] = held.progress()
    assert isinstance(announced, e.ProgressionAnnounced)
    assert announced.through == (two,)


def test_a_round_is_not_over_before_its_sessions() -> None:
    held = playing(replace(ONE, sessions=2), FINAL)
    assert held.refused(c.Progress(DIRECTOR, 1)) == "session_under_way"
    heat(held, 0, 0, 0)
    assert held.refused(c.Progress(DIRECTOR, 1)) == "sessions_left 12.2.1(d)"
    held.start()
    heat(held, 0, 0, 0)
    assert held.refused(c.ScheduleSession(DIRECTOR, held.now)) == "round_played"
    held.progress()
    assert held.refused(c.AwardPrizes(DIRECTOR, 1)) == "rounds_left 12.2.1(j)"


@pytest.mark.rule("crown 12.3.5, 12.3.5(a)")
def test_a_table_ends_early_only_when_arithmetic_proves_who_goes_on() -> None:
    # 20 in reach of one coup at 11 to 1 is 220 more at most; a lead of 400 cannot be lost by it.
    terms = replace(ONE, maximum=20_00, best_of_table=1, coups=3)
    held = playing(terms, FINAL)
    conclude = c.ConcludeTable(DIRECTOR, 1, "determined")
    held.play(1, 400_00, 0, 0)
    # Two coups left: others come to 1,000 + 2 * 220 = 1,440, the leader can fall to 1,400 - 2 * (20 + 10) = 1,340.
    assert held.refused(conclude) == "not_determined 12.3.5(a)"
    held.tell(c.OpenCoup(1))
    assert held.refused(conclude) == "tournament_coup_open"
    held.coup += 1
    held.tell(c.ReportCoup(1, held.coup, "played", tuple(e.Line(player, 10_00, 0) for player in held.at(1))))
    # One left: 1,220 against 1,370.
    leader = held.at(1)[0]
    finished, *_ = held.tell(conclude)
    assert isinstance(finished, e.TableFinished)
    reach = {one.player: (one.least, one.most, one.through) for one in finished.proof}
    assert reach[leader] == (1370_00, 1620_00, True)
    assert all(reach[player] == (970_00, 1220_00, False) for player in held.at(1)[1:])
    assert held.refused(conclude) == "no_session_under_way"


def test_nothing_is_proven_by_minutes_before_the_last_session_or_where_nobody_goes_on() -> None:
    for terms in (replace(ONE, coups=0, minutes=30), replace(ONE, sessions=2), replace(ONE, best_of_table=0)):
        held = playing(terms, FINAL)
        there = held.state.round
        assert there is not None
        assert proven(held.state, there, 1) == ()


@pytest.mark.rule("crown 12.3.5(b)")
def test_balances_in_cash_end_early_when_every_player_agrees() -> None:
    held = playing(replace(ONE, balances="cash"), FINAL)
    conclude = c.ConcludeTable(DIRECTOR, 1, "agreed")
    for player in (1, 2):
        held.tell(c.Agree(player))
    assert held.refused(conclude) == "not_agreed 12.3.5(b)"
    held.tell(c.Agree(3))
    assert [type(event) for event in held.tell(conclude)] == [e.TableFinished, e.SessionEnded]
    in_points = playing()
    assert in_points.refused(c.Agree(1)) == "not_in_cash 12.3.5(b)"
    assert in_points.refused(conclude) == "not_in_cash 12.3.5(b)"


def corrected(option: str, *, opened: bool = False, started: bool = False) -> tuple[Held, list[int]]:
    """The second goes on instead of the first, after a correction; the Director answers."""
    held = playing(replace(ONE, best_of_table=1), FINAL, players=2)
    heat(held, 50_00, 0)
    both = held.at(1)
    held.progress()
    if opened:
        held.seat(1)
    if started:
        held.start()
    lines = (e.Line(both[0], 10_00, -50_00), e.Line(both[1], 10_00, 0))
    followed = held.tell(c.ReportCorrection(1, 2, "played", lines))
    assert [type(event) for event in followed] == [e.CoupCorrected, e.ProgressionQuestioned]
    assert held.state.asked[0].through == (both[1],)
    if not opened:
        assert held.refused(c.OpenRound(DIRECTOR, (1,))) == "progression_asked"
    if not started:
        held.tell(c.Answer(DIRECTOR, option))  # type: ignore[arg-type]
    return held, both


def test_a_correction_after_the_announcement_is_the_directors_question() -> None:
    kept, both = corrected("keep")
    assert kept.state.rounds["heats"].through == (both[0],)
    assert kept.refused(c.Answer(DIRECTOR, "keep")) == "nothing_asked"
    changed, both = corrected("change")
    assert changed.state.rounds["heats"].through == (both[1],)
    changed.seat(1)
    assert changed.at(1) == [both[1]]


def test_a_round_that_was_opened_and_not_begun_is_opened_anew() -> None:
    changed, both = corrected("change", opened=True)
    assert changed.state.current == "heats"
    changed.seat(1)
    assert changed.at(1) == [both[1]]
    begun, _ = corrected("change", opened=True, started=True)
    assert begun.refused(c.Answer(DIRECTOR, "change")) == "next_round_begun"
    begun.tell(c.Answer(DIRECTOR, "keep"))


def test_a_correction_in_a_running_session_moves_balance_and_count() -> None:
    held = playing()
    held.play(1, 50_00, 0, 0)
    one = held.at(1)[0]
    assert held.state.balance(one) == 1050_00
    held.tell(c.ReportCorrection(1, 1, "void", (e.Line(one, 10_00, 50_00),)))
    assert held.state.balance(one) == 1000_00  # all of a void coup is returned
    session = held.state.rounds["heats"].session
    assert session is not None
    assert session.coups == {1: 0}  # and it is played again


@pytest.mark.parametrize("balances", ["carried", "cash"])
def test_a_correction_of_an_ended_session_follows_its_balances(balances: str) -> None:
    held = playing(replace(ONE, balances=balances), FINAL)
    heat(held, 50_00, 0, 0)
    one = held.at(1)[0]
    lines = (e.Line(one, 10_00, 20_00),)
    held.tell(c.ReportCorrection(1, 2, "played", lines))
    # 30 less than it was: of the balance that is carried, or of the 3,050 that were paid in cash.
    carried = balances == "carried"
    assert held.state.balance(one) == (1020_00 if carried else 0)
    assert held.state.money.get("cash", 0) == (0 if carried else 3020_00)


@pytest.mark.rule("crown 12.2.1(j)")
@pytest.mark.parametrize(
    ("last", "ranking", "pool", "wanted"),
    [
        # 50, 30 and 20 percent of 1,000; the second and third are equal: (300 + 200) / 2 each.
        ("house", ((1,), (2, 3)), 1000, {1: 500, 2: 250, 3: 250}),
        # Three equal ones share 1,000: 333 each; the last cent stays, or goes to who entered first.
        ("house", ((4, 2, 3),), 1000, {2: 333, 3: 333, 4: 333}),
        ("earliest-entry", ((4, 2, 3),), 1000, {2: 334, 3: 333, 4: 333}),
        # 101: 50, 30 and 20 by the percents; one is left and goes to the winner.
        ("earliest-entry", ((4,), (2,), (3,)), 101, {4: 51, 2: 30, 3: 20}),
        ("house", ((4,), (2,), (3,)), 101, {4: 50, 2: 30, 3: 20}),
        # A place that nobody has stays with the house, and so does nothing at all.
        ("house", ((4,),), 1000, {4: 500}),
        ("house", ((4,), (2,)), 0, {}),
    ],
)
def test_equal_places_share_and_somebody_gets_the_last_cent(
    last: str, ranking: tuple[tuple[int, ...], ...], pool: int, wanted: dict[int, int]
) -> None:
    terms = replace(EXAMPLE.prizes, percents=(50, 30, 20), last_cent=last)
    assert {award.player: award.amount for award in prizes_of(terms, pool, ranking, 5)} == wanted


def test_the_last_cent_by_lot_goes_to_whom_the_seed_draws() -> None:
    terms = replace(EXAMPLE.prizes, percents=(100,), last_cent="lot")
    found = {seed: prizes_of(terms, 1000, ((1, 2, 3),), seed) for seed in range(40)}
    lucky = {award.player for awards in found.values() for award in awards if award.amount == 334}
    assert lucky == {1, 2, 3}
    assert all(sum(award.amount for award in awards) == 1000 for awards in found.values())


def test_prizes_may_want_equal_places_told_apart_and_are_given_once() -> None:
    held = playing(replace(ONE, best_of_table=3), FINAL, prizes={"equal_places": "tie-break", "percents": (60, 40)})
    heat(held, 0, 0, 0)
    held.progress()
    assert held.refused(c.SignReport(DIRECTOR)) == "not_over"
    held.seat(1)
    held.start()
    held.play(1, 0, 0, 0)
    while not held.state.rounds["final"].announced:
        for event in held.progress():
            if isinstance(event, e.PlayOffCalled):
                held.tell(c.ReportPlayOff(DIRECTOR, tuple(e.Line(player, 5_00, 0) for player in event.players)))
    held.tell(c.AwardPrizes(DIRECTOR, 3))
    # Three fees of 100: 270 are the pool, 162 and 108 of it the prizes.
    assert [award.amount for award in held.state.awards] == [162_00, 108_00]
    assert held.refused(c.AwardPrizes(DIRECTOR, 3)) == "tournament_over"
    # A correction after that is on record, and asks nothing any more.
    assert len(held.tell(c.ReportCorrection(1, 3, "void", ()))) == 1
    held.tell(c.SignReport(DIRECTOR))


def test_a_correction_of_the_last_round_before_the_prizes_asks_about_places() -> None:
    held = playing(replace(ONE, best_of_table=3), FINAL)
    heat(held, 0, 0, 0)
    held.progress()
    held.seat(1)
    held.start()
    held.play(1, 30_00, 20_00, 10_00)
    held.progress()
    both = held.at(1)
    lines = tuple(e.Line(player, 10_00, won) for player, won in zip(both, (0, 20_00, 10_00), strict=True))
    assert isinstance(held.tell(c.ReportCorrection(1, 3, "played", lines))[-1], e.ProgressionQuestioned)
    assert held.refused(c.AwardPrizes(DIRECTOR, 1)) == "progression_asked"
    held.tell(c.Answer(DIRECTOR, "change"))
    held.tell(c.AwardPrizes(DIRECTOR, 1))
    assert [award.player for award in held.state.awards] == [both[1], both[2]]


@pytest.mark.rule("crown 12.1.1")
def test_seats_are_drawn_by_a_seed_that_anybody_can_draw_again_and_tables_are_equally_full() -> None:
    seats = draw_seats(range(1, 11), (7, 3, 5), 42, "seats/heats")
    assert seats == draw_seats(range(10, 0, -1), (7, 3, 5), 42, "seats/heats")
    assert seats != draw_seats(range(1, 11), (7, 3, 5), 43, "seats/heats")
    sizes = sorted(sum(seat.table == table for seat in seats) for table in (3, 5, 7))
    assert sizes == [3, 3, 4]
    # Each of four players comes to each of four seats about as often: 4,000 draws, 1,000 expected.
    firsts = [shuffled((1, 2, 3, 4), seed, "x")[0] for seed in range(4000)]
    assert all(880 < firsts.count(player) < 1120 for player in (1, 2, 3, 4))


def test_what_is_no_event_or_command_is_a_fault_of_ours() -> None:
    state, other = playing().state, object()
    for fold in (evolve, office, entry, round_, coup, table, change, end):
        with pytest.raises(AssertionError, match="unreachable"):
            fold(state, other)  # type: ignore[operator]
    for decider in (
        decide_office, decide_entry, decide_round, decide_coup, decide_table, decide_change, decide_end,
    ):  # fmt: skip
        with pytest.raises(AssertionError, match="unreachable"):
            decider(Turn(state, 0), other)  # type: ignore[operator]
    with pytest.raises(AssertionError, match="unreachable"):
        decide(state, other, 0)  # type: ignore[arg-type]
    terms = replace(EXAMPLE.prizes, last_cent="nobody")
    with pytest.raises(AssertionError, match="unreachable"):
        prizes_of(terms, 1000, ((1,),), 1)
    held = playing(replace(ONE, best_of_table=1), FINAL)
    heat(held, 0, 0, 0)
    by_height = replace(held.state.rules, standing=replace(EXAMPLE.standing, tie_breaks=("height",)))
    held.state = replace(held.state, conditions=by_height)
    with pytest.raises(AssertionError, match="unreachable"):
        held.progress()
