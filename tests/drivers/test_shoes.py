"""Shoes of both makes against their models, in virtual time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from device_under_test import Bench, run

from drivers.angel_eye.driver import AngelEye
from drivers.angel_eye.driver import Options as AngelEyeOptions
from drivers.angel_eye.protocol import UNLOCK, order
from drivers.bee_tek.driver import BeeTek
from drivers.bee_tek.driver import Options as BeeTekOptions
from hal.cards import Card
from hal.device import FaultBegan, FaultEnded
from hal.life import Stage
from hal.shoe import CutCard, ShoeBurn, ShoeCard, ShoeLocked, ShoeResult, ShoeState
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel

Story = Callable[[Bench], Coroutine[Any, Any, None]]


def angel_eye(story: Story, *, shoe_counts_stx: bool = True, host_counts_stx: bool = True) -> None:
    async def whole() -> None:
        options = AngelEyeOptions("", count_stx=host_counts_stx)
        bench = Bench(AngelEyeModel(count_stx=shoe_counts_stx), options.line)
        bench.live(AngelEye("shoe", bench.wire, bench.hear, options))
        await bench.ready()
        bench.heard.clear()
        await story(bench)
        await bench.stop()

    run(whole)


async def done(bench: Bench, *commands: str) -> None:
    for command in commands:
        bench.model.do(command)
        await asyncio.sleep(0.5)


def test_a_coup_as_the_shoe_reports_it() -> None:
    async def story(bench: Bench) -> None:
        await done(
            bench, "burn 2H", "card 8S player 1", "card 5C banker 1", "cut", "result player player-pair", "standby"
        )
        assert bench.heard == [
            ShoeBurn(Card("2H")),
            ShoeCard(Card("8S"), "player", 1),
            ShoeCard(Card("5C"), "banker", 1),
            CutCard(),
            ShoeResult("player", player_pair=True),
            ShoeState("standby"),
        ]

    angel_eye(story)


def test_lock_and_unlock_are_reported_by_the_shoe() -> None:
    async def story(bench: Bench) -> None:
        assert await bench.device.lock(locked=True)
        assert bench.model.locked
        await done(bench, "card 8S player 1")
        assert await bench.device.lock(locked=False)
        await asyncio.sleep(0.2)
        assert bench.heard == [
            ShoeLocked(locked=True),
            ShoeCard(Card("8S"), outside=True),
            ShoeLocked(locked=False),
        ]

    angel_eye(story)


@pytest.mark.parametrize("counts", [True, False])
def test_the_other_reading_of_the_check_is_tried_once_and_stays(counts: bool) -> None:  # noqa: FBT001
    async def story(bench: Bench) -> None:
        assert await bench.device.lock(locked=True)
        assert not bench.of(FaultBegan)
        orders: list[bytes] = []
        bench.model.received = orders.append
        await bench.device.lock(locked=False)
        assert orders[0] == order(UNLOCK, count_stx=counts)

    angel_eye(story, shoe_counts_stx=counts, host_counts_stx=not counts)


def test_errors_begin_and_are_cleared_by_the_host() -> None:
    async def story(bench: Bench) -> None:
        for code, kind in enumerate(
            ("unreadable", "overdraw", "button", "reverse_exit", "reverse_midway", "card_code", "timeout"), 1
        ):
            bench.heard.clear()
            await done(bench, f"fault {kind}")
            assert bench.heard == [FaultBegan(kind, str(code))]
            assert await bench.device.clear_error()
            await asyncio.sleep(0.2)
            assert bench.heard[1:] == [FaultEnded(kind, str(code))]

    angel_eye(story)


def test_an_overdrawn_card_comes_with_the_next_game() -> None:
    async def story(bench: Bench) -> None:
        await done(bench, "overdraw 7C", "clear")
        assert not bench.of(ShoeCard)
        assert await bench.device.confirm_game()
        await asyncio.sleep(0.5)
        assert bench.of(ShoeCard) == [ShoeCard(Card("7C"), "player", 1, carried=True)]

    angel_eye(story)


def test_an_overdrawn_card_of_a_shoe_that_lost_its_power_is_never_named() -> None:
    async def story(bench: Bench) -> None:
        await done(bench, "overdraw 7C", "clear", "power-cycle")
        await asyncio.sleep(2)
        assert await bench.device.confirm_game()
        await asyncio.sleep(0.5)
        assert not bench.of(ShoeCard)

    angel_eye(story)


def test_copies_that_agree_against_the_first_are_a_fault() -> None:
    async def story(bench: Bench) -> None:
        bench.device.received(bytes.fromhex("05356491A5033636" + 2 * "05354491A5033436"))
        (fault,) = bench.of(FaultBegan)
        assert fault.code == "copies_differ"
        assert len(bench.of(ShoeCard)) == 1

    angel_eye(story)


def test_a_lost_report_is_a_fault_and_the_next_is_read() -> None:
    async def story(bench: Bench) -> None:
        await done(bench, "card 8S player 1", "lose 2", "card 5C banker 1")
        assert [event.code for event in bench.of(FaultBegan)] == ["report_lost"]
        assert bench.of(ShoeCard)[-1].card == "5C"

    angel_eye(story)


def test_a_shoe_that_starts_has_no_errors() -> None:
    async def story(bench: Bench) -> None:
        await done(bench, "fault timeout", "power-cycle")
        await asyncio.sleep(2)
        assert bench.of(ShoeState) == [ShoeState("start")]
        assert not bench.device.faults

    angel_eye(story)


def test_a_shoe_that_does_not_answer_has_not_obeyed() -> None:
    async def story(bench: Bench) -> None:
        bench.model.power(on=False)
        assert not await bench.device.lock(locked=True)
        assert not await bench.device.confirm_game()
        (fault,) = bench.of(FaultBegan)
        assert (fault.code, fault.detail) == ("not_obeyed", "LK02: no answer")
        bench.model.power(on=True)
        await asyncio.sleep(1)
        assert await bench.device.lock(locked=True)
        assert not bench.device.faults

    angel_eye(story)


def test_an_unplugged_shoe_comes_back() -> None:
    async def story(bench: Bench) -> None:
        bench.wire.unplug()
        await asyncio.sleep(1)
        assert bench.device.stage is Stage.ABSENT
        assert not await bench.device.lock(locked=True)
        bench.wire.plug()
        await bench.ready()
        await done(bench, "card 8S player 1")
        assert bench.of(ShoeCard)

    angel_eye(story)


def test_a_simulated_shoe_reads_no_card_before_it_has_begun() -> None:
    # Found by a soak, in what is simulated: a card was reported by a shoe that had not said yet that it starts.
    async def story(bench: Bench) -> None:
        bench.model.power(on=False)
        bench.model.do("card 7S player 1")
        bench.model.power(on=True)
        bench.model.do("card 8S player 1")
        await asyncio.sleep(1)
        assert [event.card for event in bench.of(ShoeCard)] == []
        bench.model.do("card 9S player 1")
        await asyncio.sleep(1)
        assert [event.card for event in bench.of(ShoeCard)] == ["9S"]

    angel_eye(story)


@pytest.mark.parametrize("first", ["stopped", "unplugged"])
def test_a_board_that_is_stopped_while_the_shoe_is_unplugged_stops(first: str) -> None:
    # Found by a soak: the driver took the board's stop for the loss of its port, and lived on.
    async def whole() -> None:
        bench = Bench(AngelEyeModel())
        life = asyncio.create_task(AngelEye("shoe", bench.wire, bench.hear, AngelEyeOptions("")).run())
        await asyncio.sleep(1)
        does = [life.cancel, bench.wire.unplug]
        for do in does if first == "stopped" else reversed(does):
            do()
        await asyncio.wait({life}, timeout=60)
        assert life.cancelled()

    run(whole)


def test_a_bee_tek_tells_of_cards_burns_and_failed_reads() -> None:
    async def whole() -> None:
        bench = Bench(BeeTekModel())
        bench.live(BeeTek("shoe", bench.wire, bench.hear, BeeTekOptions("")))
        await bench.ready()
        bench.heard.clear()
        await done(bench, "burn TH", "card 4S", "unreadable", "unreadable", "card 9D")
        assert bench.of(ShoeBurn) == [ShoeBurn(Card("TH"))]
        assert bench.of(ShoeCard) == [ShoeCard(Card("4S")), ShoeCard(Card("9D"))]
        assert [event.code for event in bench.of(FaultBegan)] == ["unreadable"] * 2
        assert [event.code for event in bench.of(FaultEnded)] == ["unreadable"] * 2
        assert not bench.device.abilities.locks
        for told in (bench.device.lock(locked=True), bench.device.clear_error(), bench.device.confirm_game()):
            assert not await told
        await bench.stop()

    run(whole)


def test_a_busy_shoe_is_told_again_and_one_that_refuses_is_not() -> None:
    async def story(bench: Bench) -> None:
        answers = [b"\x1521", b"\x06"]
        orders: list[bytes] = []

        def answer(data: bytes) -> None:
            orders.append(data)
            bench.model.send(answers.pop(0))

        bench.model.received = answer
        assert await bench.device.lock(locked=True)
        assert len(orders) == 2
        answers[:] = [b"\x1513"]
        assert not await bench.device.lock(locked=True)
        assert [event.detail for event in bench.of(FaultBegan)] == ["LK02: 13 command"]
        answers[:] = [b"\x06"]
        assert await bench.device.lock(locked=True)
        assert not bench.device.faults

    angel_eye(story)


def test_the_model_refuses_what_the_protocol_refuses() -> None:
    async def whole() -> None:
        model = AngelEyeModel()
        said: list[bytes] = []
        model.attach(said.append)
        for told in (
            b"\x02OPLK02\x0300",
            order(b"XX00"),
            order(b"LK03"),
            order(b"LK"),
            b"\x02XXLK02\x0303",
            b"\x02" * 40,
        ):
            model.hear(told)
        body = b"\x02XXLK02\x03"
        check = 0
        for byte in body:
            check ^= byte
        model.hear(body + b"%02X" % check)
        assert said == [b"\x1502", b"\x1514", b"\x1511", b"\x1511", b"\x1502", b"\x1513"]

    run(whole)


def test_a_warning_of_a_bee_tek_lasts_until_the_next_card() -> None:
    async def whole() -> None:
        bench = Bench(BeeTekModel())
        bench.live(BeeTek("shoe", bench.wire, bench.hear, BeeTekOptions("")))
        await bench.ready()
        bench.model.send(b"<W0x01>")
        bench.model.send(b" [Game|GameAlarm]<Alarm:E7 Door Open> ")
        await asyncio.sleep(0.5)
        assert [event.code for event in bench.of(FaultBegan)] == ["shoe_warning"]
        await done(bench, "card 4S")
        assert not bench.device.faults
        await bench.device.write(b"hello")  # nobody listens, and nothing happens
        await asyncio.sleep(0.1)
        await bench.stop()

    run(whole)
