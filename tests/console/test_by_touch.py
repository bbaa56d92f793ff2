"""Whole coups by touch alone: a dealer and two players, on the screens that they have, with simulated devices."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.game import events as g
from firmware.table.core.commands import Role
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.staff import PinRefused
from firmware.table.features.tickets import TicketIssued, TicketReported


def test_a_coup_from_the_first_note_to_the_ticket(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        # One buys in from the dealer, the other by notes.
        await floor.dealer("tab terminals", "terminal 1", "op buy-in 1")
        await floor.keys("200")
        await floor.dealer("key cash", "yes")
        acceptor = floor.table.seats[2].devices["note_acceptor"].model
        for _ in range(2):
            acceptor.do("insert 50")
            await asyncio.sleep(6)
        assert (floor.table.state.balance(1), floor.table.state.balance(2)) == (200_00, 100_00)
        await floor.dealer("tab coup", "op open")
        await floor.player(1, "chip 2500", "bet player", "bet player", "chip 500", "bet player-pair")
        await floor.player(2, "chip 2500", "bet banker", "bet tie", "undo")
        assert floor.table.state.accounts[1].wagers == {"player": 50_00, "player-pair": 5_00}
        assert floor.table.state.accounts[2].wagers == {"banker": 25_00}
        await floor.dealer("op close", "yes")
        # Player 7 and a king, Banker 6 and a king: 7 against 6, nobody draws.
        await floor.deal("7S 6H KD KC")
        await floor.dealer("op confirm")
        # 200 - 50 - 5 + 100; the pair has lost. 100 - 25.
        assert (floor.table.state.balance(1), floor.table.state.balance(2)) == (245_00, 75_00)
        await floor.player(2, "cash-out", "pay")
        await asyncio.sleep(8)
        await floor.player(2, "close")
        (ticket,) = floor.of(TicketIssued)
        assert (ticket.ats, ticket.amount) == (2, 75_00)
        assert [event.fate for event in floor.of(TicketReported)] == ["printed"]
        await floor.dealer("tab terminals", "terminal 1", "op cash-out 1", "yes")
        assert [(event.ats, event.amount, event.by) for event in floor.of(CashedOut)] == [
            (2, 75_00, "ticket"), (1, 245_00, "dealer"),
        ]  # fmt: skip

    on_a_floor(tmp_path, story)


def test_an_irregularity_is_ruled_on_by_touch(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.dealer("tab terminals", "terminal 1", "op buy-in 1")
        await floor.keys("200")
        await floor.dealer("key chips", "yes", "tab coup", "op open")
        await floor.player(1, "bet banker", "bet banker", "double", "undo", "clear", "bet banker")
        await floor.deal("6S 9H KD TC")  # the first card ends betting (8.1(c))
        await floor.dealer("op seen", "key shown", "no")
        # The shoe cannot read the card that leaves when none is due; the dealer says which it was.
        floor.table.devices["shoe"].model.do("unreadable")
        await asyncio.sleep(1)
        await floor.dealer("op enter", "key 2C", "yes")
        assert floor.table.state.game.carried or floor.table.state.game.questions
        if floor.table.state.game.questions:
            await floor.dealer(f"op decide {floor.table.state.game.questions[0].options[0]}", "yes")
        await floor.dealer("op confirm")
        assert {event.kind for event in floor.of(g.Irregularity)} >= {"unreadable_card", "excess_card"}
        assert floor.of(g.CoupResult)[0].winner == "banker"

    on_a_floor(tmp_path, story)


def test_what_a_person_may_not_do_cannot_be_touched(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.enrol_other("101", "TOM", "dealer", "8264")
        assert floor.table.sgc is not None
        assert ("op", "new-shoe") not in floor.table.sgc.actions()  # in the midst of a shoe a casino supervisor's
        await floor.dealer("op open")
        assert ("op", "void") not in floor.table.sgc.actions()  # a supervisor's, while there may be wagers
        assert ("op", "close") in floor.table.sgc.actions()
        await floor.dealer("op close", "yes")
        assert ("op", "void") in floor.table.sgc.actions()  # nobody has wagered: 11.4

    on_a_floor(tmp_path, story)


@pytest.mark.lab(56)
def test_two_persons_for_a_card_that_was_not_read(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.enrol_other("202", "ANA", "casino_supervisor", "5093")
        await floor.enrol_other("101", "TOM", "dealer", "8264", "700", "4711")
        await floor.long_known("303", "IDA", Role.GAME_SUPERVISOR, "6184")
        await floor.dealer("op open", "op close", "yes")
        floor.table.devices["shoe"].model.do("unreadable")
        await asyncio.sleep(1)
        await floor.dealer("op enter", "key 9D", "key 303")
        await floor.keys("9999")  # not the supervisor's PIN
        assert not floor.of(g.CardEntered)
        assert floor.of(PinRefused)[-1].staff == "303"
        await asyncio.sleep(1)  # the console waits after a wrong PIN
        await floor.dealer("op enter", "key 9D", "key 303")
        await floor.keys("6184")
        assert [event.card for event in floor.of(g.CardEntered)] == ["9D"]
        assert "approved by 303 game supervisor" in next(
            entry.by for entry in floor.journal.entries if isinstance(entry.event, g.CardEntered)
        )

    on_a_floor(tmp_path, story)


def test_a_wrong_outcome_is_corrected_with_what_it_will_come_to(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await floor.dealer("tab terminals", "terminal 1", "op buy-in 1")
        await floor.keys("100")
        await floor.dealer("key cash", "yes", "tab coup", "op open")
        await floor.player(1, "chip 2500", "bet player")
        await floor.deal("7S 6H KD KC")
        await floor.dealer(
            "op confirm", "tab coups", "op correct 1", "key 6H", "key KC", "yes", "key 7S", "key KD", "yes"
        )
        assert floor.table.sgc is not None
        assert floor.table.sgc.stage is not None
        said = [what.text for item in floor.table.sgc.stage.scene.items for what in item.lettering()]
        assert "Coup 1: Banker wins 7 – 6" in said
        assert "Terminal 1: \u2212$50 is adjusted" in said
        await floor.dealer("yes")
        # 100 - 25 + 50 had been paid; 75 is right.
        assert floor.table.state.balance(1) == 75_00
        assert floor.table.state.outcomes == {1: "B"}

    on_a_floor(tmp_path, story)
