"""The large scenario, in which the tournaments' power goes at commits of their journals: right before, and right after.

One pass is enough for many cuts: after each the tournament goes on from what its journal holds.
"""

import json
import os
from collections.abc import Sequence

from floor import Events

from firmware.tournament.evolve import fold
from firmware.tournament.report import report
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import TournamentInMemory, TournamentRow
from sim.grand_cup import grand_cup
from sim.play import play, prepare
from sim.scenario import read_scenario
from sim.tournament_play import PowerGone

# At each commit where the properties are held for long, else at one of so many: a start reads the whole journal.
EACH = 1 if os.environ.get("PROPERTIES") == "deep" else 151


class CutOften(TournamentInMemory):
    """Loses the power right before each commit of its share, and again right after it."""

    cuts = 0

    def __init__(self, each: int) -> None:
        super().__init__()
        self._each, self._commits, self._gone = each, 0, False

    def append(self, rows: Sequence[TournamentRow]) -> None:
        due = self._each and self._commits % self._each == 0
        if due and not self._gone:
            self._gone = True
            CutOften.cuts += 1
            raise PowerGone
        self._commits, self._gone = self._commits + 1, False
        super().append(rows)
        if due:
            CutOften.cuts += 1
            raise PowerGone


def played(each: int) -> tuple[list[CutOften], Events]:
    """Play it; return the tournaments' journals, and what the tables said."""
    journals: list[CutOften] = []

    def begun() -> CutOften:
        journals.append(CutOften(each))
        return journals[-1]

    lines, events = read_scenario("\n".join(grand_cup()), "script"), Events()
    play(lines, prepare(lines, "crown-baccarat", "script"), events.append, journals=begun)
    said = [event for event in json.loads(json.dumps(events)) if event["event"] != "tournament"]
    return journals, Events(said)


def test_the_large_scenario_comes_to_the_same_at_whichever_commit_the_power_goes() -> None:
    whole, at_tables = played(0)
    CutOften.cuts = 0
    cut, at_cut_tables = played(EACH)
    assert CutOften.cuts >= 2 * sum(len(journal.kept) for journal in whole) // (4 * EACH)
    for one, other in zip(whole, cut, strict=True):
        events, after = ([row.event for row in journal.kept] for journal in (one, other))
        assert after == events
        assert report(fold(Tournament(), after)).digest() == report(fold(Tournament(), events)).digest()
    assert at_cut_tables == at_tables
