"""The console shows to whoever is signed on what they may do, and who has to come for the rest."""

import asyncio

import pytest
from sgc_states import STATES
from sgc_table import Console

from firmware.console.desk import CONSOLE
from firmware.console.view import Choice
from firmware.table.features.staff import SignOn
from sim.virtual_time import VirtualTimeLoop

STAFF = {"dealer": "101", "game supervisor": "202", "casino supervisor": "303"}


def shown_to(who: str, state: str) -> dict[str, Choice]:
    """Return the buttons that a person sees at a state of the table, by their operation."""

    async def whole() -> dict[str, Choice]:
        story, setup = STATES[state]
        t = Console("en", **setup)
        await story(t)
        await t.tell(SignOn(CONSOLE, STAFF[who]))
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


# At a state of the table: what is offered, and who it takes at least in Crown's books.
OFFERED = [
    ("between", "open", "dealer"),
    ("between", "new-shoe", "casino supervisor"),  # in the midst of a shoe
    ("new-shoe", "new-shoe", "game supervisor"),
    ("betting", "close", "dealer"),
    ("betting", "void", "game supervisor"),
    ("no-wagers", "void", "dealer"),
    ("no-wagers", "open", "dealer"),
    ("complete", "confirm", "dealer"),
    ("unreadable", "enter", "dealer"),
    ("together", "decide order=9H,KD", "dealer"),
    ("together", "decide order=unknown", "dealer"),
    ("question", "decide dummy", "game supervisor"),
    ("question", "decide carry", "game supervisor"),
    ("shoe", "card", "dealer"),
    ("shoe", "together", "dealer"),
    ("shoe", "altered", "dealer"),
    ("shoe", "replace", "casino supervisor"),
    ("journal", "freeze", "dealer"),
    ("journal", "correct 6", "dealer"),
    ("journal", "invalidate 6", "game supervisor"),
    ("journal", "declare-void-coup 6", "casino supervisor"),
    ("terminal-player", "release 7", "casino supervisor"),
    ("terminal-player", "keep 7", "casino supervisor"),
    ("terminal-player", "claim-decided 1", "dealer"),
    ("terminal", "leave 2", "dealer"),
    ("terminal", "exclude 2", "casino supervisor"),
    ("terminal", "declare-void 2", "casino supervisor"),
    ("terminal", "cash-out 2", "dealer"),
    ("terminal", "hand-pay 2", "game supervisor"),
    ("terminal", "empty-box 2", "game supervisor"),
    ("terminal-unproven", "void-unconfirmed 2", "dealer"),
    ("game", "limit", "game supervisor"),
    ("game", "closing", "casino supervisor"),
]
LADDER = ("dealer", "game supervisor", "casino supervisor")
COMES = {"dealer": "Dealer", "game supervisor": "Game sup.", "casino supervisor": "Casino sup."}


@pytest.mark.rule("crown 1.2, 3.11, 6.6.2, 11.4, 11.10, 11.11, 11.16, 13.2.1, 13.2.2, 13.2.3, 13.7")
@pytest.mark.parametrize("who", LADDER)
def test_whoever_may_finds_it_on_and_others_see_who_has_to_come(who: str) -> None:
    for state in dict.fromkeys(state for state, _, _ in OFFERED):
        buttons = shown_to(who, state)
        for _, operation, least in (one for one in OFFERED if one[0] == state):
            may = LADDER.index(who) >= LADDER.index(least)
            button = buttons[operation]
            assert button.on is may, (state, operation)
            assert may or button.note == COMES[least], (state, operation)


@pytest.mark.parametrize("who", LADDER)
def test_in_the_books_that_name_the_dealer_alone_the_rest_is_a_game_supervisors(who: str) -> None:
    buttons = shown_to(who, "miscount")
    supervises = who != "dealer"
    assert {key: buttons[key].on for key in ("miscount", "miscount-void", "correct 6", "freeze")} == {
        "miscount": supervises, "miscount-void": supervises, "correct 6": supervises, "freeze": True,
    }  # fmt: skip
    assert buttons["declare-void-coup 6"].on is supervises
    assert shown_to(who, "question-mbs")["decide carry"].on is supervises
