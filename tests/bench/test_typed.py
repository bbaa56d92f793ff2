"""The bench by typed lines, beside its windows."""

import asyncio
from pathlib import Path

import pytest
from bench_under_test import at_the_bench, ready

from firmware.cli.main import main
from sim.bench.bench import Bench
from sim.bench.pace import FAST, PacedLoop
from sim.bench.typed import Typed


def test_a_coup_and_what_happens_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    record = tmp_path / "record.txt"

    async def story(bench: Bench) -> None:
        typed = Typed(bench, said.append)
        await ready(bench)
        for line in ("deal player 7S", "deal 6H", "deal KD", "deal wrong-hand KC"):
            await typed.hear(line)
            await asyncio.sleep(2)
        await typed.hear("ats-1 note_acceptor insert 20")
        await typed.hear("power ats-2 off")
        await asyncio.sleep(4)
        assert bench.table.state.balance(1) == 195_00
        assert not bench.table.seats[2].on
        await typed.hear("power ats-2 on")
        await typed.hear("speed fast")
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        assert loop.speed == FAST
        typed.news()
        assert "  7♠ lies on PLAYER" in said
        # crown 8.3.3: the card goes to the hand it belongs to
        assert "! On record: A card lies on the other hand (8.3.3)" in said
        (tmp_path / "scenario.txt").write_text("buyin 2 50\nbuyin 1 20\n")
        said.clear()
        for line in (f"scenario {tmp_path / 'scenario.txt'}", "step"):
            await typed.hear(line)
            await asyncio.sleep(1)
        assert bench.table.state.balance(2) == 140_00
        await typed.hear("play")
        await asyncio.sleep(1)
        await typed.hear("step")
        await asyncio.sleep(1)
        assert bench.table.state.balance(1) == 215_00
        typed.news()
        assert said[0] == "2 steps"
        assert said[1:4] == ["buyin 2 50: done", "buyin 1 20: done", "the scenario is at its end"]
        said.clear()
        await typed.hear(f"record {record}")

    at_the_bench(tmp_path, story)
    assert said == [f"rapid-table play {record}"]
    assert main(["play", str(record)]) == 0
    assert '"irregularity"' in capsys.readouterr().out


def test_what_is_wrong_with_a_line_is_said_and_nothing_happens(tmp_path: Path) -> None:
    said: list[str] = []

    async def story(bench: Bench) -> None:
        typed = Typed(bench, said.append)
        before = bench.state()
        for line in (
            "dance",
            "deal 7X",
            "power ats-9 off",
            "speed much",
            "speed inf",
            "ats-1 coin insert 5",
            "scenario nowhere",
        ):
            await typed.hear(line)
        assert bench.state() == before
        await typed.hear("autoplay 500")
        assert said[-1] == "autoplay 500: mistakes must be 0 to 100 in a hundred: autoplay 5"
        assert not bench.state()["autoplay"]
        said.pop()
        await typed.hear("autoplay 5")
        assert bench.state()["autoplay"]
        await typed.hear("autoplay off")
        assert not bench.state()["autoplay"]
        await typed.hear("devices")
        await typed.hear("help")
        telling = asyncio.create_task(typed.run())
        await asyncio.sleep(1)
        telling.cancel()

    at_the_bench(tmp_path, story)
    assert said[0] == "dance: this is no command; help says what there is"
    assert said[1].startswith("deal 7X: ")
    assert said[4] == "speed inf: time runs 0.1 to 1000 times as fast, or (0) as fast as it goes"
    assert said[5].startswith("ats-1 coin insert 5: there is no device 'ats-1 coin'; there are table shoe")
    assert said[6].startswith("scenario nowhere: No such file")
    assert "): insert AMOUNT | ticket NUMBER | " in said[7]
    assert "face_sensor on|off" in said[7]
    assert "deal [HOW] [CARD]" in said[8]
    assert "  1 signs on" in said
