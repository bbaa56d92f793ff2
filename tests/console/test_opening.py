"""What stands on the console while a table that has come back waits: who remembers what, and what to do."""

import asyncio

import pytest
from sgc_states import sgc_state
from sgc_table import Console

from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.waiting import Heard, Waiting
from firmware.table.features.opening import OpenedOnWord
from sim.virtual_time import VirtualTimeLoop


def test_before_anybody_has_signed_on_it_says_what_it_waits_for_and_lets_people_sign_on() -> None:
    view, _ = sgc_state("opening-asking", "en")
    assert view.line == "Asking the other boards what they remember: up to 20 s"
    assert view.page is not None
    assert [choice.action for choice in view.page.rows[0].choices] == [("op", "sign-on")]
    rows = {row.label: row.detail for row in view.page.rows}
    assert rows["Terminal 1"] == "Remembers row 4711: the journal has it"
    assert rows["wnd-1"] == "Remembers nothing yet"
    assert rows["Terminal 2"] == rows["Terminal 3"] == "Has not answered"


def test_once_the_word_is_wanted_a_supervisor_may_give_it() -> None:
    view, _ = sgc_state("opening-word", "en")
    assert (view.line, view.look) == ("A supervisor must sign on and give the word before the table opens", "notice")
    assert view.page is not None
    (choice,) = view.page.rows[0].choices
    assert (choice.action, choice.label, choice.on) == (("op", "open-on-word"), "Open the table", True)


def test_a_restored_journal_says_what_is_lost_and_what_to_do() -> None:
    view, _ = sgc_state("opening-restored", "en")
    assert view.page is not None
    rows = {row.label: row for row in view.page.rows}
    assert "count the cash boxes" in rows["The journal was restored from a copy"].detail
    assert rows["Terminal 2"].detail == "Remembers row 4790, which was lost before the journal was restored"
    assert rows["The journal is signed by another key"].look == "notice"


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_board_that_remembers_otherwise_stands_first_and_nothing_can_be_touched(language: str) -> None:
    view, _ = sgc_state("opening-stopped", language)
    assert view.look == "alarm"
    assert view.page is not None
    assert view.page.rows[0].choices == ()
    assert [row.look for row in view.page.rows[1:3]] == ["alarm", "alarm"]
    assert [row.look for row in view.page.rows[3:]].count("alarm") == 0


def waiting(console: Console) -> Waiting:
    return Waiting(("ats-1",), console.service.now_ms(), heard=(Heard("ats-1", "nothing"),))


def touched(role: Role) -> tuple[Console, list[str]]:
    """Touch the word, as somebody of a role, at a table that wants it; return what was said on the way."""
    lines: list[str] = []

    async def whole() -> Console:
        console = Console("en")
        await console.open(role)
        console.service.set_opening(waiting(console))
        assert console.desk is not None
        console.touch("op open-on-word")
        form = console.desk.view().form
        lines.extend(form.lines if form is not None else ())
        console.touch("yes")
        await asyncio.sleep(0.1)
        lines.append(console.desk.view().toast)
        return console

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole()), lines


def test_a_supervisor_gives_the_word_by_touch_and_it_goes_on_record_with_the_name() -> None:
    console, lines = touched(Role.GAME_SUPERVISOR)
    assert lines[0] == "The table opens on a supervisor's word"
    (entry,) = [entry for entry in console.journal.entries if isinstance(entry.event, OpenedOnWord)]
    assert entry.by == "202 game supervisor"
    assert entry.event == OpenedOnWord(("no_witness",), (Heard("ats-1", "nothing"),))


def test_a_dealer_cannot() -> None:
    console, lines = touched(Role.DEALER)
    assert not [entry for entry in console.journal.entries if isinstance(entry.event, OpenedOnWord)]
    assert "role" in lines[-1].lower()


def test_a_word_that_is_asked_for_is_let_go_of_when_the_table_opens_meanwhile() -> None:
    async def whole() -> None:
        console = Console("en")
        await console.open()
        console.service.set_opening(waiting(console))
        console.touch("op open-on-word")
        console.service.set_opening(None)
        await console.tell(s.NewShoe(8))
        assert console.desk is not None
        assert console.desk.view().form is None

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
