"""A whole table of another currency: its notes are credited, another country's come back, screens say its money."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor, on_a_floor

from firmware.kit.words import language_after
from firmware.table.features.buying_in import BoughtIn, BuyIn
from hal.device import FaultBegan
from hal.note_acceptor import Escrowed, Returned


@pytest.mark.parametrize("acceptor", ["sim.id003", "sim.ebds"])
def test_an_acceptor_of_another_countrys_notes_credits_nothing(tmp_path: Path, acceptor: str) -> None:
    async def story(floor: Floor) -> None:
        heard: list[Any] = []
        own, foreign = (floor.table.seats[ats].devices["note_acceptor"] for ats in (1, 2))
        await asyncio.sleep(4)
        listen = foreign.device.say  # what the terminal hears, the test hears as well
        foreign.device.say = lambda event: (heard.append(event), listen(event))
        own.model.do("insert 20")
        foreign.model.do("insert 20")
        await asyncio.sleep(1.2)
        terminal = floor.table.seats[2].terminal
        assert terminal is not None
        assert terminal.desk.view().toast.endswith("This table does not take NZD 20. It takes AUD 5, 10, 20, 50, 100.")
        await asyncio.sleep(6)
        assert [type(event) for event in heard if isinstance(event, Escrowed | Returned)] == [Escrowed, Returned]
        assert (floor.table.state.balance(1), floor.table.state.balance(2)) == (20_00, 0)
        assert (own.model.path.cash_box, foreign.model.path.cash_box) == ({20: 1}, {})
        assert not floor.table.state.note_doubts
        assert [(event.ats, event.notes) for event in floor.of(BoughtIn)] == [(1, {20_00: 1})]
        assert not [event for event in heard if isinstance(event, FaultBegan)]

    on_a_floor(tmp_path, story, currency="AUD", foreign={2: "NZD"}, acceptor=acceptor)


@pytest.mark.parametrize(("currency", "sign"), [("EUR", "€"), ("GBP", "£"), ("MYR", "RM"), ("SGD", "$")])
def test_a_terminal_says_amounts_in_the_tables_currency(tmp_path: Path, currency: str, sign: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.table.service.submit(BuyIn(1, 1_234_50))
        await asyncio.sleep(1)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        assert terminal.desk.words.money(terminal.desk.view().balance) == f"{sign}1,234.50"
        await floor.player(1, "language")
        assert terminal.desk.words.money(5_00) == f"{sign}5"
        assert terminal.desk.words.language == language_after("en")

    on_a_floor(tmp_path, story, currency=currency)
