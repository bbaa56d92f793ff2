"""The console does what it announced: a preview is what will be done, and an alarm lies above what is being asked."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sgc_states import STATES, Console, sgc_state

from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.console.view import Form
from firmware.game import steps as s
from firmware.kit.items import Plate, Text
from firmware.kit.words import words_of
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.wagers import Wager
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop


def at(state: str, story: Callable[[Console, SgcDesk], Awaitable[None]]) -> None:
    """Play a story from a state of the console."""

    async def whole() -> None:
        play, setup = STATES[state]
        console = Console("en", **setup)
        await play(console)
        assert console.desk is not None
        await story(console, console.desk)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def form_of(desk: SgcDesk) -> Form:
    form = desk.view().form
    assert form is not None
    return form


def last_of_shoe(t: Console) -> int:
    shoe = t.service.state.game.shoe
    assert shoe is not None
    return shoe.last_coup


def test_a_preview_that_is_true_no_more_is_made_anew_and_said() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op cut")
        first = form_of(desk)
        assert not first.changed
        assert any("1" in line for line in first.lines)
        # After its first card the next coup is the last (reading 1).
        await t.tell(s.CardDrawn(Card("6S")))
        form = form_of(desk)
        assert form.lines != first.lines
        assert form.changed
        assert form.prompt == "What follows has changed. Confirm it as it is now?"
        assert any("2" in line for line in form.lines)
        t.touch("yes")
        await asyncio.sleep(0.1)
        assert last_of_shoe(t) == 2

    at("closed", story)


def test_what_changes_on_the_way_to_the_table_is_asked_again() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op cut")
        # The card is in the queue before the touch; the console has not heard of it.
        drawn = t.service.ask(s.CardDrawn(Card("6S")))
        t.touch("yes")
        await drawn
        await asyncio.sleep(0.1)
        assert last_of_shoe(t) == 0
        assert form_of(desk).changed
        assert "look again" in desk.view().toast
        t.touch("yes")
        await asyncio.sleep(0.1)
        assert last_of_shoe(t) == 2

    at("closed", story)


def test_what_changes_nothing_of_it_is_carried_out() -> None:
    async def story(t: Console, _: SgcDesk) -> None:
        t.touch("op buy-in 4", "key 5", "key 0", "yes", "key cash")
        wagered = t.service.ask(Wager(1, "tie", 5_00))
        t.touch("yes")
        await wagered
        await asyncio.sleep(0.1)
        assert t.service.state.balance(4) == 50_00

    at("betting", story)


def test_a_result_that_changed_under_the_finger_is_not_confirmed() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op close")
        assert form_of(desk).kind == "confirm"
        closed = t.service.ask(s.CloseBets())
        t.touch("yes")
        await closed
        await asyncio.sleep(0.1)
        # Closed it is, and it cannot be closed again: said, and no form stays that asks it.
        assert desk.view().form is None
        assert desk.view().toast_look == "alarm"

    at("betting", story)


def test_what_would_be_refused_now_is_asked_no_more() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("terminal 5", "op cash-out 5")
        assert form_of(desk).kind == "confirm"
        await t.tell(CashOut(5))
        assert desk.view().form is None
        assert desk.view().toast_look == "alarm"

    at("between", story)


def test_nothing_that_is_being_asked_hides_an_alarm() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op buy-in 4", "key 5", "key 0")
        await t.tell(s.Unreadable())
        view = desk.view()
        assert view.form is None
        assert view.waiting is not None
        assert view.waiting.label == "Back to: Buy-in · Terminal 4"
        t.touch("resume")
        form = form_of(desk)
        assert form.entry == "$50"
        assert desk.view().waiting is None
        t.touch("yes", "key cash", "yes")
        await asyncio.sleep(0.1)
        assert t.service.state.balance(4) == 50_00
        t.touch("resume")  # nothing waits any more
        assert desk.view().form is None

    at("closed", story)


def test_a_question_brings_the_console_back_to_where_it_is_answered() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("tab devices")
        await t.tell(s.CardDrawn(Card("6S"), face_up=True))  # ruled on by itself (11.6.1): nobody is asked
        assert desk.view().page is not None
        await t.tell(s.ForeignCard("JOKER"))
        assert desk.view().page is None
        assert any(choice.action[:2] == ("op", "decide") for choice in desk.view().main)

    at("closed", story)


def test_who_approves_is_chosen_from_those_who_may_and_sees_all_that_would_follow() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        form = form_of(desk)
        # A dealer asks; the two supervisors may, and no other dealer.
        assert [choice.action for choice in form.choices] == [("key", "303"), ("key", "202")]
        assert form.lines == ("Terminal 4: $12,000 is credited",)
        t.touch("key 202", "key 1", "key 9")
        form = form_of(desk)
        assert (form.lines, form.entry, form.last) == (("Terminal 4: $12,000 is credited",), "••", True)
        t.touch("key 5", "key 5", "yes")
        await asyncio.sleep(0.5)
        assert desk.view().toast_look == "alarm"  # that was not her PIN
        assert t.service.state.balance(4) == 0

    at("approval", story)


def test_what_waits_is_forgotten_once_it_is_about_nothing() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        t.touch("op cash-out 5")
        await t.tell(s.CardDrawn(Card("7D")))  # with nothing wagered a card makes a Dummy Coup, or is in excess
        await t.tell(BuyIn(4, 50_00))
        if desk.view().waiting is not None:
            await t.tell(CashOut(5))
            assert desk.view().waiting is None
        else:
            await t.tell(CashOut(5))
            assert desk.view().form is None

    at("between", story)


def test_one_more_card_is_one_card() -> None:
    async def story(t: Console, desk: SgcDesk) -> None:
        # Turned face up, the first card burned says how many more are: a three, three (3.8.2).
        await t.tell(s.Burn(Card("3H"), face_up=True))
        lines = [desk.view().line]
        for code in ("4H", "5H"):
            await t.tell(s.Burn(Card(code)))
            lines.append(desk.view().line)
        assert lines == ["Burn 3 more cards", "Burn 2 more cards", "Burn 1 more card"]

    at("burn", story)


@pytest.mark.parametrize(("state", "due"), [("burn", "burn"), ("between", "open"), ("complete", "confirm")])
def test_gold_is_the_one_action_that_is_due(state: str, due: str) -> None:
    async def story(_: Console, desk: SgcDesk) -> None:
        assert [choice.action for choice in desk.view().main if choice.look == "main"] == [("op", due)]

    at(state, story)


# Nobody waits for these: they are there to be asked for.
NEVER_DUE = {"buy-in", "cash-out", "enrol", "correct", "freeze"}


@pytest.mark.parametrize("state", STATES)
def test_no_page_has_gold_on_what_is_not_due(state: str) -> None:
    view, _ = sgc_state(state, "en")
    rows = view.page.rows if view.page is not None else ()
    gold = {choice.action[1] for row in rows for choice in row.choices if choice.look == "main" and choice.on}
    assert not gold & NEVER_DUE
    assert "sign-on" not in gold or view.person == words_of("en")("staff.nobody")


def test_the_journal_says_which_coups_were_corrected() -> None:
    async def story(console: Console, desk: SgcDesk) -> None:
        await console.coups(2)
        first = console.service.state.recent[-2].result.coup
        hands = [tuple(Card(code) for code in codes.split()) for codes in ("4S 2H", "3D 4C")]
        await console.tell(CorrectOutcome(first, *hands))
        console.touch("tab coups")
        page = desk.view().page
        assert page is not None
        assert [row.label.endswith("(corrected)") for row in page.rows if row.label.startswith("Coup")][:2] == [
            False, True,
        ]  # fmt: skip

    at("between", story)


def test_a_bet_that_lost_is_no_alarm() -> None:
    """Amber and its hatch say that somebody has to see to something: at a result, nobody has to."""
    view, now = sgc_state("no-terminals", "en")
    # Banker won 9 to 6, without pairs: that bet alone is paid, and stands out.
    assert view.game is not None
    assert [(row.label, row.value, row.look) for row in view.game.totals[:3]] == [
        ("Player", "TAKE", "panel"), ("Banker", "PAY 1:1", "good"), ("Tie", "TAKE", "panel"),
    ]  # fmt: skip
    scene = picture(view, (1280, 800), words_of("en"), now)
    (paid,) = [item for item in scene.items if isinstance(item, Text) and item.text == "PAY 1:1"]
    lit = [item.box for item in scene.items if isinstance(item, Plate) and item.look == "good"]
    assert [box.holds(*paid.box.middle) for box in lit] == [True]
    assert not [item for item in scene.items if isinstance(item, Plate) and item.look == "alarm"]
