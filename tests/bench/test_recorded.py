"""What is done at the bench about players and accounts is written as steps that say the same."""

from typing import Any

import pytest

from firmware.game import steps as s
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.card_checks import CheckCards
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import CloseTable
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer, RecordMeasure
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.guest_limits import SetOwnLimits, TakePause
from firmware.table.features.left_behind import TakeIntoCustody
from firmware.table.features.miscount import Miscount
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets_in import CreditTicket, TakeTicket
from firmware.table.features.wagers import Wager, Wagers
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


def recorded(*done: Any) -> list[str]:
    recorder = Recorder(Setup("crown-baccarat"))
    for command in done:
        recorder.done(command, 0)
    return recorder.text().splitlines()[2:]


def test_what_a_terminal_asks_for_itself_is_written_as_what_it_comes_to() -> None:
    note = CreditNote(1, "4f2a90c1d3e5b786", 1, 50_00, "USD")
    # It is told again until the table has answered: the note is one.
    lines = recorded(note, note, Wagers(1, {"player": 10_00, "tie": 25_00}), PayByTicket(1, note.life, 2))
    assert lines == ["buyin 1 50 by=note", "wager 1 player 10", "wager 1 tie 25", "cashout 1 by=ticket"]
    read = [line.action for line in read_scenario("rulebook crown-baccarat\n" + "\n".join(lines), "recorded")[1:]]
    assert read == [
        BuyIn(1, 50_00, "note"), Wager(1, "player", 10_00), Wager(1, "tie", 25_00), CashOut(1, "ticket")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "done",
    [
        CreditTicket(1, "4f2a90c1d3e5b786", 1, "006429188185446104"), TakeTicket(1, "006429188185446104"),
        TakeIntoCustody(1), SetOwnLimits(1, most_lost=100_00), TakePause(1, 5),
    ],
    ids=lambda done: type(done).__name__,
)  # fmt: skip
def test_money_that_no_step_moves_is_left_out_with_a_word(done: Any) -> None:
    (line,) = recorded(done)
    assert line.startswith("# no step says this, and what follows may differ: ")
