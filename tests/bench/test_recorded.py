"""What is done at the bench about players and accounts is written as steps that say the same."""

from typing import Any

import pytest

from firmware.game import steps as s
from firmware.table.core.setup import Setup
from firmware.table.features.card_checks import CheckCards
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import CloseTable
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer, RecordMeasure
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.miscount import Miscount
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings
from hal.cards import Card
from sim.bench.player_lines import LINES
from sim.bench.recorder import Recorder
from sim.scenario import read_scenario

HANDS = ((Card("7S"), Card("KD")), (Card("6H"), Card("KC"), Card("TC")))
DONE: list[Any] = [
    s.Invalidate("the roof leaks"), s.Invalidate("nobody wagers", by="dealer"), s.Invalidate(),
    ExcludePlayer(1, "a brawl", "dealer"), ExcludePlayer(2), FreezeAccounts(), UnfreezeAccounts(),
    DeclareVoid(1), DeclareVoid(1, 3), HoldWinnings(1, 12_50), ReleaseWinnings(1), KeepWinnings(2),
    Miscount(), Miscount(*HANDS), RecordClaim(1, "the banker had eight"),
    RecordMeasure(2, "confiscated"), CheckCards("too-many"), CloseTable(), CloseTable("missing"),
]  # fmt: skip


@pytest.mark.parametrize("done", DONE, ids=lambda done: type(done).__name__)
def test_a_line_is_read_as_what_was_done(done: Any) -> None:
    recorder = Recorder(Setup("crown-baccarat"))
    recorder.done(done, 0)
    (line,) = read_scenario(recorder.text(), "recorded")[2:]
    assert line.action == done


def test_each_kind_is_tried_and_a_text_stays_on_its_line() -> None:
    assert {type(done) for done in DONE} == LINES.keys()
    recorder = Recorder(Setup("crown-baccarat"))
    recorder.done(RecordClaim(1, "two\nlines # and more"), 0)
    assert recorder.text().splitlines()[-1] == "claim 1 two lines and more"
