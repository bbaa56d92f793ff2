"""A part of the stand-in that ends instead of answering is said, and nobody waits for it for ever."""

import asyncio
import os

import pytest
from device_under_test import run

from firmware.measures.tools import CannotBeMeasured
from sim.stand_in.board import Program
from sim.stand_in.terminal import WAITED_S, in_time


@pytest.mark.outside
def test_a_program_that_ends_without_an_answer_is_said() -> None:
    program = Program(["compileall", "-q", "--help-no"], dict(os.environ))
    with pytest.raises(CannotBeMeasured, match=r"compileall .* ended"):
        program.hear()
    program.end()


def test_a_wager_that_never_is_accepted_is_not_waited_for_for_ever() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        with pytest.raises(TimeoutError):
            # Without a bound of its own the wait would end by this one, far later.
            async with asyncio.timeout(100 * WAITED_S):
                await in_time(asyncio.Event())
        assert loop.time() - began == WAITED_S

    run(story)
