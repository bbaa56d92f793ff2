"""What misled people at the console in twenty tasks (docs/reports/2026-11-20-tasks.md), each held from here on."""

import asyncio
from collections.abc import Awaitable, Callable

from sgc_states import STATES, Console, sgc_state

from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.game import steps as s
from firmware.kit.items import Button
from firmware.kit.words import words_of
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop

WIDE = (1280, 800)


def at(state: str, story: Callable[[Console, SgcDesk], Awaitable[None]]) -> None:
    async def whole() -> None:
        console = Console("en")
        await STATES[state][0](console)
        assert console.desk is not None
        await story(console, console.desk)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def lines(desk: SgcDesk) -> tuple[str, ...]:
    form = desk.view().form
    assert form is not None
    return form.lines


def test_the_widest_key_is_the_space_bar_and_a_letter_is_taken_back_beside_the_others() -> None:
    view, now = sgc_state("enrol-name", "en")
    for size in (WIDE, (600, 1024)):
        keys = [item for item in picture(view, size, words_of("en"), now).items if isinstance(item, Button)]
        typed = [key for key in keys if key.action[:1] in (("key",), ("erase",))]
        widest = max(typed, key=lambda key: key.box.w)
        assert widest.action == ("key", " ")
        (back,) = [key for key in typed if key.action == ("erase",)]
        letter = next(key for key in typed if key.action == ("key", "A"))
        assert abs(back.box.w - letter.box.w) <= 1


def test_what_somebody_was_called_for_stands_before_what_is_in_order() -> None:
    view, _ = sgc_state("terminal-calls", "en")
    assert view.page is not None
    assert [row.label for row in view.page.rows[:3]] == ["Balance", "A player calls an attendant", "Note acceptor"]


def test_an_order_is_read_as_one_and_none_of_several_answers_is_due() -> None:
    async def story(_: Console, desk: SgcDesk) -> None:
        answers = [choice for choice in desk.view().main if choice.action[:2] == ("op", "decide")]
        assert [choice.label for choice in answers] == ["9♥ → K♦", "K♦ → 9♥", "Order unknown"]
        assert {choice.look for choice in answers} == {"plain"}

    at("together", story)


def test_a_form_says_which_answer_or_which_coup_it_is_about() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op decide order=9H,KD")
        form = desk.view().form
        assert form is not None
        assert form.title == "Decide · 9♥ → K♦"
        assert lines(desk) == ("9♥ lies on BANKER", "K♦ lies on PLAYER")
        t.touch("yes")
        await asyncio.sleep(0.1)
        assert desk.view().toast == "On record: Decide · 9♥ → K♦"
        game = desk.view().game
        assert game is not None
        # It is answered, and no alarm any more.
        assert [(row.label, row.look) for row in game.happened] == [
            ("Cards left together", "notice"), ("Cards left together", "good"),
        ]  # fmt: skip
        assert game.happened[1].detail == "Answered: 9♥ → K♦ · the book is silent"

    at("together", story)
    view, _ = sgc_state("correct", "en")
    assert view.form is not None
    assert view.form.title == "Correct · Coup 6"


def test_a_card_of_no_hand_lies_on_none() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        await t.tell(s.CardDrawn(Card("6S")), s.CardDrawn(Card("9H")), s.CardDrawn(Card("KD")), s.CardDrawn(Card("TC")))
        t.touch("op card", "key 2C", "key shown")
        assert lines(desk)[0] == "2♣ lies on no hand"

    at("closed", story)


def test_a_coup_without_cards_shows_none() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op void", "key no-wagers", "yes")
        await asyncio.sleep(0.1)
        t.touch("tab coups")
        page = desk.view().page
        assert page is not None
        assert (page.rows[1].label, page.rows[1].detail) == (
            "Coup 1: Void: all wagers are returned",
            "Nobody has wagered",
        )

    at("no-wagers", story)
