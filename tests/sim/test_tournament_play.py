"""Tournaments in scenarios: the hall and real tables in one process, in virtual time."""

import json
from pathlib import Path

import pytest
from cup_at_tables import FINAL, HEATS, START, begun, cup, round_of
from floor import STAND, Events, run

from firmware.cli.main import main
from firmware.tournament_board.steps import STEP_FORMS
from sim.play import play, prepare
from sim.scenario import ScenarioError, read_scenario

PROJECT = Path(__file__).parents[2]

# Player wins 7 to 6: who has 50 on Player wins 50, who has it on Banker loses it.
WON, LOST = 50_00, -50_00


def coup(*wagers: str) -> str:
    """One coup at the table of the steps: `wager ATS BET AMOUNT` each."""
    return "; ".join(["bets", *(f"wager {one}" for one in wagers), "close", STAND, "confirm"])


def told(events: Events, what: str) -> Events:
    return events.of("tournament", what=what)


def refused(events: Events) -> list[tuple[str, str | None]]:
    return [(event["code"], event["rule"]) for event in events.of("refused")]


def seats(events: Events) -> dict[tuple[int, int], int]:
    """By table and terminal, who sits there."""
    return {(seat["table"], seat["ats"]): seat["player"] for seat in told(events, "seats_drawn")[-1]["seats"]}


@pytest.mark.rule("crown 12.1, 12.2.1(b), 12.2.1(j), 12.3.1, 12.3.2, 12.3")
def test_from_entry_to_prizes_at_two_tables(tmp_path: Path) -> None:
    script = (
        f"{begun(cup(tmp_path), 4, 1, 2)}; at 1; buyin 3 100; {coup('1 player 50', '2 banker 50')}; bets; "
        f"at 2; {coup('1 banker 50', '2 player 50')}; progress 3; at 1; buyin 3 100; cashout 3; round 1; buyin 3 100; "
        f"seat 1; bets; {START}; {coup('1 player 50')}; progress 1; prizes 1; cashout 1; "
        "cashout 2; sign-report; buyin 1 50"
    )
    events = run(script)
    # Between the heats and the final table 1 is everybody's; in a round it is the tournament's, between sessions too.
    assert refused(events) == [
        ("session_credit", None),
        ("session_coups_played", "12.1.1"),
        ("table_reserved", "12.3.2"),
        ("table_reserved", "12.3.2"),
    ]
    sat = told(events, "seats_drawn")
    heats = {(seat["table"], seat["ats"]): seat["player"] for seat in sat[0]["seats"]}
    assert told(events, "progression_announced")[0]["through"] == [heats[1, 1], heats[2, 2]]
    final = {(seat["table"], seat["ats"]): seat["player"] for seat in sat[1]["seats"]}
    # Both have 1,000 in the final, one wins 50 more. Balances are cash there: they are paid at the table.
    assert [(event["ats"], event["amount"]) for event in events.of("cashed_out")] == [
        (3, 100_00),
        (1, 1000_00 + WON),
        (2, 1000_00),
    ]
    # Four fees of 100, of which 90 percent are the pool: 360, of which half and a quarter.
    awards = told(events, "prizes_awarded").only("tournament")["awards"]
    assert [(award["player"], award["amount"]) for award in awards[:2]] == [(final[1, 1], 180_00), (final[1, 2], 90_00)]
    assert told(events, "report_signed")
    # At the end the table is everybody's again.
    assert events.of("bought_in")[-1]["amount"] == 50_00


@pytest.mark.rule("crown 12.2.5")
def test_no_coup_opens_anywhere_while_the_director_is_away(tmp_path: Path) -> None:
    script = (
        f"{begun(cup(tmp_path), 4, 1, 2)}; at 1; bets; wager 1 player 50; sign-off Ada; close; {STAND}; confirm; "
        "at 2; bets; sign-on Bob; appoint Bob; bets; sign-on Bob; bets"
    )
    events = run(script)
    away = ("session_director_away", "12.2.5")
    assert refused(events) == [away, ("not_the_director", "12.1.2"), away]
    # The coup that was under way was completed.
    assert told(events, "coup_played").only("tournament")["lines"][0]["won"] == WON
    assert events.of("coup_opened", table=2)


@pytest.mark.rule("crown 12.1.1")
def test_a_terminal_that_fails_holds_all_tables_until_it_is_back_or_its_player_has_moved(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 2"), FINAL)
    player = seats(run(begun(path, 4, 1, 2)))[2, 1]
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; {coup('1 player 50', '2 player 50')}; at 2; bets; wager 1 player 50; "
        f"wager 2 player 50; fault ats 1; close; {STAND}; confirm; bets; at 1; bets; "
        f"move {player} 2 5; bets; close; card 2S"
    )
    events = run(script)
    assert refused(events) == [("session_seat_out", "12.1.1")] * 2
    # 11.14(a) rules that coup: the wager went back, and counts as made: nobody is penalised for a fault.
    assert told(events, "coup_played")[1]["lines"][0] == {"player": player, "wagered": 50_00, "won": 0}
    assert not told(events, "points_penalised").of("tournament", player=player)
    moved = events.only("seat_moved")
    assert (moved["ats"], moved["to"], moved["player"], moved["points"]) == (1, 5, player, 1000_00)


@pytest.mark.rule("crown 12.1.1")
def test_a_table_that_is_behind_catches_up_while_a_terminal_is_out_so_that_its_player_can_come_there(
    tmp_path: Path,
) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 3"), FINAL)
    player = seats(run(begun(path, 4, 1, 2)))[1, 1]
    both = coup("1 player 50", "2 player 50")
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; {both}; fault ats 1; bets; move {player} 2 3; at 2; {both}; bets; "
        f"move {player} 2 3; bets"
    )
    for events in (run(script), killed(script)):
        # Table 2 plays the coup that it is behind, and no more; as many coups have then been played at both.
        out = ("session_seat_out", "12.1.1")
        assert refused(events) == [out, ("coups_differ", "12.1.1"), out]
        assert [event["coup"] for event in events.of("coup_opened", table=2)] == [1, 2]
        joined = events.only("seat_joined")
        assert (joined["table"], joined["ats"], joined["player"], joined["points"]) == (2, 3, player, 1050_00)


@pytest.mark.rule("crown 12.1.1")
def test_a_player_whose_terminal_failed_goes_on_at_another_table_with_all_points(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 2"), FINAL)
    sat = seats(run(begun(path, 4, 1, 2)))
    player = sat[1, 1]
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; {coup('1 player 50', '2 player 50')}; at 2; bets; at 1; fault ats 1; "
        f"at 2; wager 1 player 50; wager 2 player 50; close; {STAND}; confirm; move {player} 2 3; "
        f"bets; wager 1 player 50; wager 2 player 50; wager 3 player 100; close; {STAND}; confirm; "
        f"at 1; {coup('2 player 50')}"
    )
    for events in (run(script), killed(script)):
        joined, left = events.only("seat_joined"), events.only("seat_left")
        assert (joined["table"], joined["ats"], joined["player"], joined["points"]) == (2, 3, player, 1050_00)
        assert (left["table"], left["ats"], left["player"], left["points"]) == (1, 1, player, 1050_00)
        at_second = events.of("session_ended", table=2)[0]
        assert at_second["balances"]["3"] == 1150_00
        assert events.of("session_ended", table=1)[0]["balances"].keys() == {"2"}
        assert len(told(events, "coup_played")) == 4
        assert {"player": player, "wagered": 100_00, "won": 100_00} in told(events, "coup_played")[2]["lines"]


@pytest.mark.rule("crown 12.2.1(c)")
def test_a_missed_compulsory_wager_costs_its_penalty_at_the_table_too(tmp_path: Path) -> None:
    events = run(f"{begun(cup(tmp_path), 4, 1, 2)}; at 1; {coup('1 player 50', '2 player 5')}")
    missed = seats(events)[1, 2]
    assert told(events, "points_penalised").only("tournament")["player"] == missed
    adjusted = events.only("points_adjusted")
    assert (adjusted["ats"], adjusted["points"], adjusted["why"]) == (2, -10_00, "penalty")
    # 1,000 and 5 won, less 10.
    assert events.of("balance", table=1, ats=2)[-1]["balance"] == 995_00


@pytest.mark.rule("crown 12.2.1(b), 12.2.1(c)")
def test_what_the_last_coup_cost_is_not_paid_in_cash(tmp_path: Path) -> None:
    path = cup(tmp_path, round_of("one", "entry", balances='"cash"', compulsory=10))
    events = run(f"{begun(path, 2, 1)}; at 1; {coup('1 player 50', '2 player 5')}; cashout 1; cashout 2")
    # 1,000 and 50 won; 1,000 and 5 won, less the penalty of 10.
    assert [event["amount"] for event in events.of("cashed_out")] == [1050_00, 995_00]


@pytest.mark.rule("crown 12.2.1(h), 12.3.3")
def test_whoever_is_out_leaves_the_seat_and_a_substitute_plays_on(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 2"), FINAL)
    sat = seats(run(begun(path, 4, 1, 2)))
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; bets; wager 1 player 50; disqualify {sat[1, 2]} 1; close; {STAND}; confirm; "
        f"nominate {sat[1, 1]} S1; substitute {sat[1, 1]} approve; shoe; {coup('1 player 50', '2 player 50')}"
    )
    events = run(script)
    left = events.only("seat_left")
    # In the midst of a coup nothing is taken away: the seat is left when it is over.
    assert (left["ats"], left["player"], left["points"]) == (2, sat[1, 2], 1000_00)
    assert refused(events) == [("no_account", None)]
    assert told(events, "substitute_decided").only("tournament")["approved"]
    # The substitute goes on with seat and points.
    assert events.of("balance", table=1, ats=1)[-1]["balance"] == 1000_00 + 2 * WON


@pytest.mark.rule("crown 12.2.1(i)")
def test_a_late_player_is_replaced_at_the_same_terminal(tmp_path: Path) -> None:
    path = cup(tmp_path, then='"replaced"', most=4)
    opening = begun(path, 5, 1, 2).removesuffix("session start")
    gone = seats(run(opening))[1, 1]
    script = (
        f"{opening} session start late={gone}; arrive 9; absent {gone}; wait 600; absent {gone}; at 1; "
        f"{coup('1 player 50', '2 player 50')}"
    )
    events = run(script)
    assert refused(events) == [("not_late", None), ("grace_runs", "12.2.1(i)")]
    named = events.only("seat_named")
    assert (named["table"], named["ats"], named["player"]) == (1, 1, 5)
    assert told(events, "coup_played").only("tournament")["lines"][0] == {"player": 5, "wagered": 50_00, "won": WON}


@pytest.mark.rule("crown 12.3.5(b)")
def test_a_session_in_cash_ends_early_when_every_player_has_agreed_by_touch(tmp_path: Path) -> None:
    path = cup(tmp_path, round_of("only", "entry", coups=9, balances='"cash"'))
    script = (
        f"{begun(path, 3, 1)}; at 1; {coup('1 player 50')}; agree 1; agree 1; agree 2; session end 1 agreed; "
        "agree 3; agree 9; session end 1 agreed; cashout 1; cashout 2; cashout 3"
    )
    events = run(script)
    assert refused(events) == [("not_agreed", "12.3.5(b)"), ("not_seated", None)]
    assert len(events.of("end_agreed")) == 3
    assert sorted(event["amount"] for event in events.of("cashed_out")) == [1000_00, 1000_00, 1000_00 + WON]
    assert told(events, "session_ended").only("tournament")["disposition"] == "cash"


@pytest.mark.rule("crown 12.3.5(a)")
def test_a_session_ends_early_once_those_who_go_on_are_proven(tmp_path: Path) -> None:
    heats = round_of("heats", "entry", coups=2, best_of_table=1, maximum=5)
    path = cup(tmp_path, heats, FINAL, best_odds=11, side='["pairs"]')
    script = (
        f"{begun(path, 2, 1)}; at 1; limit * min=5 max=500 step=5; session end 1 determined; bets; wager 1 player 5; "
        f"wager 2 banker 5; close; {STAND}; confirm; session end 1 determined; progress 1"
    )
    events = run(script)
    # 1,005 to 995, and one coup at most 5 is left: at 11 : 1 it still can turn.
    assert refused(events)[0] == ("not_determined", "12.3.5(a)")
    assert refused(events)[1:] == [("not_determined", "12.3.5(a)"), ("session_under_way", None)]
    # One alone goes on, whatever happens.
    one = run(f"{begun(path, 2, 1)}; retire 1; session end 1 determined; progress 1")
    assert told(one, "table_finished").only("tournament")["how"] == "determined"
    assert told(one, "progression_announced").only("tournament")["through"] == [2]


def test_a_correction_moves_standings_and_after_the_announcement_asks_the_director(tmp_path: Path) -> None:
    banker = "player=6H,KC banker=7S,KD"
    script = (
        f"{begun(cup(tmp_path), 4, 1, 2)}; at 1; {coup('1 player 50', '2 banker 50')}; correct 1 {banker}; at 2; "
        f"{coup('1 player 50', '2 banker 50')}; progress 1; correct 1 {banker}; round 1; answer keep; round 1"
    )
    events = run(script)
    sat = seats(events) if len(told(events, "seats_drawn")) == 1 else {}
    assert told(events, "progression_announced").only("tournament")["through"] == [sat[1, 2], sat[2, 1]]
    asked = told(events, "progression_questioned").only("tournament")
    assert asked["through"] == [sat[1, 2], sat[2, 2]]
    assert refused(events) == [("progression_asked", None)]
    assert told(events, "progression_answered").only("tournament")["option"] == "keep"
    assert len(told(events, "coup_corrected")) == 2


def test_void_and_dummy_coups_are_played_again(tmp_path: Path) -> None:
    script = (
        f"{begun(cup(tmp_path), 4, 1, 2)}; at 1; bets; wager 1 player 50; void; bets; close; {STAND}; confirm; shoe; "
        f"{coup('1 player 50', '2 player 50')}; bets"
    )
    events = run(script)
    coups = [(event["kind"], event["counts"]) for event in told(events, "coup_played")]
    assert coups == [("void", False), ("dummy", False), ("played", True)]
    assert refused(events) == [("session_coups_played", "12.1.1")]


def test_minutes_end_when_time_passes_and_all_play_as_many_coups(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 0").replace("minutes = 0", "minutes = 5"), FINAL)
    both = coup("1 player 50", "2 player 50")
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; {both}; shoe; {both}; shoe; at 2; {both}; shoe; bets; wager 1 player 50; "
        f"wait 400; {STAND}; confirm; shoe; bets; at 1; bets"
    )
    events = run(script)
    assert told(events, "time_up").only("tournament")["coups"] == 2
    # Both have played two: the one that was under way was completed.
    assert refused(events) == [("table_reserved", "12.3.2")] * 2


def test_a_session_starts_at_no_table_with_an_account_open_or_a_doubt(tmp_path: Path) -> None:
    path = cup(tmp_path, round_of("one", "entry", sessions=2, balances='"cash"'))
    script = (
        f"{begun(path, 2, 1)}; at 1; {coup('1 player 50', '2 player 50')}; {START}; cashout 1; cashout 2; session start"
    )
    events = run(script)
    # What the first session turned into money is paid before the second starts.
    assert refused(events) == [("accounts_open", None)]
    assert [event["session"] for event in told(events, "session_started")] == [1, 2]
    taken = run(f"tournament {path}; at 1; buyin 1 50; appoint Ada; sign-on Ada; open-entry; enter A 100; enter B 100; "
                "close-entry; round 1; round 2; cashout 1; round 1")  # fmt: skip
    assert refused(taken) == [("accounts_open", "12.3.2"), ("no_such_table", "12.3.1")]


def test_standings_are_printed_as_the_room_sees_them(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 2"), FINAL, hidden_coups=1)
    script = f"tournament {path}; standings"
    assert "places" not in run(script).only("standings")
    events = run(f"{begun(path, 4, 1, 2)}; standings; at 1; {coup('1 player 50', '2 banker 50')}; standings").of(
        "standings"
    )
    assert [(event["hidden"], len(event["places"])) for event in events] == [(False, 4), (True, 0)]


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("session start", "2: `session` is a step of a tournament; name one first, `tournament FILE`"),
        ("bets; tournament CUP", "3: `tournament FILE` comes before any other"),
        ("tournament /nowhere.toml", "2: /nowhere.toml: "),
        ("tournament CUP; session", "3: no step 'session'; session at, session start, session end"),
        ("tournament CUP; seat", "3: SEED is missing; this step reads `seat SEED`"),
        ("tournament CUP; seat x", "3: 'x' is no whole number; this step reads `seat SEED`"),
        ("tournament CUP; seat 1 2", "3: '2' is one word too many"),
        ("tournament CUP; sign all pencil", "3: 'pencil' is none of paper, screen"),
        ("tournament CUP; session at soon", "3: 'soon' is no time"),
        ("tournament CUP; play-off 3", "3: '3': a player's points read PLAYER=POINTS"),
        ("tournament CUP; call-off", "3: TEXT is missing"),
        ("tournament CUP; at one", "3: 'one' is no TABLE"),
    ],
)
def test_a_step_that_cannot_be_read_says_what_would_be_right(tmp_path: Path, script: str, problem: str) -> None:
    text = "rulebook crown-baccarat\n" + script.replace("CUP", str(cup(tmp_path))).replace("; ", "\n")
    with pytest.raises(ScenarioError) as error:
        read_scenario(text, "script")
    assert str(error.value).startswith(f"script:{problem}")


def test_a_tournament_is_played_by_its_own_rule_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "cup.txt"
    script.write_text(f"tournament {cup(tmp_path)}\nat 7\n")
    assert main(["play", str(script)]) == 0
    assert '"code":"no_such_table"' in capsys.readouterr().out
    assert main(["play", str(script), "--log"]) == 0
    capsys.readouterr()
    assert main(["play", "--rulebook", "mbs-baccarat", str(script)]) == 2
    assert "cup.txt:1: the tournament is played by crown-baccarat" in capsys.readouterr().err


def killed(script: str) -> Events:
    """Play a script while the tournament loses its power before each step."""
    lines, events = read_scenario(script.replace(";", "\n"), "script"), Events()
    play(lines, prepare(lines, "crown-baccarat", "script"), events.append, kill=True)
    return Events(json.loads(json.dumps(events)))


@pytest.mark.rule("crown 12.1.1, 12.3")
def test_a_tournament_that_is_killed_before_each_step_comes_to_the_same_standings_and_money(tmp_path: Path) -> None:
    path = cup(tmp_path, HEATS.replace("coups = 1", "coups = 2"), FINAL)
    banker = "player=6H,KC banker=7S,KD"
    both = f"{coup('1 player 50', '2 banker 5')}; shoe"
    script = (
        f"{begun(path, 4, 1, 2)}; at 1; {both}; fault ats 1; at 2; bets; at 1; clear ats 1; correct 1 {banker}; "
        f"{both}; at 2; {both}; sign-off Ada; bets; sign-on Ada; {both}; progress 1; at 1; "
        f"correct 2 {banker}; answer keep; at 2; round 2; seat 3; {START}; {both}; progress 1; prizes 1; "
        "cashout 1; cashout 2; sign-report; standings"
    )
    whole, cut = run(script), killed(script)
    assert len(told(whole, "coup_played")) == 5
    assert told(whole, "progression_questioned")
    assert told(whole, "report_signed")
    assert cut == whole


def test_the_page_of_tournaments_has_every_step() -> None:
    page = (PROJECT / "docs/tournaments.md").read_text().replace("\\|", "|")
    assert [one.form for one in STEP_FORMS.values() if f"| `{one.form}` | {one.does} |" not in page] == []


@pytest.mark.rule("crown 12.1.3")
def test_another_tournament_can_be_named_once_the_one_before_is_over(tmp_path: Path) -> None:
    path = cup(tmp_path)
    again = f"tournament {path}; appoint Bo; sign-on Bo; open-entry; enter M9 100"
    # Before entry it is a new approval; then its conditions stay; and once it is called off another begins.
    events = run(f"{begun(path, 4, 1, 2).partition('close-entry')[0]}; {again}; call-off a fire; {again}")
    assert refused(events)[0] == ("conditions_fixed", "12.1.3")
    assert [(event["player"], event["name"]) for event in told(events, "player_entered")][-2:] == [(5, "M9"), (1, "M9")]
    assert len(told(events, "conditions_approved")) == 2
