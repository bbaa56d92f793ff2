"""Tables, notice, starts, late players, coups and what they cost, terminals that fail."""

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, MINUTE, Held, conditions
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import Conditions

ONE_TABLE = replace(HEATS, tables=1, best_of_table=2, best_overall=0)


def started(of: Conditions | None = None, players: int = 3, *late: int) -> Held:
    """One table of three is playing."""
    held = Held(of or conditions(ONE_TABLE, FINAL))
    held.enter(players)
    held.seat(1)
    held.start(*late)
    return held


@pytest.mark.rule("crown 12.3.1, 12.3.2")
def test_as_many_tables_as_the_conditions_have_are_designated_for_a_round() -> None:
    held = Held(conditions())
    held.enter(4)
    held.tell(c.CloseEntry())
    for wrong in ((1,), (1, 1), (1, 2, 3)):
        assert held.refused(c.OpenRound(DIRECTOR, wrong)) == "tables_wanted 12.3.1"
    held.tell(c.OpenRound(DIRECTOR, (4, 2)))
    assert held.refused(c.OpenRound(DIRECTOR, (4, 2))) == "round_running"
    assert held.refused(c.Brief(DIRECTOR, (1,))) == "not_seated"
    held.tell(c.DrawSeats(DIRECTOR, 1))
    assert held.refused(c.DrawSeats(DIRECTOR, 2)) == "seats_drawn"
    held.start()
    assert held.refused(c.OpenCoup(1)) == "table_not_playing 12.3.2"


@pytest.mark.rule("crown 12.3.4")
def test_an_altered_start_needs_its_notice_before_both_times() -> None:
    held = Held(conditions(play={"notice_minutes": 30}))
    held.enter(2)
    assert held.refused(c.ScheduleSession(DIRECTOR, 0)) == "no_round 12.3.1"
    held.tell(c.CloseEntry())
    held.tell(c.OpenRound(DIRECTOR, (1, 2)))
    assert held.refused(c.StartSession(DIRECTOR, ())) == "seats_not_drawn"
    held.tell(c.DrawSeats(DIRECTOR, 1))
    assert held.refused(c.StartSession(DIRECTOR, ())) == "not_scheduled"
    held.now = MINUTE
    assert held.refused(c.ScheduleSession(DIRECTOR, 0)) == "start_past"
    held.tell(c.ScheduleSession(DIRECTOR, 61 * MINUTE))
    # Half an hour before the earlier of both times, to the millisecond.
    assert held.refused(c.ScheduleSession(DIRECTOR, 31 * MINUTE - 1)) == "notice_short 12.3.4"
    held.tell(c.ScheduleSession(DIRECTOR, 31 * MINUTE))
    held.now += 1
    assert held.refused(c.ScheduleSession(DIRECTOR, 120 * MINUTE)) == "notice_short 12.3.4"
    assert held.refused(c.StartSession(DIRECTOR, ())) == "too_early"


@pytest.mark.rule("crown 12.2.5")
def test_no_coup_begins_without_the_director_and_one_under_way_is_completed() -> None:
    held = started()
    held.tell(c.OpenCoup(1))
    held.tell(c.SignOff(DIRECTOR))
    followed = held.tell(c.ReportCoup(1, 1, "played", tuple(e.Line(n, 10_00, 5_00) for n in (1, 2, 3))))
    assert isinstance(followed[0], e.CoupPlayed)
    assert held.refused(c.OpenCoup(1)) == "director_away 12.2.5"
    held.tell(c.SignOn(DIRECTOR))
    held.tell(c.OpenCoup(1))
    assert held.refused(c.OpenCoup(1)) == "tournament_coup_open"


@pytest.mark.rule("crown 12.1.1")
def test_tables_of_different_speed_play_the_same_number_of_coups() -> None:
    by_minutes = replace(HEATS, coups=0, minutes=30)
    held = Held(conditions(by_minutes, FINAL))
    held.enter(4)
    held.seat(1, 2)
    held.start()
    for _ in range(3):
        held.play(1, 5_00, 5_00)
    held.play(2, 5_00, 5_00)
    held.tell(c.OpenCoup(1))
    held.now += 30 * MINUTE - 1
    assert held.tell(c.CheckTime()) == []
    held.now += 1
    # Three are over at table 1, and one is under way: each table plays four.
    assert held.tell(c.CheckTime()) == [e.TimeUp("heats", 1, 4)]
    assert held.tell(c.CheckTime()) == []
    held.coup += 1
    lines = tuple(e.Line(player, 10_00, 5_00) for player in held.at(1))
    assert isinstance(held.tell(c.ReportCoup(1, held.coup, "played", lines))[-1], e.TableFinished)
    assert held.refused(c.OpenCoup(1)) == "table_not_playing 12.3.2"
    held.play(2, 5_00, 5_00)
    held.play(2, 5_00, 5_00)
    assert isinstance(held.play(2, 5_00, 5_00)[-1], e.SessionEnded)


def test_the_minutes_may_be_over_when_a_coup_is_asked_for() -> None:
    held = Held(conditions(replace(HEATS, coups=0, minutes=30), FINAL))
    held.enter(4)
    held.seat(1, 2)
    held.start()
    held.play(1, 5_00, 5_00)
    held.now += 30 * MINUTE
    assert held.refused(c.OpenCoup(1)) == "coups_played 12.1.1"
    assert isinstance(held.tell(c.OpenCoup(2))[0], e.TimeUp)


@pytest.mark.parametrize(("void_counts", "left"), [(True, 0), (False, 1)])
def test_a_dummy_coup_never_counts_and_a_void_one_as_the_conditions_say(void_counts: bool, left: int) -> None:  # noqa: FBT001
    held = started(conditions(ONE_TABLE, FINAL, play={"void_counts": void_counts}))
    held.play(1, 900_00, 0, 0, kind="dummy")
    assert held.state.balance(held.at(1)[0]) == 1000_00  # all wagers of a Dummy Coup go back
    held.play(1, 5_00, 5_00, 5_00)
    held.play(1, 900_00, 0, 0, kind="void")
    assert (held.state.round is not None and held.state.round.played) == 1 - left
    if left:
        held.play(1, 5_00, 5_00, 5_00)
    assert [record.counts for record in held.state.coups.values()] == [False, True, void_counts, True][: 3 + left]


@pytest.mark.rule("crown 12.2.1(c)")
@pytest.mark.parametrize(
    ("missed", "penalty", "points"),
    [("nothing", 0, 1000_00), ("penalty", 7_00, 993_00), ("disqualification", 0, 1000_00)],
)
def test_what_a_missed_compulsory_wager_costs(missed: str, penalty: int, points: int) -> None:
    held = started(conditions(ONE_TABLE, FINAL, play={"missed_wager": missed, "penalty": penalty}))
    one, two, three = held.at(1)
    held.tell(c.OpenCoup(1))
    # 10 are compulsory: the first makes them, the second wagers less, the third nothing.
    held.tell(c.ReportCoup(1, 1, "played", (e.Line(one, 10_00, 0), e.Line(two, 9_99, 0))))
    assert [held.state.balance(player) for player in (one, two, three)] == [1000_00, points, points]
    out = [event.player for event in held.of(e.PlayerOut)]
    assert out == ([two, three] if missed == "disqualification" else [])


def test_who_cannot_make_the_compulsory_wager_any_more_misses_none() -> None:
    held = started(conditions(ONE_TABLE, FINAL, play={"missed_wager": "penalty", "penalty": 600_00}))
    one, two, _ = held.at(1)
    held.tell(c.OpenCoup(1))
    held.tell(c.ReportCoup(1, 1, "played", (e.Line(one, 995_00, -995_00),)))
    held.tell(c.OpenCoup(1))
    held.tell(c.ReportCoup(1, 2, "played", ()))
    # The first has 5 left, fewer than 10. The second pays 600, then all of the 400 that are left.
    assert [(event.player, event.points) for event in held.of(e.PointsPenalised) if event.player in (one, two)] == [
        (two, 600_00), (two, 400_00),
    ]  # fmt: skip


@pytest.mark.rule("crown 12.2.1(i)")
@pytest.mark.parametrize("then", ["forfeit", "replaced", "played-down"])
def test_who_does_not_come_within_the_grace(then: str) -> None:
    held = started(
        conditions(ONE_TABLE, FINAL, attendance={"then": then, "grace_minutes": 10, "absent_refund_percent": 20},
                   entry={"most": 3}), 4, 2,
    )  # fmt: skip
    assert held.refused(c.RuleAbsence(DIRECTOR, 1)) == "not_late"
    held.now += 10 * MINUTE - 1
    assert held.refused(c.RuleAbsence(DIRECTOR, 2)) == "grace_runs 12.2.1(i)"
    held.now += 1
    seat, credit = held.state.rounds["heats"].seats[2], held.state.balance(2)
    refund = e.Refund(2, 20_00, 18_00)
    followed = held.tell(c.RuleAbsence(DIRECTOR, 2))
    wanted = {
        "forfeit": e.PlaceForfeited(2, "heats", refund),
        "replaced": e.PlaceFilled(2, 4, "heats", refund),
        "played-down": e.PlayedDown(2),
    }
    assert followed == [wanted[then]]
    assert held.refused(c.RuleAbsence(DIRECTOR, 2)) == "not_late"
    if then == "replaced":
        assert held.state.rounds["heats"].seats[4] == replace(seat, player=4)
        assert (held.state.balance(4), held.state.balance(2)) == (credit, 0)


@pytest.mark.rule("crown 12.2.1(i)")
@pytest.mark.parametrize("then", ["forfeit", "replaced", "played-down"])
def test_who_retires_while_late_is_not_absent_too(then: str) -> None:
    """Else the fee would be refunded twice, and somebody would take a seat that is no longer at its table."""
    held = started(
        conditions(ONE_TABLE, FINAL, attendance={"then": then, "grace_minutes": 10, "absent_refund_percent": 20},
                   entry={"most": 3}), 4, 2,
    )  # fmt: skip
    held.tell(c.Retire(2))
    held.now += 10 * MINUTE
    assert held.refused(c.RuleAbsence(DIRECTOR, 2)) == "player_out"


def test_who_comes_within_the_grace_plays() -> None:
    held = started(None, 3, 2)
    assert held.refused(c.Arrive(1)) == "not_late"
    assert held.tell(c.Arrive(2)) == [e.PlayerArrived(2)]


def test_a_coup_that_does_not_fit_is_on_record_and_moves_nothing() -> None:
    held = started()
    held.play(1, 5_00, 5_00, 5_00)
    before = held.state
    stranger, twice = (e.Line(9, 5_00, 5_00),), (e.Line(1, 0, 5_00), e.Line(1, 0, 5_00))
    assert held.tell(c.ReportCoup(1, 1, "played", ())) == [e.CoupUnfit(1, 1, "told-before")]
    assert held.tell(c.ReportCoup(2, 2, "played", ())) == [e.CoupUnfit(2, 2, "no-session")]
    assert held.tell(c.ReportCoup(1, 2, "played", ())) == [e.CoupUnfit(1, 2, "not-opened")]
    assert held.tell(c.ReportCoup(1, 2, "dummy", stranger)) == [e.CoupUnfit(1, 2, "no-player")]
    assert held.tell(c.ReportCoup(1, 2, "dummy", twice)) == [e.CoupUnfit(1, 2, "no-player")]
    assert held.tell(c.ReportCorrection(1, 7, "void", ())) == [e.CoupUnfit(1, 7, "no-session")]
    assert held.tell(c.ReportCorrection(1, 1, "played", stranger)) == [e.CoupUnfit(1, 1, "no-player")]
    # All that is kept of it is that it was told, so that it is not told again.
    assert replace(held.state, strange=before.strange) == before


@pytest.mark.rule("crown 12.1.1")
def test_a_terminal_that_fails_holds_the_session_until_it_is_back_or_its_player_moved() -> None:
    held = started()
    player = held.at(1)[1]
    assert held.tell(c.ReportFailure(2, 1, "dark")) == []  # no table of the session
    assert held.tell(c.ReportRestored(1, 9)) == []  # it never failed
    held.tell(c.ReportFailure(1, 8, "dark"))  # nobody sits there: nobody waits
    held.tell(c.ReportFailure(1, 2, "dark"))
    assert held.refused(c.OpenCoup(1)) == "seat_out_of_order 12.1.1"
    held.tell(c.ReportRestored(1, 2))
    held.tell(c.OpenCoup(1))
    held.tell(c.ReportFailure(1, 2, "dark again"))
    assert held.refused(c.MovePlayer(DIRECTOR, player, 1, 9)) == "tournament_coup_open"
    held.tell(c.ReportCoup(1, 1, "played", tuple(e.Line(n, 10_00, 0) for n in held.at(1))))
    assert held.refused(c.MovePlayer(DIRECTOR, player, 1, 1)) == "seat_taken"
    assert held.refused(c.MovePlayer(DIRECTOR, held.at(1)[0], 1, 2)) == "seat_taken"
    assert held.refused(c.MovePlayer(DIRECTOR, player, 2, 1)) == "table_not_playing 12.3.2"
    assert held.refused(c.MovePlayer(DIRECTOR, player, 1, 51)) == "seat_unknown"
    assert held.refused(c.MovePlayer(DIRECTOR, player, 1, 8)) == "seat_out_of_order"
    assert held.refused(c.OpenCoup(1)) == "seat_out_of_order 12.1.1"
    held.tell(c.MovePlayer(DIRECTOR, player, 1, 9))
    assert held.state.balance(player) == 1000_00
    held.tell(c.OpenCoup(1))


@pytest.mark.rule("crown 12.1.1")
def test_a_player_goes_to_another_table_only_from_a_terminal_that_failed_and_after_as_many_coups() -> None:
    held = Held(conditions(replace(HEATS, coups=3), FINAL))
    held.enter(4)
    held.seat(1, 2)
    held.start()
    player = held.at(1)[0]
    assert held.refused(c.MovePlayer(DIRECTOR, player, 2, 9)) == "seat_in_order 12.1.1"
    held.play(1, 50_00, 0)
    held.tell(c.ReportFailure(1, 1, "dark"))
    assert held.refused(c.MovePlayer(DIRECTOR, player, 2, 9)) == "coups_differ 12.1.1"
    held.tell(c.ReportRestored(1, 1))
    held.tell(c.OpenCoup(2))
    held.tell(c.ReportFailure(1, 1, "dark"))
    held.tell(c.ReportCoup(2, 1, "played", tuple(e.Line(n, 10_00, 0) for n in held.at(2))))
    assert held.refused(c.MovePlayer(DIRECTOR, player, 2, 1)) == "seat_taken"
    held.tell(c.MovePlayer(DIRECTOR, player, 2, 9))
    assert (held.state.balance(player), held.at(2)[-1]) == (1050_00, player)
    # Nobody waits for the terminal any more; each table plays its coups, and the player as many as all.
    held.coup = 10
    for table in (1, 2, 1, 2):
        held.play(table, 0, 0, 0)
    assert held.state.round is not None
    assert held.state.round.session is None
    assert held.state.round.scores[player].points == 1050_00


@pytest.mark.rule("crown 12.1.1")
def test_while_a_terminal_is_out_tables_play_the_coups_that_they_are_behind_and_no_more() -> None:
    held = Held(conditions(replace(HEATS, coups=3), FINAL))
    held.enter(4)
    held.seat(1, 2)
    held.start()
    held.play(1, 0, 0)
    held.play(1, 0, 0)
    held.tell(c.ReportFailure(1, 1, "dark"))
    assert held.refused(c.OpenCoup(1)) == "seat_out_of_order 12.1.1"
    held.play(2, 0, 0)
    held.play(2, 0, 0)
    assert held.refused(c.OpenCoup(2)) == "seat_out_of_order 12.1.1"
    # One that fails at a table that is behind holds those that are ahead, and its own.
    held.tell(c.ReportRestored(1, 1))
    held.play(1, 0, 0)
    held.tell(c.ReportFailure(2, 1, "dark"))
    assert held.refused(c.OpenCoup(2)) == "seat_out_of_order 12.1.1"
    # Nobody comes to a table that is ahead: they would have missed a coup.
    assert held.refused(c.MovePlayer(DIRECTOR, held.at(2)[0], 1, 9)) == "table_not_playing 12.3.2"


@pytest.mark.rule("crown 12.2.2")
@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("dealer_buy_in", "6.3"),
        ("note_buy_in", "6.4"),
        ("further_buy_in", "6.5"),
        ("leaving", "6.6.1"),
        ("payout", "6.7"),
    ],
)
def test_what_conditions_exclude_of_rule_6_is_refused_with_its_number(what: str, number: str) -> None:
    for excluded in (True, False):
        held = started(conditions(ONE_TABLE, FINAL, rule_6={what: excluded}))
        ask = c.AskAccount(1, what)  # type: ignore[arg-type]
        if not excluded:
            assert held.tell(ask) == []
            continue
        with pytest.raises(Refused) as why:
            held.tell(ask)
        assert (why.value.code, why.value.rule, why.value.values) == (
            TournamentCode.RULE_6_EXCLUDED, "12.2.2", {"number": number},
        )  # fmt: skip


def test_a_session_that_all_left_is_over_and_so_is_a_round_that_nobody_is_left_in() -> None:
    held = started(conditions(replace(ONE_TABLE, sessions=2), FINAL))
    for player in (1, 2):
        assert held.tell(c.Retire(player))[1:] == []
    assert [type(event) for event in held.tell(c.Retire(3))] == [e.PlayerOut, e.TableFinished, e.SessionEnded]
    held.tell(c.ScheduleSession(DIRECTOR, held.now))
    assert held.refused(c.StartSession(DIRECTOR, ())) == "too_few_players"
    assert held.progress() == [e.ProgressionAnnounced("heats", 7, (), ())]
    assert held.refused(c.OpenRound(DIRECTOR, (1,))) == "round_played"


@pytest.mark.rule("crown 12.1.1")
def test_a_terminal_of_a_table_that_has_finished_holds_nobody_up() -> None:
    held = Held(conditions())
    held.enter(4)
    held.seat(1, 2)
    held.start()
    held.play(1, 5_00, 5_00)
    held.play(2, 5_00, 5_00)
    held.tell(c.ReportFailure(1, 1, "dark"))
    assert held.refused(c.OpenCoup(2)) == "seat_out_of_order 12.1.1"
    held.tell(c.ReportRestored(1, 1))
    held.play(1, 5_00, 5_00)
    held.tell(c.ReportFailure(1, 1, "dark"))
    held.play(2, 5_00, 5_00)


def test_a_coup_that_a_table_opened_is_on_record_once_whoever_was_away() -> None:
    held = started()
    held.tell(c.SignOff(DIRECTOR))
    # 12.2.5: the table had been let; that it opened is a fact.
    assert held.tell(c.ReportOpened(1)) == [e.CoupOpened(1)]
    assert held.tell(c.ReportOpened(1)) == []
    assert held.tell(c.ReportOpened(2)) == []
    assert held.tell(c.ReportCoup(1, 1, "void", ()))[0] == e.CoupPlayed("heats", 1, 1, 1, "void", False, ())  # noqa: FBT003


def test_a_terminal_of_somebody_who_is_out_is_free_for_another() -> None:
    held = started()
    one, two, _ = held.at(1)
    assert held.refused(c.MovePlayer(DIRECTOR, one, 1, 2)) == "seat_taken"
    held.tell(c.Retire(two))
    held.tell(c.MovePlayer(DIRECTOR, one, 1, 2))
