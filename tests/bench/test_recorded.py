"""What is done at the bench about players and accounts is written as steps that say the same."""

from typing import Any

import pytest

from firmware.game import steps as s
from firmware.table import card_commands as cc
from firmware.table import commands as c
from firmware.table import player_commands as pc
from hal.cards import Card
from sim.bench.player_lines import LINES
from sim.bench.recorder import Recorder
from sim.scenario import read_scenario

HANDS = ((Card("7S"), Card("KD")), (Card("6H"), Card("KC"), Card("TC")))
DONE: list[Any] = [
    s.Invalidate("the roof leaks"), s.Invalidate("nobody wagers", by="dealer"), s.Invalidate(),
    c.ExcludePlayer(1, "a brawl", "dealer"), c.ExcludePlayer(2), c.FreezeAccounts(), c.UnfreezeAccounts(),
    pc.DeclareVoid(1), pc.DeclareVoid(1, 3), pc.HoldWinnings(1, 12_50), pc.ReleaseWinnings(1), pc.KeepWinnings(2),
    pc.Miscount(), pc.Miscount(*HANDS), pc.RecordClaim(1, "the banker had eight"),
    pc.RecordMeasure(2, "confiscated"), cc.CheckCards("too-many"), c.CloseTable(), c.CloseTable("missing"),
]  # fmt: skip


@pytest.mark.parametrize("done", DONE, ids=lambda done: type(done).__name__)
def test_a_line_is_read_as_what_was_done(done: Any) -> None:
    recorder = Recorder(c.Setup("crown-baccarat"))
    recorder.done(done, 0)
    (line,) = read_scenario(recorder.text(), "recorded")[2:]
    assert line.action == done


def test_each_kind_is_tried_and_a_text_stays_on_its_line() -> None:
    assert {type(done) for done in DONE} == LINES.keys()
    recorder = Recorder(c.Setup("crown-baccarat"))
    recorder.done(pc.RecordClaim(1, "two\nlines # and more"), 0)
    assert recorder.text().splitlines()[-1] == "claim 1 two lines and more"
