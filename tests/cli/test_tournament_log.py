"""The log of a tournament: lines that people read."""

from pathlib import Path

import pytest
from cup_at_tables import begun, cup

from firmware.cli.main import main
from firmware.cli.tournament_log import standings, tournament


def test_a_tournament_is_played_as_a_readable_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "script"
    steps = f"{begun(cup(tmp_path, hidden_coups=0), 4, 1, 2)}; standings; at 2; bets; wager 1 player 50"
    path.write_text(steps.replace("; ", "\n"))
    assert main(["play", "--log", str(path)]) == 0
    lines = [line[9:].strip() for line in capsys.readouterr().out.splitlines()]
    assert "** director appointed: name Ada, by operator" in lines
    assert "** player entered: player 1, person M1, name M1, fee 100.00, pool 90.00, not waiting" in lines
    assert "** round opened: round heats, tables 1 2, players 1 2 3 4" in lines
    assert "** seats drawn: round heats, seed 7, 4 seats" in lines
    assert "** entry opened" in lines
    assert "** standings, heats: 1. M1 1,000.00, 1. M2 1,000.00, 1. M3 1,000.00, 1. M4 1,000.00" in lines
    assert "table 2:    ATS 1 wagers 50.00 on player" in lines


def test_standings_say_why_nothing_is_shown_and_no_more_than_fits_a_line() -> None:
    assert standings({"event": "standings"}) == "** standings: no round was opened yet"
    shown = {"event": "standings", "round": "final", "hidden": True, "places": ()}
    assert standings(shown) == "** standings, final: hidden until the session ends"
    places = [{"place": place, "name": f"M{place}", "points": 100} for place in range(1, 8)]
    assert standings({**shown, "hidden": False, "places": places}).endswith("5. M5 1.00, and 2 more")


def test_what_is_not_said_leaves_nothing_behind() -> None:
    said = {"event": "tournament", "what": "time_up", "round": "heats", "coups": 3, "why": "", "approved": True}
    assert tournament(said) == "** time up: round heats, coups 3, approved"
