"""A siege's patience with a process counts the time that it was let to run, not what others took from it."""

import asyncio
import os
import signal
import sys

import pytest

from hal.clock import ticks_s
from sim.siege import patience
from sim.siege.patience import ended, kept_waiting_s

LASTS = "import time; time.sleep(1000)"
BUSY = "while True: pass"
PATIENCE_S = 60


async def _ended(program: str, within_s: float) -> bool:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    try:
        return await ended(process, within_s)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.outside
def test_one_that_has_its_time_and_does_not_end_has_not() -> None:
    assert not asyncio.run(_ended(LASTS, 0.2))


@pytest.mark.outside
def test_one_that_others_keep_from_a_processor_has_its_time_still_and_yet_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "kept_waiting_s", lambda _: ticks_s())
    assert asyncio.run(_ended("import time; time.sleep(0.5)", 0.2))
    assert not asyncio.run(_ended(LASTS, 0.05))


@pytest.mark.outside
def test_one_that_has_ended_has_whoever_still_holds_its_output() -> None:
    # Seen as a terminal that does not end of SIGKILL: what it had started itself lived on for a while.
    async def story() -> None:
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", "sleep 30 & echo $!; exit 0", stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        other = int(await process.stdout.readline())
        try:
            assert await ended(process, 5)
        finally:
            os.kill(other, signal.SIGKILL)
            await process.communicate()

    asyncio.run(story())


@pytest.mark.outside
def test_one_that_is_gone_and_not_heard_of_yet_has_its_time_still(monkeypatch: pytest.MonkeyPatch) -> None:
    # Seen as three terminals that do not end of SIGKILL: what they had waited in all their life was held against them.
    said = iter([1000.0])
    monkeypatch.setattr(patience, "kept_waiting_s", lambda _: next(said, 0.0))
    assert asyncio.run(_ended("import time; time.sleep(0.5)", PATIENCE_S))


@pytest.mark.outside
def test_two_on_one_processor_keep_each_other_waiting() -> None:
    async def story() -> None:
        two = [await asyncio.create_subprocess_exec(sys.executable, "-c", BUSY) for _ in range(2)]
        try:
            for process in two:
                os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
            async with asyncio.timeout(PATIENCE_S):
                while min(kept_waiting_s(process.pid) for process in two) < 0.1:
                    await asyncio.sleep(0.05)
        finally:
            for process in two:
                process.kill()
                await process.wait()

    asyncio.run(story())


def test_of_one_that_is_gone_nothing_is_known() -> None:
    assert kept_waiting_s(0) == 0.0
