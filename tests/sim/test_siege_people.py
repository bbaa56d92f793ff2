"""Who is at a besieged table: what a dealer does next, what a player touches, what a clerk hands over."""

import asyncio
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.link.bus import Unanswered
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from sim.siege import people
from sim.siege.people import STAFF, BesiegedDealer, BesiegedPlayer, Clerk
from sim.virtual_time import VirtualTimeLoop

STANDS: dict[str, Any] = {
    "phase": "between coups", "coups": 3, "shoes": 1, "due": "", "places": {}, "options": [], "staff": ["700"],
    "signed_on": True, "waiting": {}, "opening": "",
}  # fmt: skip
DEALING = {"phase": "dealing", "due": "banker", "places": {"player": 1, "banker": 0}}
VIEW: dict[str, Any] = {"dialogue": "", "betting": True, "open": True, "may": ["cash-out"]}


class Board:
    """A board that keeps what it is asked for, and says one thing."""

    def __init__(self, said: Any = None) -> None:
        self.orders: list[dict[str, Any]] = []
        self.said = said

    async def order(self, _: float, **order: Any) -> Any:
        if order:
            self.orders.append(order)
        return self.said


class Shoe:
    cards_left = 100

    def __init__(self) -> None:
        self.did: list[Any] = []

    def new_shoe(self) -> None:
        self.did.append("new shoe")

    def deal(self, hand: str, position: int) -> None:
        self.did.append((hand, position))


def play(story: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story)


@pytest.mark.parametrize(
    ("stands", "does"),
    [
        ({"staff": []}, [("first", *STAFF)]),
        ({"signed_on": False}, [("sign-on", STAFF[0], STAFF[2])]),
        ({"opening": "asking"}, []),
        ({"opening": "word_needed"}, [("open-on-word",)]),
        ({"waiting": {"1": "abc"}}, [("board", "changed", "1", "abc")]),
        ({"waiting": {"2": "abc"}}, [("board", "not-ours", "2", "abc")]),
        ({"options": ["void", "set-aside"]}, [("decide", "set-aside")]),
        ({"options": ["void", "dummy"]}, [("decide", "void")]),
        ({}, [("open",)]),
        ({"phase": "no shoe"}, [("new-shoe", "shuffle"), "new shoe"]),
        (DEALING, [("banker", 1)]),
        ({"phase": "dealing", "due": ""}, []),
        ({"phase": "betting"}, []),
        ({"phase": "complete"}, [("confirm",)]),
        ({"phase": "card unread"}, [("enter", "7S")]),
    ],
)
def test_a_dealer_does_what_comes_next(stands: dict[str, Any], does: list[Any]) -> None:
    async def story() -> None:
        table, shoe = Board(STANDS | stands), Shoe()
        dealer = BesiegedDealer(table, shoe)  # type: ignore[arg-type]
        dealer.not_ours.add(2)
        running = asyncio.create_task(dealer.run())
        await asyncio.sleep(0.1)
        running.cancel()
        orders = [(one["op"], *one["answers"], *one["given"]) for one in table.orders]
        assert [*orders, *shoe.did] == does
        assert dealer.state == STANDS | stands

    play(story())


def test_a_dealer_changes_the_shoe_before_it_is_empty_and_voids_a_coup_in_which_nothing_moves() -> None:
    async def story() -> None:
        table, shoe = Board(STANDS), Shoe()
        shoe.cards_left = people.LAST_CARDS - 1
        dealer = BesiegedDealer(table, shoe)  # type: ignore[arg-type]
        running = asyncio.create_task(dealer.run())
        await asyncio.sleep(0.1)
        assert [one["op"] for one in table.orders] == ["cut", "new-shoe"]
        assert shoe.did == ["new shoe"]
        table.said = STANDS | DEALING | {"due": ""}
        await asyncio.sleep(people.STUCK_S + 1)
        assert dealer.voided >= 1
        assert table.orders[-1]["op"] == "void"
        table.said = {"problem": "it has only begun"}
        count = len(table.orders)
        await asyncio.sleep(1)
        assert len(table.orders) == count
        running.cancel()

    play(story())


class Mouth:
    def __init__(self, *, free: bool) -> None:
        self.free = free
        self.took: list[str] = []

    def do(self, line: str) -> None:
        if not self.free:
            raise people.NoCommand
        self.took.append(line)


def player_at(board: Board, *, free: bool = True) -> tuple[BesiegedPlayer, Any]:
    acceptors = {1: [SimpleNamespace(model=Mouth(free=free))]}
    devices = SimpleNamespace(acceptors=acceptors, inserted={1: 0}, some_ticket=lambda _: "")
    return BesiegedPlayer(board, 1, devices, random.Random(1)), devices  # type: ignore[arg-type]


def test_a_player_puts_notes_in_wagers_and_has_the_rest_paid() -> None:
    async def touched(view: dict[str, Any]) -> set[str]:
        board = Board(VIEW | view)
        player, _ = player_at(board)
        running = asyncio.create_task(player.run())
        await asyncio.sleep(60)
        running.cancel()
        return {touch[0] for order in board.orders for touch in order["touch"]}

    async def story() -> None:
        assert await touched({}) == {"chip", "bet"}
        assert await touched({"betting": False}) == {"cash-out"}
        assert await touched({"dialogue": "cash-out"}) == {"pay"}
        assert await touched({"dialogue": "recall"}) == {"close"}
        assert await touched({"betting": False, "may": []}) == set()

    play(story())


def test_a_player_told_so_takes_a_ticket_before_a_wager() -> None:
    async def story() -> None:
        board = Board(VIEW)
        player, _ = player_at(board)
        player.cash_out(at_once=True)
        running = asyncio.create_task(player.run())
        await asyncio.sleep(60)
        player.cash_out(at_once=False)
        before = len(board.orders)
        await asyncio.sleep(60)
        running.cancel()
        assert {touch[0] for order in board.orders[:before] for touch in order["touch"]} == {"cash-out"}
        assert {touch[0] for order in board.orders[before:] for touch in order["touch"]} == {"chip", "bet"}

    play(story())


def test_a_player_who_has_left_puts_nothing_in() -> None:
    player, devices = player_at(Board())
    assert player.insert("20")
    assert devices.inserted[1] == 1
    player.stop()
    assert not player.insert("20")
    full, devices = player_at(Board(), free=False)
    assert not full.insert("20")
    assert devices.inserted[1] == 0


def test_a_clerk_pays_each_ticket_once_and_says_when_a_table_has_it_paid_again() -> None:
    answers: list[Any] = [
        SimpleNamespace(redemption="paid", ticket=SimpleNamespace(amount=5_00)),
        SimpleNamespace(redemption="already-paid", ticket=None),
        Unanswered(),
        Refused(TableCode.FROZEN),
        SimpleNamespace(redemption="paid", ticket=SimpleNamespace(amount=5_00)),
    ]

    async def show_ticket(_: Any) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def story() -> None:
        clerk = Clerk.__new__(Clerk)
        clerk.handed, clerk.wrong, clerk.asked = {}, [], 0
        clerk._devices = devices = SimpleNamespace(kept_at_desk=set())  # type: ignore[assignment]  # noqa: SLF001
        clerk._desk = SimpleNamespace(show_ticket=show_ticket)  # type: ignore[misc, assignment]  # noqa: SLF001
        said = [await clerk.pay("42") for _ in range(4)]
        assert said == ["paid", "already-paid", "", ""]
        assert clerk.handed == {"42": 5_00}
        assert devices.kept_at_desk == {"42"}
        assert clerk.wrong == []
        assert await clerk.pay("42") == "paid"
        assert clerk.wrong == ["ticket 42 was paid twice"]

    play(story())
