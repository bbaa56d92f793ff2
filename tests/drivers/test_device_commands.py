"""What a tester types at a simulated device: a line that it cannot do is answered with what would be right."""

import asyncio
from collections.abc import Callable

import pytest

from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel
from sim.devices.ebds import EbdsModel
from sim.devices.escpos import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.model import Model, NoCommand

WRONG: tuple[tuple[Callable[[], Model], str, str], ...] = (
    (AngelEyeModel, "card 7C", "card reads `card 7C player 1`"),
    (AngelEyeModel, "card 7C dealer 1", "card reads `card 7C player 1`"),
    (AngelEyeModel, "card 7C player 4", "card reads `card 7C player 1`"),
    (AngelEyeModel, "card 7X player 1", "7X"),
    (AngelEyeModel, "burn", "this reads `burn CARD`"),
    (AngelEyeModel, "overdraw 7C 8C", "this reads `overdraw CARD`"),
    (AngelEyeModel, "fault flood", "the shoe has no fault 'flood'; it has unreadable"),
    (AngelEyeModel, "result dealer", "result reads `result player"),
    (AngelEyeModel, "result", "result reads `result player"),
    (AngelEyeModel, "result tie no-pair", "result reads `result player"),
    (AngelEyeModel, "preset 1 2", "preset reads `preset 01 0203`"),
    (AngelEyeModel, "lose some", "lose reads `lose 1`"),
    (AngelEyeModel, "lose", "this reads `lose REPORTS`"),
    (BeeTekModel, "card", "which card"),
    (BeeTekModel, "burn 1C", "which card"),
    (Id003Model, "insert", "insert"),
    (Id003Model, "insert much", "insert reads `insert 20`"),
    (EbdsModel, "insert 20 50", "insert"),
    (EbdsModel, "cashbox", "cashbox"),
    (EscposModel, "paper", "paper"),
    (EscposModel, "cover ajar", "cover"),
    (EscposModel, "dance", "dance"),
)


@pytest.mark.parametrize(("model", "line", "says"), WRONG)
def test_a_line_that_it_cannot_do_is_answered_and_nothing_happens(
    model: Callable[[], Model], line: str, says: str
) -> None:
    async def whole() -> None:
        sent: list[bytes] = []
        device = model()
        device.attach(sent.append)
        sent.clear()
        with pytest.raises(NoCommand) as problem:
            device.do(line)
        assert says in str(problem.value)
        await asyncio.sleep(0)
        assert not sent

    asyncio.run(whole())
