"""The console shows to whoever is signed on what they may do, and who has to come for the rest."""

import asyncio

import pytest
from sgc_states import STATES, Console

from firmware.console.sgc_desk import CONSOLE
from firmware.screens.sgc.view import Choice
from firmware.table import commands as c
from sim.virtual_time import VirtualTimeLoop

STAFF = {"dealer": "101", "game supervisor": "202", "casino supervisor": "303"}


def shown_to(who: str, state: str) -> dict[str, Choice]:
    """Return the buttons that a person sees at a state of the table, by their operation."""

    async def whole() -> dict[str, Choice]:
        story, setup = STATES[state]
        t = Console("en", **setup)
        await story(t)
        await t.tell(c.SignOn(CONSOLE, STAFF[who]))
        assert t.desk is not None
        view = t.desk.view()
        rows = view.page.rows if view.page is not None else ()
        buttons = [*view.main, *(choice for row in rows for choice in row.choices)]
        return {" ".join(button.action[1:]): button for button in buttons}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


@pytest.mark.rule("crown 11.1.1")
@pytest.mark.parametrize(
    ("who", "on", "note"),
    [("dealer", False, "Game sup."), ("game supervisor", True, ""), ("casino supervisor", True, "")],
)
def test_the_first_coup_of_an_unburned_shoe_is_reconstructed_by_a_supervisor(who: str, on: bool, note: str) -> None:  # noqa: FBT001
    button = shown_to(who, "unburned")["restart"]
    assert (button.on, button.note) == (on, note)
    assert "restart" not in shown_to(who, "shoe")  # a shoe that was burned
