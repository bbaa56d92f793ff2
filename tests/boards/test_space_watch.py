"""Room on the card and in memory: told of before it is used up, and again when there is more."""

import asyncio
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from firmware.boards import space_watch
from firmware.boards.own_faults import OwnFaults
from sim.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.lab(35)
Usage = namedtuple("Usage", "total used free")  # noqa: PYI024 - as shutil has it


def standing(faults: OwnFaults) -> frozenset[str]:
    return frozenset(code for part in faults.seen() for code in part.faults)


def test_a_card_or_a_memory_that_fills_is_told_of_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults, memory = OwnFaults(), tmp_path / "meminfo"
    for disk, kilobytes, wanted in (
        (499, 500_000, {"disk_low"}), (10_000, 47_999, {"memory_low"}), (499, 1_000, {"disk_low", "memory_low"}),
        (500, 48_000, set()),
    ):  # fmt: skip
        free = disk * 1_000_000
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(0, 0, free))
        memory.write_text(f"MemTotal: 900000 kB\nMemAvailable: {kilobytes} kB\n")
        space_watch.look(tmp_path, faults, memory)
        assert standing(faults) == wanted


def test_what_cannot_be_asked_is_no_fault(tmp_path: Path) -> None:
    faults = OwnFaults()
    space_watch.look(tmp_path / "nowhere", faults, tmp_path / "nowhere")
    assert standing(faults) == frozenset()


def test_it_looks_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Path] = []
    monkeypatch.setattr(space_watch, "look", lambda folder, _: looked.append(folder))

    async def story() -> None:
        watching = asyncio.ensure_future(space_watch.watched_space("board/table.journal", OwnFaults()))
        await asyncio.sleep(2 * space_watch.LOOK_S + 1)
        watching.cancel()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())
    assert looked == [Path("board")] * 3
