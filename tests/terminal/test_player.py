"""A player's wagers across the network: nothing is shown as placed that the table has not accepted."""

import asyncio

from network_under_test import Net, on_a_network

from firmware.errands import Errands
from firmware.game import steps as s
from firmware.link.remote_table import RemoteTable
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import WagerSet
from firmware.terminal.player import SaidToPlayer, ShownWager, WagerDesk
from sim.cut_world import SlowJournal


async def seated(net: Net, ats: int = 1) -> tuple[WagerDesk, RemoteTable, list[SaidToPlayer]]:
    shown: list[SaidToPlayer] = []
    followers: list[WagerDesk] = []
    net.changed = lambda: [player.follow() for player in followers] and None
    table = await net.terminal(f"ats-{ats}")
    player = WagerDesk(table, shown.append, Errands())
    followers.append(player)
    return player, table, shown


def test_what_is_shown_is_what_was_accepted() -> None:
    async def story(net: Net) -> None:
        player, _, shown = await seated(net)
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        placing = asyncio.create_task(player.wager("player", 12_50))
        await asyncio.sleep(0)
        assert player.wagers["player"] == ShownWager(0, 12_50)  # asked, and not placed yet
        assert await placing == 10_00
        assert player.wagers["player"] == ShownWager(10_00)
        assert await player.wager("player", 0) == 0
        assert shown == [SaidToPlayer("why.lowered", {"amount": 10_00})]

    on_a_network(story)


def test_a_terminal_checks_before_it_asks() -> None:
    async def story(net: Net) -> None:
        player, _, shown = await seated(net)
        assert await player.wager("player", 5_00) == 0
        await net.tell(s.OpenBets())
        await player.wager("player", 5_00)
        await net.tell(BuyIn(1, 20_00))
        for bet, amount in (("player", 4_00), ("player", 25_00), ("super6", 5_00)):
            assert await player.wager(bet, amount) == 0
        assert shown == [
            SaidToPlayer("why.closed"),
            SaidToPlayer("why.no_account"),
            SaidToPlayer("why.minimum", {"least": 5_00}),
            SaidToPlayer("why.balance"),
            SaidToPlayer("why.not_offered"),
        ]
        assert not [event for event in net.said if isinstance(event, WagerSet)]

    on_a_network(story)


def test_a_table_that_does_not_answer_has_accepted_nothing_until_it_says_so() -> None:
    async def story(net: Net) -> None:
        player, table, shown = await seated(net)
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        answers = iter([(0.0,), (), (0.0,), ()])  # the requests arrive, and the answers do not
        net.memory.carry = lambda subject: next(answers, (0.0,)) if subject == "ask.ats-1" else ()
        assert await player.wager("player", 10_00) == 0
        assert shown[0].key == "why.unanswered"
        net.memory.carry = lambda _: (0.0,)
        await asyncio.sleep(3)
        assert table.account is not None
        assert player.wagers == {"player": ShownWager(10_00)}  # it had been accepted, and now it is shown

    on_a_network(story)


def test_wagers_of_an_earlier_coup_are_not_shown_as_placed_in_this_one() -> None:
    # Found by a soak: what a terminal is told of its own account gets lost, and what is told to everybody does not.
    async def story(net: Net) -> None:
        player, table, _ = await seated(net)
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        await player.wager("player", 10_00)
        net.memory.carry = lambda subject: () if subject.startswith("account") else (0.0,)
        await net.tell(s.Invalidate("a dispute"), s.OpenBets())
        assert table.public is not None
        assert table.public.coup == 2
        assert not [bet for bet, shown in player.wagers.items() if shown.accepted]
        # And it asks, once it notices, rather than wait for what does not come.
        await asyncio.sleep(3)
        assert table.account is not None
        assert (table.account.coup, table.account.balance) == (2, 100_00)

    on_a_network(story)


def test_at_the_close_the_table_is_told_what_was_shown() -> None:
    async def story(net: Net) -> None:
        player, _, shown = await seated(net)
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        await player.wager("player", 10_00)
        await net.tell(s.CloseBets())
        await asyncio.sleep(1)
        assert not net.service.state.faults
        await net.tell(s.Invalidate("next"), s.OpenBets())
        await player.wager("banker", 10_00)
        player.wagers["banker"] = ShownWager(15_00)  # a screen that shows something else
        await net.tell(s.CloseBets())
        await asyncio.sleep(1)
        assert net.service.state.faults == {"ats 1"}
        assert shown[0].key == "why.differs"

    on_a_network(story)


def test_the_last_seconds_rush_of_fifty_terminals_is_answered_before_the_close() -> None:
    async def story(net: Net) -> None:
        terminals = [await net.terminal(f"ats-{ats}") for ats in range(1, 51)]
        for ats in range(1, 51):
            await net.service.submit(BuyIn(ats, 100_00))
        await net.tell(s.OpenBets())
        coup = net.service.state.game.coup
        assert coup is not None
        assert coup.closes_at is not None
        await asyncio.sleep((coup.closes_at - net.service.now_ms() - 1000) / 1000)

        async def rush(place: int) -> int:
            await asyncio.sleep(place % 10 * 0.09)
            accepted = await terminals[place].set_wager("player", 10_00)
            assert net.service.now_ms() < coup.closes_at
            return accepted

        assert await asyncio.gather(*(rush(place) for place in range(50))) == [10_00] * 50

    on_a_network(story, ats=50, journal=SlowJournal())  # a card whose sync takes 30 ms
