"""A question that the person at the console may not answer: who has to come, and how they do."""

import asyncio
from typing import Any

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.console.view import Choice
from firmware.game import steps as s
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop


def choices(state: str, staff: str, *commands: Any, **setup: Any) -> dict[tuple[str, ...], Choice]:
    async def whole() -> dict[tuple[str, ...], Choice]:
        t = Console("en", **setup)
        await STATES[state][0](t)
        await t.tell(SignOn(CONSOLE, staff), *commands)
        assert t.desk is not None
        return {choice.action: choice for choice in t.desk.view().main}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


SIGN_ON = ("op", "sign-on")


@pytest.mark.rule("crown 1.2, 11.8.1")
def test_a_dealer_sees_who_has_to_come_and_where_that_person_signs_on() -> None:
    found = choices("question", "101")
    assert not found["op", "decide", "carry"].on
    assert (found[SIGN_ON].on, found[SIGN_ON].look, found[SIGN_ON].note) == (True, "main", "Game sup.")


@pytest.mark.rule("crown 13.9")
def test_a_game_supervisor_sees_that_a_casino_supervisor_has_to() -> None:
    found = choices("dealing", "202", s.ForeignCard())
    assert found[SIGN_ON].note == "Casino sup."
    assert found["op", "decide", "void"].note == "Casino sup."


@pytest.mark.parametrize(("state", "staff"), [("question", "202"), ("question", "303"), ("together", "101")])
def test_who_may_answer_is_not_sent_for(state: str, staff: str) -> None:
    assert SIGN_ON not in choices(state, staff)
