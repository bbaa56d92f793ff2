"""Tournaments amid a soak: played by the role, held against books of the soak's own, their features counted."""

import pytest

from firmware.tournament import events as e
from firmware.tournament.facts import Line
from sim.soak.coverage import coverage
from sim.soak.cup_books import FEATURES, TableBooks, features, tie_breaks
from sim.soak.run import Case, soak_case

CASE = Case(7, 0.1, 3, ("tournament",), "crown-baccarat")


def test_tournaments_are_played_and_hold() -> None:
    found = soak_case(CASE)
    assert found.wrong == ()
    assert found.tournaments["played"] >= 1
    whole = coverage([found])
    assert whole.tournaments["played"] == found.tournaments["played"]
    # What did not come about is said.
    for feature in FEATURES:
        assert (f"tournament: {feature}" in whole.never) is (not found.tournaments.get(feature))


def test_what_the_table_settled_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableBooks, "won", lambda *_: {1: 5_00})
    short = CASE._replace(hours=0.05)
    assert any("at the table, and to" in wrong for wrong in soak_case(short).wrong)


def test_tie_breaks_and_features_are_counted_from_the_journal() -> None:
    started = e.SessionStarted("heats", 1, 0, 100_00, (1, 2, 3), ())
    won = e.CoupPlayed("heats", 1, 1, 1, "played", counts=True, lines=(Line(3, 5_00, -5_00),))
    through = e.ProgressionAnnounced("heats", 1, ((1,), (2,), (3,)), (1,))
    opened = e.RoundOpened("heats", (1,), (1, 2, 3))
    assert tie_breaks([opened, started, won, through]) == 1
    # With a better coup of player 1 nobody is level with who goes on.
    better = e.CoupPlayed("heats", 1, 1, 2, "played", counts=True, lines=(Line(1, 5_00, 5_00),))
    assert tie_breaks([opened, started, won, better, through]) == 0
    corrected = e.CoupCorrected("heats", 1, 1, 1, "void", counts=False, lines=())
    used = features([opened, started, won, corrected, through, corrected])
    assert (used["corrected after progression"], used["tie-break"], used["moved"]) == (1, 1, 0)
