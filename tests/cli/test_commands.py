"""The command line as people and programs use it."""

import io
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from floor import ALL
from tools_needed import need

from firmware.cli.benchmark import FIGURES, OF_A_YEAR, ON_BOARDS
from firmware.cli.main import SUMMARIES, main
from firmware.files import MOST
from firmware.game import odds
from firmware.measures import Figure

PROJECT = Path(__file__).parents[2]
# What is measured there runs a nats-server; a card is made slow by what a compiler makes.
DRIVEN = {
    "sim.network_measures": ("nats-server",),
    "sim.screen_measures": ("nats-server",),
    "sim.stand_in.measures": ("nats-server", "cc"),
    "sim.stand_in.device_bytes": ("cc", "mkfs.ext4"),
}
# A stand-in for a board, for so short that only its working is tried.
FEW_ON_BOARDS = {
    "sim.stand_in.measures": {
        "TERMINALS": 2, "COUPS": 1, "RUSH_S": 1, "REST_S": 0.3, "INSTANTS": 1, "CALM_S": 0.2,
    },
    "sim.stand_in.processes": {"STARTS": 1, "TOUCHES": 2, "COUPS": 1},
    "sim.stand_in.board": {"SYNC_MS": 5.0},
}  # fmt: skip


def rapid_table(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    command = [sys.executable, "-m", "firmware.cli.main", *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, cwd=PROJECT)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: str) -> tuple[int, str, str]:
        status = main(words)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("deal",), "invalid choice: 'deal'"),
        (("play", "--rulebook", "crown"), "--rulebook: no rule book 'crown'; there are crown-baccarat"),
        (("play", "/nowhere/x.txt", "--rulebook", "mbs-baccarat"), "/nowhere/x.txt: cannot be read: No such file"),
        (("play", "--shoe", "1"), "--shoe: needs a rule book"),
        (("play", "--script"), "--script: prints the scenario of a shoe"),
        (("play", "--shoe", "one"), "argument --shoe: 'one' is not a whole number"),
        (("odds", "crown"), "RULEBOOK: no rule book 'crown'; there are"),
        (("odds", "crown-baccarat", "--decks", "9"), "--decks: crown-baccarat is played with 4 to 8 decks, not 9"),
        (("roads", "PBX"), "OUTCOMES: outcome 3 is 'X'; outcomes are P, B and T"),
        (("rules", "--book", "sands"), "--book: no book 'sands'; there are crown"),
        (("rules", "--rule", "99.9"), "--rule: no rule '99.9' in any book"),
        (("benchmark", "--only", "speed"), "--only: no figure 'speed'; there are resolve_coups_per_s"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(run: Any, words: tuple[str, ...], problem: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


@pytest.mark.outside
def test_play_reads_standard_input_and_says_where_it_cannot() -> None:
    bad = rapid_table("play", "--rulebook", "crown-baccarat", stdin="bets\ncard 7X\n")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("-:2: '7X' is no card")
    nothing = rapid_table("play", "-", stdin="bets\n")
    assert nothing.returncode == 2
    assert "names no rule book" in nothing.stderr


def test_play_refuses_what_is_no_text(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "scenario"
    path.write_bytes(b"bets\nclose # \xff\xfe\n")
    status, _, err = run("play", "--rulebook", "crown-baccarat", str(path))
    assert status == 2
    assert err.startswith(f"{path}:2: is no text in UTF-8")


def test_of_standard_input_no_part_is_played_for_the_whole(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    script = b"buyin 1 100\n" + b"#" * MOST
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(script)))
    status, out, err = run("play", "--rulebook", "crown-baccarat")
    assert (status, out) == (2, "")
    assert err == f"-: is longer than {MOST:,} bytes\n"


@pytest.mark.outside
@pytest.mark.rule("mbs-baccarat 1.1.7", "mbs-no-commission 1.1.6", "mbs-rapid 1.1.7")
@pytest.mark.parametrize("book", ALL)
def test_play_prints_an_event_per_line(book: str) -> None:
    script = "buyin 1 100\nbets\nwager 1 player 10\ncard 7S\ncard 6H\ncard KD\ncard KC\nconfirm\nconfirm\n"
    played = rapid_table("play", "--rulebook", book, "--json", stdin=script)
    assert (played.returncode, played.stderr) == (0, "")
    events = [json.loads(line) for line in played.stdout.splitlines()]
    assert all({"event", "line", "at"} <= event.keys() for event in events)
    kinds = [event["event"] for event in events if event["line"]]
    assert [kind for kind in kinds if kind in ("coup_opened", "wager", "bets_closed", "card", "result", "settled")] == [
        "coup_opened", "wager", "bets_closed", "card", "card", "card", "card", "result", "settled",
    ]  # fmt: skip
    assert kinds[-1] == "refused"
    assert {"step", "reason", "code", "rule"} <= events[-1].keys()
    result = next(event for event in events if event["event"] == "result")
    assert result["player"] == {"cards": ["7S", "KD"], "total": 7}
    assert result["banker"] == {"cards": ["6H", "KC"], "total": 6}
    assert (result["winner"], result["natural"], result["dummy"], result["last"], result["flags"]) == (
        "player", False, False, False, [],
    )  # fmt: skip


def test_a_production_image_has_no_simulated_devices_and_says_so(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = {"play": ["--rulebook", "crown-baccarat"], "soak": [], "bench": [], "emulate": ["shoe", "--link", "x"]}
    ours = tuple(f"firmware.cli.{name}" for name in simulated)
    for module in [name for name in sys.modules if name.startswith(("sim", *ours))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "sim", None)
    for name, words in simulated.items():
        status, _, err = run(name, *words)
        assert (status, err) == (2, f"{name}: simulated devices are not installed on this board; use a checkout\n")
    assert run("odds", "crown-baccarat", "--json")[0] == 0


def test_a_log_for_people(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(
        "table side=pairs\nbuyin 1 100\nbets\nwager 1 player 12\nwager 1 player-pair 5\nclose\ncard 7S\ncard 6H\n"
        "card KD\ncard KC\ncard 2C to=player\ncut\nconfirm\ncard 3C\ncard 4C\ncard 5C\nconfirm\nconfirm\n"
        "cashout 1\ncorrect 1 player=7S,KD banker=8H,KC\nshoe unburned\nburn 2S\nbets\ncard 7S face-up\nfault wnd\n"
        "cards 2H 3H together\ndecide order=2H,3H\nvoid\n"
    )
    status, out, _ = run("play", "--rulebook", "crown-baccarat", "--log", str(path))
    assert status == 0
    for words in (
        "ATS 1 wagers 10.00 on player (asked 12.00  [rule 5.3.2(a)])",
        "coup 2, the last of this shoe: Dummy Coup",
        "7S → Player 1",
        "2C → no hand",
        "P 7S KD | B 6H KC = P7  PLAYER",
        "! excess_card 2C  [rule 11.7.1(b)]",
        "x refused: confirm",
        "20.00 owed by the player",
        "? simultaneous_draw: order=2H,3H / order=3H,2H / order=unknown",
        "= order=2H,3H, by the dealer",
        "fault began",
    ):
        assert words in out, out


def test_a_whole_shoe_can_be_dealt_printed_and_played_again(run: Any, tmp_path: Path) -> None:
    status, script, _ = run("play", "--rulebook", "mbs-baccarat", "--shoe", "5", "--script")
    assert status == 0
    path = tmp_path / "shoe.txt"
    path.write_text(script)
    assert run("play", str(path))[1] == run("play", "--rulebook", "mbs-baccarat", "--shoe", "5")[1]


# Each table of play is counted once for all books that have it.
COUNTED = cache(odds.count_results)


@pytest.mark.parametrize("book", ALL)
def test_odds_as_others_read_them(run: Any, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "count_results", COUNTED)
    status, out, _ = run("odds", book, "--json")
    assert status == 0
    report = json.loads(out)
    assert (report["rulebook"], report["decks"]) == (book, 8)
    assert report["combinations"] == {
        "player": "2230518282592256",
        "banker": "2292252566437888",
        "tie": "475627426473216",
        "total": "4998398275503360",
    }
    for bet in report["bets"]:
        assert re.fullmatch(r"-?[0-9]+/[0-9]+", bet["house_edge"])
        assert bet["win"] + bet["push"] + bet["lose"] == pytest.approx(1)
        assert bet["option"] is None or bet["bet"].endswith(("perfect", "dragon"))
    assert len(report["bets"]) == (16 if book.startswith("crown") else 5)
    status, sheet, _ = run("odds", book, "--decks", "6")
    assert status == 0
    assert "house edge" in sheet


def test_roads_as_others_read_them(run: Any) -> None:
    status, out, _ = run("roads", "TPPB", "--json")
    assert status == 0
    assert json.loads(out) == {
        "bead_plate": [
            {"col": 0, "row": 0, "outcome": "T"},
            {"col": 0, "row": 1, "outcome": "P"},
            {"col": 0, "row": 2, "outcome": "P"},
            {"col": 0, "row": 3, "outcome": "B"},
        ],
        "big_road": [
            {"col": 0, "row": 0, "side": "P", "ties": 1},
            {"col": 0, "row": 1, "side": "P", "ties": 0},
            {"col": 1, "row": 0, "side": "B", "ties": 0},
        ],
        **{road: {"marks": "", "cells": []} for road in ("big_eye_boy", "small_road", "cockroach_pig")},
    }
    status, drawn, _ = run("roads", "PPBB")
    assert "big road\n  P B\n  P B\n" in drawn
    assert "big eye boy\n  R\n" in drawn


def test_rules_as_others_read_them(run: Any) -> None:
    status, out, _ = run("rules", "--json")
    report = json.loads(out)
    assert (status, report["problems"]) == (0, [])
    assert {rule["book"] for rule in report["rules"]} == {
        "crown",
        "mbs-baccarat",
        "mbs-no-commission",
        "mbs-rapid",
        "rws",
    }
    (mutant,) = (rule["mutants"][0] for rule in report["rules"] if (rule["book"], rule["rule"]) == ("crown", "11.9"))
    assert mutant["test"] == "tests/table/test_corrections.py::test_later_coups_are_not_touched"
    assert mutant["change"].startswith("correct_to: recalculate(")
    status, out, _ = run("rules", "--book", "crown", "--rule", "11.7")
    assert "crown 11.7.1(a): enforced" in out
    assert "crown 11.6" not in out
    status, out, _ = run("rules", "--check")
    assert out.count("\n") == 1


@pytest.mark.outside
@pytest.mark.parametrize("module", sorted(set(FIGURES.values())))
def test_benchmark_as_others_read_it(module: str, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {
        "firmware.measures.game": {"COUPS": 2000, "SHOES": 1},
        "firmware.measures.journal": {"COUPS": 2, "COMMITS": 20, "DEALT": 1},
        "firmware.measures.recovery": {"MILLION": 100, "LONG_SHOE": 2},
        "firmware.measures.year": {"ROWS": 1, "SHOES": 2, "LEFT": 400},
        "sim.stand_in.device_bytes": {"COUPS": 1, "TERMINALS": 2},
        "firmware.measures.screen": {"DRAWN": 5},
        "sim.measures": {"COUPS": 1},
        "sim.bench.measures": {"BEFORE_S": 0.3, "MEASURED_S": 0.3},
        "sim.device_measures": {"HOURS": 0.02, "TERMINALS": 2, "EXCHANGES": 20, "POLL_S": 0.5},
        "sim.network_measures": {"CHANGES": 1, "TERMINALS": 3, "FLAPPING": 1},
        "sim.screen_measures": {"STARTS": 1, "IDLE_S": 0.5},
        "sim.followed_measures": {"WAGERS": 20, "BEST_OF": 1},
        **FEW_ON_BOARDS,
    }.items():
        for constant, value in few.items():
            monkeypatch.setattr(f"{name}.{constant}", value)
    need(*DRIVEN.get(module, ()))
    keys = [key for key, where in FIGURES.items() if where == module]
    status, out, _ = run("benchmark", "--only", ",".join(keys), "--json")
    figures = json.loads(out)
    assert status == 0
    assert list(figures) == keys
    assert all(figure["value"] > 0 and figure["unit"] for figure in figures.values())


def test_benchmark_has_all_figures_that_others_read() -> None:
    alone = (
        "resolve_coups_per_s controller_coups_per_s odds_s commit_ms settle_50_ms card_to_decision_p50_ms"
        " card_to_decision_p99_ms network_50_p50_ms network_50_p99_ms virtual_speed_50 virtual_speed_lines_8"
        " recovery_1m_s recovery_10m_s table_rss_mb terminal_rss_mb terminal_start_s import_table_ms redraw_full_ms"
        " redraw_area_ms idle_screen_cpu_percent poll_4_devices_cpu_percent wager_cpu_ms wager_cpu_growth"
        " settle_50_followed_ms device_kb_per_coup disk_bytes_per_row show_coup_10m_s show_coup_10m_mb"
        " verify_rows_per_s"
    )
    on_a_board = (
        "rush_50_accepted_percent rush_50_p99_ms instant_50_syncs instant_50_last_ms card_to_decision_p99_ms"
        " touch_to_accepted_p99_ms starting_shown_s terminal_start_s table_start_s rest_percent"
    )
    assert set(alone.split()) <= FIGURES.keys()
    assert set(on_a_board.split()) <= ON_BOARDS.keys()
    assert set(OF_A_YEAR) <= FIGURES.keys()


@pytest.mark.outside
def test_benchmark_of_a_year(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"year.ROWS": 1, "year.SHOES": 2, "year.LEFT": 400, "recovery.MILLION": 100}.items():
        monkeypatch.setattr(f"firmware.measures.{name}", value)
    monkeypatch.setattr("firmware.measures.tools.PLACES", "")
    status, out, err = run("benchmark", "--year", "--json")
    assert status == 0
    assert set(json.loads(out)) == {key for key in OF_A_YEAR if key != "device_kb_per_coup"}
    assert err == "device_kb_per_coup is left out: mkfs.ext4 is not installed: apt-get install e2fsprogs\n"


@pytest.mark.outside
def test_benchmark_on_a_stand_in_for_a_board(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in FEW_ON_BOARDS.items():
        for constant, value in few.items():
            monkeypatch.setattr(f"{name}.{constant}", value)
    need("nats-server")
    need("cc")
    status, out, err = run("benchmark", "--board", "100", "--json")
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert list(figures) == [f"{key}_board_100" for key in ON_BOARDS]
    assert all(figure["value"] > 0 for figure in figures.values())
    assert figures["rush_50_accepted_percent_board_100"]["value"] == 100


@pytest.mark.outside
def test_a_figure_whose_tool_is_missing_is_left_out_and_said_so(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.measures.tools.PLACES", "")
    status, out, err = run("benchmark", "--only", "nats_rss_mb", "--json")
    assert (status, out) == (0, "{}\n")
    assert err == "nats_rss_mb is left out: nats-server is not installed: apt-get install nats-server\n"


def test_benchmark_as_a_table(run: Any) -> None:
    _, out, _ = run("benchmark", "--only", "odds_s")
    assert out.startswith("odds_s")


def test_a_figure_whose_part_is_not_there_is_left_out(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules["firmware.cli.benchmark"].__dict__, "FIGURES", {"x": "not_installed.measures"})
    assert run("benchmark", "--json")[1] == "{}\n"
    assert Figure(1.0, "s").reference is None


@pytest.mark.outside
@pytest.mark.parametrize("command", SUMMARIES)
def test_every_command_explains_itself_with_examples(command: str) -> None:
    help_text = rapid_table(command, "--help")
    assert help_text.returncode == 0
    assert f"rapid-table {command}" in help_text.stdout
    assert "examples:" in help_text.stdout
    assert SUMMARIES[command].split()[0] in help_text.stdout


@pytest.mark.outside
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "firmware.cli.main", "play", "--rulebook", "crown-baccarat", "--shoe", "1"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    playing = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT, env=environment
    )
    assert playing.stdout is not None
    assert playing.stderr is not None
    playing.stdout.readline()
    playing.stdout.close()
    assert (playing.stderr.read(), playing.wait()) == ("", 0)
    playing.stderr.close()
