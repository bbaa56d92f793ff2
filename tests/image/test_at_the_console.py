"""What a dealer does in a trial in QEMU, and what a board is to show then, is worked out by the console itself."""

import itertools
import tomllib
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor
from image.recipe import DEPLOY
from image.trial.at_the_console import PERIOD_S, one_coup, one_more_coup, opened_again, restart_allowed
from image.trial.fingers import on_real_lines
from image.trial.pictures import BESIDE, MAY_DIFFER, differs


def test_a_coup_is_touched_and_dealt(tmp_path: Path) -> None:
    steps = one_coup(tmp_path)
    assert [step.shoe for step in steps if step.shoe] == [
        "burn 5H", "card 7S player 1", "card 6H banker 1", "card KD player 2", "card KC banker 2",
    ]  # fmt: skip
    touches = [step.touch for step in steps if step.touch]
    assert len(touches) > 20
    assert all(0 < x < 1 and 0 < y < 1 for x, y in touches)
    # Each step begins with what the one before led to, and the last shows something else than the first.
    pairs = list(itertools.pairwise(steps))
    assert all(one.picture == other.before for one, other in pairs if one.aside == other.aside)
    assert [one.aside != other.aside for one, other in pairs].count(True) == 1
    assert differs(steps[0].before, steps[-1].picture) > 0.05


def test_its_screens_say_of_devices_what_an_images_do(tmp_path: Path) -> None:
    said: list[str] = []

    async def story(floor: Floor) -> None:
        await floor.player(1, "help", "close")
        for seen in (floor.table.sgc, floor.table.seats[1].seen):
            assert seen is not None
            assert seen.stage is not None
            said.append(" ".join(what.text for item in seen.stage.scene.items for what in item.lettering()))

    on_a_floor(tmp_path, story, ats=1)
    assert [text.count("SIMULATED") for text in said] == [1, 1]
    said.clear()
    with on_real_lines():
        on_a_floor(tmp_path, story, ats=1)
    assert [text.count("SIMULATED") for text in said] == [0, 0]


def test_a_restart_is_allowed_by_touch(tmp_path: Path) -> None:
    whole = restart_allowed(tmp_path, "0.9.9", nobody=True)
    again = restart_allowed(tmp_path, "0.9.9", nobody=False)
    # Where somebody has signed on, and looks at the devices, three touches are left.
    assert len(whole) > 20
    assert [step.touch for step in whole[-3:]] == [step.touch for step in again]
    assert {step.may_differ for step in again} == {BESIDE}
    assert all(step.touch for step in whole)
    # The shoe, the sign, the update and service stand above the technician's row.
    assert again[0].touch is not None
    assert again[0].touch[1] == pytest.approx(0.82, abs=0.01)
    # What is typed is held closely, or a finger that met nothing is taken for one that did.
    assert [step.may_differ for step in whole[-4:]] == [BESIDE] * 4
    assert {step.may_differ for step in whole[:-4]} == {MAY_DIFFER}


def test_a_table_that_was_started_again_is_opened_before_anything_else_is_touched(tmp_path: Path) -> None:
    steps = opened_again(tmp_path)
    # A restart has ended each sign-on: number and PIN, the word and its yes, and the page of the devices.
    assert len(steps) == 1 + len("700+") + len("4711+") + 2 + 1
    assert all(step.touch for step in steps)
    # Why a version was given up stands among the devices.
    assert differs(steps[-1].picture, opened_again(tmp_path, given_up="9.9.9")[-1].picture) > MAY_DIFFER
    # A table that moved money before is opened in the same places.
    assert [step.touch for step in opened_again(tmp_path, ats=1)] == [step.touch for step in steps]


def test_a_table_that_was_opened_again_deals_another_coup(tmp_path: Path) -> None:
    opened, steps = opened_again(tmp_path, ats=1), one_more_coup(tmp_path, ats=1)
    assert [step.shoe for step in steps if step.shoe] == [step.shoe for step in one_coup(tmp_path) if step.shoe]
    # It goes on from the page on which the table was left.
    assert differs(steps[0].before, opened[-1].picture) <= MAY_DIFFER
    assert {step.may_differ for step in steps} == {BESIDE}


def test_no_clock_of_the_table_ends_betting_before_the_finger() -> None:
    board = tomllib.loads((DEPLOY / "image/trial/table.toml").read_text())
    assert board["table"]["period"] == PERIOD_S >= 300
