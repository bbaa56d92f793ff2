"""A tournament at tables of other boards: its orders, coups and corrections cross the network; losses are mended."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from cup_across import NAME, Cup, conditions
from network_under_test import Net, on_a_network

from firmware.game import steps as s
from firmware.link.remote_table import RemoteTable
from firmware.link.tournament_messages import OrderTable, ReserveOrder, SeeTable
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.session_terms import hold_of, player_at, reserved_for
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.wagers import Wager
from firmware.tournament import commands as c
from firmware.tournament.codes import TournamentCode
from firmware.tournament_board.across import TableAcross
from hal.cards import Card


async def begun(one: Cup, folder: Path, players: int = 2, coups: int = 2) -> None:
    """From approval to the first session's start."""
    await one.there()
    entering = [c.Enter(f"M{number}", f"M{number}", entitled=True, form=True, paid=100_00) for number in range(players)]
    first = (
        c.ApproveConditions(conditions(folder, players, coups), "operator", "A1", "2026-11-19"),
        c.AppointDirector("Ada", "operator"), c.SignOn("Ada"), c.OpenEntry(), *entering, c.CloseEntry(),
        c.OpenRound("Ada", (1,)), c.DrawSeats("Ada", 7),
    )  # fmt: skip
    for command in first:
        await one.hall.ask(command)
    everybody = tuple(range(1, players + 1))
    await one.hall.ask(c.Brief("Ada", everybody))
    await one.hall.ask(c.ScheduleSession("Ada", one.service.now()))
    await one.hall.ask(c.StartSession("Ada", everybody))


async def deal(net: Net, *wagers: Wager) -> None:
    await net.tell(s.OpenBets(), *wagers, s.CloseBets())
    # Player wins 7 to 6.
    await net.tell(*(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())


def test_a_session_crosses_the_network_with_its_coups_and_corrections(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await begun(one, tmp_path)
        state = net.service.state
        assert (reserved_for(state), state.session) == ("Spring Cup", "final 1")
        players = {ats: player_at(state, ats) for ats in (1, 2)}
        assert sorted(players.values()) == [1, 2]
        await deal(net, Wager(1, "player", 50_00), Wager(2, "banker", 50_00))
        await one.look()
        assert [one.points(players[ats]) for ats in (1, 2)] == [1050_00, 950_00]
        await net.tell(FreezeAccounts(), CorrectOutcome(1, *BANKER_WON))
        await one.look()
        assert [one.points(players[ats]) for ats in (1, 2)] == [950_00, 1050_00]

    on_a_network(story)


BANKER_WON: Any = ((Card("6H"), Card("KC")), (Card("7S"), Card("KD")))


def test_fifty_seats_are_one_message(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await begun(one, tmp_path, 50, 5)
        assert len(net.service.state.accounts) == 50
        for _ in range(5):
            await deal(net, *(Wager(ats, "player", 50_00) for ats in range(1, 51)))
        await one.look()
        # All coups came, three to an answer, and with the last of them the session was over.
        assert one.service.state.round is not None
        assert one.service.state.round.session is None
        assert {one.service.state.round.ended[player] for player in range(1, 51)} == {1250_00}
        assert not net.service.state.session

    on_a_network(story, ats=50)


@pytest.mark.rule("crown 12.1.1")
def test_a_table_whose_hall_is_away_holds_after_its_last_coup_and_a_new_hall_reads_all_of_them(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        await begun(one, tmp_path)
        await net.kill(NAME)
        await deal(net, Wager(1, "player", 50_00))
        await deal(net, Wager(1, "player", 50_00))
        with pytest.raises(Refused) as refusal:
            await net.service.submit(s.OpenBets())
        assert refusal.value.code == TableCode.SESSION_COUPS_PLAYED
        again = Cup(net, one.journal)
        await again.there()
        await again.look()
        there = again.service.state.round
        assert there is not None
        assert sorted(there.ended.values()) == [1000_00, 1100_00]
        assert not net.service.state.session

    on_a_network(story)


def test_a_table_that_is_away_hinders_no_look_and_is_said_to_be(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = Cup(net)
        with pytest.raises(Refused) as refusal:
            TableAcross(1, one.remote).seen()
        assert refusal.value.code == TournamentCode.TABLE_AWAY
        await begun(one, tmp_path)
        await net.kill("table")
        await one.look()
        assert one.hall.waiting[1].code == TournamentCode.TABLE_AWAY
        await asyncio.sleep(5)
        await one.look()
        assert one.hall.waiting[1].code == TournamentCode.TABLE_AWAY

    on_a_network(story)


@pytest.mark.parametrize("lost", ["ask", "answer"])
def test_what_is_lost_on_the_way_the_next_look_mends(lost: str, tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one, count = Cup(net), 0

        def carry(subject: str) -> tuple[float, ...]:
            nonlocal count
            count += subject == f"ask.{NAME}"
            return () if subject == f"ask.{NAME}" and count % 7 == (0 if lost == "ask" else 3) else (0.0,)

        await begun(one, tmp_path)
        net.memory.carry = carry
        await deal(net, Wager(1, "player", 50_00))
        await one.hall.ask(c.SignOff("Ada"))
        for _ in range(4):
            await one.look()
        assert hold_of(net.service.state) == "director-away"
        await one.hall.ask(c.SignOn("Ada"))
        for _ in range(4):
            await one.look()
        await deal(net, Wager(2, "player", 50_00))
        for _ in range(4):
            await one.look()
        there = one.service.state.round
        assert there is not None
        assert sorted(there.ended.values()) == [1050_00, 1050_00]

    on_a_network(story)


def test_no_other_board_is_a_tournament() -> None:
    async def story(net: Net) -> None:
        for device in ("ats-1", "cage-1"):
            remote = RemoteTable(net.memory.board(device), lambda: None)
            for what in (SeeTable(), OrderTable(ReserveOrder("Spring Cup"))):
                with pytest.raises(Refused) as refusal:
                    await remote.ask_once(what)
                assert refusal.value.code == TableCode.NOT_A_TOURNAMENT
        assert not reserved_for(net.service.state)

    on_a_network(story)
