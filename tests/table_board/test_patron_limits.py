"""A player with a name: a host is asked before a wager or a note is taken, and what happens when it is away."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from network_under_test import Net

from firmware.game import steps as s
from firmware.link.wager_messages import ShowCard
from firmware.refusal import Refused
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.patrons import NamePatron, PatronNamed, patron_of
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import HouseSystems
from firmware.table_board.patron_limits import HostChosen, Taken
from hal.currency import Note
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(88)


class ExampleHost:
    """A house's system as it may be: each patron has a sum for wagers, and takes no notes above another."""

    def __init__(self, wagers: int, notes: int) -> None:
        self.left = wagers
        self.notes = notes
        self.asked: list[tuple[str, Taken, int]] = []
        self.away: Callable[[], Awaitable[None]] | None = None

    async def allows(self, patron: str, what: Taken, amount: int) -> bool:
        self.asked.append((patron, what, amount))
        if self.away is not None:
            await self.away()
        if what == "note":
            return amount <= self.notes
        allowed = amount <= self.left
        self.left -= amount if allowed else 0
        return allowed


def play(story: Callable[[Net, ExampleHost], Awaitable[None]], **chosen: str) -> None:
    async def whole() -> None:
        host = ExampleHost(wagers=50_00, notes=20_00)
        net = Net(2, MemoryJournal(), HouseSystems(host=HostChosen(host, **chosen)))  # type: ignore[arg-type]
        await net.service.start()
        await net.tell(s.NewShoe(8), BuyIn(1, 100_00), BuyIn(2, 100_00), NamePatron(1, "P-4711"), s.OpenBets())
        await story(net, host)
        for task in net.tasks.values():
            task.cancel()
        await asyncio.gather(*net.tasks.values(), return_exceptions=True)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_a_wager_beyond_the_players_limit_is_refused_and_an_anonymous_player_is_not_asked_about() -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        named, nobody = await net.terminal("ats-1"), await net.terminal("ats-2")
        assert await named.set_wager("player", 40_00) == 40_00
        with pytest.raises(Refused, match="patron_limit"):
            await named.set_wager("banker", 20_00)
        assert await named.set_wager("player", 0) == 0  # what is taken off is never asked about
        assert await nobody.set_wager("player", 90_00) == 90_00
        assert host.asked == [("P-4711", "wager", 40_00), ("P-4711", "wager", 20_00)]

    play(story)


def test_a_note_beyond_it_is_given_back() -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        named = await net.terminal("ats-1")
        assert await named.why_not(Note("USD", 20_00)) is None
        why = await named.why_not(Note("USD", 50_00))
        assert why is not None
        assert why.code == "patron_limit"
        assert [what for _, what, _ in host.asked] == ["note", "note"]

    play(story)


async def _slow() -> None:
    await asyncio.sleep(60)


async def _gone() -> None:
    raise ConnectionRefusedError


@pytest.mark.parametrize("away", [_slow, _gone])
def test_while_the_host_is_away_nothing_is_taken_of_players_with_a_name(away: Callable[[], Awaitable[None]]) -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        host.away = away
        named, nobody = await net.terminal("ats-1"), await net.terminal("ats-2")
        with pytest.raises(Refused, match="host_away"):
            await named.set_wager("player", 10_00)
        assert await nobody.set_wager("player", 10_00) == 10_00

    play(story)


def test_a_house_may_take_all_while_its_host_is_away() -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        host.away = _gone
        assert await (await net.terminal("ats-1")).set_wager("player", 10_00) == 10_00

    play(story, while_away="allow")


def test_the_name_goes_with_the_account() -> None:
    async def story(net: Net, _: ExampleHost) -> None:
        assert patron_of(net.service.state, 1) == "P-4711"
        await net.tell(NamePatron(1, "P-4711"), CashOut(1), BuyIn(1, 10_00))
        assert patron_of(net.service.state, 1) == ""
        assert sum(isinstance(event, PatronNamed) for event in net.said) == 1

    play(story)


def test_a_card_that_waits_for_its_holders_money_is_asked_about_already() -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        await net.tell(s.CloseBets(), CashOut(2))
        named = await net.terminal("ats-2")
        await named.ask_for_player(ShowCard("P-0815"))
        why = await named.why_not(Note("USD", 50_00))
        assert why is not None
        assert why.code == "patron_limit"
        assert host.asked == [("P-0815", "note", 50_00)]
        await net.tell(BuyIn(2, 10_00))
        await named.ask_for_player(ShowCard("P-0815"))
        assert net.service.state.accounts[2].patron == "P-0815"
        await net.tell(CashOut(2))
        assert patron_of(net.service.state, 2) == ""

    play(story)


def test_what_lies_there_already_is_not_asked_about_again() -> None:
    async def story(net: Net, host: ExampleHost) -> None:
        named = await net.terminal("ats-1")
        for amount in (20_00, 20_00, 50_00, 30_00):
            assert await named.set_wager("player", amount) == amount
        assert await named.set_wagers({"player": 30_00, "banker": 10_00}) == {"player": 30_00, "banker": 10_00}
        assert host.asked == [("P-4711", "wager", 20_00), ("P-4711", "wager", 30_00), ("P-4711", "wager", 10_00)]

    def more(net: Net, host: ExampleHost) -> Awaitable[None]:
        host.left = 100_00
        return story(net, host)

    play(more)
