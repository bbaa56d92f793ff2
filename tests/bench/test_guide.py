"""The guide of a first coup, without a browser: what is done is done, and it waits for whatever is not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from bench_under_test import at_the_bench

from sim.bench.bench import Bench
from sim.bench.first_shoe import begin_a_shoe
from sim.bench.guide import LESSONS

pytestmark = pytest.mark.outside


async def touched(bench: Bench, screen: str, *action: str) -> None:
    """Touch what has this meaning, once it has stood there for long enough: in real time, as people do."""
    assert await bench.loop.until(lambda: action in bench.screens[screen].actions(), 5)
    bench.screens[screen].touch(*action)


async def comes_to(bench: Bench, step: int) -> bool:
    return await bench.loop.until(lambda: due(bench)["step"] == step, 5)


def due(bench: Bench) -> dict[str, Any]:
    found: dict[str, Any] = bench.state()["guide"]
    return found


def test_each_step_waits_for_its_hand(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await begin_a_shoe(bench.table.service)
        bench.loop.speed = 10
        assert (due(bench)["step"], due(bench)["button"], bench.state()["burns"]) == (1, "deal-next", True)
        while bench.state()["burns"]:
            assert due(bench)["step"] == 1
            bench.deal("burn")
            await asyncio.sleep(2)
        assert due(bench)["step"] == 2
        bench.device("ats-1 note_acceptor", "insert 50")
        await asyncio.sleep(5)
        step = due(bench)
        assert (step["step"], step["screen"]) == (3, "sgc")
        # Where it is touched, as parts of the screen: the console's gold button, among the large ones below its middle.
        left, top, width, height = step["box"]
        assert 0 <= left < left + width < 1
        assert 0.6 < top < top + height < 1
        await touched(bench, "sgc", "op", "open")
        assert await comes_to(bench, 4)
        bench.chip("ats-1", 2)
        bench.chip("ats-1", 9)  # there is none: nothing happens
        await bench.loop.rest(0.3)
        await touched(bench, "ats-1", "bet", "banker")
        assert await comes_to(bench, 5)
        assert bench.table.state.accounts[1].wagers == {"banker": 25_00}
        await touched(bench, "sgc", "op", "close")
        assert await comes_to(bench, 6)
        for _ in range(6):
            if due(bench)["step"] == 6:
                bench.deal("draw")
                await asyncio.sleep(2)
        assert due(bench)["step"] == 7
        await touched(bench, "sgc", "op", "confirm")
        assert await bench.loop.until(lambda: not due(bench)["screen"], 5)
        ended = due(bench)
        assert (ended["step"], ended["button"], ended["screen"], ended["box"]) == (len(LESSONS), "", "", None)

    at_the_bench(tmp_path, story, ats=1)


def test_a_scenario_starts_with_a_burned_shoe_though_another_one_lay_there(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await begin_a_shoe(bench.table.service)
        bench.script.load("buyin 1 100\nbets\nclose")
        await bench.script.step()
        shoe = bench.table.state.game.shoe
        assert shoe is not None
        assert not shoe.burn_due
        # One that burns by itself has the shoe that lies there.
        bench.script.load("shoe unburned\nburn 2S\nbets")
        assert [await bench.script.step() for _ in range(3)][1].endswith("done")

    at_the_bench(tmp_path, story, ats=1)
