"""The meters of a table and its terminals, counted from the rows of its journal."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.main import main
from firmware.game import steps as s
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.devices import ReportDevice
from firmware.table.features.wagers import Wager
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock
from sim.notes import ALL

pytestmark = pytest.mark.lab(3, 5, 6)


def test_what_happened_at_each_terminal_is_counted(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "table.journal"

    async def story() -> None:
        file = SqliteJournal(path)
        clock, setup = board_clock(asyncio.get_running_loop()), Setup("crown-baccarat", notes=ALL)
        service = TableService.recovered(file.recover(), setup, file, clock, lambda _: None)
        await service.start()
        dealt = (("7S", "6H", "KD", "KC"), ("7S", "7H", "KD", "KC"))
        wins, tie = ([s.CardDrawn(Card(code)) for code in codes] for codes in dealt)
        commands: list[Any] = [s.NewShoe(8), ReportDevice("shoe", "driver drivers.angel_eye")]
        commands += [ReportDevice("panel", "shoe_door open"), ReportDevice("wnd-1 screen", "driver drivers.alpha")]
        for start in range(2):
            commands += [ReportDevice(f"ats-1 {name}", "driver drivers.id003") for name in ("note_acceptor", "panel")]
            commands += [
                ReportDevice("ats-1 panel", "cabinet_door on"),
                ReportDevice("ats-1 panel", "cabinet_door off"),
            ]
            commands += [ReportDevice("ats-1 note_acceptor", "fault jam_acceptor")] if start else []
        commands += [BuyIn(1, 200_00, "note"), BuyIn(2, 100_00)]
        for bet, cards in (("player", wins), ("banker", wins), ("player", tie)):
            commands += [s.OpenBets(), Wager(1, bet, 10_00), s.CloseBets(), *cards, s.Confirm()]
        commands += [CashOut(1, "hand-pay"), ReportDevice("ats-1 attendant", "called")]
        for command in commands:
            await service.submit(command, by="test")
        file.close()

    asyncio.run(story())
    assert main(["journal", "meters", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    one = found["terminals"]["1"]
    assert one["counts"] == {
        "played": 3, "won": 1, "notes": {"10000": 2}, "tickets": 0, "hand_pays": 1, "doors": {"cabinet_door": 2},
        "power_ups": 2, "faults": {"jam_acceptor": 1},
    }  # fmt: skip
    # 10.00 were won on Player and 10.00 lost on Banker, each by 7 to 6; 10.00 on Player came back of a tie of 7.
    assert (one["money"]["wagered"], one["money"]["paid"]) == ({"player": 2000, "banker": 1000}, {"hand-pay": 20000})
    assert found["terminals"]["2"]["counts"]["played"] == 0
    assert (found["coups"], found["table"]["counts"]["doors"]) == (3, {"shoe_door": 1})
    assert found["table"]["counts"]["power_ups"] == 1
    assert main(["journal", "meters", str(path)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["doors:", "cabinet", "door", "2"] in lines or ["doors:", "cabinet_door", "2"] in lines
    assert ["played", "3"] in lines
