"""A tournament that loses its power right before or right after any commit of its journal comes to the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from cup_at_tables import FINAL, HEATS, START, begun, cup
from floor import STAND, Events

from firmware.tournament.evolve import fold
from firmware.tournament.report import report
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import TournamentInMemory
from sim.play import play, prepare
from sim.scenario import read_scenario
from sim.tournament_play import CutJournal

BANKER = "player=6H,KC banker=7S,KD"


def coup(*wagers: str) -> str:
    return "; ".join(["bets", *(f"wager {one}" for one in wagers), "close", STAND, "confirm", "shoe"])


def script(folder: Path) -> str:
    """Late, failed, moved, corrected, penalised, withdrawn, substituted, disqualified; and to the signed report."""
    path = cup(folder, HEATS.replace("coups = 1", "coups = 2"), FINAL, missed_wager='"penalty"', penalty=10)
    both = coup("1 player 50", "2 banker 50")
    return (
        f"{begun(path, 5, 1, 2)}; at 1; {both}; at 2; bets; at 1; fault ats 1; at 2; wager 1 player 50; close; "
        f"{STAND}; confirm; shoe; at 1; clear ats 1; correct 1 {BANKER}; {both}; sign-off Ada; at 2; bets; "
        f"sign-on Ada; {both}; nominate 1 Zoe; substitute 1 approve; progress 1; at 1; correct 2 {BANKER}; "
        f"answer keep; at 2; round 2; seat 3; {START}; {both}; progress 1; prizes 1; cashout 1; cashout 2; "
        "sign-report; standings"
    )


def played(text: str, journal: TournamentInMemory) -> tuple[Events, list[Any]]:
    """What the tables said, and the tournament's events: of those that are kept, a cut may leave some untold."""
    lines, events = read_scenario(text.replace(";", "\n"), "script"), Events()
    play(lines, prepare(lines, "crown-baccarat", "script"), events.append, journals=lambda: journal)
    said = [event for event in json.loads(json.dumps(events)) if event["event"] != "tournament"]
    return Events(said), [row.event for row in journal.kept]


class CountedJournal(TournamentInMemory):
    commits = 0

    def append(self, rows: Any) -> None:
        self.commits += 1
        super().append(rows)


@pytest.mark.some(3)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("share", range(4))
def test_whichever_commit_the_power_goes_at(share: int, after: bool, tmp_path: Path) -> None:  # noqa: FBT001
    text, counted = script(tmp_path), CountedJournal()
    whole = played(text, counted)
    assert whole[0].of("standings")[-1]["places"]
    assert fold(Tournament(), whole[1]).over == "signed"
    assert counted.commits >= 40
    for commit in range(1 + share, counted.commits + 1, 4):
        cut = played(text, CutJournal(commit, after=after))
        assert cut == whole, f"commit {commit}"
        assert report(fold(Tournament(), cut[1])).digest() == report(fold(Tournament(), whole[1])).digest()
